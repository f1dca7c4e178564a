import { createLogger } from './logger.ts'
import { SettingsError } from './settings.ts'
import { createShutdown, type Shutdown } from './shutdown.ts'
import { StartError } from './start-error.ts'

/**
 * Runs the start of a process, whose shutdown is installed: a signal closes what the start has opened and registered
 * until then, and ends the process with code 0. If the start fails, the process exits with code 1 and logs one line: a
 * message that states what to do if the operator can correct the reason, or the error with its stack trace if it is a
 * defect.
 */
export async function startProcess(name: string, start: (shutdown: Shutdown) => Promise<void>): Promise<void> {
  const shutdown = createShutdown({ logger: createLogger({ name, level: 'info' }) })
  shutdown.install()
  try {
    await start(shutdown)
  } catch (error) {
    // A start fails when the shutdown closes what it uses.
    if (shutdown.begun) return
    const logger = createLogger({ name, level: 'fatal' })
    if (error instanceof StartError || error instanceof SettingsError) logger.fatal(error.message)
    else logger.fatal({ err: error }, 'Process could not start')
    process.exit(1)
  }
}

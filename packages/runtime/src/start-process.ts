import { createLogger } from './logger.ts'
import { SettingsError } from './settings.ts'
import { StartError } from './start-error.ts'

/**
 * Runs the start of a process. If it fails, the process exits with code 1 and logs one line: a message that states what
 * to do if the operator can correct the reason, or the error with its stack trace if it is a defect.
 */
export async function startProcess(name: string, start: () => Promise<void>): Promise<void> {
  try {
    await start()
  } catch (error) {
    const logger = createLogger({ name, level: 'fatal' })
    if (error instanceof StartError || error instanceof SettingsError) logger.fatal(error.message)
    else logger.fatal({ err: error }, 'Process could not start')
    process.exit(1)
  }
}

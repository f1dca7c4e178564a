import { createLogger } from './logger.ts'
import { SettingsError } from './settings.ts'
import { StartError } from './start-error.ts'

/**
 * Runs the start of a process. A failure ends the process with exit code 1 and one line of the log: a sentence that
 * states what to do where the operator can correct the reason, and the error with its stack where it is a bug.
 */
export async function startProcess(name: string, start: () => Promise<void>): Promise<void> {
  try {
    await start()
  } catch (error) {
    const logger = createLogger({ name, level: 'fatal' })
    if (error instanceof StartError || error instanceof SettingsError) logger.fatal(error.message)
    else logger.fatal({ err: error }, 'The process could not start')
    process.exit(1)
  }
}

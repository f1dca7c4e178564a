import type { Logger } from './logger.ts'

/**
 * Each SIGUSR2 switches this process between the level of the setting and `debug` (or `info` if the setting is already
 * `debug`), so that the log level can be changed without a restart.
 */
export function switchLevelOnSignal(logger: Logger): void {
  const configured = logger.level
  const other = configured === 'debug' ? 'info' : 'debug'
  process.on('SIGUSR2', () => {
    logger.level = logger.level === configured ? other : configured
    logger.warn({ log_level: logger.level }, 'Log level switched by SIGUSR2')
  })
}

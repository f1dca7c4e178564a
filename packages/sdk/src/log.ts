/** The methods of a logger; `console` and the common loggers have them. */
export interface Logger {
  debug(message: string, fields: Record<string, unknown>): void
  info(message: string, fields: Record<string, unknown>): void
  warn(message: string, fields: Record<string, unknown>): void
}

export type LogLevel = keyof Logger

export type Log = ReturnType<typeof createLog>

const levels: readonly LogLevel[] = ['debug', 'info', 'warn']

/** Writes entries of this level and above; nothing without a logger. Fields that are not written are not made. */
export function createLog(logger: Logger | undefined, lowest: LogLevel) {
  return (level: LogLevel, message: string, fields: () => Record<string, unknown>): void => {
    if (logger && levels.indexOf(level) >= levels.indexOf(lowest)) logger[level](message, fields())
  }
}

/** Headers for the log: all names, but no secret values. */
export function redacted(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, secretName.test(name) ? '[redacted]' : value]),
  )
}

const secretName = /auth|key|token|secret|cookie|signature|password/i

/** The methods of a logger; `console` and the common loggers have them. */
export interface Logger {
  debug(message: string, fields: Record<string, unknown>): void
  info(message: string, fields: Record<string, unknown>): void
  warn(message: string, fields: Record<string, unknown>): void
}

export type LogLevel = keyof Logger

const levels: readonly LogLevel[] = ['debug', 'info', 'warn']

/** Writes entries of this level and above; nothing without a logger. */
export function createLog(logger: Logger | undefined, level: LogLevel) {
  const lowest = levels.indexOf(level)
  return {
    /** Whether entries of this level are written: making them has a cost. */
    wants: (wanted: LogLevel) => logger !== undefined && levels.indexOf(wanted) >= lowest,
    write(at: LogLevel, message: string, fields: Record<string, unknown>) {
      if (levels.indexOf(at) >= lowest) logger?.[at](message, fields)
    },
  }
}

export type Log = ReturnType<typeof createLog>

/** Headers for the log: all names, but no secret values. */
export function redacted(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, secretName.test(name) ? '[redacted]' : value]),
  )
}

const secretName = /auth|key|token|secret|cookie|signature|password/i

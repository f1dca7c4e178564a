/** What a logger has to offer; `console` does, and so does every well-known one. */
export interface Logger {
  debug(message: string, fields: Record<string, unknown>): void
  info(message: string, fields: Record<string, unknown>): void
  warn(message: string, fields: Record<string, unknown>): void
}

export type LogLevel = keyof Logger

const levels: readonly LogLevel[] = ['debug', 'info', 'warn']

/** Passes on lines of this level and those above; nothing without a logger. */
export function createLog(logger: Logger | undefined, level: LogLevel) {
  const lowest = levels.indexOf(level)
  return {
    /** Whether lines of this level are wanted: making them costs something. */
    wants: (wanted: LogLevel) => logger !== undefined && levels.indexOf(wanted) >= lowest,
    write(at: LogLevel, message: string, fields: Record<string, unknown>) {
      if (levels.indexOf(at) >= lowest) logger?.[at](message, fields)
    },
  }
}

export type Log = ReturnType<typeof createLog>

/** Headers as they may be logged: names tell what was sent, values that open doors do not appear. */
export function redacted(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, secretName.test(name) ? '[redacted]' : value]),
  )
}

const secretName = /auth|key|token|secret|cookie|signature|password/i

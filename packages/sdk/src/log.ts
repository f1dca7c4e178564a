/** The methods of a logger; `console` and the common loggers have them. */
export interface Logger {
  debug(message: string, fields: Record<string, unknown>): void
  info(message: string, fields: Record<string, unknown>): void
  warn(message: string, fields: Record<string, unknown>): void
}

export type LogLevel = keyof Logger

/** Headers for the log: all names, but no secret values. */
export function redacted(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, secretName.test(name) ? '[redacted]' : value]),
  )
}

const secretName = /auth|key|token|secret|cookie|signature|password/i

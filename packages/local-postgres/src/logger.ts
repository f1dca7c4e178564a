/** The part of a logger that this package needs. */
export interface PostgresLogger {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** The part of a logger that the limits use. */
export interface LimitsLogger {
  warn(fields: object, message: string): void
}

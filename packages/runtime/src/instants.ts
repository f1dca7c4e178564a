/**
 * Milliseconds since the epoch of an RFC 3339 timestamp; NaN if `Date.parse` cannot read it. A leap second, which RFC
 * 3339 permits and `Date` does not know, is the second before it.
 */
export function instantMs(timestamp: string): number {
  return Date.parse(timestamp.toUpperCase().replace(':60', ':59'))
}

/** The first instant of the next calendar month in UTC, in milliseconds since the epoch like `nowMs`. */
export function nextMonthMs(nowMs: number): number {
  const now = new Date(nowMs)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
}

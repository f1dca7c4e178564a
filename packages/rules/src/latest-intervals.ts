const hourMs = 3_600_000
const periods = {
  hour: { count: 24, lengthMs: hourMs },
  day: { count: 30, lengthMs: 24 * hourMs },
} as const

interface LatestIntervals {
  /** Start of the first interval. */
  from: string
  /** End of the last interval, not included. */
  to: string
  /** Start of the first interval, in milliseconds since the epoch. */
  fromMs: number
  /** The length of each interval. */
  lengthMs: number
}

/** The hours of the last day or the days of the last 30, in UTC, of which the present one is the last. */
export function latestIntervals(interval: keyof typeof periods, nowMs: number): LatestIntervals {
  const { count, lengthMs } = periods[interval]
  const toMs = (Math.floor(nowMs / lengthMs) + 1) * lengthMs
  const fromMs = toMs - count * lengthMs
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString(), fromMs, lengthMs }
}

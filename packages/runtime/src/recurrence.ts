import { Temporal } from 'temporal-polyfill'

/** A day and an hour that come back every week, or on the first such day of every month. */
export interface Recurrence {
  every: 'week' | 'month'
  /** 1 is Monday, 7 is Sunday. */
  weekday: number
  /** 0 to 23. */
  hour: number
}

const daysInWeek = 7

/**
 * The first occurrence after an instant, both in milliseconds since the epoch. Day and hour are local to the time zone,
 * an IANA name. Where the clocks skip the hour it is the next one, and where they repeat it the first of the two.
 * Throws a RangeError for an unknown time zone.
 */
export function nextOccurrence(
  { every, weekday, hour }: Recurrence,
  { timezone, afterMs }: { timezone: string; afterMs: number },
): number {
  const today = Temporal.Instant.fromEpochMilliseconds(afterMs).toZonedDateTimeISO(timezone).toPlainDate()
  let day = today.add({ days: (weekday - today.dayOfWeek + daysInWeek) % daysInWeek })
  while (true) {
    const occurrence = day.toZonedDateTime({ timeZone: timezone, plainTime: { hour } }).epochMilliseconds
    if (occurrence > afterMs && (every === 'week' || day.day <= daysInWeek)) return occurrence
    day = day.add({ days: daysInWeek })
  }
}

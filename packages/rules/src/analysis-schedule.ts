import { weekdays } from '@generated/contract/enums'
import type { Schemas } from '@generated/contract/server-types'
import { Temporal } from 'temporal-polyfill'

/** The schedule of the analyses of a business: an hour of a weekday, every week or on the first such day of a month. */
export type ScheduleRule = Pick<Schemas['AnalysisSchedule'], 'frequency' | 'weekday' | 'hour'>

/** The rule of a business that has set none. */
export const noSchedule: ScheduleRule = { frequency: 'none', weekday: 'monday', hour: 6 }

const daysInWeek = 7

/**
 * Returns the first run after an instant in milliseconds since the epoch, or null for the frequency `none`. Day and
 * hour are local to the time zone, an IANA name. If the clocks skip the hour, the run is at the next hour; if they
 * repeat it, the run is at the first of the two. Throws a RangeError for an unknown time zone.
 */
export function nextRunAt(
  { frequency, weekday, hour }: ScheduleRule,
  { timezone, afterMs }: { timezone: string; afterMs: number },
): string | null {
  if (frequency === 'none') return null
  const today = Temporal.Instant.fromEpochMilliseconds(afterMs).toZonedDateTimeISO(timezone).toPlainDate()
  // Temporal counts from Monday = 1.
  const daysUntil = weekdays.indexOf(weekday) + 1 - today.dayOfWeek
  let day = today.add({ days: (daysUntil + daysInWeek) % daysInWeek })
  while (true) {
    const { epochMilliseconds } = day.toZonedDateTime({ timeZone: timezone, plainTime: { hour } })
    const isRunDay = frequency === 'weekly' || day.day <= daysInWeek
    if (epochMilliseconds > afterMs && isRunDay) return new Date(epochMilliseconds).toISOString()
    day = day.add({ days: daysInWeek })
  }
}

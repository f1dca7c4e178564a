import { weekdays } from '@generated/contract/enums'
import { describe, expect, test } from 'vitest'
import { nextRunAt, type ScheduleRule } from '../src/analysis-schedule.ts'

/** The next runs after an instant, in UTC. */
function runs(rule: ScheduleRule, timezone: string, after: string, count: number): string[] {
  let next = after
  return Array.from({ length: count }, () => {
    next = nextRunAt(rule, { timezone, afterMs: Date.parse(next) }) ?? 'none'
    return next.replace(':00.000Z', 'Z')
  })
}

describe('a weekly run', () => {
  const weekly = { frequency: 'weekly', weekday: 'monday', hour: 6 } as const

  test('keeps its local hour when the clocks change in Europe/Amsterdam', () => {
    // 29 March and 25 October 2026.
    expect(runs(weekly, 'Europe/Amsterdam', '2026-03-17T00:00:00Z', 3)).toEqual([
      '2026-03-23T05:00Z',
      '2026-03-30T04:00Z',
      '2026-04-06T04:00Z',
    ])
    expect(runs(weekly, 'Europe/Amsterdam', '2026-10-13T00:00:00Z', 3)).toEqual([
      '2026-10-19T04:00Z',
      '2026-10-26T05:00Z',
      '2026-11-02T05:00Z',
    ])
  })

  test('keeps its local hour when the clocks change in America/New_York', () => {
    // 8 March and 1 November 2026.
    expect(runs(weekly, 'America/New_York', '2026-02-24T00:00:00Z', 3)).toEqual([
      '2026-03-02T11:00Z',
      '2026-03-09T10:00Z',
      '2026-03-16T10:00Z',
    ])
    expect(runs(weekly, 'America/New_York', '2026-10-20T00:00:00Z', 3)).toEqual([
      '2026-10-26T10:00Z',
      '2026-11-02T11:00Z',
      '2026-11-09T11:00Z',
    ])
  })

  test.each([
    // The clocks skip from 02:00 to 03:00, which is 01:00Z and 07:00Z.
    ['Europe/Amsterdam', 2, '2026-03-23T00:00:00Z', ['2026-03-29T01:00Z', '2026-04-05T00:00Z']],
    ['America/New_York', 2, '2026-03-02T12:00:00Z', ['2026-03-08T07:00Z', '2026-03-15T06:00Z']],
    // They repeat the hour from 02:00 to 03:00, and from 01:00 to 02:00.
    ['Europe/Amsterdam', 2, '2026-10-19T00:00:00Z', ['2026-10-25T00:00Z', '2026-11-01T01:00Z']],
    ['America/New_York', 1, '2026-10-26T12:00:00Z', ['2026-11-01T05:00Z', '2026-11-08T06:00Z']],
  ])('in %s at %i, an hour that is skipped or repeated, has one run', (timezone, hour, after, expected) => {
    expect(runs({ frequency: 'weekly', weekday: 'sunday', hour }, timezone, after, 2)).toEqual(expected)
  })

  test('is later the same day, or a week later when it is now', () => {
    expect(runs(weekly, 'Europe/Amsterdam', '2026-11-23T04:59:59.999Z', 1)).toEqual(['2026-11-23T05:00Z'])
    expect(runs(weekly, 'Europe/Amsterdam', '2026-11-23T05:00:00.000Z', 1)).toEqual(['2026-11-30T05:00Z'])
  })

  test('uses the weekday of the time zone, not of UTC', () => {
    expect(
      runs({ frequency: 'weekly', weekday: 'monday', hour: 8 }, 'Pacific/Auckland', '2026-11-20T00:00:00Z', 1),
    ).toEqual(['2026-11-22T19:00Z'])
  })
})

describe('a monthly run', () => {
  test('is on the first such day of every month, also across the year and the change of the clocks', () => {
    const monthly = { frequency: 'monthly', weekday: 'monday', hour: 6 } as const
    expect(runs(monthly, 'Europe/Amsterdam', '2026-01-31T00:00:00Z', 12)).toEqual([
      '2026-02-02T05:00Z',
      '2026-03-02T05:00Z',
      '2026-04-06T04:00Z',
      '2026-05-04T04:00Z',
      '2026-06-01T04:00Z',
      '2026-07-06T04:00Z',
      '2026-08-03T04:00Z',
      '2026-09-07T04:00Z',
      '2026-10-05T04:00Z',
      '2026-11-02T05:00Z',
      '2026-12-07T05:00Z',
      '2027-01-04T05:00Z',
    ])
  })

  test.each(weekdays)('on a %s occurs exactly once in every month of 20 years', (weekday) => {
    let afterMs = Date.UTC(2025, 11, 31, 23)
    for (let month = 0; month < 240; month += 1) {
      const run = nextRunAt({ frequency: 'monthly', weekday, hour: 12 }, { timezone: 'UTC', afterMs })
      const date = new Date(run ?? 'none')
      afterMs = date.getTime()
      expect([date.getUTCFullYear() * 12 + date.getUTCMonth(), (date.getUTCDay() + 6) % 7]).toEqual([
        2026 * 12 + month,
        weekdays.indexOf(weekday),
      ])
      expect(date.getUTCDate()).toBeLessThanOrEqual(7)
    }
  })
})

test('a schedule that is switched off has no run', () => {
  expect(nextRunAt({ frequency: 'none', weekday: 'monday', hour: 6 }, { timezone: 'UTC', afterMs: 0 })).toBeNull()
})

test('every time zone that an account can be created with is known', () => {
  const rule = { frequency: 'weekly', weekday: 'wednesday', hour: 9 } as const
  for (const timezone of Intl.supportedValuesOf('timeZone'))
    expect(nextRunAt(rule, { timezone, afterMs: 0 })).toMatch(/^1970-01-0[1-8]T/)
  expect(() => nextRunAt(rule, { timezone: 'Mars/Olympus', afterMs: 0 })).toThrow(RangeError)
})

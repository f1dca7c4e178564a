import { expect, test } from 'vitest'
import { instantMs, nextMonthMs } from '../src/instants.ts'

test.each([
  ['in lower case', '2026-11-20t08:30:05.25z', Date.UTC(2026, 10, 20, 8, 30, 5, 250)],
  ['with an offset', '2026-11-20T08:30:05+02:00', Date.UTC(2026, 10, 20, 6, 30, 5)],
  ['with a leap second, as the second before it', '2016-12-31T23:59:60Z', Date.UTC(2016, 11, 31, 23, 59, 59)],
  ['with a word, as none', 'yesterday', Number.NaN],
])('a timestamp is read %s', (_form, timestamp, ms) => {
  expect(instantMs(timestamp)).toBe(ms)
})

test('a month ends in UTC at the first instant of the next, also that of the next year', () => {
  expect(nextMonthMs(Date.UTC(2026, 1, 28, 23, 59, 59, 999))).toBe(Date.UTC(2026, 2, 1))
  expect(nextMonthMs(Date.UTC(2026, 2, 1))).toBe(Date.UTC(2026, 3, 1))
  expect(nextMonthMs(Date.UTC(2026, 11, 31))).toBe(Date.UTC(2027, 0, 1))
})

import { expect, test } from 'vitest'
import { retrySchedule } from '../src/schedule.ts'

const seconds = (list: readonly number[]) => list.map((ms) => ms / 1000)

test('five attempts in total: 30 s, 2 min, 10 min and 1 h after the failures', () => {
  const { maxAttempts, retryDelaysMs } = retrySchedule()
  expect(maxAttempts).toBe(5)
  expect(seconds(retryDelaysMs)).toEqual([30, 120, 600, 3600])
})

test('the sixth attempt comes 6 h after the fifth', () => {
  expect(seconds(retrySchedule({ maxAttempts: 6 }).retryDelaysMs)).toEqual([30, 120, 600, 3600, 21_600])
})

test('a configured schedule is used unchanged', () => {
  expect(retrySchedule({ delaysMs: [500, 1000], maxAttempts: 3 })).toEqual({
    maxAttempts: 3,
    retryDelaysMs: [500, 1000],
  })
})

test('invalid values are refused with the reason', () => {
  for (const maxAttempts of [0, 11, 1.5, Number.NaN])
    expect(() => retrySchedule({ maxAttempts })).toThrow('1 to 10 attempts')
  for (const delaysMs of [[], [-1], [Number.NaN], [0.5]])
    expect(() => retrySchedule({ delaysMs })).toThrow('whole milliseconds')
})

import { AbortError, ApiError, ConnectionError } from '@svc/sdk'
import { afterEach, expect, test, vi } from 'vitest'
import { apiErrorOf } from '../src/api-error.ts'
import { sleep } from '../src/attempt.ts'
import { retryDelay } from '../src/retry.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test.each([
  ['the longest', 0, [500, 1000, 2000, 4000, 8000, 8000]],
  ['the shortest', 1, [375, 750, 1500, 3000, 6000, 6000]],
])('delays double from half a second to eight: %s', (_which, random, pauses) => {
  vi.spyOn(Math, 'random').mockReturnValue(random)
  expect(pauses.map((_pause, index) => retryDelay(new ConnectionError('reset'), index + 1, 60_000))).toEqual(pauses)
})

test.each([
  ['seconds', '7', 7_000],
  ['a date', new Date(1_800_000_005_000).toUTCString(), 5_000],
  ['an unreadable value', 'soon', null],
])('Retry-After is understood as %s', (_form, value, expected) => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] })
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const headers = new Headers({ 'Retry-After': value })
  const response = new Response(null, { status: 503, headers })
  const error = apiErrorOf(response, '')
  expect(error).toBeInstanceOf(ApiError)
  expect(error.retryAfterMs).toBe(expected)
  expect(retryDelay(error, 1, 60_000)).toBe(expected ?? 500)
})

test('an aborted delay leaves no timer that would keep the process alive', async () => {
  vi.useFakeTimers()
  const controller = new AbortController()
  const pausing = sleep(30_000, controller.signal)
  expect(vi.getTimerCount()).toBe(1)
  controller.abort()
  await expect(pausing).rejects.toThrow(AbortError)
  expect(vi.getTimerCount()).toBe(0)
})

test('a delay whose signal is already aborted does not begin', async () => {
  await expect(sleep(30_000, AbortSignal.abort())).rejects.toThrow(AbortError)
})

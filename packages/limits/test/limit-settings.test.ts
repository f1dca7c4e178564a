import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchLimitSettings } from '../src/limit-settings.ts'
import { defaultLimits } from '../src/limiter.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function watch(rows: Record<string, number>) {
  const table = { rows, reads: 0, isBroken: false }
  const logged: string[] = []
  const settings = await watchLimitSettings({
    read: async () => {
      table.reads++
      if (table.isBroken) throw new Error('connection refused')
      return new Map(Object.entries(table.rows))
    },
    logger: { warn: (_fields, message) => void logged.push(message) },
  })
  return { table, logged, settings }
}

test('initial limits come from the table, or are the default if none is set', async () => {
  const { settings } = await watch({ key: 30, 'quota.analyses': 0 })
  expect(settings.limits()).toMatchObject({ ip: 1200, account: 600, key: 30 })
  expect(settings.quotaLimit('analyses')).toBe(0)
  expect(settings.quotaLimit('reply_drafts')).toBeUndefined()
  settings.stop()
})

test('every other name is taken as the id of an account or key', async () => {
  const { settings } = await watch({ 'quota.analyses': 7, acc_1: 60, key_1: 5, key_0: 0 })
  expect(settings.limits()).toEqual({
    ...defaultLimits,
    byId: new Map([
      ['acc_1', 60],
      ['key_1', 5],
    ]),
  })
  settings.stop()
})

test('applies a change within five seconds without a request', async () => {
  const { table, settings } = await watch({})
  expect(settings.limits()).toMatchObject(defaultLimits)
  table.rows = { ip: 5 }
  await vi.advanceTimersByTimeAsync(4_999)
  expect(settings.limits().ip).toBe(5)
  table.rows = {}
  await vi.advanceTimersByTimeAsync(4_999)
  expect(settings.limits().ip).toBe(1200)
  settings.stop()
})

test('the table is read every four seconds, however often the limits are used, until the watch is stopped', async () => {
  const { table, settings } = await watch({})
  for (let request = 0; request < 1_000; request++) settings.limits()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(table.reads).toBe(6)
  settings.stop()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(table.reads).toBe(6)
})

test('the last known limits stay in use while the database is unavailable', async () => {
  const { table, logged, settings } = await watch({ key: 30 })
  table.isBroken = true
  await vi.advanceTimersByTimeAsync(5_000)
  expect(settings.limits().key).toBe(30)
  expect(logged).toEqual(['Limit settings could not be read; the last known limits still apply'])
  settings.stop()
})

test.each([0, -1, 1.5, 1_000_001, Number.NaN])(
  'ignores a limit of %d, which the contract does not allow',
  async (value) => {
    const { settings } = await watch({ key: value })
    expect(settings.limits()).toMatchObject(defaultLimits)
    settings.stop()
  },
)

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createTestClock } from '@svc/runtime/testing'
import { seededRandom } from '@svc/runtime/testing-random'
import { expect, test } from 'vitest'
import { createLimiter, defaultLimits } from '../src/limiter.ts'
import { createMemoryStore } from '../src/memory-store.ts'
import { createRandomSteps, createReferenceStore } from './reference-store.ts'

const seed = Number(process.env.SVC_TEST_SEED ?? Date.now() % 1_000_000)

/** Megabytes in use after a garbage collection. */
function heapMb(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed / 2 ** 20
}

test('stays small under 300 000 random IPv6 addresses and still counts the callers', async () => {
  const clock = createTestClock('2026-11-21T08:00:00.000Z')
  const store = createMemoryStore({ clock })
  const limiter = createLimiter({ store, limits: () => ({ ...defaultLimits, key: 2 }) })
  await limiter.checkCaller(await limiter.checkIp('192.0.2.1'), 'acc_1', 'key_1')

  const before = heapMb()
  for (let customer = 0; customer < 300_000; customer++) {
    await limiter.checkIp(`2001:${(customer >>> 16).toString(16)}:${(customer & 0xffff).toString(16)}:1::1`)
  }
  expect(heapMb() - before).toBeLessThan(50)
  expect(store.size).toBeLessThanOrEqual(100_002)

  const ip = await limiter.checkIp('192.0.2.1')
  expect(await limiter.checkCaller(ip, 'acc_1', 'key_1')).toMatchObject({ policy: 'key', remaining: 0 })
})

test('the store counts exactly as window.ts while it drops keys whose window is over', async () => {
  const clock = createTestClock('2026-11-21T08:00:00.000Z')
  const store = createMemoryStore({ clock })
  const reference = createReferenceStore(clock)
  const random = seededRandom(seed)
  const steps = createRandomSteps(random)
  for (let step = 0; step < 10_000; step++) {
    clock.advance(random.oneOf([0, 1, 300, 2_000, 20_000, random.below(180_000)]))
    const { checks, reservation } = steps.next()
    const expected = await reference.consume(checks, reservation)
    expect(await store.consume(checks, reservation), `seed ${seed}, step ${step}`).toEqual(expected)
    steps.remember(checks, expected.counts)
  }
})

test('the store keeps the count of an active address during a flood of others', async () => {
  const store = createMemoryStore({ clock: createTestClock('2026-11-21T08:00:00.000Z'), keysMax: 100 })
  const busy = { policy: 'ip', key: 'busy', limit: 5 } as const
  let allowedCount = 0
  for (let round = 0; round < 100; round++) {
    if ((await store.consume([busy])).allowed) allowedCount++
    for (let key = 0; key < 40; key++) await store.consume([{ policy: 'ip', key: `${round}.${key}`, limit: 5 }])
  }
  expect(allowedCount).toBe(5)
  expect(store.size).toBeLessThanOrEqual(100)
})

test('drops the keys whose window is over', async () => {
  const clock = createTestClock('2026-11-21T08:00:00.000Z')
  const store = createMemoryStore({ clock })
  for (let key = 0; key < 1_000; key++) await store.consume([{ policy: 'ip', key: String(key), limit: 10 }])

  clock.advance(60_000)
  await store.consume([{ policy: 'ip', key: 'new', limit: 10 }])
  expect(store.size).toBe(1_001)
  clock.advance(60_000)
  await store.consume([{ policy: 'ip', key: 'new', limit: 10 }])
  expect(store.size).toBe(1)
})

test('the store keeps a key until its window is over', async () => {
  const clock = createTestClock('2026-11-21T08:00:59.999Z')
  const store = createMemoryStore({ clock })
  const check = { policy: 'key', key: 'key_1', limit: 1 } as const
  expect((await store.consume([check])).allowed).toBe(true)
  clock.advance(60_000)
  expect((await store.consume([check])).allowed).toBe(false)
  clock.advance(1)
  expect((await store.consume([check])).allowed).toBe(true)
})

// @module-tag redis-server

import { createTestClock, type TestClock } from '@svc/runtime/testing'
import { seededRandom } from '@svc/runtime/testing-random'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createLimiter } from '../src/limiter.ts'
import { openRedisStore, type RedisStore } from '../src/redis-store.ts'
import { type RedisServer, startRedisServer } from './redis-server.ts'
import { createRandomSteps, createReferenceStore } from './reference-store.ts'

const seed = Number(process.env.SVC_TEST_SEED ?? Date.now() % 1_000_000)
let server: RedisServer
let prefixes = 0

beforeAll(async () => {
  server = await startRedisServer()
})
afterAll(() => server?.remove())

/** A store with counters of its own, and its log. */
async function openStore(
  options: { clock?: TestClock; keyPrefix?: string; url?: string; sentinels?: { host: string; port: number }[] } = {},
) {
  const logged: { fields: object; message: string }[] = []
  const logger = { warn: (fields: object, message: string) => void logged.push({ fields, message }) }
  const store = await openRedisStore({ url: server.url, logger, keyPrefix: `test${prefixes++}:`, ...options })
  onTestFinished(() => store.close())
  return { store, logged }
}

describe('limits shared over Redis', () => {
  test('counts exactly like window.ts, for any behavior of the clock', async () => {
    const clock = createTestClock('2026-11-21T08:00:00.000Z')
    const { store, logged } = await openStore({ clock })
    const reference = createReferenceStore(clock)
    const random = seededRandom(seed)
    const steps = createRandomSteps(random)
    let refusals = 0
    for (let step = 0; step < 3_000; step++) {
      clock.advance(random.oneOf([0, 1, 300, 2_000, 20_000, random.below(90_000), -300]))
      const { checks, reservation } = steps.next()
      const expected = await reference.consume(checks, reservation)
      expect(await store.consume(checks, reservation), `seed ${seed}, step ${step}`).toEqual(expected)
      steps.remember(checks, expected.counts)
      if (!expected.allowed) refusals++
    }
    expect(refusals).toBeGreaterThan(100)
    expect(logged).toEqual([])
    expect(store.fallbackCount).toBe(0)
  })

  test('allows exactly the limit to concurrent requests of several processes', async () => {
    const clock = createTestClock('2026-11-21T08:00:00.000Z')
    const limits = () => ({ ip: 1_000, account: 1_000, key: 40 })
    const stores = await Promise.all([1, 2, 3].map(() => openStore({ clock, keyPrefix: 'several:' })))
    const limiters = stores.map(({ store }) => createLimiter({ store, limits }))
    const decisions = await Promise.all(
      limiters.flatMap((limiter) =>
        Array.from({ length: 50 }, async () =>
          limiter.checkCaller(await limiter.checkIp('192.0.2.1'), 'acc_1', 'key_1'),
        ),
      ),
    )
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(40)
    const [limiter] = limiters
    expect(await limiter?.checkIp('192.0.2.1')).toMatchObject({ remaining: 959 })
  })

  test('uses the clock of Redis by default, so that the clocks of machines may differ', async () => {
    const { store } = await openStore()
    const before = Date.now()
    const { atMs } = await store.consume([{ policy: 'ip', key: 'a', limit: 10 }])
    expect(atMs).toBeGreaterThanOrEqual(before - 1)
    expect(atMs).toBeLessThanOrEqual(Date.now() + 1)
  })
})

describe('when Redis is unavailable', () => {
  const slow = { timeout: 30_000 }
  const check = { policy: 'key', key: 'key_1', limit: 5 } as const

  /** Whether the next request after the pause that follows a failure is counted in Redis. */
  async function sharesAgain(store: RedisStore, clock: TestClock): Promise<boolean> {
    clock.advance(1_000)
    const fallbacks = store.fallbackCount
    await store.consume([{ ...check, key: 'key_2', limit: 1_000 }])
    return store.fallbackCount === fallbacks
  }

  test('limits in memory with one warning per ten seconds, and shares limits again when Redis is back', async () => {
    const clock = createTestClock('2026-11-21T08:00:00.000Z')
    const { store, logged } = await openStore({ clock })
    expect((await store.consume([check])).counts[0]?.current).toBe(1)

    await server.kill()
    const results = []
    for (let request = 0; request < 100; request++) results.push(await store.consume([check]))
    expect(results.filter(({ allowed }) => allowed)).toHaveLength(5)
    expect(store.fallbackCount).toBe(100)
    expect(logged).toHaveLength(1)
    expect(logged[0]?.message).toContain('REDIS_URL')

    clock.advance(9_999)
    await store.consume([check])
    expect(logged).toHaveLength(1)
    clock.advance(1)
    await store.consume([check])
    expect(logged).toHaveLength(2)

    await server.start()
    await expect.poll(() => sharesAgain(store, clock), { timeout: 30_000 }).toBe(true)
  })

  test('sends one command to a Redis that does not respond, and decides on the other requests without it', async () => {
    const clock = createTestClock('2026-11-21T08:00:00.000Z')
    const { store } = await openStore({ clock })
    await store.consume([check])
    server.pause()
    const sent = vi.spyOn(Redis.prototype, 'sendCommand')
    try {
      for (let request = 0; request < 1_000; request++) await store.consume([check])
      expect(sent).toHaveBeenCalledTimes(1)
      expect(store.fallbackCount).toBe(1_000)
    } finally {
      sent.mockRestore()
      server.resume()
    }
  })

  test('starts without Redis, and shares limits when it is available', async () => {
    const clock = createTestClock('2026-11-21T08:00:00.000Z')
    await server.kill()
    const { store } = await openStore({ clock })
    expect(await store.consume([check])).toMatchObject({ allowed: true })
    expect(store.fallbackCount).toBe(1)
    await server.start()
    await expect.poll(() => sharesAgain(store, clock), { timeout: 30_000 }).toBe(true)
  })

  test.each(['killed', 'paused'] as const)('shares limits on the replica when its primary is %s', async (fault) => {
    const clock = createTestClock('2026-11-21T08:00:00.000Z')
    const primary = await startRedisServer()
    const replica = await startRedisServer({ replicaOf: primary })
    const sentinel = await startRedisServer({ sentinelOf: primary })
    onTestFinished(async () => {
      for (const each of [sentinel, replica, primary]) await each.remove()
    })
    const sentinels = [{ host: '127.0.0.1', port: sentinel.port }]
    const { store } = await openStore({ clock, url: 'redis://svc', sentinels })
    const inReplica = new Redis(replica.url)
    onTestFinished(() => inReplica.disconnect())
    const inSentinel = new Redis(sentinel.url)
    onTestFinished(() => inSentinel.disconnect())
    // A replica that a Sentinel has not found yet cannot become the primary.
    await expect.poll(() => inSentinel.call('sentinel', 'replicas', 'svc'), slow).toHaveLength(1)
    await store.consume([check])
    await expect.poll(() => inReplica.dbsize(), slow).toBe(1)

    if (fault === 'killed') await primary.kill()
    else primary.pause()
    await expect.poll(async () => (await inReplica.info('replication')).includes('role:master'), slow).toBe(true)
    await expect.poll(() => sharesAgain(store, clock), slow).toBe(true)
    expect((await store.consume([check])).counts[0]?.current).toBe(2)
  })

  test('never logs the password of its URL', async () => {
    const { store, logged } = await openStore({ url: 'redis://limiter:correct-horse@127.0.0.1:1' })
    await store.consume([check])
    expect(logged).toHaveLength(1)
    expect(JSON.stringify(logged)).not.toContain('correct-horse')
  })
})

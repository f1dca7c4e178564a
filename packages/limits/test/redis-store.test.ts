import { createTestClock, type TestClock } from '@svc/runtime/clock'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createLimiter } from '../src/limiter.ts'
import { openRedisStore, type RedisStore } from '../src/redis-store.ts'
import { type RedisServer, startRedisServer } from './redis-server.ts'
import { createRandomSteps, createReferenceStore } from './reference-store.ts'
import { seededRandom } from './seeded-random.ts'

const seed = Number(process.env.SVC_TEST_SEED ?? Date.now() % 1_000_000)
let server: RedisServer
let prefixes = 0

beforeAll(async () => {
  server = await startRedisServer()
})
afterAll(() => server?.remove())

/** A store with counters of its own; every line it logs is kept. */
async function openStore(options: { clock?: TestClock; keyPrefix?: string; url?: string } = {}) {
  const lines: { fields: object; message: string }[] = []
  const logger = { warn: (fields: object, message: string) => void lines.push({ fields, message }) }
  const store = await openRedisStore({ url: server.url, logger, keyPrefix: `test${prefixes++}:`, ...options })
  onTestFinished(() => store.close())
  return { store, lines }
}

describe('limits shared over Redis', () => {
  it('counts step by step as the arithmetic of the window says, wherever the clock goes', async () => {
    const clock = createTestClock('2026-11-21T08:00:00.000Z')
    const { store, lines } = await openStore({ clock })
    const reference = createReferenceStore(clock)
    const random = seededRandom(seed)
    const steps = createRandomSteps(random)
    let refusals = 0
    for (let step = 0; step < 3_000; step++) {
      clock.advance(random.pick([0, 1, 300, 2_000, 20_000, random.below(90_000), -300]))
      const { demands, receipt } = steps.next()
      const expected = await reference.take(demands, receipt)
      expect(await store.take(demands, receipt), `seed ${seed}, step ${step}`).toEqual(expected)
      steps.remember(demands, expected.counts)
      if (!expected.allowed) refusals++
    }
    expect(refusals).toBeGreaterThan(100)
    expect(lines).toEqual([])
    expect(store.fallbackCount).toBe(0)
  })

  it('admits exactly the limit of what several processes ask for at once', async () => {
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

  it('goes by the clock of Redis when given none, so that machines may disagree about the time', async () => {
    const { store } = await openStore()
    const before = Date.now()
    const { atMs } = await store.take([{ policy: 'ip', key: 'a', limit: 10 }])
    expect(atMs).toBeGreaterThanOrEqual(before - 1)
    expect(atMs).toBeLessThanOrEqual(Date.now() + 1)
  })
})

describe('when Redis is gone', () => {
  const demand = { policy: 'key', key: 'key_1', limit: 5 } as const

  /** Whether the next step, a rest later, is counted in Redis. */
  async function sharesAgain(store: RedisStore, clock: TestClock): Promise<boolean> {
    clock.advance(1_000)
    const fallbacks = store.fallbackCount
    await store.take([{ ...demand, key: 'key_2', limit: 1_000 }])
    return store.fallbackCount === fallbacks
  }

  it('limits in memory with one line in ten seconds, and shares again once Redis is back', async () => {
    const clock = createTestClock('2026-11-21T08:00:00.000Z')
    const { store, lines } = await openStore({ clock })
    expect((await store.take([demand])).counts[0]?.current).toBe(1)

    await server.kill()
    const takings = []
    for (let request = 0; request < 100; request++) takings.push(await store.take([demand]))
    expect(takings.filter(({ allowed }) => allowed)).toHaveLength(5)
    expect(store.fallbackCount).toBe(100)
    expect(lines).toHaveLength(1)
    expect(lines[0]?.message).toContain('REDIS_URL')

    clock.advance(9_999)
    await store.take([demand])
    expect(lines).toHaveLength(1)
    clock.advance(1)
    await store.take([demand])
    expect(lines).toHaveLength(2)

    await server.start()
    await expect.poll(() => sharesAgain(store, clock)).toBe(true)
  })

  it('asks a Redis that hangs once in a while and answers the other requests at once', async () => {
    const clock = createTestClock('2026-11-21T08:00:00.000Z')
    const { store } = await openStore({ clock })
    await store.take([demand])
    server.pause()
    try {
      const startedMs = performance.now()
      for (let request = 0; request < 1_000; request++) await store.take([demand])
      expect(performance.now() - startedMs).toBeLessThan(2_000)
      expect(store.fallbackCount).toBe(1_000)
    } finally {
      server.resume()
    }
  })

  it('starts without Redis, and shares the limits as soon as it comes', async () => {
    const clock = createTestClock('2026-11-21T08:00:00.000Z')
    await server.kill()
    const { store } = await openStore({ clock })
    expect(await store.take([demand])).toMatchObject({ allowed: true })
    expect(store.fallbackCount).toBe(1)
    await server.start()
    await expect.poll(() => sharesAgain(store, clock)).toBe(true)
  })

  it('never shows the password of its address', async () => {
    const { store, lines } = await openStore({ url: 'redis://limiter:correct-horse@127.0.0.1:1' })
    await store.take([demand])
    expect(lines).toHaveLength(1)
    expect(JSON.stringify(lines)).not.toContain('correct-horse')
  })
})

import { createTestClock } from '@svc/runtime/testing'
import { describe, expect, test } from 'vitest'
import { createLimiter, defaultLimits, type Limits } from '../src/limiter.ts'
import { createMemoryStore } from '../src/memory-store.ts'

function setUp(limits: Limits = defaultLimits) {
  const clock = createTestClock('2026-11-21T08:00:00.000Z')
  const settings: { current: Limits } = { current: limits }
  const store = createMemoryStore({ clock })
  const limiter = createLimiter({ store, limits: () => settings.current })
  /** Both checks of one request, as the server runs them. */
  async function request(address: string, accountId = 'acc_1', keyId = 'key_1') {
    const ip = await limiter.checkIp(address)
    return ip.allowed ? limiter.checkCaller(ip, accountId, keyId) : ip
  }
  return { clock, settings, store, limiter, request }
}

describe('the limiter', () => {
  test('has the limits of the contract until an administrator changes them', async () => {
    const { limiter, request } = setUp()
    expect(await limiter.checkIp('192.0.2.1')).toMatchObject({
      policy: 'ip',
      limit: 1200,
      remaining: 1199,
      reset_s: 60,
    })
    expect(await request('192.0.2.1')).toMatchObject({
      allowed: true,
      policy: 'key',
      limit: 300,
      remaining: 299,
      reset_s: 60,
      policies: [
        { policy: 'ip', limit: 1200 },
        { policy: 'account', limit: 600 },
        { policy: 'key', limit: 300 },
      ],
    })
    expect(defaultLimits).toEqual({ ip: 1200, account: 600, key: 300 })
  })

  test('returns the tightest of the limits of IP address, account and key', async () => {
    const { request } = setUp({ ip: 10, account: 10, key: 10 })
    expect(await request('192.0.2.1', 'acc_1', 'key_1')).toMatchObject({ remaining: 9 })
    expect(await request('192.0.2.1', 'acc_2', 'key_2')).toMatchObject({ policy: 'ip', remaining: 8 })
    expect(await request('192.0.2.2', 'acc_2', 'key_3')).toMatchObject({ policy: 'account', remaining: 8 })
    expect(await request('192.0.2.3', 'acc_3', 'key_4')).toMatchObject({ remaining: 9 })
    expect(await request('192.0.2.4', 'acc_4', 'key_4')).toMatchObject({ policy: 'key', remaining: 8 })
  })

  test('uses the limit of a single account or key if it has one, and the general limit otherwise', async () => {
    const byId = new Map([
      ['acc_small', 5],
      ['key_small', 3],
    ])
    const { request } = setUp({ ...defaultLimits, byId })
    expect(await request('192.0.2.1', 'acc_small', 'key_1')).toMatchObject({
      policy: 'account',
      limit: 5,
      remaining: 4,
    })
    expect(await request('192.0.2.2', 'acc_2', 'key_small')).toMatchObject({ policy: 'key', limit: 3, remaining: 2 })
    expect(await request('192.0.2.3', 'acc_3', 'key_3')).toMatchObject({ policy: 'key', limit: 300 })
  })

  test('refuses by IP address before the caller is authenticated', async () => {
    const { settings, request } = setUp({ ip: 2, account: 10, key: 10 })
    await request('192.0.2.1')
    await request('192.0.2.1')
    expect(await request('192.0.2.1')).toMatchObject({ allowed: false, policy: 'ip', remaining: 0, retry_after_s: 90 })
    settings.current = { ip: 1000, account: 10, key: 10 }
    expect(await request('192.0.2.2')).toMatchObject({ allowed: true, remaining: 7 })
  })

  test('does not count a refused request, not even for its IP address', async () => {
    const { limiter, request } = setUp({ ip: 10, account: 10, key: 1 })
    await request('192.0.2.1')
    for (let refused = 0; refused < 50; refused++) {
      expect(await request('192.0.2.1')).toMatchObject({ allowed: false, policy: 'key', limit: 1 })
    }
    expect(await limiter.checkIp('192.0.2.1')).toMatchObject({ allowed: true, remaining: 8 })
    expect(await request('192.0.2.9', 'acc_1', 'key_2')).toMatchObject({ policy: 'key', remaining: 0 })
    expect(await request('192.0.2.9', 'acc_1', 'key_3')).toMatchObject({ policy: 'key', remaining: 0 })
  })

  test('refunds an IP address even if a new minute has begun', async () => {
    const { clock, limiter } = setUp({ ip: 10, account: 1, key: 10 })
    clock.advance(59_999)
    await limiter.checkCaller(await limiter.checkIp('192.0.2.9'), 'acc_1', 'key_1')
    const ip = await limiter.checkIp('192.0.2.1')
    clock.advance(1)
    expect(await limiter.checkCaller(ip, 'acc_1', 'key_1')).toMatchObject({ allowed: false, policy: 'account' })
    expect(await limiter.checkIp('192.0.2.1')).toMatchObject({ remaining: 9 })
  })

  test('allows a client that waits exactly for Retry-After', async () => {
    const { clock, request } = setUp({ ip: 7, account: 5, key: 3 })
    for (let round = 0; round < 1_000; round++) {
      clock.advance((round * 7_919) % 2_500)
      const { allowed, retry_after_s = 0 } = await request('192.0.2.1', 'acc_1', `key_${round % 2}`)
      if (allowed) continue
      clock.advance(retry_after_s * 1000)
      expect(await request('192.0.2.1', 'acc_1', `key_${round % 2}`), `round ${round}`).toMatchObject({ allowed: true })
    }
  })

  test('applies new limits to the next request', async () => {
    const { settings, request } = setUp()
    await request('192.0.2.1')
    settings.current = { ip: 1200, account: 600, key: 1 }
    expect(await request('192.0.2.1')).toMatchObject({ allowed: false, policy: 'key', limit: 1 })
    settings.current = { ip: 1200, account: 600, key: 1_000_000 }
    expect(await request('192.0.2.1')).toMatchObject({ allowed: true })
  })

  test('allows exactly the limit of a hundred simultaneous requests', async () => {
    const { request } = setUp({ ip: 1000, account: 1000, key: 10 })
    const decisions = await Promise.all(Array.from({ length: 100 }, () => request('192.0.2.1')))
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(10)
  })
})

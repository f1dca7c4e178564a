import { setTimeout as sleep } from 'node:timers/promises'
import * as sdk from '@svc/sdk'
import { describe, expect, test } from 'vitest'
import {
  type Behavior,
  cutOff,
  dripping,
  failure,
  faultServer,
  halfJson,
  json,
  proxyPage,
  reset,
  silent,
  success,
} from './fault-server.ts'

type Outcome = 'survives' | keyof typeof sdk
interface Fault {
  fault: string
  script: Behavior[]
  /**
   * The outcome of a read, and of a change that carries neither a key nor an idempotent method, with the requests that
   * were sent.
   */
  read: [Outcome, number]
  patch: [Outcome, number]
  options?: sdk.CallOptions
}

const soon = { 'retry-after-ms': '5' }
const threeDays = { 'Retry-After': '259200' }
const quota = [{ path: 'quota.analyses', message: '50 of 50 used' }]

// "A fault server … is survived as documented": this table is the documentation, and the README shows it.
const faults: Fault[] = [
  {
    fault: 'the connection is reset',
    script: [reset, success()],
    read: ['survives', 2],
    patch: ['ConnectionError', 1],
  },
  {
    fault: 'the connection is always reset',
    script: [reset],
    read: ['ConnectionError', 3],
    patch: ['ConnectionError', 1],
  },
  { fault: 'the body breaks off', script: [cutOff, success()], read: ['survives', 2], patch: ['ConnectionError', 1] },
  { fault: 'the JSON is cut short', script: [halfJson, success()], read: ['survives', 2], patch: ['ParseError', 1] },
  {
    fault: 'the body drips without end',
    script: [dripping, success()],
    options: { timeout: 1500 },
    read: ['survives', 2],
    patch: ['TimeoutError', 1],
  },
  {
    fault: 'no response arrives',
    script: [silent, success()],
    options: { timeout: 1500 },
    read: ['survives', 2],
    patch: ['TimeoutError', 1],
  },
  {
    fault: '429 with a short Retry-After',
    script: [failure(429, 'rate_limited', soon), success()],
    read: ['survives', 2],
    patch: ['survives', 2],
  },
  {
    fault: '429 without Retry-After',
    script: [failure(429, 'rate_limited'), success()],
    read: ['survives', 2],
    patch: ['survives', 2],
  },
  {
    fault: '429 with a Retry-After of three days',
    script: [failure(429, 'rate_limited', threeDays), success()],
    read: ['RateLimitError', 1],
    patch: ['RateLimitError', 1],
  },
  {
    fault: '429 because a quota is used up',
    script: [failure(429, 'rate_limited', soon, quota), success()],
    read: ['QuotaExceededError', 1],
    patch: ['QuotaExceededError', 1],
  },
  {
    fault: '500',
    script: [failure(500, 'internal_error', soon), success()],
    read: ['survives', 2],
    patch: ['InternalServerError', 1],
  },
  {
    fault: '500 every time',
    script: [failure(500, 'internal_error', soon)],
    read: ['InternalServerError', 3],
    patch: ['InternalServerError', 1],
  },
  {
    fault: '503',
    script: [failure(503, 'unavailable', soon), success()],
    read: ['survives', 2],
    patch: ['survives', 2],
  },
  { fault: "a proxy's 502", script: [proxyPage, success()], read: ['survives', 2], patch: ['ApiError', 1] },
  { fault: '408', script: [failure(408, 'timeout', soon), success()], read: ['survives', 2], patch: ['survives', 2] },
  {
    fault: '400',
    script: [failure(400, 'invalid_request'), success()],
    read: ['InvalidRequestError', 1],
    patch: ['InvalidRequestError', 1],
  },
  {
    fault: '404',
    script: [failure(404, 'not_found'), success()],
    read: ['NotFoundError', 1],
    patch: ['NotFoundError', 1],
  },
  {
    fault: '500 with x-should-retry: false',
    script: [failure(500, 'internal_error', { 'x-should-retry': 'false' }), success()],
    read: ['InternalServerError', 1],
    patch: ['InternalServerError', 1],
  },
  {
    fault: '400 with x-should-retry: true',
    script: [failure(400, 'invalid_request', { 'x-should-retry': 'true', ...soon }), success()],
    read: ['survives', 2],
    patch: ['survives', 2],
  },
  {
    fault: 'a redirect',
    script: [json(302, {}, { Location: 'http://127.0.0.1:9/' }), success()],
    read: ['ApiError', 1],
    patch: ['ApiError', 1],
  },
]

describe.concurrent('a call that meets a fault', () => {
  test.each(faults)(
    '$fault ends a read with $read and a PATCH with $patch',
    async ({ script, options, read, patch }) => {
      const forReads = await faultServer(...script)
      const forPatches = await faultServer(...script)
      const [readOutcome, patchOutcome] = await Promise.all([
        outcome(forReads.client().businesses.get('bus_1', options)),
        outcome(forPatches.client().webhooks.update('whk_1', { enabled: false }, options)),
      ])
      expect([readOutcome, forReads.seen.length]).toEqual(read)
      expect([patchOutcome, forPatches.seen.length]).toEqual(patch)
    },
  )
})

describe.concurrent('a POST', () => {
  test('is retried with the same Idempotency-Key after a lost response', async () => {
    const server = await faultServer(reset, cutOff, success())
    await server.client().analyses.start('bus_1')
    const keys = server.seen.map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(keys).toEqual([keys[0], keys[0], keys[0]])
  })

  test('has another key in another call, or the given one', async () => {
    const server = await faultServer(success())
    const client = server.client()
    await client.analyses.start('bus_1')
    await client.analyses.start('bus_1')
    await client.analyses.start('bus_1', { idempotencyKey: 'order-17' })
    const [first, second, third] = server.seen.map(({ headers }) => headers['idempotency-key'])
    expect(first).not.toBe(second)
    expect(third).toBe('order-17')
  })

  test('retries a 409 while its lost attempt is still running, and throws any other 409', async () => {
    const conflict = failure(409, 'conflict', soon)
    const afterLoss = await faultServer(reset, conflict, success())
    await afterLoss.client().analyses.start('bus_1')
    expect(afterLoss.seen).toHaveLength(3)

    const atOnce = await faultServer(conflict, success())
    await expect(atOnce.client().webhooks.create({ url: 'https://example.org/' })).rejects.toThrow(sdk.ConflictError)
    expect(atOnce.seen).toHaveLength(1)
  })
})

describe.concurrent('time', () => {
  test('an abort during a delay ends the call before the delay does', async () => {
    const server = await faultServer(failure(429, 'rate_limited', { 'Retry-After': '30' }))
    const controller = new AbortController()
    const call = server.client().businesses.get('bus_1', { signal: controller.signal })
    const ended = call.then(
      () => undefined,
      (error: unknown) => error,
    )
    await expect.poll(() => server.seen.length).toBe(1)
    // The response must arrive before the delay begins, which cannot be observed from outside.
    await sleep(30)
    controller.abort(new Error('closing time'))
    const error = await Promise.race([ended, sleep(20_000, 'the delay went on', { ref: false })])
    expect(error).toBeInstanceOf(sdk.AbortError)
    expect(error).toMatchObject({ name: 'AbortError', cause: new Error('closing time') })
    expect(server.seen).toHaveLength(1)
  })

  test('an abort during a request ends it, and one before sends nothing', async () => {
    const server = await faultServer(silent)
    const controller = new AbortController()
    const call = outcome(server.client().businesses.get('bus_1', { signal: controller.signal }))
    await expect.poll(() => server.seen.length).toBe(1)
    controller.abort()
    expect(await call).toBe('AbortError')
    expect(await outcome(server.client().businesses.get('bus_1', { signal: controller.signal }))).toBe('AbortError')
    expect(server.seen).toHaveLength(1)
  })

  test('a signal keeps no listener of a call that has ended', async () => {
    const server = await faultServer(failure(503, 'unavailable', soon), success())
    const { signal } = new AbortController()
    let listeners = 0
    const add = signal.addEventListener.bind(signal)
    const remove = signal.removeEventListener.bind(signal)
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners++
      add(...args)
    }
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners--
      remove(...args)
    }
    await server.client().businesses.get('bus_1', { signal })
    // One delay and two attempts: three listeners were added and removed.
    expect(listeners).toBe(0)
  })

  test('a call ends with its total timeout, and a delay beyond it is not started', async () => {
    const slow = await faultServer(silent)
    const error = await slow
      .client({ timeout: 400, totalTimeout: 700 })
      .businesses.get('bus_1')
      .catch((thrown) => thrown)
    expect(error).toMatchObject({ name: 'TimeoutError' })

    const whole = slow.client({ totalTimeout: 600 }).businesses.get('bus_1')
    await expect(whole).rejects.toMatchObject({ name: 'TimeoutError', limit: 'totalTimeout' })

    const busy = await faultServer(failure(429, 'rate_limited', { 'Retry-After': '5' }))
    const refused = busy.client({ totalTimeout: 1000 }).businesses.get('bus_1')
    await expect(refused).rejects.toMatchObject({ name: 'RateLimitError', retryAfterMs: 5000 })
    expect(busy.seen).toHaveLength(1)
  })

  test('waits for the time of Retry-After', async () => {
    const server = await faultServer(failure(503, 'unavailable', { 'Retry-After': '1' }), success())
    await server.client().businesses.get('bus_1')
    const [first, second] = server.seen
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(995)
  })

  test('a Retry-After beyond retryAfterMax is thrown without a wait', async () => {
    const server = await faultServer(failure(429, 'rate_limited', { 'Retry-After': '2' }), success())
    const refused = server.client({ retryAfterMax: 1_000 }).businesses.get('bus_1')
    await expect(refused).rejects.toMatchObject({ name: 'RateLimitError', retryAfterMs: 2_000 })
    expect(server.seen).toHaveLength(1)
  })

  test('retries can be turned off for a client and for a call', async () => {
    const server = await faultServer(failure(500, 'internal_error', soon))
    await expect(server.client({ maxRetries: 0 }).businesses.get('bus_1')).rejects.toThrow()
    expect(server.seen).toHaveLength(1)
    await expect(server.client().businesses.get('bus_1', { maxRetries: 0 })).rejects.toThrow()
    expect(server.seen).toHaveLength(2)
  })
})

async function outcome(call: PromiseLike<unknown>): Promise<string> {
  try {
    await call
    return 'survives'
  } catch (error) {
    return error instanceof Error ? error.name : String(error)
  }
}

import type { ServerResponse } from 'node:http'
import type { Lease } from '@svc/db/records'
import { knexOf } from '@svc/db/testing'
import { newId } from '@svc/runtime/ids'
import { createLogger } from '@svc/runtime/logger'
import type { Received } from '@svc/webhooks/testing'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { LeaseLostError } from '../src/lease.ts'
import { createWorkerMetrics } from '../src/metrics.ts'
import { startQueueLoop } from '../src/queue-loop.ts'
import { eventually, type Harness, startHarness } from './harness.ts'

let harness: Harness
let status = 204
const respond = (_: Received, response: ServerResponse) => void response.writeHead(status).end()

beforeAll(async () => {
  harness = await startHarness(respond)
})
afterEach(() => harness.reset())
afterAll(() => harness.close())

/** Starts a worker; the result reads one of its time series, 0 if there is none. */
function startMeasured(): (series: string) => Promise<number> {
  const registry = new Registry()
  harness.work({}, { metrics: createWorkerMetrics(registry) })
  return async (series) => {
    const line = (await registry.metrics()).split('\n').find((one) => one.startsWith(`${series} `))
    return Number(line?.slice(series.length + 1) ?? 0)
  }
}

test('a worker counts deliveries by status, attempts by outcome and phase, and the delay of first attempts', async () => {
  status = 204
  const owner = await harness.owner()
  await harness.subscribe(owner)
  const seriesValue = startMeasured()
  await harness.publish(owner, 3)
  await eventually(
    'three recorded deliveries',
    async () => (await seriesValue('svc_deliveries_recorded_total{status="succeeded"}')) === 3,
  )
  expect(await seriesValue('svc_delivery_attempts_total{outcome="succeeded",phase="response"}')).toBe(3)
  expect(await seriesValue('svc_delivery_attempt_duration_seconds_count{outcome="succeeded"}')).toBe(3)
  expect(await seriesValue('svc_delivery_delay_seconds_count')).toBe(3)
  expect(await seriesValue('svc_loop_iterations_total{loop="deliveries",result="failed"}')).toBe(0)
})

test('a worker counts failed attempts, and shows how long the queues are', async () => {
  status = 500
  const owner = await harness.owner()
  await harness.subscribe(owner)
  await harness.publish(owner)
  await knexOf(harness.database.db)('queue_statistics').update({ measured_at: new Date(0) })
  const seriesValue = startMeasured()
  await eventually(
    'a recorded failure',
    async () => (await seriesValue('svc_deliveries_recorded_total{status="waiting_retry"}')) === 1,
  )
  expect(await seriesValue('svc_delivery_attempts_total{outcome="failed",phase="response"}')).toBe(1)
  await eventually(
    'a measurement of the queues',
    async () => (await seriesValue('svc_queue_measured_timestamp_seconds{queue="webhook_deliveries"}')) > 0,
  )
  const states = ['waiting', 'running', 'scheduled', 'held']
  const depths = await Promise.all(
    states.map((state) => seriesValue(`svc_queue_depth{queue="webhook_deliveries",state="${state}"}`)),
  )
  expect(depths.reduce((sum, depth) => sum + depth, 0)).toBe(1)
})

test('a worker counts an attempt that ends with an unexpected error, and repeats it when its lease has expired', async () => {
  const owner = await harness.owner()
  await harness.subscribe(owner)
  await harness.publish(owner)
  const registry = new Registry()
  let sent = 0
  const sender = {
    async send() {
      sent += 1
      if (sent === 1) throw new TypeError('a bug of the sender')
      return accepted
    },
    close: async () => {},
  }
  harness.work({}, { metrics: createWorkerMetrics(registry), sender, leaseMs: 300 })
  await eventually('the delivery', async () => (await registry.metrics()).includes('{status="succeeded"} 1'))
  expect(await registry.metrics()).toContain('svc_delivery_attempts_unexpected_total 1\n')
  expect(sent).toBe(2)
})

test('a worker counts a lease that it lost, and leaves the row to the worker that has it', async () => {
  const registry = new Registry()
  const lease: Lease<'imp'> = { id: newId('imp'), worker_id: 'slow', attempt: 1 }
  let claims = 0
  const options = {
    db: harness.database.db,
    metrics: createWorkerMetrics(registry),
    workerId: 'slow',
    work: { isDue: async () => true },
    logger: createLogger({ name: 'test', level: 'silent' }),
    leaseMs: 60_000,
  }
  const loop = startQueueLoop('imports', options, {
    queue: 'review_imports',
    claim: async () => (claims++ === 0 ? [lease] : []),
    pollMs: 60_000,
    run: () => Promise.reject(new LeaseLostError()),
  })
  await eventually('a second claim', async () => claims === 2)
  await loop.stop()
  expect(await registry.metrics()).toContain('svc_leases_lost_total{queue="review_imports"} 1\n')
  expect(await registry.metrics()).not.toContain('result="failed"} 1')
})

const accepted = {
  outcome: 'succeeded',
  duration_ms: 1,
  phase: 'response',
  error: null,
  http_status: 204,
  timings: { dns_ms: null, connect_ms: null, tls_ms: null, first_byte_ms: null },
  response_excerpt: null,
  hint: null,
} as const

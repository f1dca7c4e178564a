import { createHash } from 'node:crypto'
import type { Id } from '@svc/runtime/ids'
import { beforeEach, expect, test } from 'vitest'
import type { Owner } from '../src/connection/records.ts'
import { type ClaimedDelivery, claimDeliveries, finishAttempts } from '../src/webhooks/delivery-queue.ts'
import { updateWebhook } from '../src/webhooks/webhook-endpoints.ts'
import { resendDeliveries } from '../src/webhooks/webhook-resends.ts'
import { openBrightside, openRosso, publish, registerWebhook } from './fixtures.ts'
import { knexOf } from './testing.ts'
import { openTestDatabase } from './testing-hooks.ts'

const database = openTestDatabase()
let rosso: Owner
let brightside: Owner
/** The time by which the clock of the tests is ahead of that of the database. */
let passedMs: number
beforeEach(async () => {
  await knexOf(database.db)('accounts').delete()
  rosso = await openRosso(database.db)
  brightside = await openBrightside(database.db)
  passedMs = 0
})

const minuteMs = 60_000

/** Lets time pass by moving every stored time into the past. */
async function passTime(ms: number): Promise<void> {
  passedMs += ms
  const earlier = (column: string) => knexOf(database.db).raw("?? - ? * interval '1 millisecond'", [column, ms])
  await knexOf(database.db)('webhook_queue').update({ due_at: earlier('due_at') })
  await knexOf(database.db)('webhook_endpoint_pace').update({ next_start_at: earlier('next_start_at') })
}

interface Start {
  id: string
  webhookId: string
  attempt: number
  atMs: number
}

async function claimAs(workerId: string): Promise<ClaimedDelivery[]> {
  const caps = { limit: 100, perGroupMax: 100, perAccountMax: 400 }
  return claimDeliveries(database.db, { workerId, leaseMs: minuteMs, ...caps })
}

const startOf = ({ id, webhook_id, attempt, started_at }: ClaimedDelivery): Start => ({
  id,
  webhookId: webhook_id,
  attempt,
  atMs: Date.parse(started_at) + passedMs,
})

async function finish(claimed: readonly ClaimedDelivery[], isSuccess: (delivery: ClaimedDelivery) => boolean) {
  const timings = { dns_ms: 2, connect_ms: 8, tls_ms: 21, first_byte_ms: 80 }
  const result = { duration_ms: 90, phase: 'response', error: null, timings, response_excerpt: null } as const
  const attempts = claimed.map((lease) =>
    isSuccess(lease)
      ? ({ lease, ...result, outcome: 'succeeded', http_status: 200, hint: null } as const)
      : ({ lease, ...result, outcome: 'failed', http_status: 500, hint: 'Failed.' } as const),
  )
  await finishAttempts(database.db, attempts, { retryDelaysMs: [5_000] })
}

/** An endpoint of the account that accepts this many attempts per minute. */
async function limitedEndpoint(owner: Owner, maxAttemptsPerMinute: number | null): Promise<Id<'whk'>> {
  const { id } = await registerWebhook(database.db, owner)
  await updateWebhook(database.db, owner, id, { max_attempts_per_minute: maxAttemptsPerMinute })
  return id
}

/** The shortest time in which this endpoint got one attempt more than its rate. */
function shortestExcessMs(starts: readonly Start[], webhookId: string, rate: number): number {
  const times = starts.filter((start) => start.webhookId === webhookId).map(({ atMs }) => atMs)
  times.sort((one, other) => one - other)
  return Math.min(...times.slice(rate).map((time, index) => time - (times[index] ?? 0)))
}

const queued = async () => (await knexOf(database.db)('webhook_queue').pluck('id')).length

test('no minute has more attempts than the rate, with any arrivals, failures and workers; nothing is lost', async () => {
  const seed = process.env.SVC_TEST_SEED ?? String(Math.floor(Math.random() * 2 ** 31))
  process.stdout.write(`Seed of endpoint-pace.test.ts: ${seed} (repeat with SVC_TEST_SEED=${seed})\n`)
  let drawn = 0
  const below = (max: number) => createHash('sha256').update(`${seed}/${drawn++}`).digest().readUInt32BE() % max

  const rates = [5 + below(15), 20 + below(100), 200 + below(5_000)]
  const limited = new Map<string, number>()
  for (const rate of rates) limited.set(await limitedEndpoint(rosso, rate), rate)
  const unlimited = await limitedEndpoint(brightside, null)

  const starts: Start[] = []
  const work = async (workerId: string) => {
    const claimed = await claimAs(workerId)
    starts.push(...claimed.map(startOf))
    await finish(claimed, () => below(5) > 0)
  }
  let published = 0
  for (let step = 0; step < 25 || ((await queued()) > 0 && step < 400); step++) {
    const count = step < 25 ? below(4) : 0
    if (count > 0) {
      await publish(database.db, rosso, count)
      await publish(database.db, brightside, count)
      published += count
    }
    await Promise.all(['worker-1', 'worker-2', 'worker-3'].map(work))
    await passTime(step < 25 ? below(2_000) : below(20_000))
  }

  for (const [webhookId, rate] of limited) {
    expect(shortestExcessMs(starts, webhookId, rate), `rate ${rate}`).toBeGreaterThanOrEqual(minuteMs)
  }
  for (const webhookId of [...limited.keys(), unlimited]) {
    const first = starts.filter((start) => start.webhookId === webhookId && start.attempt === 1)
    expect(new Set(first.map(({ id }) => id)).size).toBe(published)
    const inOrder = [...first].sort((one, other) => one.atMs - other.atMs || (one.id < other.id ? -1 : 1))
    expect(inOrder.map(({ id }) => id)).toEqual(first.map(({ id }) => id).sort())
  }
  expect(await queued()).toBe(0)
})

test.each([1, 20, 6_000])('a rate of %i attempts per minute is used by at least nine tenths', async (rate) => {
  const webhookId = await limitedEndpoint(rosso, rate)
  const backlog = Math.min(rate + 5, 400)
  await publish(database.db, rosso, backlog)
  const starts: Start[] = []
  while (starts.length < backlog) {
    const claimed = await claimAs('worker-1')
    starts.push(...claimed.map(startOf))
    await finish(claimed, () => true)
    // At most as late as the attempts that may start early make up for.
    await passTime(Math.max(150, (minuteMs / rate) * (rate < 20 ? 0.05 : 0.25)))
  }
  expect(shortestExcessMs(starts, webhookId, rate)).toBeGreaterThanOrEqual(minuteMs)
  const tookMs = (starts.at(-1)?.atMs ?? 0) - (starts[0]?.atMs ?? 0)
  expect(tookMs).toBeLessThanOrEqual(((backlog / rate) * minuteMs) / 0.9)
})

test('an endpoint with a rate takes no turns of the others, and its waiting deliveries are unchanged', async () => {
  await limitedEndpoint(rosso, 1)
  await publish(database.db, rosso, 50)
  const other = await limitedEndpoint(brightside, null)
  await publish(database.db, brightside, 50)
  const claimed = await claimAs('worker-1')
  expect(claimed.filter(({ webhook_id }) => webhook_id === other)).toHaveLength(50)
  expect(claimed).toHaveLength(51)
  const waiting = await knexOf(database.db)('webhook_queue').whereNull('worker_id')
  expect(waiting).toHaveLength(49)
  expect(waiting.every(({ attempt_count }) => attempt_count === 0)).toBe(true)
})

test('a resend of many keeps to the rate', async () => {
  const webhookId = await limitedEndpoint(rosso, 40)
  await publish(database.db, rosso, 30)
  await knexOf(database.db)('webhook_endpoints').update({ max_attempts_per_minute: null })
  await finish(await claimAs('worker-1'), () => true)
  await updateWebhook(database.db, rosso, webhookId, { max_attempts_per_minute: 40 })
  const request = { since: '2020-01-01T00:00:00Z', statuses: ['succeeded' as const], dry_run: false }
  const { queued_count } = await resendDeliveries(database.db, rosso, webhookId, request, { maxAttempts: 5 })
  expect(queued_count).toBe(30)
  // One, and a twentieth of the rate.
  expect(await claimAs('worker-1')).toHaveLength(3)
  expect(await claimAs('worker-2')).toEqual([])
})

test('a rate that is removed or raised is followed by the next attempt', async () => {
  const webhookId = await limitedEndpoint(rosso, 1)
  await publish(database.db, rosso, 8)
  const claimed = await claimAs('worker-1')
  expect(claimed).toHaveLength(1)
  await finish(claimed, () => true)
  expect(await claimAs('worker-1')).toEqual([])
  await updateWebhook(database.db, rosso, webhookId, { max_attempts_per_minute: 6_000 })
  await passTime(minuteMs)
  expect(await claimAs('worker-1')).toHaveLength(7)
  await publish(database.db, rosso, 8)
  await updateWebhook(database.db, rosso, webhookId, { max_attempts_per_minute: null })
  expect(await claimAs('worker-1')).toHaveLength(8)
})

import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Owner } from '@svc/db/records'
import { knexOf, type TestDatabase } from '@svc/db/testing'
import { readEnvironment } from '@svc/runtime/settings'
import type { ReceiverOptions } from '@svc/webhooks/testing'
import { type Harness, startHarness, verifies } from '../harness.ts'

/** What a run found out, by name; printed, so that a reader can judge more than "passed". */
export type Figures = Record<string, number | string>

/**
 * A fault that deliveries have to survive. It throws where a guarantee broke, or where fewer faults were injected than
 * it says.
 */
export interface Scenario<Size> {
  /** As in the catalogue of faults: `workers-killed`. */
  id: string
  title: string
  /** For the test suite: seconds. */
  small: Size
  /** For `npm run faults`-like runs on their own: minutes. */
  full: Size
  run(stage: Stage, size: Size): Promise<Figures>
}

/** A place to run one scenario in. */
export interface Stage {
  harness: Harness
  /** Answers all requests from now on; 204 unless told. */
  answer(how: NonNullable<ReceiverOptions['answer']>): void
  /** Starts a worker in a process of its own, to be killed or frozen. */
  process(leaseMs: number): Promise<ChildProcess>
  /** An account with one endpoint. */
  tenant(options?: { host?: string }): Promise<Tenant>
  random(): number
  close(): Promise<void>
}

export interface Tenant {
  owner: Owner
  webhookId: string
  secret: string
}

const succeed: NonNullable<ReceiverOptions['answer']> = (_, response) => response.writeHead(204).end()

/** `database` where the scenario does to the server what no other test would survive. */
export async function openStage(seed: number, database?: TestDatabase): Promise<Stage> {
  let how = succeed
  const harness = await startHarness((...request) => how(...request), database)
  const processes = new Set<ChildProcess>()
  return {
    harness,
    answer(next) {
      how = next
    },
    async process(leaseMs) {
      const program = new URL('../worker-process.ts', import.meta.url)
      const env = { ...readEnvironment(import.meta.dirname), ...harness.environment }
      const worker = fork(program, [String(leaseMs)], { env, stdio: 'inherit' })
      processes.add(worker)
      worker.once('exit', () => processes.delete(worker))
      await once(worker, 'message')
      return worker
    },
    async tenant(options = {}) {
      const owner = await harness.owner()
      const { id, secret } = await harness.subscribe(owner, options)
      return { owner, webhookId: id, secret }
    },
    random: random(seed),
    async close() {
      for (const worker of processes) worker.kill('SIGKILL')
      await harness.close()
    },
  }
}

export async function kill(worker: ChildProcess): Promise<void> {
  const exited = once(worker, 'exit')
  worker.kill('SIGKILL')
  await exited
}

/** Mulberry32: the same faults for the same seed. */
function random(state: number): () => number {
  let next = state
  return () => {
    next = (next + 0x6d2b79f5) | 0
    let mixed = Math.imul(next ^ (next >>> 15), 1 | next)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * What holds after every fault: nothing published is lost, every delivery has succeeded, every repeat carries the same
 * event id and the same bytes, every signature verifies, and there are no more repeats than interrupted attempts and,
 * where the database itself crashed, `unrecordedMax` besides: attempts whose claim the crash took back.
 */
export async function checkNothingLost(
  { harness }: Stage,
  tenants: readonly Tenant[],
  published: readonly string[],
  { mayAlsoArrive = [], unrecordedMax = 0 }: { mayAlsoArrive?: readonly string[]; unrecordedMax?: number } = {},
): Promise<Figures> {
  const { db } = harness.database
  const secrets = new Map(tenants.map(({ webhookId, secret }) => [webhookId, secret]))
  const deliveries = await knexOf(db)('webhook_deliveries').select(
    'id',
    'webhook_id',
    'event_id',
    'status',
    'attempt_count',
  )
  assert.deepEqual([...new Set(deliveries.map(({ status }) => status))], ['succeeded'])
  const webhookOf = new Map(deliveries.map(({ id, webhook_id }) => [id, webhook_id]))
  const bodies = new Map<string, string>()
  const arrived = new Set<string>()
  for (const request of harness.receiver.received) {
    const eventId = String(request.headers['x-svc-event-id'])
    const deliveryId = String(request.headers['x-svc-delivery-id'])
    const body = request.body.toString('latin1')
    assert.equal(body, bodies.get(eventId) ?? body, `event ${eventId} came with two different bodies`)
    bodies.set(eventId, body)
    arrived.add(deliveryId)
    assert.ok(verifies(request, secrets.get(webhookOf.get(deliveryId) ?? '') ?? ''), `delivery ${deliveryId} verifies`)
  }
  const lost = published.filter((id) => !bodies.has(id))
  assert.deepEqual(lost, [], 'published events that never arrived')
  const known = new Set([...published, ...mayAlsoArrive])
  assert.deepEqual(
    [...bodies.keys()].filter((id) => !known.has(id)),
    [],
    'events that nobody published',
  )
  assert.equal(arrived.size, deliveries.length)
  const attempts = await knexOf(db)('webhook_attempts').select('delivery_id', 'outcome')
  const interrupted = attempts.filter(({ outcome }) => outcome === 'interrupted').length
  const repeats = harness.receiver.received.length - arrived.size
  const repeatsMax = interrupted + unrecordedMax
  assert.ok(repeats <= repeatsMax, `${repeats} repeats where ${repeatsMax} attempts were interrupted`)
  return { events: published.length, lost: 0, repeats, interrupted }
}

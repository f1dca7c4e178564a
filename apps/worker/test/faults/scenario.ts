import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Owner } from '@svc/db/records'
import type { TestDatabase } from '@svc/db/testing'
import { storedAttempts, storedDeliveries } from '@svc/db/testing-webhooks'
import type { Id } from '@svc/runtime/ids'
import { readEnvironment } from '@svc/runtime/settings'
import type { ReceiverOptions } from '@svc/webhooks/testing'
import { type Harness, startHarness, verifies } from '../harness.ts'

/** The measurements of a run, by name; printed with the result. */
export type Measurements = Record<string, number | string>

/**
 * A fault that deliveries must survive. It throws when a guarantee is broken or fewer faults were injected than
 * declared.
 */
export interface Scenario<Size> {
  /** A name such as `workers-killed`; docs/operations/webhooks.md refers to it. */
  id: string
  title: string
  /** For the test suite: takes seconds. */
  small: Size
  /** For `faults/run.ts`: takes minutes. */
  full: Size
  run(context: ScenarioContext, size: Size): Promise<Measurements>
}

/** The environment of a scenario: a database, a receiver and workers. */
export interface ScenarioContext {
  harness: Harness
  /** Sets the response to all further requests. Default: 204. */
  respond(next: NonNullable<ReceiverOptions['respond']>): void
  /** Starts a worker in a separate process, to be killed or suspended. */
  process(leaseMs: number): Promise<ChildProcess>
  /** Creates an account with one endpoint. */
  account(options?: { host?: string }): Promise<TestAccount>
  random(): number
  close(): Promise<void>
}

export interface TestAccount {
  owner: Owner
  webhookId: Id<'whk'>
  secret: string
}

const succeed: NonNullable<ReceiverOptions['respond']> = (_, response) => response.writeHead(204).end()

/** Pass a separate `database` for scenarios that stop its server. */
export async function openContext(seed: number, database?: TestDatabase): Promise<ScenarioContext> {
  let respond = succeed
  const harness = await startHarness((...request) => respond(...request), database)
  const processes = new Set<ChildProcess>()
  return {
    harness,
    respond(next) {
      respond = next
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
    async account(options = {}) {
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

/** Mulberry32: the same seed injects the same faults. */
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
 * Checks the guarantees that hold after every fault: no published event is lost, every delivery has succeeded, every
 * repetition has the same event id and bytes, and every signature verifies. There are at most as many repetitions as
 * interrupted attempts plus `unrecordedMax`, the attempts whose claim a crash of the database undid.
 */
export async function checkNothingLost(
  { harness }: ScenarioContext,
  accounts: readonly TestAccount[],
  published: readonly string[],
  { mayAlsoArrive = [], unrecordedMax = 0 }: { mayAlsoArrive?: readonly string[]; unrecordedMax?: number } = {},
): Promise<Measurements> {
  const { db } = harness.database
  const secrets = new Map(accounts.map(({ webhookId, secret }) => [webhookId, secret]))
  const deliveries = await storedDeliveries(db)
  assert.deepEqual([...new Set(deliveries.map(({ status }) => status))], ['succeeded'])
  const webhookOf = new Map<string, Id<'whk'>>(deliveries.map(({ id, webhook_id }) => [id, webhook_id]))
  const bodies = new Map<string, string>()
  const arrived = new Set<string>()
  for (const request of harness.receiver.received) {
    const eventId = String(request.headers['x-svc-event-id'])
    const deliveryId = String(request.headers['x-svc-delivery-id'])
    const body = request.body.toString('latin1')
    assert.equal(body, bodies.get(eventId) ?? body, `event ${eventId} arrived with two different bodies`)
    bodies.set(eventId, body)
    arrived.add(deliveryId)
    assert.ok(
      verifies(request, secrets.get(webhookOf.get(deliveryId) ?? 'whk_') ?? ''),
      `delivery ${deliveryId} verifies`,
    )
  }
  const lost = published.filter((id) => !bodies.has(id))
  assert.deepEqual(lost, [], 'published events that never arrived')
  const known = new Set([...published, ...mayAlsoArrive])
  assert.deepEqual(
    [...bodies.keys()].filter((id) => !known.has(id)),
    [],
    'events that were not published',
  )
  assert.equal(arrived.size, deliveries.length)
  const attempts = await storedAttempts(db)
  const interrupted = attempts.filter(({ outcome }) => outcome === 'interrupted').length
  const repeats = harness.receiver.received.length - arrived.size
  const repeatsMax = interrupted + unrecordedMax
  assert.ok(repeats <= repeatsMax, `${repeats} repetitions, although only ${repeatsMax} attempts were interrupted`)
  return { events: published.length, lost: 0, repeats, interrupted }
}

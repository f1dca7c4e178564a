import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, type Harness, startHarness, verifies } from './harness.ts'

// R-01 in small: workers die by kill -9, again and again, while they deliver.

const eventCount = 120
const kills = 4
const leaseMs = 600
/** Slow enough that a kill finds attempts in the middle. */
const answerMs = 40

const seed = Number(process.env.SVC_TEST_SEED ?? Date.now() % 1_000_000)

let harness: Harness
const workers = new Set<ChildProcess>()

beforeAll(async () => {
  harness = await startHarness((_, response) => setTimeout(() => response.writeHead(204).end(), answerMs))
})
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await harness.close()
})

async function startProcess(): Promise<ChildProcess> {
  const program = new URL('worker-process.ts', import.meta.url)
  const worker = fork(program, [String(leaseMs)], { env: { ...process.env, ...harness.environment }, stdio: 'inherit' })
  workers.add(worker)
  await once(worker, 'message')
  return worker
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

test(`kill -9 of a worker, ${kills} times, loses no event and changes no byte of one (SVC_TEST_SEED=${seed})`, async () => {
  const { db } = harness.database
  const owner = await harness.owner()
  const endpoints = new Map<string, string>()
  for (let endpoint = 0; endpoint < 4; endpoint++) {
    const { id, secret } = await harness.subscribe(owner)
    endpoints.set(id, secret)
  }
  const ids = await harness.publish(owner, eventCount)
  const next = random(seed)
  let killedInTheMiddle = 0
  for (let kill = 0; kill < kills; kill++) {
    const before = harness.receiver.received.length
    const worker = await startProcess()
    await eventually('work to begin', () => harness.receiver.received.length > before)
    await pause(next() * 60)
    const open = await db('webhook_deliveries').where({ status: 'in_progress' })
    worker.kill('SIGKILL')
    await once(worker, 'exit')
    workers.delete(worker)
    if (open.length > 0) killedInTheMiddle += 1
  }
  await startProcess()
  await eventually('every delivery to succeed', async () => {
    const unfinished = await db('webhook_deliveries').whereNot({ status: 'succeeded' })
    return unfinished.length === 0
  })

  // A run that injected fewer faults than it says proves nothing.
  expect(killedInTheMiddle).toBe(kills)
  const interrupted = await db('webhook_attempts').where({ outcome: 'interrupted' })
  expect(interrupted.length).toBeGreaterThan(0)

  const secretOf = new Map<string, string>()
  for (const { id, webhook_id } of await db('webhook_deliveries').select('id', 'webhook_id')) {
    secretOf.set(id, endpoints.get(webhook_id) ?? '')
  }
  const bodies = new Map<string, Set<string>>()
  for (const request of harness.receiver.received) {
    const eventId = String(request.headers['x-svc-event-id'])
    bodies.set(eventId, (bodies.get(eventId) ?? new Set()).add(request.body.toString()))
    expect(verifies(request, secretOf.get(String(request.headers['x-svc-delivery-id'])) ?? '')).toBe(true)
  }
  expect([...bodies.keys()].sort()).toEqual([...ids].sort())
  for (const texts of bodies.values()) expect(texts.size).toBe(1)
  const deliveredTo = new Set(harness.receiver.received.map(({ headers }) => headers['x-svc-delivery-id']))
  expect(deliveredTo.size).toBe(eventCount * endpoints.size)
  // At least once: what repeats is at most what was under way when a worker died.
  expect(harness.receiver.received.length - deliveredTo.size).toBeLessThanOrEqual(interrupted.length)
})

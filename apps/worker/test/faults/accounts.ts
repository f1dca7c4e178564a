import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { knexOf } from '@svc/db/testing'
import { eventually, hosts } from '../harness.ts'
import type { Scenario, ScenarioContext, TestAccount } from './scenario.ts'

/** One account has many endpoints that do not respond, and many events. */
export const hangingEndpoints: Scenario<{ endpoints: number; events: number; otherEvents: number; p95MsMax: number }> =
  {
    id: 'hanging-endpoints',
    title: 'an account whose endpoints do not respond delays no other account',
    // Queued behind the first account, the other would wait for 30 s. The goal of one second is for an idle machine.
    small: { endpoints: 20, events: 50, otherEvents: 60, p95MsMax: 10_000 },
    full: { endpoints: 20, events: 250, otherEvents: 200, p95MsMax: 1_000 },
    async run(context, { endpoints, events, otherEvents, p95MsMax }) {
      const { harness } = context
      const open = new Map<string, number>()
      let hanging = 0
      let hangingMax = 0
      let endpointMax = 0
      context.respond((request, response, socket) => {
        if (request.headers.host === hosts[1]) return void response.writeHead(204).end()
        hanging += 1
        hangingMax = Math.max(hangingMax, hanging)
        const path = request.path
        open.set(path, (open.get(path) ?? 0) + 1)
        endpointMax = Math.max(endpointMax, open.get(path) ?? 0)
        socket.once('close', () => {
          hanging -= 1
          open.set(path, (open.get(path) ?? 1) - 1)
        })
      })
      const slow = await context.account()
      for (let number = 1; number < endpoints; number++) await harness.subscribe(slow.owner)
      // A path each, so that the receiver can distinguish them.
      await knexOf(harness.database.db).raw("update webhook_endpoints set url = url || '/' || id")
      const quick = await context.account({ host: hosts[1] })
      await harness.publish(slow.owner, events)
      harness.work({ WEBHOOK_TIMEOUT: '10s' }, { drainMs: 0 })
      await eventually('the hanging attempts to reach the limit', () => hanging >= accountCap)
      const waitsMs = await measureWaitsMs(context, quick, otherEvents)
      const p95 = quantile(waitsMs, 0.95)
      assert.ok(p95 <= p95MsMax, `p95 of the other account is ${p95} ms`)
      assert.ok(endpointMax <= endpointCap, `${endpointMax} attempts at once at one endpoint`)
      assert.ok(hangingMax <= accountCap, `${hangingMax} attempts at once of one account`)
      return {
        'hanging deliveries': endpoints * events,
        'at once of the account': hangingMax,
        'at once of an endpoint': endpointMax,
        'p95 of the other, ms': Math.round(p95),
      }
    },
  }

/** A receiver recovers after an outage, with many deliveries waiting. */
export const thunderingHerd: Scenario<{ waiting: number; otherEvents: number; drainMsMax: number; p95MsMax: number }> =
  {
    id: 'receiver-returns',
    title: 'a receiver that recovers is not overloaded, and delays no other account',
    small: { waiting: 160, otherEvents: 40, drainMsMax: 60_000, p95MsMax: 10_000 },
    full: { waiting: 5_000, otherEvents: 200, drainMsMax: 120_000, p95MsMax: 1_000 },
    async run(context, { waiting, otherEvents, drainMsMax, p95MsMax }) {
      const { harness } = context
      const { db } = harness.database
      let down = true
      let atOnce = 0
      let atOnceMax = 0
      context.respond((request, response) => {
        if (request.headers.host === hosts[1]) return void response.writeHead(204).end()
        atOnce += 1
        atOnceMax = Math.max(atOnceMax, atOnce)
        const status = down ? 503 : 204
        setTimeout(() => {
          atOnce -= 1
          response.writeHead(status).end()
        }, 10)
      })
      const herd = await context.account()
      const other = await context.account({ host: hosts[1] })
      harness.work({ WEBHOOK_MAX_ATTEMPTS: '10', WEBHOOK_RETRY_SCHEDULE: Array(9).fill('1h').join(',') })
      await harness.publish(herd.owner, waiting)
      const failed = () =>
        knexOf(db)('webhook_deliveries').where({ webhook_id: herd.webhookId, status: 'waiting_retry' })
      await eventually('all of them to fail', async () => (await failed()).length === waiting, drainMsMax)
      down = false
      atOnceMax = 0
      const startedMs = performance.now()
      await knexOf(db)('webhook_queue')
        .where({ webhook_id: herd.webhookId })
        .update({ due_at: knexOf(db).fn.now() })
      const waitsMs = await measureWaitsMs(context, other, otherEvents)
      const left = () =>
        knexOf(db)('webhook_deliveries')
          .where({ webhook_id: herd.webhookId })
          .whereNot({ status: 'succeeded' })
          .limit(1)
      await eventually('all waiting deliveries to succeed', async () => (await left()).length === 0, drainMsMax)
      const seconds = Math.round((performance.now() - startedMs) / 100) / 10
      const p95 = quantile(waitsMs, 0.95)
      assert.ok(atOnceMax <= endpointCap, `${atOnceMax} attempts at once at the endpoint`)
      assert.ok(p95 <= p95MsMax, `p95 of the other account is ${p95} ms`)
      return { waiting, 'drained in, s': seconds, 'at once': atOnceMax, 'p95 of the other, ms': Math.round(p95) }
    },
  }

/** The worker's limits of simultaneous deliveries. */
const endpointCap = 8
const accountCap = 100

/** Publishes one event after the other and returns, for each, the milliseconds from its commit to its arrival. */
async function measureWaitsMs({ harness }: ScenarioContext, { owner }: TestAccount, count: number): Promise<number[]> {
  const committedMs = new Map<string, number>()
  const arrivedMs = new Map<string, number>()
  let seen = 0
  const check = () => {
    for (; seen < harness.receiver.received.length; seen++) {
      const id = String(harness.receiver.received[seen]?.headers['x-svc-event-id'])
      if (committedMs.has(id) && !arrivedMs.has(id)) arrivedMs.set(id, performance.now())
    }
  }
  const watch = setInterval(check, 2)
  try {
    for (let number = 0; number < count; number++) {
      const [id] = await harness.publish(owner)
      committedMs.set(String(id), performance.now())
      await pause(15)
    }
    await eventually('all deliveries of the other account', () => arrivedMs.size === count)
  } finally {
    clearInterval(watch)
  }
  return [...arrivedMs].map(([id, atMs]) => atMs - (committedMs.get(id) ?? 0))
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { knexOf } from '@svc/db/testing'
import { hasUnfinishedDeliveries, makeDeliveriesDue, storedDeliveries } from '@svc/db/testing-webhooks'
import { eventually, hosts } from '../harness.ts'
import type { Scenario, ScenarioContext, TestAccount } from './scenario.ts'

/** One account has many endpoints that do not respond, and many events. */
export const hangingEndpoints: Scenario<{ endpoints: number; events: number; otherEvents: number; p95MsMax: number }> =
  {
    id: 'hanging-endpoints',
    title: 'an account whose endpoints do not respond delays no other account',
    // Only the full size has a goal for the waits, because it needs an idle machine.
    small: { endpoints: 20, events: 50, otherEvents: 60, p95MsMax: Number.POSITIVE_INFINITY },
    full: { endpoints: 20, events: 250, otherEvents: 200, p95MsMax: 1_000 },
    async run(context, { endpoints, events, otherEvents, p95MsMax }) {
      const { harness } = context
      const open = new Map<string, number>()
      let hanging = 0
      let ended = 0
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
          ended += 1
          open.set(path, (open.get(path) ?? 1) - 1)
        })
      })
      const slow = await context.account()
      for (let number = 1; number < endpoints; number++) await harness.subscribe(slow.owner)
      // A path each, so that the receiver can distinguish them.
      await knexOf(harness.database.db).raw("update webhook_endpoints set url = url || '/' || id")
      const quick = await context.account({ host: hosts[1] })
      await harness.publish(slow.owner, events)
      harness.work({ WEBHOOK_TIMEOUT: '30s' }, { drainMs: 0 })
      await eventually('the hanging attempts to reach the limit', () => hanging >= accountCap)
      const waitsMs = await measureWaitsMs(context, quick, otherEvents)
      assert.equal(ended, 0, 'hanging attempts that ended before the deliveries of the other account arrived')
      const p95 = quantile(waitsMs, 0.95)
      assert.ok(p95 <= p95MsMax, `p95 of the other account is ${p95} ms`)
      assert.ok(endpointMax <= endpointCap, `${endpointMax} simultaneous attempts at one endpoint`)
      assert.ok(hangingMax <= accountCap, `${hangingMax} simultaneous attempts of one account`)
      return {
        'hanging deliveries': endpoints * events,
        'in progress at the account': hangingMax,
        'in progress at an endpoint': endpointMax,
        'p95 of the other, ms': Math.round(p95),
      }
    },
  }

/** A receiver recovers after an outage, with many deliveries waiting. */
export const returningReceiver: Scenario<{
  waiting: number
  otherEvents: number
  drainMsMax: number
  p95MsMax: number
}> = {
  id: 'receiver-returns',
  title: 'a receiver that recovers is not overloaded, and delays no other account',
  small: { waiting: 160, otherEvents: 40, drainMsMax: 60_000, p95MsMax: Number.POSITIVE_INFINITY },
  full: { waiting: 5_000, otherEvents: 200, drainMsMax: 120_000, p95MsMax: 1_000 },
  async run(context, { waiting, otherEvents, drainMsMax, p95MsMax }) {
    const { harness } = context
    const { db } = harness.database
    let isDown = true
    let inProgress = 0
    let inProgressMax = 0
    context.respond((request, response) => {
      if (request.headers.host === hosts[1]) return void response.writeHead(204).end()
      inProgress += 1
      inProgressMax = Math.max(inProgressMax, inProgress)
      const status = isDown ? 503 : 204
      setTimeout(() => {
        inProgress -= 1
        response.writeHead(status).end()
      }, 10)
    })
    const returning = await context.account()
    const other = await context.account({ host: hosts[1] })
    harness.work({ WEBHOOK_MAX_ATTEMPTS: '10', WEBHOOK_RETRY_SCHEDULE: Array(9).fill('1h').join(',') })
    await harness.publish(returning.owner, waiting)
    const failed = () => storedDeliveries(db, { webhook_id: returning.webhookId, status: 'waiting_retry' })
    await eventually('all of them to fail', async () => (await failed()).length === waiting, drainMsMax)
    isDown = false
    inProgressMax = 0
    const startedMs = performance.now()
    await makeDeliveriesDue(db, { webhook_id: returning.webhookId })
    const waitsMs = await measureWaitsMs(context, other, otherEvents)
    const isDrained = async () => !(await hasUnfinishedDeliveries(db, returning.webhookId))
    await eventually('all waiting deliveries to succeed', isDrained, drainMsMax)
    const seconds = Math.round((performance.now() - startedMs) / 100) / 10
    const p95 = quantile(waitsMs, 0.95)
    assert.ok(inProgressMax <= endpointCap, `${inProgressMax} simultaneous attempts at the endpoint`)
    assert.ok(p95 <= p95MsMax, `p95 of the other account is ${p95} ms`)
    return {
      waiting,
      'drained in, s': seconds,
      'in progress at the endpoint': inProgressMax,
      'p95 of the other, ms': Math.round(p95),
    }
  },
}

/** The worker's limits of simultaneous deliveries. */
const endpointCap = 8
const accountCap = 100

/** Publishes events one after another and returns the milliseconds from the commit to the arrival of each. */
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
      await sleep(15)
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

import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { knexOf } from '@svc/db/testing'
import { hasUnfinishedDeliveries, storedAttempts, storedDeliveries } from '@svc/db/testing-webhooks'
import { eventually } from '../harness.ts'
import { checkNothingLost, kill, type Scenario, type ScenarioContext, type TestAccount } from './scenario.ts'

/** Workers are killed repeatedly while they deliver. */
export const killedWorkers: Scenario<{ accounts: number; eventsEach: number; kills: number; responseMs: number }> = {
  id: 'workers-killed',
  title: 'kill -9 of workers loses no event and changes no byte of one',
  small: { accounts: 4, eventsEach: 100, kills: 3, responseMs: 300 },
  full: { accounts: 10, eventsEach: 1_000, kills: 20, responseMs: 400 },
  async run(context, { accounts: count, eventsEach, kills, responseMs }) {
    const { harness } = context
    const { db } = harness.database
    context.respond((_, response) => setTimeout(() => response.writeHead(204).end(), responseMs))
    const accounts: TestAccount[] = []
    const published: string[] = []
    for (let number = 0; number < count; number++) accounts.push(await context.account())
    const publish = async () => {
      for (const { owner } of accounts) published.push(...(await harness.publish(owner, eventsEach)))
    }
    await publish()
    const workers = [await context.process(leaseMs), await context.process(leaseMs)]
    let killsDuringWork = 0
    while (killsDuringWork < kills) {
      // If processes start slowly, the others finish before the last kill.
      if (await allSucceeded(context)) await publish()
      const before = harness.receiver.received.length
      await eventually(
        'work to continue',
        async () => harness.receiver.received.length > before || (await allSucceeded(context)),
        30_000,
      )
      await sleep(context.random() * responseMs * 2)
      const workerIds: string[] = await knexOf(db)('webhook_queue')
        .whereNotNull('worker_id')
        .distinct()
        .orderBy('worker_id')
        .pluck('worker_id')
      const busy = workers.filter(({ pid }) => workerIds.some((workerId) => workerId.includes(`-${pid}-`)))
      const victim = busy[Math.floor(context.random() * busy.length)]
      // All workers are between two claims, or wait for leases to end.
      if (victim === undefined) continue
      await kill(victim)
      killsDuringWork += 1
      workers[workers.indexOf(victim)] = await context.process(leaseMs)
    }
    const lastKillMs = performance.now()
    await eventually('every delivery to succeed', () => allSucceeded(context), 120_000)
    assert.equal(killsDuringWork, kills, 'kills during deliveries')
    const measurements = await checkNothingLost(context, accounts, published)
    assert.ok(Number(measurements.interrupted) > 0, 'no attempt was interrupted')
    return {
      ...measurements,
      kills: killsDuringWork,
      'seconds after the last kill': Math.round((performance.now() - lastKillMs) / 100) / 10,
    }
  },
}

/** The worker is killed after the 2xx response of the receiver and before it is recorded. */
export const unrecordedResponses: Scenario<{ crashes: number }> = {
  id: 'result-lost',
  title: 'a worker killed between the 2xx response and its record causes exactly one more attempt',
  small: { crashes: 2 },
  full: { crashes: 100 },
  async run(context, { crashes }) {
    const { harness } = context
    const account = await context.account()
    let victim = await context.process(leaseMs)
    const published: string[] = []
    for (let number = 0; number < crashes; number++) {
      const killed = Promise.withResolvers<void>()
      let responses = 0
      context.respond((_, response) => {
        responses += 1
        const isFirst = responses === 1
        // A worker that runs on could record the response before it is killed.
        if (isFirst) victim.kill('SIGSTOP')
        response.writeHead(204).end(() => isFirst && kill(victim).then(killed.resolve, killed.reject))
      })
      published.push(...(await harness.publish(account.owner)))
      await killed.promise
      victim = await context.process(leaseMs)
      await eventually('the second attempt', () => allSucceeded(context))
      assert.equal(responses, 2)
    }
    const measurements = await checkNothingLost(context, [account], published)
    const attempts = await storedAttempts(harness.database.db)
    const outcomes = attempts.map(({ outcome }) => outcome)
    assert.deepEqual(outcomes, Array(crashes).fill(['interrupted', 'succeeded']).flat())
    return { ...measurements, crashes }
  },
}

/** A worker is suspended before it reads a response, and resumed after another one has finished its delivery. */
export const frozenWorker: Scenario<{ freezes: number }> = {
  id: 'worker-frozen',
  title: 'a worker suspended for longer than its lease changes nothing when it resumes',
  small: { freezes: 2 },
  full: { freezes: 20 },
  async run(context, { freezes }) {
    const { harness } = context
    const { db } = harness.database
    const account = await context.account()
    const frozen = await context.process(shortLeaseMs)
    const published: string[] = []
    for (let number = 0; number < freezes; number++) {
      let refuse = () => {}
      const reached = Promise.withResolvers<void>()
      context.respond((_, response) => {
        refuse = () => void response.writeHead(500).end('too late')
        reached.resolve()
      })
      published.push(...(await harness.publish(account.owner)))
      await reached.promise
      frozen.kill('SIGSTOP')
      context.respond((_, response) => response.writeHead(204).end())
      const awake = harness.work({}, { leaseMs: 60_000 })
      await eventually('the other worker to deliver', () => allSucceeded(context))
      await awake.stop()
      const before = await storedDeliveries(db)
      // The response waits in the socket. The suspended worker may read it, but its lease has ended.
      refuse()
      await sleep(shortLeaseMs)
      frozen.kill('SIGCONT')
      const next = await harness.publish(account.owner)
      published.push(...next)
      await eventually('the resumed worker to work again', () => allSucceeded(context))
      const after = (await storedDeliveries(db)).filter(({ event_id }) => !next.includes(event_id))
      assert.deepEqual(after, before, 'a worker without the lease changed a finished delivery')
    }
    const measurements = await checkNothingLost(context, [account], published)
    assert.ok(Number(measurements.interrupted) >= freezes, 'a suspension did not end the lease')
    return { ...measurements, freezes }
  },
}

/** Many workers at once, without faults. */
export const manyWorkers: Scenario<{ workers: number; accounts: number; eventsEach: number }> = {
  id: 'many-workers',
  title: 'many workers without faults make exactly one attempt per delivery',
  small: { workers: 2, accounts: 5, eventsEach: 60 },
  full: { workers: 8, accounts: 100, eventsEach: 100 },
  async run(context, { workers, accounts: count, eventsEach }) {
    const { harness } = context
    const accounts: TestAccount[] = []
    const published: string[] = []
    for (let number = 0; number < count; number++) {
      const account = await context.account()
      accounts.push(account)
      published.push(...(await harness.publish(account.owner, eventsEach)))
    }
    const startedMs = performance.now()
    await Promise.all(Array.from({ length: workers }, () => context.process(30_000)))
    await eventually('every delivery to succeed', () => allSucceeded(context), 120_000)
    const seconds = Math.round((performance.now() - startedMs) / 100) / 10
    assert.equal((await storedAttempts(harness.database.db)).length, count * eventsEach)
    assert.equal(harness.receiver.received.length, count * eventsEach)
    return { ...(await checkNothingLost(context, accounts, published)), attempts: count * eventsEach, workers, seconds }
  },
}

/** An attempt may take longer than the lease, because a running worker extends it. */
export const longAttempts: Scenario<{ deliveries: number }> = {
  id: 'lease',
  title: 'an attempt that takes three times the lease is made once',
  small: { deliveries: 8 },
  full: { deliveries: 8 },
  async run(context, { deliveries }) {
    const { harness } = context
    const account = await context.account()
    context.respond((_, response) => setTimeout(() => response.writeHead(204).end(), 3 * leaseMs))
    harness.work({}, { leaseMs })
    harness.work({}, { leaseMs })
    const published = await harness.publish(account.owner, deliveries)
    await eventually('every delivery to succeed', () => allSucceeded(context))
    const measurements = await checkNothingLost(context, [account], published)
    assert.deepEqual([measurements.repeats, measurements.interrupted], [0, 0])
    return measurements
  },
}

export async function allSucceeded({ harness }: ScenarioContext): Promise<boolean> {
  return !(await hasUnfinishedDeliveries(harness.database.db))
}

const leaseMs = 2_000
const shortLeaseMs = 600

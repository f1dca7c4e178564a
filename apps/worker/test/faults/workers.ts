import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { knexOf } from '@svc/db/testing'
import { eventually } from '../harness.ts'
import { checkNothingLost, kill, type Scenario, type Stage, type Tenant } from './scenario.ts'

/** Workers die by kill -9, again and again, while they deliver. */
export const killedWorkers: Scenario<{ tenants: number; eventsEach: number; kills: number; answerMs: number }> = {
  id: 'workers-killed',
  title: 'kill -9 of workers loses no event and changes no byte of one',
  small: { tenants: 4, eventsEach: 100, kills: 3, answerMs: 300 },
  full: { tenants: 10, eventsEach: 1_000, kills: 20, answerMs: 400 },
  async run(stage, { tenants: count, eventsEach, kills, answerMs }) {
    const { harness } = stage
    const { db } = harness.database
    stage.answer((_, response) => setTimeout(() => response.writeHead(204).end(), answerMs))
    const tenants: Tenant[] = []
    const published: string[] = []
    for (let number = 0; number < count; number++) tenants.push(await stage.tenant())
    const publish = async () => {
      for (const { owner } of tenants) published.push(...(await harness.publish(owner, eventsEach)))
    }
    await publish()
    const workers = [await stage.process(leaseMs), await stage.process(leaseMs)]
    let inTheMiddle = 0
    while (inTheMiddle < kills) {
      // Where processes start slowly, the others are through before the last kill.
      if (await allSucceeded(stage)) await publish()
      const before = harness.receiver.received.length
      await eventually(
        'work to go on',
        async () => harness.receiver.received.length > before || (await allSucceeded(stage)),
        30_000,
      )
      await pause(stage.random() * answerMs * 2)
      const holders: string[] = await knexOf(db)('webhook_queue')
        .whereNotNull('worker_id')
        .distinct()
        .orderBy('worker_id')
        .pluck('worker_id')
      const busy = workers.filter(({ pid }) => holders.some((holder) => holder.includes(`-${pid}-`)))
      const victim = busy[Math.floor(stage.random() * busy.length)]
      // Between two claims, or waiting for the leases of the one before.
      if (victim === undefined) continue
      await kill(victim)
      inTheMiddle += 1
      workers[workers.indexOf(victim)] = await stage.process(leaseMs)
    }
    const lastKillMs = performance.now()
    await eventually('every delivery to succeed', () => allSucceeded(stage), 120_000)
    assert.equal(inTheMiddle, kills, 'kills that found the worker in the middle of deliveries')
    const figures = await checkNothingLost(stage, tenants, published)
    assert.ok(Number(figures.interrupted) > 0, 'no attempt was interrupted')
    return {
      ...figures,
      kills: inTheMiddle,
      'seconds after the last kill': Math.round((performance.now() - lastKillMs) / 100) / 10,
    }
  },
}

/** The receiver has answered 2xx, and the worker dies before that is recorded. */
export const unrecordedAnswers: Scenario<{ crashes: number }> = {
  id: 'result-lost',
  title: 'a worker that dies between the 2xx and its record costs one more attempt and nothing else',
  small: { crashes: 2 },
  full: { crashes: 100 },
  async run(stage, { crashes }) {
    const { harness } = stage
    const tenant = await stage.tenant()
    let victim = await stage.process(leaseMs)
    const published: string[] = []
    for (let number = 0; number < crashes; number++) {
      const died = Promise.withResolvers<void>()
      let answered = 0
      stage.answer((_, response) => {
        answered += 1
        const first = answered === 1
        response.writeHead(204).end(() => first && kill(victim).then(died.resolve, died.reject))
      })
      published.push(...(await harness.publish(tenant.owner)))
      await died.promise
      victim = await stage.process(leaseMs)
      await eventually('the second attempt', () => allSucceeded(stage))
      assert.equal(answered, 2)
    }
    const figures = await checkNothingLost(stage, [tenant], published)
    const attempts = await knexOf(harness.database.db)('webhook_attempts')
      .orderBy(['delivery_id', 'number'])
      .pluck('outcome')
    assert.deepEqual(attempts, Array(crashes).fill(['interrupted', 'succeeded']).flat())
    return { ...figures, crashes }
  },
}

/** A worker is frozen with an answer waiting for it, and wakes up when another one has finished its work. */
export const frozenWorker: Scenario<{ freezes: number }> = {
  id: 'worker-frozen',
  title: 'a worker that was frozen for longer than its lease changes nothing when it wakes up',
  small: { freezes: 2 },
  full: { freezes: 20 },
  async run(stage, { freezes }) {
    const { harness } = stage
    const { db } = harness.database
    const tenant = await stage.tenant()
    const frozen = await stage.process(shortLeaseMs)
    const published: string[] = []
    for (let number = 0; number < freezes; number++) {
      let refuse = () => {}
      const reached = Promise.withResolvers<void>()
      stage.answer((_, response) => {
        refuse = () => void response.writeHead(500).end('too late')
        reached.resolve()
      })
      published.push(...(await harness.publish(tenant.owner)))
      await reached.promise
      frozen.kill('SIGSTOP')
      stage.answer((_, response) => response.writeHead(204).end())
      const awake = harness.work({}, { leaseMs: 60_000 })
      await eventually('the other worker to deliver', () => allSucceeded(stage))
      await awake.stop()
      const before = await knexOf(db)('webhook_deliveries').orderBy('id')
      // The answer waits in the socket: whatever the frozen one does with it when it wakes up, it comes too late.
      refuse()
      await pause(shortLeaseMs)
      frozen.kill('SIGCONT')
      const next = await harness.publish(tenant.owner)
      published.push(...next)
      await eventually('the awakened one to work again', () => allSucceeded(stage))
      const after = await knexOf(db)('webhook_deliveries').whereNotIn('event_id', next).orderBy('id')
      assert.deepEqual(after, before, 'a finished delivery was changed by a worker that had lost it')
    }
    const figures = await checkNothingLost(stage, [tenant], published)
    assert.equal(figures.interrupted, freezes, 'freezes that cost the frozen one its lease')
    return { ...figures, freezes }
  },
}

/** Many workers at once, and nothing goes wrong. */
export const manyWorkers: Scenario<{ workers: number; tenants: number; eventsEach: number }> = {
  id: 'many-workers',
  title: 'many workers without faults make exactly one attempt per delivery',
  small: { workers: 2, tenants: 5, eventsEach: 60 },
  full: { workers: 8, tenants: 100, eventsEach: 100 },
  async run(stage, { workers, tenants: count, eventsEach }) {
    const { harness } = stage
    const tenants: Tenant[] = []
    const published: string[] = []
    for (let number = 0; number < count; number++) {
      const tenant = await stage.tenant()
      tenants.push(tenant)
      published.push(...(await harness.publish(tenant.owner, eventsEach)))
    }
    const startedMs = performance.now()
    await Promise.all(Array.from({ length: workers }, () => stage.process(30_000)))
    await eventually('every delivery to succeed', () => allSucceeded(stage), 120_000)
    const seconds = Math.round((performance.now() - startedMs) / 100) / 10
    const owners = await knexOf(harness.database.db)('webhook_attempts').count('* as attempts').first()
    assert.equal(Number(owners?.attempts), count * eventsEach)
    assert.equal(harness.receiver.received.length, count * eventsEach)
    return { ...(await checkNothingLost(stage, tenants, published)), attempts: count * eventsEach, workers, seconds }
  },
}

/** The heartbeat: an attempt may take longer than the lease of a worker that lives. */
export const longAttempts: Scenario<{ deliveries: number }> = {
  id: 'lease',
  title: 'an attempt that takes three leases is extended, not made twice',
  small: { deliveries: 8 },
  full: { deliveries: 8 },
  async run(stage, { deliveries }) {
    const { harness } = stage
    const tenant = await stage.tenant()
    stage.answer((_, response) => setTimeout(() => response.writeHead(204).end(), 3 * shortLeaseMs))
    harness.work({}, { leaseMs: shortLeaseMs })
    harness.work({}, { leaseMs: shortLeaseMs })
    const published = await harness.publish(tenant.owner, deliveries)
    await eventually('every delivery to succeed', () => allSucceeded(stage))
    const figures = await checkNothingLost(stage, [tenant], published)
    assert.deepEqual([figures.repeats, figures.interrupted], [0, 0])
    return figures
  },
}

export async function allSucceeded({ harness }: Stage): Promise<boolean> {
  const [unfinished] = await knexOf(harness.database.db)('webhook_deliveries')
    .whereNot({ status: 'succeeded' })
    .limit(1)
  return unfinished === undefined
}

const leaseMs = 2_000
const shortLeaseMs = 600

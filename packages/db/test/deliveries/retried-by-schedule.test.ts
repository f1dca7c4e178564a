import { expect, test } from 'vitest'
import { only } from '../../src/connection/records.ts'
import { finishAttempts } from '../../src/webhooks/delivery-queue.ts'
import { findWebhook } from '../../src/webhooks/webhook-endpoints.ts'
import { attemptTimings, failed, passTime, publish, registerWebhook, succeeded } from '../fixtures.ts'
import { knexOf } from '../testing.ts'
import { openTwoAccounts } from '../two-accounts.ts'
import { deliverySteps, schedule } from './delivery-steps.ts'

const accounts = openTwoAccounts()
const { allDeliveries, claimAs, claimOne, finish, waitSeconds } = deliverySteps(accounts)

test('a successful attempt ends the delivery and is shown on the endpoint', async () => {
  const webhook = await registerWebhook(accounts.db, accounts.rosso)
  await publish(accounts.db, accounts.rosso)
  const finished = await finish(succeeded(await claimOne()))
  expect(finished).toMatchObject([{ status: 'succeeded', attempt_count: 1 }])
  const [delivery] = await allDeliveries(webhook.id)
  expect(delivery).toMatchObject({ status: 'succeeded', hint: null })
  expect(delivery?.attempts).toEqual([
    {
      number: 1,
      started_at: expect.any(String),
      duration_ms: 90,
      outcome: 'succeeded',
      phase: 'response',
      error: null,
      http_status: 200,
      timings: attemptTimings,
      response_excerpt: 'ok',
    },
  ])
  expect(await findWebhook(accounts.db, accounts.rosso, webhook.id)).toMatchObject({
    last_succeeded_at: delivery?.finished_at,
    last_failed_at: null,
  })
})

test('a failed attempt is followed by the next after 30 s, 2 min, 10 min and 1 h by the clock of the database, and the fifth is the last', async () => {
  const webhook = await registerWebhook(accounts.db, accounts.rosso)
  await publish(accounts.db, accounts.rosso)
  const waits: (number | null)[] = []
  for (let attempt = 1; attempt <= 5; attempt++) {
    await finish(failed(await claimOne()))
    expect(await claimAs('worker-1')).toEqual([])
    waits.push(await waitSeconds())
    await passTime(accounts.db, 'webhook_queue')
  }
  expect(waits).toEqual([30, 120, 600, 3600, null])
  const [dead] = await allDeliveries(webhook.id)
  expect(dead).toMatchObject({ status: 'dead_lettered', attempt_count: 5, hint: 'The receiver returned 500.' })
  expect(dead?.attempts.map((attempt) => attempt.number)).toEqual([1, 2, 3, 4, 5])
  expect(await claimAs('worker-1')).toEqual([])
})

test('a success adds no entry to any index of the deliveries', async () => {
  await registerWebhook(accounts.db, accounts.rosso)
  // A page that earlier tests have filled has no room for another version of its rows.
  await knexOf(accounts.db).raw('vacuum full webhook_deliveries')
  await publish(accounts.db, accounts.rosso, 5)
  const claimed = await claimAs('worker-1')
  await accounts.db.transaction(async (transaction) => {
    // These counters include earlier work of the connection that it has not reported yet.
    const updatesSoFar = async () => {
      const text = `
        select pg_stat_get_xact_tuples_updated('webhook_deliveries'::regclass)::int as updated,
               pg_stat_get_xact_tuples_hot_updated('webhook_deliveries'::regclass)::int as heap_only`
      return only(await transaction.execute<{ updated: number; heap_only: number }>({ text }))
    }
    const before = await updatesSoFar()
    await finishAttempts(transaction, claimed.map(succeeded), schedule)
    const after = await updatesSoFar()
    expect(after).toEqual({ updated: before.updated + 5, heap_only: before.heap_only + 5 })
  })
})

test('any response of a receiver can be recorded', async () => {
  const webhook = await registerWebhook(accounts.db, accounts.rosso)
  await publish(accounts.db, accounts.rosso)
  await finish({ ...failed(await claimOne()), response_excerpt: 'nul \0, half a pair \ud800, \\u0000 and "quotes"' })
  const [delivery] = await allDeliveries(webhook.id)
  expect(delivery?.attempts[0]?.response_excerpt).toBe('nul \ufffd, half a pair \ufffd, \\u0000 and "quotes"')
})

import type { WebhookAttemptPhase } from '@generated/contract/enums'
import { createAccount } from '@svc/db/accounts'
import { createBusiness } from '@svc/db/businesses'
import { query, type Transaction } from '@svc/db/database'
import { type ClaimedDelivery, claimDeliveries, finishAttempts } from '@svc/db/delivery-queue'
import { disableFailingEndpoints } from '@svc/db/failing-endpoints'
import { only } from '@svc/db/records'
import { openTestDatabase } from '@svc/db/testing-hooks'
import { createWebhook } from '@svc/db/webhook-endpoints'
import { publishEvents } from '@svc/db/webhook-events'
import { newId } from '@svc/runtime/ids'
import { beforeAll, describe, expect, test } from 'vitest'
import { disabledAfter, failingAfter, isFailingTooLong, nextStatus } from '../src/delivery-rules.ts'

// Each case runs through the functions, which the mock uses, and through the SQL of the service, so that both follow
// the same rules.

const database = openTestDatabase()
let lease: ClaimedDelivery
beforeAll(async () => {
  lease = await claimDelivery()
})

const retryDelaysMs = [30_000, 120_000, 600_000]

async function claimDelivery(): Promise<ClaimedDelivery> {
  const account = await createAccount(database.db, { name: 'Rosso Trattoria', plan: 'growth' })
  const details = { trade: 'restaurant', city: 'Utrecht', country: 'NL', timezone: 'Europe/Amsterdam' } as const
  const business = await createBusiness(database.db, account.id, { name: account.name, website: null, ...details })
  const owner = { account_id: account.id, business_id: business.id }
  await database.db.transaction(async (transaction) => {
    const secret = { ciphertext: Buffer.alloc(32), key_id: 'dev1' }
    const endpoint = { id: newId('whk'), url: 'https://hooks.rosso-trattoria.nl/svc', secret }
    await createWebhook(transaction, owner, { ...endpoint, event_types: ['webhook.test'] }, { max: 1 })
    const event = { id: newId('evt'), type: 'webhook.test', payload: '{}' } as const
    await publishEvents(transaction, owner, [event], { maxAttempts: 5 })
  })
  const request = { workerId: 'worker-1', limit: 1, leaseMs: 600_000, perGroupMax: 1, perAccountMax: 1 }
  return only(await claimDeliveries(database.db, request))
}

/** Runs `work` in a transaction that is rolled back, so that every case begins with the same delivery. */
async function rolledBack<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
  const results: Result[] = []
  const rollBack = new Error('Rolled back after the case.')
  await database.db
    .transaction(async (transaction) => {
      results.push(await work(transaction))
      throw rollBack
    })
    .catch((error: unknown) => {
      if (error !== rollBack) throw error
    })
  return only(results)
}

interface Result {
  outcome: 'succeeded' | 'failed'
  phase: WebhookAttemptPhase
}

/** Records the result of an attempt, as a worker does. */
async function finish(transaction: Transaction, attempt: number, { outcome, phase }: Result) {
  const timings = { dns_ms: 2, connect_ms: 8, tls_ms: 21, first_byte_ms: 80 }
  const result = { duration_ms: 90, error: null, http_status: null, timings, response_excerpt: null, hint: null }
  const finished = { lease: { ...lease, attempt }, outcome, phase, ...result }
  return only(await finishAttempts(transaction, [finished], { retryDelaysMs }))
}

describe('after an attempt, a delivery', () => {
  interface Counts {
    max_attempts: number
    interruptions: number
    attempt_count: number
  }

  /** Applies the rules of the service to a delivery with these counts. */
  const statusInSql = (outcome: Result['outcome'], { attempt_count, interruptions, max_attempts }: Counts) =>
    rolledBack(async (transaction) => {
      const set = 'update webhook_queue set attempt_count = $2, interruptions = $3 where id = $1'
      await query(transaction, { name: 'test_counts', text: set }, [lease.id, attempt_count, interruptions])
      const publish = 'update webhook_deliveries set max_attempts = $2 where id = $1'
      await query(transaction, { name: 'test_max_attempts', text: publish }, [lease.id, max_attempts])
      const { status } = await finish(transaction, attempt_count, { outcome, phase: 'response' })
      // Due times are rounded to the millisecond.
      const wait = `select (extract(epoch from due_at - now()::timestamptz(3)) * 1000)::int as ms from webhook_queue`
      const [waiting] = await query<{ ms: number }>(transaction, { name: 'test_wait', text: wait }, [])
      return waiting === undefined ? { status } : { status, delayMs: waiting.ms }
    })

  test.for([
    ['succeeded', 5, 0, 1, { status: 'succeeded' }],
    ['failed', 5, 0, 1, { status: 'waiting_retry', delayMs: 30_000 }],
    ['failed', 5, 0, 2, { status: 'waiting_retry', delayMs: 120_000 }],
    // The last delay of the schedule is for all further failures.
    ['failed', 5, 0, 4, { status: 'waiting_retry', delayMs: 600_000 }],
    ['failed', 5, 0, 5, { status: 'dead_lettered' }],
    ['succeeded', 5, 0, 5, { status: 'succeeded' }],
    // An interrupted attempt is made up for, and does not advance the schedule.
    ['failed', 5, 1, 2, { status: 'waiting_retry', delayMs: 30_000 }],
    ['failed', 5, 1, 5, { status: 'waiting_retry', delayMs: 600_000 }],
    ['failed', 5, 1, 6, { status: 'dead_lettered' }],
    // Ten attempts are all that a delivery can show.
    ['failed', 5, 9, 10, { status: 'dead_lettered' }],
    ['failed', 1, 0, 1, { status: 'dead_lettered' }],
  ] as const)('that %s, of %i attempts, %i interrupted, at attempt %i: %o', async ([outcome, ...counts]) => {
    const [max_attempts, interruptions, attempt_count, expected] = counts
    const delivery = { max_attempts, interruptions, attempt_count }
    expect(nextStatus(outcome, delivery, retryDelaysMs)).toEqual(expected)
    expect(await statusInSql(outcome, delivery)).toEqual(expected)
  })

  test('has the same status by both for every possible number of attempts', async () => {
    for (const max_attempts of [1, 2, 5, 10])
      for (let attempt_count = 1; attempt_count <= 10; attempt_count++)
        for (let interruptions = 0; interruptions < attempt_count; interruptions++) {
          const delivery = { max_attempts, interruptions, attempt_count }
          const inSql = await statusInSql('failed', delivery)
          expect(nextStatus('failed', delivery, retryDelaysMs), JSON.stringify(delivery)).toEqual(inSql)
        }
  })
})

describe('after an attempt, an endpoint', () => {
  const dayMs = 86_400_000
  const enoughMs = disabledAfter.days * dayMs

  interface Health {
    failures: number
    forMs: number
  }

  /** Applies the rules of the service to an endpoint with this health: its new health, and whether it is disabled. */
  const healthInSql = (before: Health | null, result: Result) =>
    rolledBack(async (transaction) => {
      const insert = `
        insert into webhook_endpoint_health (webhook_id, failures, failing_since)
        values ($1, $2, now()::timestamptz(3) - $3::bigint * interval '1 millisecond')`
      const values = [lease.webhook_id, before?.failures ?? 0, before?.forMs ?? null]
      await query(transaction, { name: 'test_health', text: insert }, values)
      await finish(transaction, lease.attempt, result)
      const read = `
        select failures, (extract(epoch from now()::timestamptz(3) - failing_since) * 1000)::int as "forMs"
        from webhook_endpoint_health where failing_since is not null`
      const [after = null] = await query<Health>(transaction, { name: 'test_new_health', text: read }, [])
      const disabled = await disableFailingEndpoints(transaction, { ...disabledAfter, limit: 1, emails: false })
      return { after, isDisabled: disabled.length > 0 }
    })

  /** The same by the functions. */
  function healthByFunctions(before: Health | null, result: Result) {
    const nowMs = Date.parse('2026-11-24T06:00:00.000Z')
    const failing = failingAfter(result, before && { failures: before.failures, sinceMs: nowMs - before.forMs }, nowMs)
    return {
      after: failing && { failures: failing.failures, forMs: nowMs - failing.sinceMs },
      isDisabled: isFailingTooLong(failing, nowMs, { failures: disabledAfter.failures, durationMs: enoughMs }),
    }
  }

  const succeeded: Result = { outcome: 'succeeded', phase: 'response' }
  const failed: Result = { outcome: 'failed', phase: 'connect' }
  const unprepared: Result = { outcome: 'failed', phase: 'prepare' }

  test.for([
    ['begins to fail', null, failed, { failures: 1, forMs: 0 }, false],
    ['keeps failing', { failures: 1, forMs: dayMs }, failed, { failures: 2, forMs: dayMs }, false],
    ['is disabled', { failures: 19, forMs: enoughMs + 1 }, failed, { failures: 20, forMs: enoughMs + 1 }, true],
    ['has too few days', { failures: 99, forMs: enoughMs - 1 }, failed, { failures: 100, forMs: enoughMs - 1 }, false],
    ['has too few failures', { failures: 18, forMs: 9 * dayMs }, failed, { failures: 19, forMs: 9 * dayMs }, false],
    ['begins a new count', { failures: 99, forMs: 9 * dayMs }, succeeded, null, false],
    ['is healthy', null, succeeded, null, false],
    ['is not to blame', null, unprepared, null, false],
    ['is not more to blame', { failures: 19, forMs: dayMs }, unprepared, { failures: 19, forMs: dayMs }, false],
  ] as const)('%s in the functions as in SQL', async ([, before, result, after, isDisabled]) => {
    expect(healthByFunctions(before, result)).toEqual({ after, isDisabled })
    expect(await healthInSql(before, result)).toEqual({ after, isDisabled })
  })
})

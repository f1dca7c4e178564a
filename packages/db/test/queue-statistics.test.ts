import { type QueueName, queueNames } from '@generated/contract/enums'
import { beforeEach, describe, expect, test } from 'vitest'
import { updateAccount } from '../src/accounts/accounts.ts'
import { setFlag } from '../src/accounts/flags.ts'
import { connectProfile, profileFlag } from '../src/business-profile/profile-connections.ts'
import { requestRevocation } from '../src/business-profile/profile-revocations.ts'
import type { Owner } from '../src/connection/records.ts'
import { measureQueues, type QueueStatistics } from '../src/queue/queue-statistics.ts'
import { claimDeliveries } from '../src/webhooks/delivery-queue.ts'
import { updateWebhook } from '../src/webhooks/webhook-endpoints.ts'
import { openBrightside, openRosso, publish, registerWebhook } from './fixtures.ts'
import { knexOf } from './testing.ts'
import { openTestDatabase } from './testing-hooks.ts'

const database = openTestDatabase()
let rosso: Owner
beforeEach(async () => {
  await knexOf(database.db)('accounts').delete()
  // Tokens outlive their account.
  await knexOf(database.db)('business_profile_revocations').delete()
  rosso = await openRosso(database.db)
})

const deliveriesNow = (intervalMs = 0) => queueNow('webhook_deliveries', intervalMs)

async function queueNow(queue: QueueName, intervalMs = 0): Promise<Omit<QueueStatistics, 'measured_at'>> {
  const statistics = await measureQueues(database.db, { intervalMs })
  const measured = statistics.find(({ name }) => name === queue)
  if (!measured) throw new Error(`The queue ${queue} was not measured.`)
  const { measured_at: _, ...counts } = measured
  return counts
}

const age = (seconds: number) =>
  knexOf(database.db).raw("update webhook_queue set due_at = now() - ? * interval '1 second'", [seconds])

const empty = {
  name: 'webhook_deliveries',
  waiting_count: 0,
  running_count: 0,
  scheduled_count: 0,
  held_count: 0,
  oldest_due_at: null,
}

describe('the statistics of the queues', () => {
  test('name every queue, and are zero without work', async () => {
    const statistics = await measureQueues(database.db, { intervalMs: 0 })
    expect(statistics.map(({ name }) => name)).toEqual(queueNames.toSorted())
    expect(await deliveriesNow()).toEqual(empty)
  })

  test('show how long the oldest delivery that a worker could claim has been due', async () => {
    await registerWebhook(database.db, rosso)
    await publish(database.db, rosso, 2)
    await age(90)
    const [{ due_at }] = await knexOf(database.db)('webhook_queue').select('due_at')
    expect(await deliveriesNow()).toEqual({ ...empty, waiting_count: 2, oldest_due_at: due_at })
  })

  test('leave out of the age what waits for its turn behind a delivery that is running', async () => {
    await registerWebhook(database.db, rosso)
    await publish(database.db, rosso, 2)
    await age(90)
    await claimDeliveries(database.db, { workerId: 'w', limit: 1, leaseMs: 60_000, perGroupMax: 8, perAccountMax: 8 })
    expect(await deliveriesNow()).toEqual({ ...empty, waiting_count: 1, running_count: 1 })
  })

  test('count held deliveries of a disabled endpoint and of an account without the API apart', async () => {
    const webhook = await registerWebhook(database.db, rosso)
    await publish(database.db, rosso)
    await updateWebhook(database.db, rosso, webhook.id, { enabled: false })
    const brightside = await openBrightside(database.db)
    await registerWebhook(database.db, brightside)
    await publish(database.db, brightside)
    await updateAccount(database.db, brightside.account_id, { api_demo: false })
    await age(90)
    expect(await deliveriesNow()).toEqual({ ...empty, held_count: 2 })
  })

  test('count the synchronization of a location while the business profile is on, and hold it while it is off', async () => {
    const { db } = database
    const refreshToken = { ciphertext: Buffer.from('token'), key_id: 'test' }
    const location = { location: 'accounts/1/locations/2', title: 'Rosso Trattoria', refreshToken }
    await db.transaction((transaction) => connectProfile(transaction, rosso, location))
    const [{ due_at }] = await knexOf(db)('business_profile_connections').select('due_at')
    const synchronizations = { ...empty, name: 'business_profile_connections' }
    await setFlag(db, profileFlag, true)
    expect(await queueNow('business_profile_connections')).toEqual({
      ...synchronizations,
      waiting_count: 1,
      oldest_due_at: due_at,
    })
    await setFlag(db, profileFlag, false)
    expect(await queueNow('business_profile_connections')).toEqual({ ...synchronizations, held_count: 1 })
  })

  test('count the tokens that wait to be revoked', async () => {
    await database.db.transaction((transaction) =>
      requestRevocation(transaction, rosso, { ciphertext: Buffer.from('token'), key_id: 'test' }),
    )
    expect(await queueNow('business_profile_revocations')).toMatchObject({ waiting_count: 1 })
  })

  test('are measured once per interval, however many workers ask', async () => {
    await deliveriesNow()
    await registerWebhook(database.db, rosso)
    await publish(database.db, rosso)
    const asked = await Promise.all(Array.from({ length: 5 }, () => deliveriesNow(3_600_000)))
    expect(asked).toEqual(Array.from({ length: 5 }, () => empty))
    expect(await deliveriesNow()).toMatchObject({ waiting_count: 1 })
  })
})

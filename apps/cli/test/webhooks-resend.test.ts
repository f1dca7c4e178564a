import { finishDeliveries, storedDeliveries } from '@svc/db/testing-webhooks'
import { createWebhook } from '@svc/db/webhook-endpoints'
import { publishEvents } from '@svc/db/webhook-events'
import { type Id, newId } from '@svc/runtime/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAccount, openSvc, type Svc } from './svc.ts'

let svc: Svc
beforeAll(async () => {
  svc = await openSvc()
})
afterAll(() => svc.close())

/** An endpoint whose deliveries are all dead-lettered. */
async function failedEndpoint(account: { accountId: string; businessId: string }, events: number): Promise<Id<'whk'>> {
  const owner = { account_id: account.accountId as Id<'acc'>, business_id: account.businessId as Id<'biz'> }
  const id = newId('whk')
  await svc.database.db.transaction(async (transaction) => {
    await createWebhook(
      transaction,
      owner,
      {
        id,
        url: 'https://hooks.example.org/svc',
        event_types: ['analysis.completed'],
        secret: { ciphertext: Buffer.from('x'), key_id: 'k1' },
      },
      { max: 20 },
    )
    const published = Array.from({ length: events }, () => ({
      id: newId('evt'),
      type: 'analysis.completed' as const,
      payload: '{}',
    }))
    await publishEvents(transaction, owner, published, { maxAttempts: 5 })
  })
  await finishDeliveries(svc.database.db, { webhook_id: id }, { status: 'dead_lettered' })
  return id
}

const queued = (webhookId: string) => storedDeliveries(svc.database.db, { webhook_id: webhookId, origin: 'resend' })

type Counts = Record<'matched_count' | 'queued_count', number>

test('dead letters of every endpoint, or of one account, are queued once more; counting changes nothing', async () => {
  const rosso = await openAccount(svc, 'Rosso Trattoria')
  const brightside = await openAccount(svc, 'Brightside Dental')
  const one = await failedEndpoint(rosso, 3)
  const two = await failedEndpoint(brightside, 2)

  const counted = (await svc.run('webhooks resend --dead-lettered --dry-run --json')).json<{ endpoints: Counts[] }>()
  expect(counted.endpoints.map(({ matched_count, queued_count }) => [matched_count, queued_count])).toEqual([
    [3, 0],
    [2, 0],
  ])
  expect(await queued(one)).toEqual([])

  await svc.run(['webhooks', 'resend', '--dead-lettered', '--account', 'Brightside Dental'])
  expect(await queued(one)).toEqual([])
  expect(await queued(two)).toMatchObject([{ status: 'pending' }, { status: 'pending' }])

  const all = await svc.run('webhooks resend --dead-lettered')
  expect(all.stdout).toContain('5 events queued again, of 2 endpoints.')
  expect(new Set((await queued(one)).map(({ event_id }) => event_id)).size).toBe(3)
  expect((await svc.run('webhooks resend --dead-lettered --since 2026-01-01 --until 2026-01-02')).stdout).toContain(
    '0 events',
  )
})

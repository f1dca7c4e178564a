import { eventCatalog } from '@generated/contract/event-catalog'
import { knexOf } from '@svc/db/testing'
import { finishDeliveries, storedDeliveries } from '@svc/db/testing-webhooks'
import { publishEvents } from '@svc/db/webhook-events'
import type { Reply } from '@svc/http/testing-reply'
import { type Id, newId } from '@svc/runtime/ids'
import { testEvent } from '@svc/webhooks/new-event'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectError } from '../expectations.ts'
import { startTestApi, type TestAccount, type TestApi } from '../testing.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi({ WEBHOOK_RESENDS_PER_ENDPOINT: '300', WEBHOOK_RESENDS_PER_ACCOUNT: '500' })
})

afterAll(() => api.close())

/** An endpoint with dead letters. */
async function endpointWith(account: TestAccount, deadLetters: number) {
  const { db } = api.database
  const url = 'https://hooks.rosso-trattoria.nl/svc'
  const id: Id<'whk'> = (await account.call('POST', '/webhooks', { body: { url } })).data.id
  const { data } = testEvent(eventCatalog, 'webhook.test', { business_id: account.owner.business_id, webhook_id: id })
  const events = Array.from({ length: deadLetters }, () => {
    const event = { id: newId('evt'), type: 'webhook.test' as const, created_at: '2026-11-20T08:30:00.000Z' }
    return { ...event, payload: JSON.stringify({ version: 1, ...event, data }) }
  })
  await db.transaction((transaction) => publishEvents(transaction, account.owner, events, { maxAttempts: 5 }))
  const deliveries = await storedDeliveries(db, { webhook_id: id })
  await finishDeliveries(db, { webhook_id: id }, { status: 'dead_lettered' })
  const resendMany = (body: object = {}, headers: Record<string, string> = {}): Promise<Reply> =>
    account.call('POST', `/webhooks/${id}/resend`, { body: { since: '2026-01-01T00:00:00Z', ...body }, headers })
  const resendOne = (index: number) => account.call('POST', `/webhook-deliveries/${deliveries[index]?.id}/resend`)
  const resentCount = async () => (await storedDeliveries(db, { webhook_id: id, origin: 'resend' })).length
  return { id, resendMany, resendOne, resentCount }
}

function expectUsedUp(reply: Reply): void {
  expectError(reply, 'rate_limited', 'rate.resends')
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(reply.headers.get('retry-after'))).toBeLessThanOrEqual(3_600)
}

async function beginNextHour(): Promise<void> {
  await knexOf(api.database.db).raw("update webhook_resend_budgets set hour = hour - interval '1 hour'")
}

test('however many requests resend, an endpoint resends no more than its budget', async () => {
  const account = await api.open()
  const { resendMany, resendOne, resentCount } = await endpointWith(account, 200)
  const replies = await Promise.all([
    ...Array.from({ length: 5 }, () => resendMany()),
    ...Array.from({ length: 10 }, (_, index) => resendOne(index)),
  ])
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202, 429]))
  for (const reply of replies) if (reply.status === 429) expectUsedUp(reply)
  expect(await resentCount()).toBeLessThanOrEqual(300)
  expect((await resendMany({ dry_run: true })).data).toEqual({ matched_count: 200, queued_count: 0 })
})

test('the endpoints of an account share its budget, and another account has a separate budget', async () => {
  const account = await api.open()
  const first = await endpointWith(account, 300)
  expect((await first.resendMany()).data).toEqual({ matched_count: 300, queued_count: 300 })
  expectUsedUp(await first.resendOne(0))
  const second = await endpointWith(account, 250)
  expectUsedUp(await second.resendMany())
  expect(await second.resentCount()).toBe(0)
  expect((await second.resendOne(0)).status).toBe(202)
  const other = await endpointWith(await api.open({ name: 'Brightside Dental' }), 300)
  expect((await other.resendMany()).status).toBe(202)
})

test('more than the budget is resent hour by hour with one Idempotency-Key, each event once', async () => {
  const { resendMany, resentCount } = await endpointWith(await api.open(), 700)
  const resend = () => resendMany({}, { 'Idempotency-Key': 'outage' })
  expectUsedUp(await resend())
  expect(await resentCount()).toBe(300)
  expectUsedUp(await resend())
  await beginNextHour()
  expectUsedUp(await resend())
  expect(await resentCount()).toBe(600)
  await beginNextHour()
  expect((await resend()).data).toEqual({ matched_count: 700, queued_count: 700 })
  expect(await resentCount()).toBe(700)
})

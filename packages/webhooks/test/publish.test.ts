import { readFileSync } from 'node:fs'
import type { EventType } from '@generated/contract/enums'
import { eventCatalog } from '@generated/contract/event-catalog'
import document from '@generated/contract/openapi.strict.json' with { type: 'json' }
import { createAccount } from '@svc/db/accounts'
import { createBusiness } from '@svc/db/businesses'
import type { Owner } from '@svc/db/records'
import { knexOf } from '@svc/db/testing'
import { openTestDatabase } from '@svc/db/testing-hooks'
import { findDelivery, listDeliveries } from '@svc/db/webhook-deliveries'
import { createWebhook, deleteWebhook } from '@svc/db/webhook-endpoints'
import { listWebhookEvents } from '@svc/db/webhook-events'
import { resendDelivery } from '@svc/db/webhook-resends'
import { type Id, newId } from '@svc/runtime/ids'
import { expect, test } from 'vitest'
import { type NewEvent, testEvent } from '../src/new-event.ts'
import { createPublisher, PayloadError } from '../src/publish.ts'

const database = openTestDatabase()
const publisher = createPublisher(document, { maxAttempts: 5 })

async function newOwner(): Promise<Owner> {
  const account = await createAccount(database.db, { name: 'Rosso Trattoria', plan: 'growth' })
  const details = {
    trade: 'restaurant',
    city: 'Utrecht',
    country: 'NL',
    timezone: 'Europe/Amsterdam',
    website: null,
  } as const
  const business = await createBusiness(database.db, account.id, { name: 'Rosso Trattoria', ...details })
  return { account_id: account.id, business_id: business.id }
}

async function subscribe(owner: Owner, eventTypes: EventType[]): Promise<Id<'whk'>> {
  const id = newId('whk')
  const secret = { ciphertext: Buffer.alloc(32), key_id: 'dev1' }
  const endpoint = { id, url: 'https://hooks.rosso-trattoria.nl/svc', event_types: eventTypes, secret }
  await database.db.transaction((transaction) => createWebhook(transaction, owner, endpoint, { max: 20 }))
  return id
}

const completed = (owner: Owner): NewEvent => ({
  type: 'analysis.completed',
  data: { business_id: owner.business_id, analysis_id: newId('ana'), competitors_analyzed: 5 },
})
const failed = (owner: Owner): NewEvent => ({
  type: 'analysis.failed',
  data: { business_id: owner.business_id, analysis_id: newId('ana'), reason: 'no_reviews' },
})

test('an event becomes one delivery per subscribed endpoint, and its payload is stored as the bytes to sign', async () => {
  const owner = await newOwner()
  const both = await subscribe(owner, ['analysis.completed', 'analysis.failed'])
  const one = await subscribe(owner, ['analysis.failed'])
  const [completedId, failedId] = await database.db.transaction((transaction) =>
    publisher.publish(transaction, owner, [completed(owner), failed(owner)]),
  )
  const eventsOf = async (id: Id<'whk'>) =>
    (await listDeliveries(database.db, owner, id, { limit: 10 })).items.map((item) => item.event_id)
  expect(await eventsOf(both)).toEqual([failedId, completedId])
  expect(await eventsOf(one)).toEqual([failedId])
  const { rows } = await knexOf(database.db).raw('select payload from webhook_events where id = ?', [completedId ?? ''])
  expect(rows[0].payload).toMatch(
    new RegExp(`^\\{"version":1,"id":"${completedId}","type":"analysis.completed","created_at":"[^"]{24}","data":\\{`),
  )
})

test('a rolled-back transaction publishes no event', async () => {
  const owner = await newOwner()
  const endpoint = await subscribe(owner, ['analysis.completed'])
  const attempt = database.db.transaction(async (transaction) => {
    await publisher.publish(transaction, owner, [completed(owner)])
    throw new Error('The change fails.')
  })
  await expect(attempt).rejects.toThrow('The change fails.')
  expect((await listDeliveries(database.db, owner, endpoint, { limit: 10 })).items).toEqual([])
  expect((await listWebhookEvents(database.db, owner, { limit: 10 })).items).toEqual([])
})

test.each([
  [
    'an additional field',
    { business_id: newId('biz'), analysis_id: newId('ana'), competitors_analyzed: 5, secret: 'x' },
  ],
  ['a missing field', { business_id: newId('biz'), analysis_id: newId('ana') }],
  ['an id of another kind', { business_id: newId('cmp'), analysis_id: newId('ana'), competitors_analyzed: 5 }],
  ['a count out of bounds', { business_id: newId('biz'), analysis_id: newId('ana'), competitors_analyzed: 51 }],
])('a payload with %s is refused before anything is written', async (_, data) => {
  const owner = await newOwner()
  const event = { type: 'analysis.completed', data } as NewEvent
  const attempt = database.db.transaction((transaction) =>
    publisher.publish(transaction, owner, [completed(owner), event]),
  )
  await expect(attempt).rejects.toThrow(PayloadError)
  expect((await listWebhookEvents(database.db, owner, { limit: 10 })).items).toEqual([])
})

function testOf({ business_id }: Owner, webhook_id: Id<'whk'>) {
  return testEvent(eventCatalog, 'webhook.test', { business_id, webhook_id })
}

test('a test event is only sent to its endpoint, regardless of the event types of the endpoint', async () => {
  const owner = await newOwner()
  const endpoint = await subscribe(owner, ['report.generated'])
  const other = await subscribe(owner, ['webhook.test'])
  const id = await database.db.transaction((transaction) =>
    publisher.publishTest(transaction, owner, endpoint, testOf(owner, endpoint)),
  )
  const delivery = await findDelivery(database.db, owner, id ?? 'whd_')
  expect(delivery).toMatchObject({
    webhook_id: endpoint,
    event_type: 'webhook.test',
    origin: 'test',
    status: 'pending',
    max_attempts: 5,
  })
  expect(delivery?.payload.data).toMatchObject({ business_id: owner.business_id, webhook_id: endpoint })
  expect((await listDeliveries(database.db, owner, other, { limit: 10 })).items).toEqual([])
})

test('a resend is a new delivery of the same event', async () => {
  const owner = await newOwner()
  const endpoint = await subscribe(owner, ['analysis.completed'])
  await database.db.transaction((transaction) => publisher.publish(transaction, owner, [completed(owner)]))
  const [original] = (await listDeliveries(database.db, owner, endpoint, { limit: 10 })).items
  const resent = await database.db.transaction((transaction) =>
    resendDelivery(transaction, owner, original?.id ?? 'whd_', { maxAttempts: 5 }),
  )
  expect(resent).toMatchObject({
    event_id: original?.event_id,
    payload: original?.payload,
    origin: 'resend',
    resend_of: original?.id,
  })
})

test('endpoints of other accounts and deleted endpoints are not found', async () => {
  const owner = await newOwner()
  const stranger = await newOwner()
  const endpoint = await subscribe(owner, ['analysis.completed'])
  const sent = await database.db.transaction((transaction) =>
    publisher.publishTest(transaction, owner, endpoint, testOf(owner, endpoint)),
  )
  const asStranger = database.db.transaction(async (transaction) => [
    await publisher.publishTest(transaction, stranger, endpoint, testOf(stranger, endpoint)),
    await resendDelivery(transaction, stranger, sent ?? 'whd_', { maxAttempts: 5 }),
  ])
  expect(await asStranger).toEqual([undefined, undefined])
  await database.db.transaction((transaction) => deleteWebhook(transaction, owner, endpoint))
  expect(
    await database.db.transaction((transaction) =>
      publisher.publishTest(transaction, owner, endpoint, testOf(owner, endpoint)),
    ),
  ).toBeUndefined()
})

test('every event type of the contract can be published', async () => {
  const owner = await newOwner()
  const ids = { business_id: owner.business_id, analysis_id: newId('ana') }
  const events: NewEvent[] = [
    completed(owner),
    failed(owner),
    { type: 'report.generated', data: { ...ids, report_id: newId('rpt') } },
    {
      type: 'recommendation.created',
      data: { ...ids, recommendation_id: newId('rec'), priority: 1, action: 'Hold tables for reservations.' },
    },
    { type: 'webhook.test', data: { business_id: owner.business_id, webhook_id: newId('whk'), message: 'Hello' } },
  ]
  expect(events.map(({ type }) => type).sort()).toEqual(Object.keys(document.webhooks).sort())
  await database.db.transaction((transaction) => publisher.publish(transaction, owner, events))
  const { items } = await listWebhookEvents(database.db, owner, { limit: 10 })
  expect(items.map(({ payload }) => payload.type)).toEqual(events.map(({ type }) => type))
})

test('the modules without I/O do not import the database', () => {
  for (const file of ['signing.ts', 'secrets.ts', 'url-policy.ts']) {
    expect(readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8')).not.toMatch(/from '@svc\//)
  }
})

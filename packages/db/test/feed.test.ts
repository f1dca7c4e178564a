import { type Id, newId } from '@svc/runtime/ids'
import { beforeEach, expect, test } from 'vitest'
import type { Owner } from '../src/connection/records.ts'
import {
  listWebhookEvents,
  publishEvents,
  purgeFeedEntries,
  purgeWebhookEvents,
} from '../src/webhooks/webhook-events.ts'
import { resendDelivery } from '../src/webhooks/webhook-resends.ts'
import { completedEvent, openBrightside, openRosso, publish, registerWebhook } from './fixtures.ts'
import { knexOf, lockIsAwaited } from './testing.ts'
import { openTestDatabase } from './testing-hooks.ts'

const database = openTestDatabase()
let rosso: Owner
beforeEach(async () => {
  await knexOf(database.db)('accounts').delete()
  rosso = await openRosso(database.db)
})

const read = (after?: Id<'evt'>, limit = 100) =>
  listWebhookEvents(database.db, rosso, { limit, ...(after === undefined ? {} : { after: { rank: 0, id: after } }) })

test('the feed lists every event of the account, oldest first, even without an endpoint', async () => {
  const events = await publish(database.db, rosso, 3)
  await publish(database.db, await openBrightside(database.db), 2)
  expect(await read()).toEqual({
    items: events.map((event) => ({ position: event.id, payload: JSON.parse(event.payload), resend_of: null })),
    next: null,
  })
})

test('a reader that continues after its last position gets every event once', async () => {
  const events = await publish(database.db, rosso, 7)
  const seen: string[] = []
  let after: Id<'evt'> | undefined
  for (let entries = await read(after, 3); entries.items.length > 0; entries = await read(after, 3)) {
    seen.push(...entries.items.map((entry) => entry.payload.id))
    after = entries.items.at(-1)?.position
  }
  expect(seen).toEqual(events.map((event) => event.id))
})

test('an event never appears before the position of a reader, however late its transaction commits', async () => {
  const early = completedEvent(rosso)
  const late = completedEvent(rosso)
  let publishingLate = Promise.resolve()
  await database.db.transaction(async (transaction) => {
    await publishEvents(transaction, rosso, [early], { maxAttempts: 5 })
    // The second publisher cannot overtake: it waits for the first to commit.
    publishingLate = database.db.transaction((other) => publishEvents(other, rosso, [late], { maxAttempts: 5 }))
    await lockIsAwaited(database.db)
    expect((await read()).items).toEqual([])
  })
  await publishingLate
  expect((await read()).items.map((entry) => entry.position)).toEqual([early.id, late.id])
})

test('publications that wait for each other get their positions in the order in which they came', async () => {
  const events = Array.from({ length: 6 }, () => completedEvent(rosso))
  const publishing: Promise<void>[] = []
  await database.db.transaction(async (transaction) => {
    await publishEvents(transaction, rosso, [completedEvent(rosso)], { maxAttempts: 5 })
    for (const event of events) {
      publishing.push(database.db.transaction((other) => publishEvents(other, rosso, [event], { maxAttempts: 5 })))
      await lockIsAwaited(database.db, publishing.length)
    }
  })
  await Promise.all(publishing)
  expect((await read()).items.slice(1).map((entry) => entry.position)).toEqual(events.map(({ id }) => id))
})

test('a resend has a separate entry with the payload of the event and the resent delivery', async () => {
  await registerWebhook(database.db, rosso)
  const [event] = await publish(database.db, rosso)
  const [original] = await knexOf(database.db)('webhook_deliveries').pluck('id')
  await database.db.transaction((transaction) => resendDelivery(transaction, rosso, original, { maxAttempts: 5 }))
  const { items } = await read(event?.id)
  expect(items).toMatchObject([{ payload: { id: event?.id }, resend_of: original }])
  expect((await read(items[0]?.position)).items).toEqual([])
})

test('the feed can be filtered by type', async () => {
  await publish(database.db, rosso, 2)
  await publish(database.db, rosso, 1, { type: 'report.generated' })
  const { items } = await listWebhookEvents(database.db, rosso, { limit: 100, type: 'report.generated' })
  expect(items.map((entry) => entry.payload.type)).toEqual(['report.generated'])
})

test('a position whose event was purged selects the events after it', async () => {
  const before = newId('evt')
  const first = await publish(database.db, rosso, 2)
  const between = newId('evt')
  const second = await publish(database.db, rosso, 2)
  expect((await read(before)).items).toHaveLength(first.length + second.length)
  expect((await read(between)).items.map((entry) => entry.position)).toEqual(second.map((event) => event.id))
})

test('the retention purges feed entries, and events that no delivery needs', async () => {
  await publish(database.db, rosso, 2)
  await registerWebhook(database.db, rosso)
  await publish(database.db, rosso, 1)
  await knexOf(database.db).raw("update webhook_events set created_at = created_at - interval '31 days'")
  await knexOf(database.db).raw("update webhook_feed_entries set created_at = created_at - interval '31 days'")
  expect(await purgeFeedEntries(database.db, { days: 30, limit: 100 })).toBe(3)
  expect(await purgeWebhookEvents(database.db, { days: 30, limit: 100 })).toBe(2)
  expect(await read()).toEqual({ items: [], next: null })
})

import { setTimeout as sleep } from 'node:timers/promises'
import type { Schemas } from '@generated/contract/server-types'
import { knexOf } from '@svc/db/testing'
import { withRefusedRows } from '@svc/db/testing-faults'
import { finishDeliveries, moveDelivery, storedDeliveries } from '@svc/db/testing-webhooks'
import { publishEvents } from '@svc/db/webhook-events'
import { newId } from '@svc/runtime/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { expectError } from '../expectations.ts'
import { startTestApi, type TestAccount, type TestApi } from '../testing.ts'

// Deliveries, their statistics and the feed. No worker runs: tests write the results of deliveries themselves.

let api: TestApi
let account: TestAccount

beforeAll(async () => {
  api = await startTestApi()
})

beforeEach(async () => {
  account = await api.open()
})

afterAll(() => api.close())

const body = { url: 'https://hooks.rosso-trattoria.nl/svc' }
const createdId = async (): Promise<string> => (await account.call('POST', '/webhooks', { body })).data.id
const testDelivery = async (id: string): Promise<string> => (await account.call('POST', `/webhooks/${id}/test`)).data.id

/** Writes the final state of a delivery, as the worker does after its last attempt. */
async function finish(id: string, status: 'succeeded' | 'dead_lettered' | 'canceled'): Promise<void> {
  await finishDeliveries(api.database.db, { id }, { status })
}

const dayMs = 86_400_000

type Counts = Pick<Schemas['WebhookStatistics'], 'succeeded' | 'dead_lettered' | 'canceled' | 'unfinished'>

function sumOf(points: readonly Counts[]): Counts {
  const sum = (name: keyof Counts) => points.reduce((total, point) => total + point[name], 0)
  return {
    succeeded: sum('succeeded'),
    dead_lettered: sum('dead_lettered'),
    canceled: sum('canceled'),
    unfinished: sum('unfinished'),
  }
}

describe('getWebhookStatistics', () => {
  test('counts the deliveries of the endpoint by status and by the interval in which they were queued', async () => {
    const id = await createdId()
    await testDelivery(await createdId())
    const queued = async (status: Parameters<typeof finish>[1]) => {
      const delivery = await testDelivery(id)
      await finish(delivery, status)
      return delivery
    }
    const [old, done, dead] = [await queued('succeeded'), await queued('succeeded'), await queued('dead_lettered')]
    await queued('succeeded')
    await queued('canceled')
    await testDelivery(id)
    const nowMs = Date.now()
    const threeDaysAgoMs = nowMs - 3 * dayMs
    await moveDelivery(api.database.db, old, nowMs - 40 * dayMs)
    await moveDelivery(api.database.db, dead, threeDaysAgoMs)
    await moveDelivery(api.database.db, done, threeDaysAgoMs)

    const read = async (query = '') => (await account.call('GET', `/webhooks/${id}/statistics?${query}`)).data
    const startOf = (ms: number, lengthMs: number) => new Date(Math.floor(ms / lengthMs) * lengthMs).toISOString()
    const ofToday = { succeeded: 1, dead_lettered: 0, canceled: 1, unfinished: 1 }
    const byDay = await read()
    expect(byDay).toMatchObject({ webhook_id: id, interval: 'day', deliveries: 5 })
    expect(byDay).toMatchObject({ succeeded: 2, dead_lettered: 1, canceled: 1, unfinished: 1 })
    expect(Date.parse(byDay.to) - Date.parse(byDay.from)).toBe(30 * dayMs)
    expect(byDay.points[0]).toEqual({
      start: startOf(threeDaysAgoMs, dayMs),
      succeeded: 1,
      dead_lettered: 1,
      canceled: 0,
      unfinished: 0,
    })
    // The day may have ended while the deliveries were queued.
    expect(sumOf(byDay.points.slice(1))).toEqual(ofToday)

    const byHour = await read('interval=hour')
    expect(byHour).toMatchObject({ interval: 'hour', deliveries: 3, ...ofToday })
    expect(Date.parse(byHour.to) - Date.parse(byHour.from)).toBe(dayMs)
    expect(sumOf(byHour.points)).toEqual(ofToday)
    for (const { start } of byHour.points) expect(start).toBe(startOf(Date.parse(start), 3_600_000))
  })

  test('returns zeros for an endpoint without deliveries, and 404 for the endpoint of another account', async () => {
    const id = await createdId()
    const none = { deliveries: 0, succeeded: 0, dead_lettered: 0, canceled: 0, unfinished: 0, points: [] }
    expect((await account.call('GET', `/webhooks/${id}/statistics`)).data).toMatchObject(none)
    const stranger = await api.open()
    expectError(await stranger.call('GET', `/webhooks/${id}/statistics`), 'not_found')
    expectError(
      await account.call('GET', `/webhooks/${id}/statistics?interval=month`),
      'invalid_request',
      'query.interval',
    )
  })
})

describe('deliveries', () => {
  test('are listed newest first and filtered by status and by event type', async () => {
    const id = await createdId()
    const [one, two, three] = [await testDelivery(id), await testDelivery(id), await testDelivery(id)]
    await finish(one, 'dead_lettered')
    const list = async (query: '' | `?${string}` = '') =>
      (await account.call('GET', `/webhooks/${id}/deliveries${query}`)).data.map((item) => item.id)
    expect(await list()).toEqual([three, two, one])
    expect(await list('?status=dead_lettered')).toEqual([one])
    expect(await list('?status=pending&limit=1')).toEqual([three])
    expect(await list('?event_type=webhook.test')).toEqual([three, two, one])
    expect(await list('?event_type=analysis.completed')).toEqual([])
    for (const query of ['status=lost', 'event_type=review.created', 'status=pending&status=pending']) {
      expectError(
        await account.call('GET', `/webhooks/${id}/deliveries?${query}`),
        'invalid_request',
        `query.${query.split('=')[0]}`,
      )
    }
  })

  test('are filtered by the time at which they were queued, from an instant on and before another', async () => {
    const id = await createdId()
    const [old, middle, latest] = [await testDelivery(id), await testDelivery(id), await testDelivery(id)]
    const [oldMs, middleMs] = [Date.UTC(2026, 10, 1), Date.UTC(2026, 10, 10)]
    const [first, second] = [
      await moveDelivery(api.database.db, old, oldMs),
      await moveDelivery(api.database.db, middle, middleMs),
    ]
    const list = async (query: Record<string, string>) => {
      const reply = await account.call('GET', `/webhooks/${id}/deliveries?${new URLSearchParams(query)}`)
      return reply.data.map((item) => item.id)
    }
    expect(await list({})).toEqual([latest, second, first])
    expect(await list({ created_after: '2026-11-10T01:00:00+01:00' })).toEqual([latest, second])
    expect(await list({ created_after: '2026-11-10T00:00:00.001Z' })).toEqual([latest])
    expect(await list({ created_before: '2026-11-10T00:00:00Z' })).toEqual([first])
    expect(await list({ created_after: '2026-11-01T00:00:00Z', created_before: '2026-11-11T00:00:00Z' })).toEqual([
      second,
      first,
    ])
    expect(await list({ created_after: '2026-11-11T00:00:00Z', created_before: '2026-11-01T00:00:00Z' })).toEqual([])
    expect(await list({ created_after: '0000-01-01T00:00:00Z', created_before: '9999-12-31T23:59:60Z' })).toHaveLength(
      3,
    )
    for (const name of ['created_after', 'created_before'])
      expectError(
        await account.call('GET', `/webhooks/${id}/deliveries?${name}=yesterday`),
        'invalid_request',
        `query.${name}`,
      )
  })

  test('can be resent as a new delivery of the same event, which leaves the original unchanged', async () => {
    const id = await createdId()
    const original = await testDelivery(id)
    await finish(original, 'dead_lettered')
    const before = (await account.call('GET', `/webhook-deliveries/${original}`)).data
    const { status, data } = await account.call('POST', `/webhook-deliveries/${original}/resend`)
    expect(status).toBe(202)
    expect(data).toMatchObject({
      origin: 'resend',
      resend_of: original,
      event_id: before.event_id,
      payload: before.payload,
      status: 'pending',
    })
    expect(data.id).not.toBe(original)
    expect((await account.call('GET', `/webhook-deliveries/${original}`)).data).toEqual(before)
  })
})

describe('resendWebhookDeliveries', () => {
  async function withHistory() {
    const id = await createdId()
    const dead = [await testDelivery(id), await testDelivery(id)]
    const succeeded = await testDelivery(id)
    await testDelivery(id)
    for (const delivery of dead) await finish(delivery, 'dead_lettered')
    await finish(succeeded, 'succeeded')
    const resend = (body: object) => account.call('POST', `/webhooks/${id}/resend`, { body })
    return { id, dead, resend }
  }
  const since = '2026-01-01T00:00:00Z'

  test('resends the dead letters of a period, each event once', async () => {
    const { id, dead, resend } = await withHistory()
    const { status, data: resent } = await resend({ since })
    expect([status, resent]).toEqual([202, { matched_count: 2, queued_count: 2 }])
    const { data } = await account.call('GET', `/webhooks/${id}/deliveries?limit=2`)
    expect(data.map((item) => item.resend_of).sort()).toEqual(dead.toSorted())
  })

  test('continues after a failure with the same Idempotency-Key: no event is resent twice, and all are counted', async () => {
    const id = await createdId()
    const { db } = api.database
    const events = Array.from({ length: 6_000 }, () => ({
      id: newId('evt'),
      type: 'webhook.test' as const,
      payload: '{}',
    }))
    await db.transaction((transaction) => publishEvents(transaction, account.owner, events, { maxAttempts: 5 }))
    await finishDeliveries(db, { webhook_id: id }, { status: 'dead_lettered' })
    const resend = () =>
      account.call('POST', `/webhooks/${id}/resend`, { body: { since }, headers: { 'Idempotency-Key': 'outage' } })
    const queued = async () =>
      (await storedDeliveries(db, { webhook_id: id, origin: 'resend' })).map(({ event_id }) => event_id)

    const [feed] = await knexOf(db)('webhook_feeds').where({ account_id: account.owner.account_id })
    const unless = `account_id <> '${account.owner.account_id}' or last_number <= ${feed.last_number + 5_500}`
    await withRefusedRows(db, { table: 'webhook_feeds', unless }, async () =>
      expectError(await resend(), 'internal_error'),
    )
    const before = await queued()
    expect(before.length).toBeGreaterThan(0)
    expect(before.length).toBeLessThan(6_000)

    expect((await resend()).data).toEqual({ matched_count: 6_000, queued_count: 6_000 })
    const after = await queued()
    expect([after.length, new Set(after).size]).toEqual([6_000, 6_000])
    expect((await resend()).headers.get('idempotency-replayed')).toBe('true')
    await account.call('DELETE', `/webhooks/${id}`)
  })

  test('queues nothing in a dry run', async () => {
    const { id, resend } = await withHistory()
    expect((await resend({ since, dry_run: true })).data).toEqual({ matched_count: 2, queued_count: 0 })
    expect((await account.call('GET', `/webhooks/${id}/deliveries`)).data).toHaveLength(4)
  })

  test('selects by period, event types and final statuses', async () => {
    const { resend } = await withHistory()
    const matched = async (body: object) => (await resend({ since, dry_run: true, ...body })).data.matched_count
    expect(await matched({ statuses: ['succeeded'] })).toBe(1)
    expect(await matched({ statuses: ['succeeded', 'dead_lettered'] })).toBe(3)
    expect(await matched({ event_types: ['analysis.completed'] })).toBe(0)
    expect(await matched({ event_types: ['analysis.completed', 'webhook.test'] })).toBe(2)
    expect(await matched({ until: '2026-01-02T00:00:00Z' })).toBe(0)
    expect(await matched({ since: '2999-01-01T00:00:00Z' })).toBe(0)
  })

  test.each([
    [{}, 'body.since'],
    [{ since: 'yesterday' }, 'body.since'],
    [{ since, statuses: ['pending'] }, 'body.statuses.0'],
    [{ since, statuses: [] }, 'body.statuses'],
    [{ since, dry_run: 'yes' }, 'body.dry_run'],
    [{ since, webhook_id: 'whk_x' }, 'body.webhook_id'],
  ])('refuses the body %j and names the invalid field', async (body, path) => {
    expectError(await account.call('POST', `/webhooks/${await createdId()}/resend`, { body }), 'invalid_request', path)
  })
})

describe('the event feed', () => {
  const feed = async (query: '' | `?${string}` = '') => (await account.call('GET', `/webhook-events${query}`)).data
  const positions = (entries: { position: string }[]) => entries.map(({ position }) => position)

  test('lists every event and every resend, oldest first, and continues after a position', async () => {
    const id = await createdId()
    const [one] = [await testDelivery(id), await testDelivery(id)]
    await account.call('POST', `/webhook-deliveries/${one}/resend`)
    const all = await feed()
    expect(all).toHaveLength(3)
    expect(all[2]).toEqual({ position: expect.stringMatching(/^evt_/), payload: all[0]?.payload, resend_of: one })
    expect(all.slice(0, 2).map((entry) => entry.position === entry.payload.id)).toEqual([true, true])
    expect(positions(await feed(`?after=${all[0]?.position}`))).toEqual(positions(all.slice(1)))
    expect(await feed(`?after=${all[2]?.position}`)).toEqual([])
    expect(positions(await feed('?type=webhook.test'))).toEqual(positions(all))
    expect(await feed('?type=analysis.completed')).toEqual([])
  })

  test('a waiting request returns when an event arrives, before its wait ends', async () => {
    const id = await createdId()
    const waiting = feed('?wait=20')
    const waitEnded = sleep(20_000, 'the wait ended', { ref: false })
    // When a later request has returned, the waiting one has found the feed empty.
    await feed()
    await testDelivery(id)
    expect(await Promise.race([waiting, waitEnded])).toHaveLength(1)
  })

  test('a waiting request returns an empty list at the end of its wait, not earlier', async () => {
    const startedMs = performance.now()
    expect(await feed('?wait=1&type=analysis.failed')).toEqual([])
    expect(performance.now() - startedMs).toBeGreaterThan(950)
  })

  test('waiting clients share one query per poll, and none is made for clients that disconnected', async () => {
    const execute = vi.spyOn(api.database.db, 'execute')
    const executed = (statement: string) => execute.mock.calls.filter(([{ name }]) => name === statement).length
    const gone = new AbortController()
    const waiting = Array.from({ length: 20 }, () =>
      fetch(`${api.baseUrl}/webhook-events?wait=20`, { headers: { 'X-API-Key': account.key }, signal: gone.signal }),
    )
    // The first poll finds out where the feed ends, so that each client reads it once more; then nothing has changed.
    while (executed('list_webhook_events') < 40 || executed('last_feed_numbers') < 3) await sleep(20)
    gone.abort()
    await Promise.allSettled(waiting)
    const polls = executed('last_feed_numbers')
    await sleep(2_500)
    expect(executed('last_feed_numbers')).toBeLessThanOrEqual(polls + 2)
    expect(executed('list_webhook_events')).toBe(40)
    execute.mockRestore()
  })

  test('accepts any event id as a position, and nothing else', async () => {
    expect(await feed(`?after=${newId('evt')}`)).toEqual([])
    for (const [query, path] of [
      ['after=x', 'query.after'],
      [`after=${newId('whd')}`, 'query.after'],
      ['type=x', 'query.type'],
      ['wait=21', 'query.wait'],
      ['wait=-1', 'query.wait'],
      ['wait=1.5', 'query.wait'],
      ['limit=1', 'query.limit'],
    ] as const) {
      expectError(await account.call('GET', `/webhook-events?${query}`), 'invalid_request', path)
    }
  })
})

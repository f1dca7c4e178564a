import { createHook } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EventType } from '@generated/contract/enums'
import { eventCatalog } from '@generated/contract/event-catalog'
import type { Schemas } from '@generated/contract/server-types'
import { finishDeliveries, knexOf } from '@svc/db/testing'
import { publishEvents } from '@svc/db/webhook-events'
import { present } from '@svc/http/testing-reply'
import { newId } from '@svc/runtime/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { expectError } from '../expectations.ts'
import { startTestApi, type TestAccount, type TestApi } from '../testing.ts'

// The webhook operations of INTERFACE.md §4 and their extensions. No worker runs: tests write the results of deliveries
// themselves.

let api: TestApi
let account: TestAccount

beforeAll(async () => {
  api = await startTestApi({ WEBHOOK_ENDPOINTS_MAX: '3' })
})

beforeEach(async () => {
  account = await api.open()
})

afterAll(() => api.close())

const url = 'https://hooks.rosso-trattoria.nl/svc'
const create = (body: object = { url }) => account.call('POST', '/webhooks', { body })
const createdId = async (body?: object): Promise<string> => (await create(body)).data.id
const testDelivery = async (id: string): Promise<string> => (await account.call('POST', `/webhooks/${id}/test`)).data.id

/** Writes the final state of a delivery, as the worker does after its last attempt. */
async function finish(id: string, status: 'succeeded' | 'dead_lettered' | 'canceled'): Promise<void> {
  await finishDeliveries(api.database.db, { id }, { status })
}

const dayMs = 86_400_000

/** Makes a delivery one that was queued at that time, and returns its id, which contains the time. */
async function moveDelivery(id: string, ms: number): Promise<string> {
  const moved = newId('whd', { now: () => ms })
  await knexOf(api.database.db)('webhook_deliveries')
    .where({ id })
    .update({ id: moved, created_at: new Date(ms) })
  return moved
}

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

describe('createWebhook', () => {
  test('returns 201 with the endpoint, its secret and its location', async () => {
    const { status, data, headers } = await create({ url, event_types: ['analysis.completed', 'webhook.test'] })
    expect(status).toBe(201)
    expect(data).toEqual({
      id: expect.stringMatching(/^whk_/),
      url,
      event_types: ['analysis.completed', 'webhook.test'],
      enabled: true,
      disabled_reason: null,
      disabled_at: null,
      description: null,
      max_attempts_per_minute: null,
      metadata: {},
      created_at: expect.stringMatching(/Z$/),
      secret_rotated_at: null,
      previous_secret_expires_at: null,
      last_succeeded_at: null,
      last_failed_at: null,
      signing_secret: expect.stringMatching(/^whsec_[0-9A-Za-z+/]{43}=$/),
    })
    expect(headers.get('location')).toBe(`/api/public/v1/webhooks/${data.id}`)
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('keeps the rate of an endpoint until it is changed or removed', async () => {
    const { data } = await create({ url, max_attempts_per_minute: 600 })
    const path = `/webhooks/${data.id}` as const
    expect(data.max_attempts_per_minute).toBe(600)
    const changed = async (change: object) =>
      (await account.call('PATCH', path, { body: change })).data.max_attempts_per_minute
    expect(await changed({ enabled: true })).toBe(600)
    expect(await changed({ max_attempts_per_minute: 1 })).toBe(1)
    expect(await changed({ max_attempts_per_minute: null })).toBeNull()
    expect((await account.call('GET', path)).data.max_attempts_per_minute).toBeNull()
    const refused = await account.call('PATCH', path, { body: { max_attempts_per_minute: 0 } })
    expect([refused.status, refused.details[0]?.path]).toEqual([400, 'body.max_attempts_per_minute'])
  })

  test('keeps a description of 200 characters and 20 keys and values of the owner, in any language', async () => {
    const description = 'é'.repeat(200)
    const pairs = Array.from({ length: 20 }, (_, index) => [`key_${index}`, '値'.repeat(500)])
    const metadata = Object.fromEntries(pairs)
    const { data } = await create({ url, description, metadata })
    expect(data).toMatchObject({ description, metadata })
    expect((await account.call('GET', `/webhooks/${data.id}`)).data).toMatchObject({ description, metadata })
    expect((await account.call('GET', '/webhooks')).data).toMatchObject([{ description, metadata }])
  })

  test.each([
    ['a description of 201 characters', { description: 'a'.repeat(201) }, 'body.description'],
    ['an empty description', { description: '' }, 'body.description'],
    ['a description with U+0000', { description: 'a\0' }, 'body.description'],
    ['21 keys', { metadata: Object.fromEntries([...'abcdefghijklmnopqrstu'].map((k) => [k, ''])) }, 'body.metadata'],
    ['a key of 41 characters', { metadata: { ['k'.repeat(41)]: 'a' } }, 'body.metadata'],
    ['a key that begins with an underscore', { metadata: JSON.parse('{"__proto__":"a"}') }, 'body.metadata'],
    ['a value of 501 characters', { metadata: { team: 'a'.repeat(501) } }, 'body.metadata.team'],
    ['a value that is not a string', { metadata: { team: { name: 'kitchen' } } }, 'body.metadata.team'],
    ['a value with U+0000', { metadata: { team: '\0' } }, 'body.metadata.team'],
    ['metadata that is null', { metadata: null }, 'body.metadata'],
  ])('refuses %s', async (_case, fields, path) => {
    expectError(await create({ url, ...fields }), 'invalid_request', path)
  })

  test('subscribes to all five types by default', async () => {
    expect((await create()).data.event_types).toEqual([
      'analysis.completed',
      'analysis.failed',
      'report.generated',
      'recommendation.created',
      'webhook.test',
    ])
  })

  test('stores the URL in its normal form, and accepts the same URL twice', async () => {
    const { data } = await create({ url: 'https://HOOKS.Rosso-Trattoria.nl./a?b=c' })
    expect(data.url).toBe('https://hooks.rosso-trattoria.nl/a?b=c')
    expect((await create({ url: data.url })).status).toBe(201)
  })

  test('createWebhook and updateWebhook send no DNS queries, so they do not reveal which internal names exist', async () => {
    let queries = 0
    const countQueries = createHook({
      init(_id, type) {
        if (type === 'QUERYWRAP' || type === 'GETADDRINFOREQWRAP') queries += 1
      },
    }).enable()
    const { data } = await create()
    await account.call('PATCH', `/webhooks/${data.id}`, { body: { url: 'https://db.rosso-trattoria.nl/' } })
    countQueries.disable()
    expect(queries).toBe(0)
  })

  const wrongSyntax = 'must be https:// with a host, without credentials, spaces or a fragment'
  const notPublic = 'must have a public host; use "svc listen --forward-to" for a receiver on your own machine'
  test.each([
    ['without TLS', 'http://hooks.rosso-trattoria.nl/', wrongSyntax],
    ['to loopback', 'https://127.0.0.1/', notPublic],
    ['to loopback in another spelling', 'https://2130706433/', 'must have an IPv4 address in its usual spelling'],
    ['to loopback in IPv6', 'https://[::1]/', notPublic],
    ['to loopback, mapped to IPv6', 'https://[::ffff:127.0.0.1]/', wrongSyntax],
    ['to a private range', 'https://192.168.1.1/', notPublic],
    ['to link-local metadata', 'https://169.254.169.254/latest/meta-data', notPublic],
    ['to localhost', 'https://localhost/', notPublic],
    ['to an internal name', 'https://db.internal/', notPublic],
    ['to a name without a dot', 'https://intranet/', notPublic],
    ['to an impossible name', 'https://-hooks.rosso-trattoria.nl/', 'must have a valid host name'],
    ['with credentials', 'https://user:secret@hooks.rosso-trattoria.nl/', wrongSyntax],
    ['with a fragment', 'https://hooks.rosso-trattoria.nl/#x', wrongSyntax],
    [
      'to a database port',
      'https://hooks.rosso-trattoria.nl:5432/',
      'must have port 443, or a port from 1024 that no other well-known service uses',
    ],
    ['with a line break', 'https://hooks.rosso-trattoria.nl/\r\nX-A: b', wrongSyntax],
    [
      'of 2,049 characters',
      `https://hooks.rosso-trattoria.nl/${'a'.repeat(2_016)}`,
      'must not be longer than 2048 characters',
    ],
    ['that is a word', 'hooks', wrongSyntax],
  ])('a URL %s is refused with the reason, and reveals no address', async (_case, url, reason) => {
    const reply = await create({ url })
    expectError(reply, 'invalid_request', 'body.url')
    expect(reply.details).toEqual([{ path: 'body.url', message: reason }])
    expect(JSON.stringify(reply.error)).not.toMatch(/127\.0|10\.0|::1|192\.168/)
  })

  test.each([
    ['an unknown type', ['review.created'], 'body.event_types.0'],
    ['an empty list', [], 'body.event_types'],
    ['a type twice', ['webhook.test', 'webhook.test'], 'body.event_types'],
    ['a string', 'webhook.test', 'body.event_types'],
  ])('refuses %s', async (_case, eventTypes, path) => {
    expectError(await create({ url, event_types: eventTypes }), 'invalid_request', path)
  })

  test('returns 409 beyond the maximum, also for concurrent requests, and succeeds again after a deletion', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => create()))
    const made = replies.filter(({ status }) => status === 201)
    expect(made).toHaveLength(3)
    for (const reply of replies) if (reply.status !== 201) expectError(reply, 'conflict')
    await account.call('DELETE', `/webhooks/${made[0]?.data.id}`)
    expect((await create()).status).toBe(201)
  })
})

describe('the signing secret', () => {
  test('is returned at creation and rotation and never again', async () => {
    const created = await create()
    const { id } = created.data
    const rotated = await account.call('POST', `/webhooks/${id}/rotate-secret`)
    const delivery = await testDelivery(id)
    const secrets = [created, rotated].map(({ data }) => data.signing_secret.slice(6))
    expect(new Set(secrets).size).toBe(2)
    const later = await Promise.all(
      [
        '/webhooks',
        `/webhooks/${id}`,
        `/webhooks/${id}/deliveries`,
        `/webhook-deliveries/${delivery}`,
        '/webhook-events',
        '/events',
      ].map((path) => account.call('GET', path)),
    )
    later.push(await account.call('PATCH', `/webhooks/${id}`, { body: { enabled: true } }))
    for (const { status, body } of later) {
      expect(status).toBe(200)
      for (const secret of secrets) expect(JSON.stringify(body)).not.toContain(secret)
      expect(JSON.stringify(body)).not.toContain('signing_secret')
    }
  })

  test('is replaced by a rotation, whose instant the endpoint shows', async () => {
    const id = await createdId()
    const { status, data } = await account.call('POST', `/webhooks/${id}/rotate-secret`)
    expect([status, data.id, data.url]).toEqual([200, id, url])
    expect(data.secret_rotated_at).toMatch(/Z$/)
    expect((await account.call('GET', `/webhooks/${id}`)).data.secret_rotated_at).toBe(data.secret_rotated_at)
  })

  test('the previous secret remains valid for the overlap of the rotation, and the endpoint shows its end', async () => {
    const id = await createdId()
    const rotate = (body?: object) => account.call('POST', `/webhooks/${id}/rotate-secret`, { body })
    const kept = (await rotate({ keep_previous_for: 3_600 })).data
    const keptMs = Date.parse(present(kept.previous_secret_expires_at)) - Date.parse(present(kept.secret_rotated_at))
    expect(keptMs).toBe(3_600_000)
    const { data: shown } = await account.call('GET', `/webhooks/${id}`)
    expect(shown.previous_secret_expires_at).toBe(kept.previous_secret_expires_at)
    // Over before anybody removed it.
    await knexOf(api.database.db)('webhook_endpoints')
      .where({ id })
      .update({ previous_secret_expires_at: '2026-01-01T00:00:00Z' })
    expect((await account.call('GET', `/webhooks/${id}`)).data.previous_secret_expires_at).toBeNull()
    expect((await rotate({})).data.previous_secret_expires_at).toBeNull()
    for (const seconds of [-1, 86_401, '60', 1.5])
      expect((await rotate({ keep_previous_for: seconds })).details[0]?.path).toBe('body.keep_previous_for')
  })

  test('does not change when the endpoint is updated', async () => {
    const id = await createdId()
    const sealed = () =>
      knexOf(api.database.db)('webhook_endpoints').where({ id }).first('secret_ciphertext', 'secret_key_id')
    const before = await sealed()
    await account.call('PATCH', `/webhooks/${id}`, {
      body: { url: `${url}/2`, event_types: ['webhook.test'], enabled: false },
    })
    expect(await sealed()).toEqual(before)
  })
})

describe('updateWebhook', () => {
  test('enables an endpoint that the service disabled; other changes leave it disabled', async () => {
    const id = await createdId()
    const disabled = { enabled: false, disabled_reason: 'failing', disabled_at: '2026-11-20T09:12:40.118Z' }
    await knexOf(api.database.db)('webhook_endpoints').where({ id }).update(disabled)
    const patch = async (body: object) => (await account.call('PATCH', `/webhooks/${id}`, { body })).data
    expect((await account.call('GET', `/webhooks/${id}`)).data).toMatchObject(disabled)
    expect(await patch({ description: 'Kitchen' })).toMatchObject(disabled)
    expect(await patch({ enabled: false })).toMatchObject(disabled)
    expect(await patch({ enabled: true })).toMatchObject({ enabled: true, disabled_reason: null, disabled_at: null })
  })

  test('changes the fields of the body and keeps the others', async () => {
    const id = await createdId({ url, event_types: ['webhook.test'] })
    const patch = async (body: object) => (await account.call('PATCH', `/webhooks/${id}`, { body })).data
    expect(await patch({ enabled: false })).toMatchObject({ url, event_types: ['webhook.test'], enabled: false })
    expect(await patch({ url: `${url}/2` })).toMatchObject({
      url: `${url}/2`,
      event_types: ['webhook.test'],
      enabled: false,
    })
    expect(await patch({ event_types: ['analysis.failed'] })).toMatchObject({
      url: `${url}/2`,
      event_types: ['analysis.failed'],
    })
  })

  test('replaces all metadata, removes a description with null, and keeps what is left out', async () => {
    const id = await createdId({ url, description: 'Kitchen', metadata: { team: 'kitchen', floor: '1' } })
    const patch = async (body: object) => (await account.call('PATCH', `/webhooks/${id}`, { body })).data
    expect(await patch({ enabled: true })).toMatchObject({
      description: 'Kitchen',
      metadata: { team: 'kitchen', floor: '1' },
    })
    const replaced = await patch({ metadata: { floor: '2' } })
    expect([replaced.description, replaced.metadata]).toEqual(['Kitchen', { floor: '2' }])
    const removed = await patch({ description: null })
    expect([removed.description, removed.metadata]).toEqual([null, { floor: '2' }])
    expect((await patch({ metadata: {} })).metadata).toEqual({})
  })

  test.each([
    [{}, 'body'],
    [{ url: 'https://localhost/' }, 'body.url'],
    [{ description: '' }, 'body.description'],
    [{ metadata: { 'a b': 'c' } }, 'body.metadata'],
    [{ enabled: 'yes' }, 'body.enabled'],
    [{ signing_secret: 'whsec_x' }, 'body.signing_secret'],
    [{ id: 'whk_x' }, 'body.id'],
  ])('refuses %j', async (body, path) => {
    expectError(await account.call('PATCH', `/webhooks/${await createdId()}`, { body }), 'invalid_request', path)
  })
})

test('deleteWebhook hides the endpoint and its deliveries, cancels unfinished ones, and is 404 the second time', async () => {
  const id = await createdId()
  const [open, done] = [await testDelivery(id), await testDelivery(id)]
  await finish(done, 'succeeded')
  const deleted = await account.call('DELETE', `/webhooks/${id}`)
  expect([deleted.status, deleted.data]).toEqual([200, { id, deleted: true }])
  for (const path of [
    `/webhooks/${id}`,
    `/webhooks/${id}/deliveries`,
    `/webhook-deliveries/${open}`,
    `/webhook-deliveries/${done}`,
  ]) {
    expectError(await account.call('GET', path), 'not_found')
  }
  for (const [method, path] of [
    ['DELETE', `/webhooks/${id}`],
    ['POST', `/webhooks/${id}/test`],
    ['POST', `/webhooks/${id}/rotate-secret`],
    ['POST', `/webhook-deliveries/${done}/resend`],
  ] as const) {
    expectError(await account.call(method, path), 'not_found')
  }
  expect((await account.call('GET', '/webhooks')).data).toEqual([])
  const rows = await knexOf(api.database.db)('webhook_deliveries').where({ webhook_id: id }).orderBy('id')
  expect(rows.map(({ status }) => status)).toEqual(['canceled', 'succeeded'])
})

describe('testWebhook', () => {
  test('queues a webhook.test for this endpoint only, regardless of its event types', async () => {
    const id = await createdId({ url, event_types: ['analysis.failed'] })
    const { status, data } = await account.call('POST', `/webhooks/${id}/test`)
    expect(status).toBe(202)
    expect(data).toMatchObject({
      webhook_id: id,
      event_type: 'webhook.test',
      status: 'pending',
      origin: 'test',
      resend_of: null,
      attempt_count: 0,
      max_attempts: 5,
      attempts: [],
      payload: { version: 1, id: data.event_id, type: 'webhook.test', data: { webhook_id: id } },
    })
    const other = await createdId()
    expect((await account.call('GET', `/webhooks/${other}/deliveries`)).data).toEqual([])
  })

  test.each(eventCatalog)(
    'sends the example of $type from the contract, about the business of the account',
    async ({ type, example }) => {
      const id = await createdId({ url, event_types: ['analysis.failed'] })
      const { status, data } = await account.call('POST', `/webhooks/${id}/test`, { body: { event_type: type } })
      const own = { business_id: account.owner.business_id, ...(type === 'webhook.test' && { webhook_id: id }) }
      expect([status, data.event_type, data.origin]).toEqual([202, type, 'test'])
      const { id: eventId, created_at, ...sent } = data.payload
      expect(sent).toEqual({ version: 1, type, data: { ...example.data, ...own } })
      expect(eventId).not.toBe(example.id)
      expect(created_at).not.toBe(example.created_at)
    },
  )

  test('keeps examples and their resends out of the feed, which has no gaps', async () => {
    const id = await createdId()
    const send = async (event_type: EventType) =>
      (await account.call('POST', `/webhooks/${id}/test`, { body: { event_type } })).data
    const example = await send('analysis.completed')
    const tested = await send('webhook.test')
    const feed = async () =>
      (await account.call('GET', '/webhook-events')).data.map((entry) => [entry.payload.id, entry.resend_of])
    expect(await feed()).toEqual([[tested.event_id, null]])

    for (const delivery of [example.id, tested.id]) {
      await finish(delivery, 'dead_lettered')
      expect((await account.call('POST', `/webhook-deliveries/${delivery}/resend`)).status).toBe(202)
    }
    expect(await feed()).toEqual([
      [tested.event_id, null],
      [tested.event_id, tested.id],
    ])
    const many = await account.call('POST', `/webhooks/${id}/resend`, { body: { since: '2026-01-01T00:00:00Z' } })
    expect(many.data).toEqual({ matched_count: 2, queued_count: 2 })
    expect(await feed()).toEqual([
      [tested.event_id, null],
      [tested.event_id, tested.id],
      [tested.event_id, tested.id],
    ])
    const numbers = await knexOf(api.database.db)('webhook_feed_entries')
      .where({ account_id: account.owner.account_id })
      .orderBy('number')
      .pluck('number')
    expect(numbers.map(Number)).toEqual([1, 2, 3])
  })

  test('refuses a type that the contract does not have', async () => {
    const id = await createdId()
    for (const event_type of ['review.created', null, ['webhook.test']])
      expectError(
        await account.call('POST', `/webhooks/${id}/test`, { body: { event_type } }),
        'invalid_request',
        'body.event_type',
      )
  })
})

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
    await moveDelivery(old, nowMs - 40 * dayMs)
    await moveDelivery(dead, threeDaysAgoMs)
    await moveDelivery(done, threeDaysAgoMs)

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
    const [first, second] = [await moveDelivery(old, oldMs), await moveDelivery(middle, middleMs)]
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

  test('can be resent: a new delivery of the same event, which leaves the original unchanged', async () => {
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
    const queued = () => knexOf(db)('webhook_deliveries').where({ webhook_id: id, origin: 'resend' }).pluck('event_id')

    const [feed] = await knexOf(db)('webhook_feeds').where({ account_id: account.owner.account_id })
    const lastNumber = `check (account_id <> '${account.owner.account_id}' or last_number <= ${feed.last_number + 5_500})`
    await knexOf(db).raw(`alter table webhook_feeds add constraint full_feed ${lastNumber}`)
    expectError(await resend(), 'internal_error')
    const before = await queued()
    expect(before.length).toBeGreaterThan(0)
    expect(before.length).toBeLessThan(6_000)

    await knexOf(db).raw('alter table webhook_feeds drop constraint full_feed')
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
  ])('refuses %j', async (body, path) => {
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

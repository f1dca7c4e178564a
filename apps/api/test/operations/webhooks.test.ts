import { createHook } from 'node:async_hooks'
import type { EventType } from '@generated/contract/enums'
import { eventCatalog } from '@generated/contract/event-catalog'
import { knexOf } from '@svc/db/testing'
import {
  disableAsFailing,
  endPreviousSecret,
  finishDeliveries,
  storedDeliveries,
  storedEndpoints,
} from '@svc/db/testing-webhooks'
import { present } from '@svc/http/testing-reply'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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
  ])('refuses %s and names the field', async (_case, fields, path) => {
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
  ])('refuses %s and names the field', async (_case, eventTypes, path) => {
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
    await endPreviousSecret(api.database.db, id, '2026-01-01T00:00:00Z')
    expect((await account.call('GET', `/webhooks/${id}`)).data.previous_secret_expires_at).toBeNull()
    expect((await rotate({})).data.previous_secret_expires_at).toBeNull()
    for (const seconds of [-1, 86_401, '60', 1.5])
      expect((await rotate({ keep_previous_for: seconds })).details[0]?.path).toBe('body.keep_previous_for')
  })

  test('does not change when the endpoint is updated', async () => {
    const id = await createdId()
    const sealed = async () => {
      const { secret_ciphertext, secret_key_id } = present((await storedEndpoints(api.database.db, { id }))[0])
      return { secret_ciphertext, secret_key_id }
    }
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
    const disabled = await disableAsFailing(api.database.db, { id })
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
  ])('refuses the body %j and names the field', async (body, path) => {
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
  const rows = await storedDeliveries(api.database.db, { webhook_id: id })
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

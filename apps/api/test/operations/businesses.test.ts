import { operations } from '@generated/contract/operations'
import { setFlag } from '@svc/db/flags'
import { exampleBody } from '@svc/http/testing'
import type { ApiBodies } from '@svc/http/testing-reply'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectError } from '../expectations.ts'
import { createDriver, type TestClient } from '../oauth/oauth-client.ts'
import { openConsole, openPortal, type PortalPage } from '../portal/portal-client.ts'
import { request, startTestApi, type TestAccount, type TestApi } from '../testing.ts'

// The business of an account that has none: who may create it, and what everyone else sees until then.

let api: TestApi
let administrator: PortalPage
beforeAll(async () => {
  api = await startTestApi()
  administrator = await openConsole(api)
})
afterAll(() => api.close())

const business = exampleBody('createBusiness')

/** A client for client credentials; `granted` by an administrator in the console. */
async function clientOf(account: TestAccount, granted: boolean) {
  const driver = createDriver(api, account)
  const client = await driver.register()
  if (granted) expect((await grant(account, client, true)).status).toBe(200)
  return { client, driver, create: createWith(await driver.tokenOf(client)) }
}

const grant = ({ owner }: TestAccount, { id }: TestClient, enabled: boolean) =>
  administrator.call('PUT', `/admin/accounts/${owner.account_id}/clients/${id}/business-creation`, {
    body: { enabled },
  })

const createWith =
  (token: string) =>
  (body: unknown = business, headers = {}) =>
    request<ApiBodies['POST /businesses']>(`${api.baseUrl}/businesses`, 'POST', {
      body,
      headers: { Authorization: `Bearer ${token}`, ...headers },
    })

describe('POST /businesses', () => {
  test('a client with the scope creates the business once; every credential of the account then works with it', async () => {
    const account = await api.open({ withoutBusiness: true })
    const { create } = await clientOf(account, true)
    const created = await create()
    expect(created.status).toBe(201)
    expect(created.data).toMatchObject({ name: 'Rosso Trattoria', country: 'NL', competitor_count: 0 })
    const { id } = created.data
    expect(created.headers.get('location')).toBe(`/api/public/v1/businesses/${id}`)
    expect((await account.call('GET', '/businesses')).data).toMatchObject([{ id }])
    expectError(await create(), 'conflict')
    expect((await account.call('POST', '/review-replies', { body: exampleBody('draftReviewReply') })).status).toBe(200)
  })

  test('of many requests at once exactly one creates it', async () => {
    const { create } = await clientOf(await api.open({ withoutBusiness: true }), true)
    const replies = await Promise.all(Array.from({ length: 8 }, () => create()))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
  })

  test('a retry with the same Idempotency-Key returns the first response', async () => {
    const { create } = await clientOf(await api.open({ withoutBusiness: true }), true)
    const headers = { 'Idempotency-Key': 'create-the-business' }
    const first = await create(business, headers)
    const again = await create(business, headers)
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
    expect(again.data).toEqual(first.data)
  })

  test.each([
    ['country', 'QQ'],
    ['timezone', 'Mars/Base'],
    ['trade', 'spaceport'],
    ['name', ''],
  ])('an invalid %s is refused and names its field', async (field, value) => {
    const { create } = await clientOf(await api.open({ withoutBusiness: true }), true)
    const reply = await create({ ...Object(business), [field]: value })
    expectError(reply, 'invalid_request')
    expect(reply.details[0]?.path).toBe(`body.${field}`)
  })

  test('only an administrator gives a client the scope: an API key, a new client and an owner do not have it', async () => {
    const account = await api.open({ withoutBusiness: true })
    expectError(await account.call('POST', '/businesses', { body: business }), 'forbidden')
    const { create, client, driver } = await clientOf(account, false)
    expectError(await create(), 'forbidden')
    const asked = await driver.requestToken(client, { scope: 'businesses:write' })
    expect([asked.status, asked.body.error]).toEqual([400, 'invalid_scope'])
    const owner = await openPortal(api, account)
    const scopes = ['businesses:write']
    expect((await owner.call('POST', '/clients', { body: { name: 'Mine', scopes } })).status).toBe(400)
    expect((await owner.call('POST', '/keys', { body: { name: 'Mine', scopes } })).status).toBe(400)
    expect((await owner.callPublic('POST', '/businesses', { body: business })).status).toBe(404)
  })

  test('revoking the scope takes effect with the next request of a token', async () => {
    const account = await api.open({ withoutBusiness: true })
    const { client, create, driver } = await clientOf(account, true)
    expect((await driver.requestToken(client)).body.scope).toContain('businesses:write')
    await grant(account, client, false)
    expectError(await create(), 'forbidden')
    const listed = await administrator.call('GET', `/admin/accounts/${account.owner.account_id}/clients`)
    expect(listed.data).toMatchObject([{ id: client.id, creates_business: false }])
    const { data } = await administrator.call(
      'GET',
      `/admin/audit-log?account_id=${account.owner.account_id}&action=client.updated`,
    )
    expect(data).toMatchObject([
      { before: { creates_business: true }, after: { creates_business: false }, subject_id: client.id },
      { before: { creates_business: false }, after: { creates_business: true }, subject_id: client.id },
    ])
  })

  test('a client of another account, and one that asks people for consent, cannot be granted it', async () => {
    const [account, other] = [await api.open(), await api.open()]
    const { client } = await clientOf(other, false)
    expect((await grant(account, client, true)).status).toBe(404)
    const redirect_uris = ['https://app.nightly-sync.nl/callback']
    expect((await grant(account, await createDriver(api, account).register({ redirect_uris }), true)).status).toBe(404)
  })
})

describe('an account without a business', () => {
  test('lists no businesses, and every other operation returns 403 with the reason', async () => {
    const account = await api.open({ withoutBusiness: true })
    const listed = await account.call('GET', '/businesses')
    expect([listed.status, listed.data]).toEqual([200, []])
    for (const [id, { method, path }] of Object.entries(operations)) {
      if (path === '/businesses') continue
      const unknown = path.replace('{id}', 'biz_01kjpx4gtrex7rhcb4yfrgw100')
      const reply = await account.call(method.toUpperCase(), unknown)
      expect([id, reply.status, reply.error.message]).toEqual([
        id,
        403,
        'The account has no business yet. Create one first.',
      ])
    }
  })

  test('can be signed in to, and its owner creates the business there, once; a developer cannot', async () => {
    const account = await api.open({ withoutBusiness: true })
    const [owner, developer] = [await openPortal(api, account), await openPortal(api, account, 'developer')]
    expect((await owner.call('GET', '/session')).data.account).toMatchObject({ has_business: false })
    expectError(await owner.callPublic('GET', '/account'), 'forbidden')
    expectError(await developer.call('POST', '/business', { body: business }), 'forbidden')
    expect((await owner.call('POST', '/business', { body: business })).status).toBe(201)
    expect((await owner.call('GET', '/session')).data.account).toMatchObject({ has_business: true })
    expect((await owner.callPublic('GET', '/account')).status).toBe(200)
    expectError(await owner.call('POST', '/business', { body: business }), 'conflict')
  })

  test('agents get an error that says what is missing', async () => {
    await setFlag(api.database.db, 'mcp_enabled', true)
    const { key } = await api.open({ withoutBusiness: true })
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_account', arguments: {} } }
    const headers = { 'X-API-Key': key, Accept: 'application/json, text/event-stream' }
    const reply = await fetch(`${api.origin}/api/public/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(call),
    })
    expect(await reply.text()).toContain('The account has no business yet.')
  })
})

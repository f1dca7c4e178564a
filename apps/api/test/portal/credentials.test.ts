import { listApiKeys } from '@svc/credentials/api-keys'
import { knexOf } from '@svc/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { request, startTestApi, type TestAccount, type TestApi } from '../testing.ts'
import { openPortal } from './portal-client.ts'

let api: TestApi
let account: TestAccount

beforeAll(async () => {
  api = await startTestApi()
  account = await api.open()
})
afterAll(() => api.close())

describe('keys', () => {
  test('are created, used, listed and revoked', async () => {
    const page = await openPortal(api, account, 'developer')
    const created = await page.call('POST', '/keys', { body: { name: 'Laptop', scopes: ['businesses:read'] } })
    expect(created.status).toBe(201)
    const { key, ...record } = created.data
    expect(record).toMatchObject({ kind: 'test', name: 'Laptop', scopes: ['businesses:read'], status: 'active' })
    const use = () => request(`${api.baseUrl}/businesses`, 'GET', { headers: { 'X-API-Key': key } })
    expect((await use()).status).toBe(200)

    const listed = await page.call('GET', '/keys')
    expect(listed.data[0]?.id).toBe(record.id)
    expect(JSON.stringify(listed.body)).not.toContain(key)

    const revoked = await page.call('DELETE', `/keys/${record.id}`)
    expect(revoked.data.status).toBe('revoked')
    expect([(await use()).status, (await use()).error.code]).toEqual([401, 'invalid_api_key'])
  })

  test('keys that are revoked again keep the first time and leave one entry in the audit log', async () => {
    const page = await openPortal(api, await api.open({ plan: 'growth' }))
    const { id } = (await page.call('POST', '/keys', { body: { name: 'Laptop' } })).data
    const first = await page.call('DELETE', `/keys/${id}`)
    const again = await page.call('DELETE', `/keys/${id}`)
    expect([again.status, again.data]).toEqual([200, first.data])
    expect((await page.call('GET', '/audit-log?action=key.revoked')).data).toHaveLength(1)
  })

  test('keys of a plan without the API are refused, and the portal remains usable', async () => {
    const starter = await api.open({ plan: 'starter' })
    const page = await openPortal(api, starter)
    const refused = await page.call('POST', '/keys', { body: { name: 'Laptop' } })
    expect([refused.status, refused.error.message]).toEqual([403, 'The plan of this account does not include the API.'])
    expect((await page.callPublic('GET', '/businesses')).status).toBe(200)
    expect((await page.call('GET', '/session')).data.account.api_included).toBe(false)
  })

  test('have names that PostgreSQL can store', async () => {
    const page = await openPortal(api, account)
    for (const path of ['/keys', '/clients']) {
      const refused = await page.call('POST', path, { body: { name: 'Lap\u0000top' } })
      expect([path, refused.status, refused.details[0]?.path]).toEqual([path, 400, 'body.name'])
    }
  })

  test('are listed up to the 500 newest, and exported in full', async () => {
    const owner = await api.open()
    const { account_id } = owner.owner
    await knexOf(api.database.db).raw(
      `insert into api_keys (id, account_id, kind, name, scopes, prefix, hash, pepper_key_id, revoked_at)
       select 'key_7' || lpad(number::text, 25, '0'), account_id, kind, 'Number ' || number, scopes, prefix,
         sha256(number::text::bytea), pepper_key_id, now()
       from (select * from api_keys where account_id = ? limit 1) as one, generate_series(1, 501) as number`,
      [account_id],
    )
    const page = await openPortal(api, owner)
    const listed = await page.call('GET', '/keys')
    expect([listed.status, listed.data.length, listed.data[0]?.name]).toEqual([200, 500, 'Number 501'])
    expect(await listApiKeys(api.database.db, account_id)).toHaveLength(502)
  })

  test('do not expire in the past', async () => {
    const page = await openPortal(api, account)
    const body = { name: 'Laptop', expires_at: '2020-01-01T00:00:00Z' }
    const refused = await page.call('POST', '/keys', { body })
    expect([refused.status, refused.details[0]?.path]).toEqual([400, 'body.expires_at'])
  })
})

describe('OAuth clients', () => {
  test('are registered, get tokens, rotate their secret and are deleted', async () => {
    const page = await openPortal(api, account)
    const created = await page.call('POST', '/clients', { body: { name: 'Nightly sync', scopes: ['businesses:read'] } })
    expect(created.status).toBe(201)
    const { id, client_secret } = created.data
    const token = (secret: string | null) =>
      request(`${api.origin}/api/oauth/token`, 'POST', {
        body: { grant_type: 'client_credentials', client_id: id, client_secret: secret },
      })
    expect((await token(client_secret)).status).toBe(200)

    const rotated = await page.call('POST', `/clients/${id}/rotate-secret`)
    expect([(await token(client_secret)).status, (await token(rotated.data.client_secret)).status]).toEqual([401, 200])

    const renamed = await page.call('PATCH', `/clients/${id}`, { body: { name: 'Weekly sync' } })
    expect(renamed.data).toMatchObject({ name: 'Weekly sync', scopes: ['businesses:read'] })
    expect(JSON.stringify((await page.call('GET', '/clients')).body)).not.toContain(rotated.data.client_secret)
    expect((await page.call('DELETE', `/clients/${id}`)).data).toEqual({ id, deleted: true })
    expect((await page.call('GET', '/clients')).data.map((one) => one.id)).not.toContain(id)
  })

  test('take redirect URIs by the rules of the interface and never change their kind', async () => {
    const page = await openPortal(api, account)
    for (const uri of ['http://app.example/callback', 'https://app.example/#done', 'https://*.app.example/callback']) {
      const refused = await page.call('POST', '/clients', { body: { name: 'App', redirect_uris: [uri] } })
      expect([uri, refused.status, refused.details[0]?.path]).toEqual([uri, 400, 'body.redirect_uris'])
    }
    const service = await page.call('POST', '/clients', { body: { name: 'Service' } })
    const change = { name: 'App', redirect_uris: ['https://app.example/callback'] }
    const refused = await page.call('PATCH', `/clients/${service.data.id}`, { body: change })
    expect(refused.status).toBe(400)
    const { data } = await page.call('GET', '/clients')
    expect(data.find((one) => one.id === service.data.id)?.name).toBe('Service')
  })
})

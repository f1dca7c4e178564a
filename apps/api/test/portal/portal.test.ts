import { roles } from '@generated/contract/enums'
import { type OperationFacts, operations } from '@generated/contract/operations'
import { createOAuthClient } from '@svc/credentials/oauth-clients'
import { updateAccount } from '@svc/db/accounts'
import { setFlag } from '@svc/db/flags'
import { profileFlag } from '@svc/db/profile-connections'
import { knexOf } from '@svc/db/testing'
import { exampleBody, unknownIdFor } from '@svc/http/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { request, startTestApi, type TestAccount, type TestApi } from '../testing.ts'
import { fromOwnPage, memberOperations, openPortal, portalPath } from './portal-client.ts'
import { connectLocation } from './profile-fixtures.ts'

let api: TestApi
let account: TestAccount
let stranger: TestAccount

beforeAll(async () => {
  api = await startTestApi()
  account = await api.open()
  stranger = await api.open({ name: 'Brightside Dental' })
})
afterAll(() => api.close())

const knex = () => knexOf(api.database.db)

describe('credentials', () => {
  test('credentials of the other kind are ignored', async () => {
    const page = await openPortal(api, account)
    await setFlag(api.database.db, 'mcp_enabled', true)
    const headers = { Cookie: page.cookie, Accept: 'application/json, text/event-stream' }
    const params = { name: 'list_businesses', arguments: {} }
    const toolCall = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    const withCookie = [
      await request(`${api.baseUrl}/businesses`, 'GET', { headers }),
      await request(`${api.origin}/api/public/mcp`, 'POST', { body: toolCall, headers }),
    ]
    expect(withCookie.map(({ status }) => status)).toEqual([401, 401])
    const withKey = { ...headers, 'X-API-Key': account.key }
    expect((await request(`${api.origin}/api/public/mcp`, 'POST', { body: toolCall, headers: withKey })).status).toBe(
      200,
    )
    for (const headers of [{ 'X-API-Key': account.key }, { Authorization: `Bearer ${account.key}` }])
      for (const path of ['/v1/businesses', '/keys', '/session']) {
        const reply = await request(`${api.origin}${portalPath}${path}`, 'GET', {
          headers: { ...fromOwnPage, ...headers },
        })
        expect([path, reply.status]).toEqual([path, 401])
      }
  })
})

test('deliveries of an account that lost the API are shown as held, with the reason', async () => {
  const leaving = await api.open()
  const page = await openPortal(api, leaving)
  const body = { url: 'https://hooks.rosso-trattoria.nl/svc' }
  const { id } = (await page.callPublic('POST', '/webhooks', { body })).data
  await page.callPublic('POST', `/webhooks/${id}/test`)
  await updateAccount(api.database.db, leaving.owner.account_id, { plan: 'starter' })
  const { data } = await page.callPublic('GET', `/webhooks/${id}/deliveries`)
  expect(data).toMatchObject([{ status: 'pending', held_reason: 'api_not_included' }])
})

describe('roles', () => {
  const rows = Object.entries(operations) as [keyof typeof operations, OperationFacts][]
  const publicRows = rows.filter(([, operation]) => !operation.private)
  const pathOf = (path: string) => (path.includes('{id}') ? path.replace('{id}', unknownIdFor(path)) : path)

  test('let viewers only read, by every public operation', async () => {
    const pages = Object.fromEntries(
      await Promise.all(roles.map(async (role) => [role, await openPortal(api, account, role)])),
    )
    for (const [id, { method, path }] of publicRows) {
      const body = exampleBody(id)
      for (const role of roles) {
        const reply = await pages[role]?.callPublic(method.toUpperCase(), pathOf(path), { body })
        const isRefused = reply?.status === 403 && reply.error.message.startsWith('Your role')
        expect([id, role, isRefused]).toEqual([id, role, role === 'viewer' && method !== 'get'])
      }
    }
  })

  test('have the permissions of the contract, in every operation of the portal', async () => {
    const allowed = {
      'keys:manage': ['owner', 'developer'],
      'clients:manage': ['owner', 'developer'],
      'members:manage': ['owner'],
      'account:manage': ['owner'],
      'replies:publish': ['owner', 'developer'],
    }
    const prefixes: Record<string, string> = {
      account: 'exp',
      'business-profile': 'bpr',
      clients: 'cli',
      invitations: 'usr',
      keys: 'key',
      members: 'usr',
      sessions: 'ses',
    }
    await setFlag(api.database.db, profileFlag, true)
    for (const role of roles) {
      const page = await openPortal(api, account, role)
      for (const [id, { method, path, scopes, public: isPublic }] of Object.entries(memberOperations)) {
        if (isPublic || id === 'signOut') continue
        const prefix = prefixes[path.split('/')[1] ?? '']
        const target = path.replace('{id}', `${prefix}_01kjpy44e0ejn9fs0zhj02ddtc`)
        const reply = await page.call(method.toUpperCase(), target)
        const isRefused = reply.status === 403 && reply.error.message.startsWith('Your role')
        const needed = scopes as readonly (keyof typeof allowed)[]
        expect([id, role, isRefused]).toEqual([id, role, !needed.every((scope) => allowed[scope].includes(role))])
      }
    }
  })
})

describe('another account', () => {
  test('is reached by no operation of the portal', async () => {
    const page = await openPortal(api, account)
    const theirs = await openPortal(api, stranger)
    const { id: keyId } = await stranger.issue()
    const client = await createOAuthClient(api.database.db, api.keyring, stranger.owner.account_id, { name: 'Theirs' })
    const session = (await theirs.call('GET', '/session')).data
    const invitation = { email: 'invited@brightside.example', role: 'developer' }
    const invited = await theirs.call('POST', '/invitations', { body: invitation })
    const { id: exportId } = (await theirs.call('POST', '/account/exports')).data
    await knex()('account_exports').where({ id: exportId }).update({ status: 'completed', due_at: null })
    await setFlag(api.database.db, profileFlag, true)
    const review_id = await connectLocation(api, stranger.owner)
    const reply = { review_id, text: 'Thank you.' }
    const drafted = await theirs.call('POST', '/business-profile/replies', { body: reply })
    const ids: Record<string, string> = {
      account: exportId,
      'business-profile': drafted.data.id,
      keys: keyId,
      clients: client.client_id,
      members: theirs.user.id,
      invitations: invited.data.id,
      sessions: session.id,
    }
    const everything = async () =>
      JSON.stringify(
        await Promise.all(
          ['api_keys', 'oauth_clients', 'users', 'business_profile_replies'].map((table) =>
            knex()(table).select().orderBy('id'),
          ),
        ),
      )
    const before = await everything()
    const text = { text: 'Thank you.' }
    const bodies: Record<string, object> = {
      updateClient: { name: 'Mine' },
      updateMember: { role: 'viewer' },
      updateProfileReply: text,
      approveProfileReply: text,
    }
    for (const [id, { method, path }] of Object.entries(memberOperations)) {
      if (!path.includes('{id}')) continue
      const target = path.replace('{id}', ids[path.split('/')[1] ?? ''] ?? '')
      const reply = await page.call(method.toUpperCase(), target, { body: bodies[id] })
      expect([id, reply.status, reply.error.code]).toEqual([id, 404, 'not_found'])
    }
    for (const list of [
      '/business-profile/replies',
      '/account/exports',
      '/keys',
      '/clients',
      '/members',
      '/invitations',
      '/sessions',
    ]) {
      const { body } = await page.call('GET', list)
      for (const id of Object.values(ids)) expect(JSON.stringify(body)).not.toContain(id)
    }
    expect(await everything()).toBe(before)
  })
})

describe('public operations through the portal', () => {
  test('record who acted, without the id of the person', async () => {
    const tenant = await api.open()
    const page = await openPortal(api, tenant)
    const created = await page.callPublic('POST', '/webhooks', {
      body: { url: 'https://hooks.rosso-trattoria.nl/svc' },
    })
    expect(created.status).toBe(201)
    expect(created.headers.get('location')).toBe(`${portalPath}/v1/webhooks/${created.data.id}`)
    await expect
      .poll(async () => (await tenant.call('GET', '/events?type=webhook.created')).data)
      .toEqual([
        expect.objectContaining({ actor: { type: 'user', id: null, label: null }, actor_name: page.user.email }),
      ])
  })

  test('describe the person as the caller, and let only a person approve a draft', async () => {
    const tenant = await api.open()
    const page = await openPortal(api, tenant)
    const described = await page.callPublic('GET', '/account')
    expect(described.data.caller).toMatchObject({ type: 'user', id: page.user.id, name: page.user.email })
    const draft = await tenant.call('POST', '/review-replies', { body: { review: { rating: 5 } } })
    const path = `/review-replies/${draft.data.id}` as const
    expect((await tenant.call('PATCH', path, { body: { status: 'approved' } })).status).toBe(403)
    const approved = await page.callPublic('PATCH', path, { body: { status: 'approved' } })
    expect([approved.status, approved.data.status]).toEqual([200, 'approved'])
  })
})

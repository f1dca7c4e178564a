import { roles } from '@generated/contract/enums'
import { type OperationFacts, operations } from '@generated/contract/operations'
import { operations as everyPortalOperation } from '@generated/portal/operations'
import document from '@generated/portal/portal.json' with { type: 'json' }
import { createOAuthClient } from '@svc/credentials/oauth-clients'
import { updateAccount } from '@svc/db/accounts'
import { setFlag } from '@svc/db/flags'
import { profileFlag } from '@svc/db/profile-connections'
import { expirePasswordConfirmation, forgetLoginAttempts, knexOf, lockIsAwaited } from '@svc/db/testing'
import { exampleBody, exampleBodyIn, unknownIdFor } from '@svc/http/testing'
import type { Reply } from '@svc/http/testing-reply'
import { newId } from '@svc/runtime/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { request, startTestApi, type TestAccount, type TestApi } from '../testing.ts'
import { fromOwnPage, openPortal, type PortalBodies, type PortalPage, portalOf, portalPath } from './portal-client.ts'
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

/** The operations of members; those of administrators are in administration.test.ts. */
const portalOperations = Object.fromEntries(
  Object.entries(everyPortalOperation).filter(([, { path }]) => !path.startsWith('/admin/')),
)

const knex = () => knexOf(api.database.db)

function signIn({ email, password }: { email: string; password: string }, headers = {}) {
  return request<PortalBodies['POST /session']>(`${api.origin}${portalPath}/session`, 'POST', {
    body: { email, password },
    headers: { ...fromOwnPage, ...headers },
  })
}

const loginOf = ({ user, password }: PortalPage) => ({ email: user.email, password })

const cookieOf = (reply: Reply) =>
  reply.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('svc_session='))
    ?.split(';')[0] ?? ''

const readSession = (cookie: string) =>
  request(`${api.origin}${portalPath}/session`, 'GET', { headers: { ...fromOwnPage, Cookie: cookie } })

describe('signing in', () => {
  test('begins a session in a cookie that scripts cannot read, until the person signs out', async () => {
    const page = await openPortal(api, account)
    const reply = await signIn(loginOf(page))
    expect(reply.status).toBe(201)
    const [cookie] = reply.headers.getSetCookie().filter((line) => line.startsWith('svc_session='))
    expect(cookie).toMatch(/^svc_session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/)

    const read = await readSession(cookieOf(reply))
    expect(read.status).toBe(200)
    expect(read.data).toEqual(reply.data)
    expect(read.data).toMatchObject({
      user: { id: page.user.id, email: page.user.email, role: 'owner' },
      account: {
        name: 'Rosso Trattoria',
        plan: 'growth',
        api_included: true,
        business_id: account.owner.business_id,
      },
      permissions: ['keys:manage', 'clients:manage', 'members:manage', 'account:manage', 'replies:publish'],
    })
    expect(JSON.stringify(reply.body)).not.toContain(cookieOf(reply).split('=')[1])

    const out = await request(`${api.origin}${portalPath}/session`, 'DELETE', {
      headers: { ...fromOwnPage, Cookie: cookieOf(reply), 'X-CSRF-Token': reply.data.csrf_token },
    })
    expect([out.status, out.data]).toEqual([200, { id: reply.data.id, ended: true }])
    expect(cookieOf(out)).toBe('svc_session=')
    expect((await readSession(cookieOf(reply))).status).toBe(401)
  })

  test('returns the same for a wrong password and an unknown address', async () => {
    const page = await openPortal(api, account)
    const replies = [
      await signIn({ email: page.user.email, password: 'another password' }),
      await signIn({ email: 'nobody@rosso-trattoria.example', password: page.password }),
    ]
    for (const { status, headers, error } of replies) {
      expect([status, error]).toEqual([
        401,
        { code: 'unauthorized', message: 'The email or the password is incorrect.' },
      ])
      expect(headers.getSetCookie()).toEqual([])
    }
  })

  test('never keeps a session that the browser had before', async () => {
    const attacker = await openPortal(api, account)
    const victim = await openPortal(api, account)
    const reply = await signIn(loginOf(victim), { Cookie: attacker.cookie })
    expect(reply.status).toBe(201)
    expect(cookieOf(reply)).not.toBe(attacker.cookie)
    expect((await readSession(attacker.cookie)).status).toBe(401)
  })

  test('is refused after ten wrong passwords, with the time to wait', async () => {
    const page = await openPortal(api, account)
    const wrong = { email: page.user.email, password: 'another password' }
    const statuses: number[] = []
    for (let attempt = 0; attempt < 10; attempt++) statuses.push((await signIn(wrong)).status)
    expect(statuses).toEqual(Array(10).fill(401))
    const refused = await signIn(loginOf(page))
    expect(refused.status).toBe(429)
    expect(refused.details).toEqual([
      { path: 'rate.sign_in', message: expect.stringMatching(/^allows another attempt in \d+ s$/) },
    ])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    await forgetLoginAttempts(api.database.db)
  })

  test('is refused after thirty failures from one address, for whichever people, and not from another address', async () => {
    const proxied = await startTestApi({ SVC_TRUSTED_PROXIES: '127.0.0.1' })
    try {
      const page = await openPortal(proxied, await proxied.open())
      const signInFrom = async (address: string, body: object) =>
        (
          await request(`${proxied.origin}${portalPath}/session`, 'POST', {
            body,
            headers: { ...fromOwnPage, 'X-Forwarded-For': address },
          })
        ).status
      const wrong = (person: string) => ({ email: `${person}@example.com`, password: 'another password' })
      expect(await signInFrom('192.0.2.1', wrong('first'))).toBe(401)
      await knexOf(proxied.database.db)('login_attempts').update({ attempts: 29 })
      expect(await signInFrom('192.0.2.1', wrong('thirtieth'))).toBe(401)
      expect(await signInFrom('192.0.2.1', wrong('next'))).toBe(429)
      expect(await signInFrom('192.0.2.1', loginOf(page))).toBe(429)
      expect(await signInFrom('192.0.2.2', loginOf(page))).toBe(201)
    } finally {
      await proxied.close()
    }
  })

  test('sets a __Host- cookie with Secure if the portal is served over https', async () => {
    const secure = await startTestApi({ SVC_PUBLIC_URL: 'https://portal.example' })
    try {
      const page = await openPortal(secure, await secure.open())
      const reply = await request(`${secure.origin}${portalPath}/session`, 'POST', {
        body: loginOf(page),
        headers: fromOwnPage,
      })
      const cookies = reply.headers.getSetCookie()
      expect(cookies).toHaveLength(2)
      for (const cookie of cookies)
        expect(cookie).toMatch(/^__Host-svc_\w+=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    } finally {
      await secure.close()
    }
  })
})

describe('a session', () => {
  test('ends after its twelve hours', async () => {
    const page = await openPortal(api, account)
    expect((await page.call('GET', '/session')).status).toBe(200)
    await knex()('sessions')
      .where({ user_id: page.user.id })
      .update({ expires_at: knex().raw("now() - interval '1 second'") })
    const ended = await page.call('GET', '/session')
    expect([ended.status, ended.headers.get('www-authenticate')]).toEqual([401, 'Cookie realm="portal"'])
    expect(ended.error).toEqual(document.components.examples.SignInRequiredExample.value.error)
  })

  test('ends when it was not used for two hours, and is then no longer listed', async () => {
    const page = await openPortal(api, account)
    const other = await portalOf(api, page.user, page.password)
    const { id } = (await page.call('GET', '/session')).data
    const lastUsed = (ago: string) =>
      knex()('sessions')
        .where({ id })
        .update({ last_used_at: knex().raw('now() - cast(? as interval)', [ago]) })

    await lastUsed('119 minutes')
    const used = await page.call('GET', '/session')
    expect(used.status).toBe(200)
    expect(Date.parse(used.data.expires_at)).toBeLessThan(Date.now() + 60_000)
    // That request was a use.
    await expect
      .poll(async () => Date.parse((await page.call('GET', '/session')).data.expires_at))
      .toBeGreaterThan(Date.now() + 119 * 60_000)

    await lastUsed('121 minutes')
    expect((await page.call('GET', '/session')).status).toBe(401)
    const listed = (await other.call('GET', '/sessions')).data.map((one) => one.id)
    expect(listed).not.toContain(id)
    expect((await other.call('DELETE', `/sessions/${id}`)).status).toBe(404)
  })

  test('is not prolonged beyond its twelve hours by use', async () => {
    const page = await openPortal(api, account)
    await knex()('sessions')
      .where({ user_id: page.user.id })
      .update({ expires_at: knex().raw("now() + interval '10 minutes'"), last_used_at: knex().raw('now()') })
    const { expires_at } = (await page.call('GET', '/session')).data
    expect(Date.parse(expires_at)).toBeLessThanOrEqual(Date.now() + 10 * 60_000)
  })

  test('is listed to its user and can be ended from another browser', async () => {
    const page = await openPortal(api, account)
    const other = await portalOf(api, page.user, page.password)
    const { data } = await page.call('GET', '/sessions')
    expect(data.map((one) => one.current).sort()).toEqual([false, true])
    const otherId = data.find((one) => !one.current)?.id
    expect((await page.call('DELETE', `/sessions/${otherId}`)).status).toBe(200)
    expect((await other.call('GET', '/session')).status).toBe(401)
    expect((await page.call('GET', '/session')).status).toBe(200)
    expect((await page.call('DELETE', `/sessions/${otherId}`)).status).toBe(404)
  })

  test('a session of another member cannot be ended', async () => {
    const page = await openPortal(api, account)
    const colleague = await openPortal(api, account)
    const { data } = await colleague.call('GET', '/session')
    expect((await page.call('DELETE', `/sessions/${data.id}`)).status).toBe(404)
    expect((await colleague.call('GET', '/session')).status).toBe(200)
  })

  test('counts against limits that API keys do not use up', async () => {
    const limited = await startTestApi({}, { limits: { ip: 1_000, account: 3, key: 2 } })
    try {
      const tenant = await limited.open()
      const page = await openPortal(limited, tenant)
      const statuses = async (call: () => Promise<Reply>) =>
        [await call(), await call(), await call()].map((one) => one.status)
      expect(await statuses(() => tenant.call('GET', '/businesses'))).toEqual([200, 200, 429])
      expect(await statuses(() => page.callPublic('GET', '/businesses'))).toEqual([200, 200, 429])
    } finally {
      await limited.close()
    }
  })
})

describe('the password', () => {
  const longAgo = (page: PortalPage) => expirePasswordConfirmation(api.database.db, page.user.id)

  test('has to be confirmed for every operation that the contract marks, which changes nothing before', async () => {
    const own = await api.open({ name: 'Osteria' })
    const page = await openPortal(api, own)
    const client = await page.call('POST', '/clients', { body: { name: 'Nightly sync' } })
    const exported = await page.call('POST', '/account/exports')
    const passkey = { id: newId('pky'), user_id: page.user.id, credential_id: 'laptop', name: 'Laptop' }
    const credential = { signature_count: 0, public_key: Buffer.from('key'), challenged_at: new Date() }
    await knex()('passkeys').insert({ ...passkey, ...credential })
    const ids: Record<string, string> = {
      account: exported.data.id,
      clients: client.data.id,
      members: (await openPortal(api, own, 'viewer')).user.id,
      passkeys: passkey.id,
      'business-profile': `bpr_${newId('biz').slice(4)}`,
    }
    await setFlag(api.database.db, profileFlag, true)
    const everything = async () => {
      const ofAccount = ['oauth_clients', 'users', 'account_exports', 'audit_log'].map((table) =>
        knex()(table).where({ account_id: own.owner.account_id }).orderBy('id'),
      )
      const ofUser = ['passkeys', 'authenticators', 'recovery_codes'].map((table) =>
        knex()(table).where({ user_id: page.user.id }),
      )
      return Promise.all([...ofAccount, ...ofUser, knex()('accounts').where({ id: own.owner.account_id })])
    }
    await longAgo(page)
    const before = await everything()
    const marked = Object.entries(portalOperations).filter(([, { confirmedPassword }]) => confirmedPassword)
    expect(marked).not.toEqual([])
    for (const [operationId, { method, path }] of marked) {
      const target = path.replace('{id}', ids[path.split('/')[1] ?? ''] ?? '')
      const body = exampleBodyIn(document, { method, path })
      const reply = await page.call(method.toUpperCase(), target, { body })
      const refusal = [reply.status, reply.details[0]?.path]
      expect([operationId, ...refusal]).toEqual([operationId, 403, 'header.cookie.password_confirmation'])
    }
    expect(await everything()).toEqual(before)
  })

  test('has to be confirmed before a client secret is shown', async () => {
    const page = await openPortal(api, account)
    await longAgo(page)
    const create = () => page.call('POST', '/clients', { body: { name: 'Nightly sync' } })
    const refused = await create()
    expect([refused.status, refused.details[0]?.path]).toEqual([403, 'header.cookie.password_confirmation'])

    const wrong = await page.call('POST', '/session/password-confirmation', { body: { password: 'another password' } })
    expect([wrong.status, wrong.details[0]?.path]).toEqual([403, 'body.password'])
    expect((await create()).status).toBe(403)

    const right = await page.call('POST', '/session/password-confirmation', { body: { password: page.password } })
    expect(right.status).toBe(200)
    expect((await create()).status).toBe(201)
  })

  test('can be changed, which ends every other session', async () => {
    const page = await openPortal(api, account)
    const other = await portalOf(api, page.user, page.password)
    const next = 'nine purple trains at dawn'
    const wrong = await page.call('POST', '/password', {
      body: { current_password: 'another password', new_password: next },
    })
    expect(wrong.status).toBe(403)
    const changed = await page.call('POST', '/password', {
      body: { current_password: page.password, new_password: next },
    })
    expect(changed.status).toBe(200)
    expect((await readSession(cookieOf(changed))).status).toBe(200)
    for (const old of [page, other]) expect((await old.call('GET', '/session')).status).toBe(401)
    expect((await signIn({ email: page.user.email, password: next })).status).toBe(201)
  })
})

describe('a page of another site', () => {
  const attacks: [string, Record<string, string>][] = [
    ['sends the cookie and the token from another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['is on a sibling host', { 'Sec-Fetch-Site': 'same-site' }],
    ['is opened by the address bar', { 'Sec-Fetch-Site': 'none' }],
    ['is in a browser without Fetch metadata', { Origin: 'https://evil.example' }],
    ['has an opaque origin', { Origin: 'null' }],
    ['claims a host that begins like ours', { Origin: 'http://127.0.0.1.evil.example' }],
    ['sends neither', {}],
  ]

  test.each(attacks)('changes nothing when it %s', async (_name, headers) => {
    const { cookie, csrfToken } = await openPortal(api, account)
    const before = await knex()('api_keys').count()
    for (const path of ['/keys', '/v1/webhooks', '/session']) {
      const reply = await request(`${api.origin}${portalPath}${path}`, 'POST', {
        body: { name: 'Laptop' },
        headers: { Cookie: cookie, 'X-CSRF-Token': csrfToken, ...headers },
      })
      expect([path, reply.status, reply.error.code]).toEqual([path, 403, 'forbidden'])
    }
    expect(await knex()('api_keys').count()).toEqual(before)
  })

  test.each([
    ['lacks it', {}],
    ['has the token of another session', 'other'],
    ['has an invalid one', { 'X-CSRF-Token': 'x'.repeat(43) }],
  ])('changes nothing with the right origin when its request %s', async (_name, sent) => {
    const { cookie } = await openPortal(api, account)
    const other = await openPortal(api, account)
    const headers = sent === 'other' ? { 'X-CSRF-Token': other.csrfToken } : (sent as Record<string, string>)
    const reply = await request(`${api.origin}${portalPath}/keys`, 'POST', {
      body: { name: 'Laptop' },
      headers: { ...fromOwnPage, Cookie: cookie, ...headers },
    })
    expect([reply.status, reply.details[0]?.path]).toEqual([403, 'header.x-csrf-token'])
  })

  test('cannot read a response, regardless of the origins that the API permits', async () => {
    const open = await startTestApi({ SVC_CORS_ORIGINS: 'https://app.example' })
    try {
      const { cookie } = await openPortal(open, await open.open())
      const reply = await request(`${open.origin}${portalPath}/v1/businesses`, 'GET', {
        headers: { Cookie: cookie, Origin: 'https://app.example' },
      })
      expect(reply.status).toBe(403)
      expect(reply.headers.get('access-control-allow-origin')).toBeNull()
    } finally {
      await open.close()
    }
  })
})

describe('credentials', () => {
  test('credentials of the other kind are ignored', async () => {
    const page = await openPortal(api, account)
    const withCookie = await request(`${api.baseUrl}/businesses`, 'GET', { headers: { Cookie: page.cookie } })
    expect(withCookie.status).toBe(401)
    for (const headers of [{ 'X-API-Key': account.key }, { Authorization: `Bearer ${account.key}` }])
      for (const path of ['/v1/businesses', '/keys', '/session']) {
        const reply = await request(`${api.origin}${portalPath}${path}`, 'GET', {
          headers: { ...fromOwnPage, ...headers },
        })
        expect([path, reply.status]).toEqual([path, 401])
      }
  })
})

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

  test('do not expire in the past', async () => {
    const page = await openPortal(api, account)
    const body = { name: 'Laptop', expires_at: '2020-01-01T00:00:00Z' }
    const refused = await page.call('POST', '/keys', { body })
    expect([refused.status, refused.details[0]?.path]).toEqual([400, 'body.expires_at'])
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

describe('members', () => {
  test('get another role, and their sessions end', async () => {
    const tenant = await api.open()
    const owner = await openPortal(api, tenant)
    const developer = await openPortal(api, tenant, 'developer')
    const changed = await owner.call('PATCH', `/members/${developer.user.id}`, { body: { role: 'viewer' } })
    expect(changed.data).toMatchObject({ id: developer.user.id, role: 'viewer', last_active_at: null })
    expect((await developer.call('GET', '/session')).status).toBe(401)
    const { data } = await owner.call('GET', '/members')
    expect(data.map((one) => one.role)).toEqual(['owner', 'viewer'])
  })

  test('are removed with their sessions', async () => {
    const tenant = await api.open()
    const owner = await openPortal(api, tenant)
    const viewer = await openPortal(api, tenant, 'viewer')
    expect((await owner.call('DELETE', `/members/${viewer.user.id}`)).status).toBe(200)
    expect((await viewer.call('GET', '/session')).status).toBe(401)
    expect((await signIn(loginOf(viewer))).status).toBe(401)
  })

  test('always include an owner, even when two owners demote each other at the same moment', async () => {
    const tenant = await api.open()
    const [one, two] = [await openPortal(api, tenant), await openPortal(api, tenant)]
    const demote = (by: PortalPage, whom: PortalPage) =>
      by.call('PATCH', `/members/${whom.user.id}`, { body: { role: 'viewer' } })
    // Both requests pass the check of their session before either role changes.
    const requests = await knex().transaction(async (transaction) => {
      await transaction('users').where({ account_id: tenant.owner.account_id }).forUpdate()
      const begun = [demote(one, two), demote(two, one)]
      await lockIsAwaited(api.database.db, begun.length)
      return begun
    })
    const statuses = (await Promise.all(requests)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409])
    const roles = await knex()('users').where({ account_id: tenant.owner.account_id }).pluck('role')
    expect(roles.sort()).toEqual(['owner', 'viewer'])

    const alone = await api.open()
    const last = await openPortal(api, alone)
    for (const method of ['PATCH', 'DELETE']) {
      const refused = await last.call(method, `/members/${last.user.id}`, {
        ...(method === 'PATCH' && { body: { role: 'developer' } }),
      })
      expect([refused.status, refused.error]).toEqual([409, document.components.examples.LastOwnerExample.value.error])
    }
  })
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
      for (const [id, { method, path, scopes, public: isPublic }] of Object.entries(portalOperations)) {
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
    for (const [id, { method, path }] of Object.entries(portalOperations)) {
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

import document from '@generated/portal/portal.json' with { type: 'json' }
import { setFlag } from '@svc/db/flags'
import { profileFlag } from '@svc/db/profile-connections'
import { knexOf } from '@svc/db/testing'
import { expirePasswordConfirmation, forgetLoginAttempts, setLoginAttempts } from '@svc/db/testing-credentials'
import { exampleBodyIn } from '@svc/http/testing'
import type { Reply } from '@svc/http/testing-reply'
import { newId } from '@svc/runtime/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { request, startTestApi, type TestAccount, type TestApi } from '../testing.ts'
import {
  fromOwnPage,
  memberOperations,
  openPortal,
  type PortalPage,
  portalOf,
  portalPath,
  sessionCookieOf,
  signIn,
} from './portal-client.ts'

let api: TestApi
let account: TestAccount

beforeAll(async () => {
  api = await startTestApi()
  account = await api.open()
})
afterAll(() => api.close())

const knex = () => knexOf(api.database.db)

const loginOf = ({ user, password }: PortalPage) => ({ email: user.email, password })

const readSession = (cookie: string) =>
  request(`${api.origin}${portalPath}/session`, 'GET', { headers: { ...fromOwnPage, Cookie: cookie } })

describe('signing in', () => {
  test('begins a session in a cookie that scripts cannot read, until the person signs out', async () => {
    const page = await openPortal(api, account)
    const reply = await signIn(api, loginOf(page))
    expect(reply.status).toBe(201)
    const [cookie] = reply.headers.getSetCookie().filter((line) => line.startsWith('svc_session='))
    expect(cookie).toMatch(/^svc_session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/)

    const read = await readSession(sessionCookieOf(reply))
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
    expect(JSON.stringify(reply.body)).not.toContain(sessionCookieOf(reply).split('=')[1])

    const out = await request(`${api.origin}${portalPath}/session`, 'DELETE', {
      headers: { ...fromOwnPage, Cookie: sessionCookieOf(reply), 'X-CSRF-Token': reply.data.csrf_token },
    })
    expect([out.status, out.data]).toEqual([200, { id: reply.data.id, ended: true }])
    expect(sessionCookieOf(out)).toBe('svc_session=')
    expect((await readSession(sessionCookieOf(reply))).status).toBe(401)
  })

  test('returns the same for a wrong password and an unknown address', async () => {
    const page = await openPortal(api, account)
    const replies = [
      await signIn(api, { email: page.user.email, password: 'another password' }),
      await signIn(api, { email: 'nobody@rosso-trattoria.example', password: page.password }),
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
    const reply = await signIn(api, loginOf(victim), { Cookie: attacker.cookie })
    expect(reply.status).toBe(201)
    expect(sessionCookieOf(reply)).not.toBe(attacker.cookie)
    expect((await readSession(attacker.cookie)).status).toBe(401)
  })

  test('is refused after ten wrong passwords, with the time to wait', async () => {
    const page = await openPortal(api, account)
    const wrong = { email: page.user.email, password: 'another password' }
    const statuses: number[] = []
    for (let attempt = 0; attempt < 10; attempt++) statuses.push((await signIn(api, wrong)).status)
    expect(statuses).toEqual(Array(10).fill(401))
    const refused = await signIn(api, loginOf(page))
    expect(refused.status).toBe(429)
    expect(refused.details).toEqual([{ path: 'rate.sign_in', message: expect.stringMatching(/^retry in \d+ s$/) }])
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
      await setLoginAttempts(proxied.database.db, 29)
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
    const marked = Object.entries(memberOperations).filter(([, { confirmedPassword }]) => confirmedPassword)
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
    expect((await readSession(sessionCookieOf(changed))).status).toBe(200)
    for (const old of [page, other]) expect((await old.call('GET', '/session')).status).toBe(401)
    expect((await signIn(api, { email: page.user.email, password: next })).status).toBe(201)
  })
})

import { roles } from '@generated/contract/enums'
import { operations as everyPublicOperation, type OperationFacts } from '@generated/contract/operations'
import { operations as table } from '@generated/portal/operations'
import { newSignInLink } from '@svc/credentials/sign-in-links'
import { createAdministrator, newPassword } from '@svc/credentials/users'
import { purgeAuditLog } from '@svc/db/audit-log'
import { setFlag } from '@svc/db/flags'
import { profileFlag } from '@svc/db/profile-connections'
import { knexOf } from '@svc/db/testing'
import { expirePasswordConfirmation } from '@svc/db/testing-credentials'
import { finishDeliveries } from '@svc/db/testing-webhooks'
import { unknownIdFor } from '@svc/http/testing'
import { type BodyOf, present } from '@svc/http/testing-reply'
import { newId } from '@svc/runtime/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { request, startTestApi, type TestAccount, type TestApi } from '../testing.ts'
import {
  fromOwnPage,
  openConsole,
  openPortal,
  type PortalBodies,
  type PortalPage,
  portalPath,
} from './portal-client.ts'

let api: TestApi
let account: TestAccount
let administrator: PortalPage

beforeAll(async () => {
  api = await startTestApi()
  account = await api.open()
  administrator = await openConsole(api)
})
afterAll(() => api.close())

const knex = () => knexOf(api.database.db)

type Row = [string, OperationFacts]
const rows: Row[] = Object.entries(table)
const ofAdministrators = rows.filter(([, { path }]) => path.startsWith('/admin/'))
const ofMembers = rows.filter(([, { path }]) => !path.startsWith('/admin/'))
const isOfSession = ({ path }: OperationFacts) => path.startsWith('/admin/session')

/** A path of the operation with ids that no record has. */
const pathOf = ({ path }: OperationFacts) =>
  path
    .replace('{key_id}', 'key_01kjpy44e0ejn9fs0zhj02ddtc')
    .replace('{client_id}', 'cli_01kjpy44e0ejn9fs0zhj02ddtc')
    .replace('{name}', 'live_keys_enabled')
    .replace(/\{id\}/, path.startsWith('/admin') ? 'acc_01kjpy44e0ejn9fs0zhj02ddtc' : 'key_01kjpy44e0ejn9fs0zhj02ddtc')

const longAgo = ({ user }: PortalPage) => expirePasswordConfirmation(api.database.db, user.id)

const signIn = <const Path extends string>(path: Path, body: object) =>
  request<BodyOf<PortalBodies, 'POST', Path>>(`${api.origin}${portalPath}${path}`, 'POST', {
    body,
    headers: fromOwnPage,
  })

/** The entries of the audit log of the platform about an account, newest first, without ids and times. */
async function changesOf(accountId: string): Promise<object[]> {
  const { data } = await administrator.call('GET', `/admin/audit-log?account_id=${accountId}`)
  return data.map((entry: Record<string, unknown>) => ({
    action: entry.action,
    ...(entry.before !== null && { before: entry.before }),
    ...(entry.after !== null && { after: entry.after }),
  }))
}

describe('the session of an administrator', () => {
  test('begins with the password, in the cookie of the portal, and ends when they sign out', async () => {
    const password = newPassword()
    const { email } = await createAdministrator(api.database.db, { email: 'sam@platform.example', password })
    const reply = await signIn('/admin/session', { email, password })
    expect([reply.status, reply.data.administrator.email]).toEqual([201, email])
    const cookie = reply.headers.getSetCookie().find((line) => line.startsWith('svc_session=')) ?? ''
    expect(cookie).toMatch(/^svc_session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/)
    const headers = { ...fromOwnPage, Cookie: cookie.split(';')[0] ?? '', 'X-CSRF-Token': reply.data.csrf_token }
    const call = (method: string) => request(`${api.origin}${portalPath}/admin/session`, method, { headers })
    expect((await call('GET')).data).toEqual(reply.data)
    expect((await call('DELETE')).status).toBe(200)
    expect((await call('GET')).status).toBe(401)
  })

  test('a session of an administrator cannot begin at the sign-in for members, nor a session of a member at the console', async () => {
    const member = await openPortal(api, account)
    const loginOf = ({ user, password }: PortalPage) => ({ email: user.email, password })
    for (const [path, person] of [
      ['/session', administrator],
      ['/admin/session', member],
    ] as const) {
      const reply = await signIn(path, loginOf(person))
      expect([path, reply.status, reply.headers.getSetCookie()]).toEqual([path, 401, []])
    }
  })

  test('begins with a link that is valid once, and that members cannot use', async () => {
    const { user } = await openConsole(api)
    const link = await newSignInLink(api.database.db, api.keyring, {
      email: user.email,
      origin: api.origin,
      kind: 'administrator',
    })
    expect(link?.url).toContain('/portal/admin/set-password#')
    const body = { token: new URL(link?.url ?? '').hash.slice(1), new_password: newPassword() }
    expect((await signIn('/session/by-link', body)).status).toBe(404)
    expect((await signIn('/admin/session/by-link', body)).status).toBe(201)
    expect((await signIn('/admin/session/by-link', body)).status).toBe(404)
  })

  test('is refused by every operation of members in the portal', async () => {
    await setFlag(api.database.db, profileFlag, true)
    for (const [id, facts] of ofMembers) {
      if (facts.public) continue
      const reply = await administrator.call(facts.method.toUpperCase(), pathOf(facts))
      expect([id, reply.status]).toEqual([id, 401])
    }
    await setFlag(api.database.db, profileFlag, false)
  })

  test('is refused by every public operation', async () => {
    const publicRows: Row[] = Object.entries(everyPublicOperation)
    for (const [id, { method, path }] of publicRows) {
      const target = path.includes('{id}') ? path.replace('{id}', unknownIdFor(path)) : path
      const mounted = await administrator.callPublic(method.toUpperCase(), target)
      expect([id, mounted.status]).toEqual([id, 401])
    }
    const direct = await request(`${api.baseUrl}/businesses`, 'GET', { headers: { Cookie: administrator.cookie } })
    expect(direct.status).toBe(401)
  })
})

describe('the console', () => {
  test.each(roles)('refuses a member who is %s, in every operation', async (role) => {
    const member = await openPortal(api, account, role)
    for (const [id, facts] of ofAdministrators) {
      if (facts.public) continue
      const reply = await member.call(facts.method.toUpperCase(), pathOf(facts))
      expect([id, reply.status, reply.error.message]).toEqual([id, 403, 'Only administrators may do this.'])
    }
  })

  test('refuses callers without a session, and API keys', async () => {
    for (const [id, facts] of ofAdministrators) {
      if (facts.public) continue
      for (const headers of [{}, { 'X-API-Key': account.key }]) {
        const url = `${api.origin}${portalPath}${pathOf(facts)}`
        const reply = await request(url, facts.method.toUpperCase(), { headers: { ...fromOwnPage, ...headers } })
        expect([id, reply.status]).toEqual([id, 401])
      }
    }
  })

  test('requires a password that was confirmed in the last ten minutes, in every operation that changes something', async () => {
    const page = await openConsole(api)
    await longAgo(page)
    for (const [id, facts] of ofAdministrators) {
      if (facts.public || isOfSession(facts)) continue
      const reply = await page.call(facts.method.toUpperCase(), pathOf(facts))
      const isRefused = reply.status === 403 && reply.details[0]?.path === 'header.cookie.password_confirmation'
      expect([id, isRefused]).toEqual([id, facts.method !== 'get'])
    }
    const confirm = (password: string) =>
      page.call('POST', '/admin/session/password-confirmation', { body: { password } })
    expect((await confirm('another password')).status).toBe(403)
    expect((await confirm(page.password)).status).toBe(200)
    const patched = await page.call('PATCH', `/admin/accounts/${account.owner.account_id}`, {
      body: { plan: 'growth' },
    })
    expect(patched.status).toBe(200)
  })

  test('refuses a change without the token of the session, and one from another site', async () => {
    const before = await knex()('audit_log').count()
    const path = `/admin/accounts/${account.owner.account_id}` as const
    for (const headers of [{ 'X-CSRF-Token': '' }, { 'Sec-Fetch-Site': 'cross-site' }]) {
      const reply = await administrator.call('PATCH', path, { body: { plan: 'scale' }, headers })
      expect(reply.status).toBe(403)
    }
    expect(await knex()('audit_log').count()).toEqual(before)
  })
})

describe('accounts', () => {
  test('are found by a part of the name, by id and by plan, page by page', async () => {
    const names = ['Osteria Ümlaut', 'osteria 日本', 'Osteria 100% <b>']
    const ids: string[] = []
    for (const name of names) ids.push((await api.open({ name, plan: 'scale' })).owner.account_id)
    const find = async (search: string) => {
      const { data } = await administrator.call('GET', `/admin/accounts?${search}`)
      return data.map(({ id }) => id)
    }
    expect(await find('q=OSTERIA&plan=scale')).toEqual(ids.toReversed())
    expect(await find(`q=${encodeURIComponent('100%')}`)).toEqual([ids[2]])
    expect(await find(`${new URLSearchParams({ q: 'osteria 100%', plan: 'scale' })}`)).toEqual([ids[2]])
    expect(await find(`q=${ids[1]}`)).toEqual([ids[1]])
    expect(await find('q=osteria&plan=starter')).toEqual([])
    const first = await administrator.call('GET', '/admin/accounts?q=osteria&limit=2')
    const second = await administrator.call(
      'GET',
      `/admin/accounts?q=osteria&limit=2&cursor=${first.meta.page.next_cursor}`,
    )
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids.toReversed())
    expect(second.meta.page.next_cursor).toBeNull()
  })

  test('show what they used this month and when they were active', async () => {
    const tenant = await api.open()
    await tenant.call('GET', '/businesses')
    await tenant.call('GET', '/webhooks/whk_01m7w22vvmf118w65p6ac3tqxv')
    const read = async () => (await administrator.call('GET', `/admin/accounts/${tenant.owner.account_id}`)).data
    await expect
      .poll(async () => (await read()).usage, { timeout: 10_000 })
      .toEqual({ requests: 2, failed_requests: 1 })
    expect(await read()).toMatchObject({
      name: 'Rosso Trattoria',
      last_active_at: expect.any(String),
      key_count: 1,
      member_count: 0,
      dead_letter_count: 0,
    })
  })

  test('get another plan, entitlement, flag and limit; each change is in the audit log once, with before and after', async () => {
    const tenant = await api.open({ plan: 'growth' })
    const { account_id } = tenant.owner
    const path = `/admin/accounts/${account_id}` as const
    const change = async (method: string, below: string, body: object) => {
      const reply = await administrator.call(method, `${path}${below}`, { body })
      expect(reply.status).toBe(200)
      return reply.data
    }
    expect(await change('PATCH', '', { plan: 'starter', api_demo: true })).toMatchObject({
      plan: 'starter',
      api_demo: true,
    })
    // Setting the same value again changes nothing.
    await change('PATCH', '', { plan: 'starter' })
    await change('PUT', '/flags/live_keys_enabled', { enabled: false })
    await change('PUT', '/flags/live_keys_enabled', { enabled: false })
    expect(await change('PUT', '/rate-limit', { limit: 120 })).toMatchObject({ rate_limit: 120 })
    expect(await change('PUT', '/rate-limit', { limit: null })).toMatchObject({ rate_limit: null })
    expect(await changesOf(account_id)).toEqual([
      { action: 'account.rate_limit_changed', before: { rate_limit: 120 }, after: { rate_limit: null } },
      { action: 'account.rate_limit_changed', before: { rate_limit: null }, after: { rate_limit: 120 } },
      {
        action: 'flag.changed',
        before: { flag: 'live_keys_enabled', enabled: true },
        after: { flag: 'live_keys_enabled', enabled: false },
      },
      { action: 'account.entitlement_changed', before: { api_demo: false }, after: { api_demo: true } },
      { action: 'account.plan_changed', before: { plan: 'growth' }, after: { plan: 'starter' } },
    ])
    const [entry] = (await administrator.call('GET', `/admin/audit-log?account_id=${account_id}&actor=administrator`))
      .data
    expect(entry).toMatchObject({
      actor: { type: 'administrator', id: administrator.user.id, email: administrator.user.email },
      account: { id: account_id },
      request_id: expect.stringMatching(/^req_/),
    })
  })

  test('unknown accounts and flags return 404', async () => {
    for (const [id, facts] of ofAdministrators) {
      if (!facts.path.includes('{id}')) continue
      const bodies: Record<string, object> = {
        changeAccount: { plan: 'scale' },
        setAccountFlag: { enabled: false },
        setClientBusinessCreation: { enabled: true },
        setAccountRateLimit: { limit: 5 },
        setKeyRateLimit: { limit: 5 },
        issueLiveKey: { name: 'Till' },
      }
      const reply = await administrator.call(facts.method.toUpperCase(), pathOf(facts), { body: bodies[id] })
      expect([id, reply.status]).toEqual([id, 404])
    }
    for (const path of ['/admin/flags/no_such_flag', `/admin/accounts/${account.owner.account_id}/flags/no_such_flag`])
      expect((await administrator.call('PUT', path, { body: { enabled: true } })).status).toBe(404)
  })

  test('list in time with 10,000 accounts, wherever the match is', async () => {
    const large = await startTestApi()
    try {
      const { db } = large.database
      await knexOf(db).raw(`
        insert into accounts (id, name, plan)
        select nth_id(new_id('acc'), n), 'Account ' || n, 'growth' from generate_series(1, 10000) as n`)
      const page = await openConsole(large)
      // Within the time limit of statements, and each page is full.
      for (const search of ['limit=100', 'q=account&limit=100', 'q=Account%2042&limit=100']) {
        const { status, data } = await page.call('GET', `/admin/accounts?${search}`)
        expect([search, status, data.length]).toEqual([search, 200, 100])
      }
    } finally {
      await large.close()
    }
  })
})

describe('live keys', () => {
  test('are issued here, work while the flag is on, and are revoked', async () => {
    const tenant = await api.open()
    const { account_id } = tenant.owner
    await setFlag(api.database.db, 'live_keys_enabled', true)
    const path = `/admin/accounts/${account_id}/keys` as const
    const body = { name: 'Till', scopes: ['businesses:read'] }
    const issued = await administrator.call('POST', path, { body })
    expect(issued.status).toBe(201)
    const { key, ...record } = issued.data
    expect(key).toMatch(/^svc_live_/)
    const use = () => request(`${api.baseUrl}/businesses`, 'GET', { headers: { 'X-API-Key': key } })
    expect((await use()).status).toBe(200)

    const listed = await administrator.call('GET', path)
    expect(listed.data[0]).toMatchObject({ id: record.id, kind: 'live', status: 'active', rate_limit: null })
    expect(JSON.stringify(listed.body)).not.toContain(key)
    const limited = await administrator.call('PUT', `${path}/${record.id}/rate-limit`, { body: { limit: 7 } })
    expect(limited.data.rate_limit).toBe(7)

    const revoked = await administrator.call('DELETE', `${path}/${record.id}`)
    expect(revoked.data.status).toBe('revoked')
    expect((await use()).status).toBe(401)
    expect((await administrator.call('DELETE', `${path}/${record.id}`)).data).toEqual(revoked.data)
    expect((await administrator.call('PUT', `${path}/${record.id}/rate-limit`, { body: { limit: 8 } })).status).toBe(
      404,
    )
    expect(await changesOf(account_id)).toEqual([
      { action: 'key.revoked', before: { kind: 'live', scopes: ['businesses:read'] } },
      { action: 'key.rate_limit_changed', before: { rate_limit: null }, after: { rate_limit: 7 } },
      { action: 'key.issued', after: { kind: 'live', scopes: ['businesses:read'] } },
    ])
    const { data } = await tenant.call('GET', '/events?type=key.issued')
    expect(data).toMatchObject([{ resource_id: record.id, actor: { type: 'operator', id: null } }])
  })

  test('live keys of another account are unknown in the routes of this account', async () => {
    const [mine, theirs] = [await api.open(), await api.open()]
    const { id } = await theirs.issue()
    const path = `/admin/accounts/${mine.owner.account_id}/keys/${id}` as const
    expect((await administrator.call('DELETE', path)).status).toBe(404)
    expect((await administrator.call('PUT', `${path}/rate-limit`, { body: { limit: 1 } })).status).toBe(404)
    expect(await knex()('api_keys').where({ id }).first()).toMatchObject({ revoked_at: null, rate_limit: null })
  })
})

describe('flags of the platform', () => {
  test('are switched for every account, with an entry without an account', async () => {
    const page = await openConsole(api)
    await setFlag(api.database.db, 'mcp_enabled', true)
    const reply = await page.call('PUT', '/admin/flags/mcp_enabled', { body: { enabled: false } })
    expect(reply.data).toMatchObject({ name: 'mcp_enabled', enabled: false })
    const { data } = await page.call('GET', '/admin/audit-log?action=flag.changed&actor=administrator&limit=100')
    expect(data.filter(({ actor }) => actor.id === page.user.id)).toMatchObject([
      { account: null, before: { flag: 'mcp_enabled', enabled: true }, after: { flag: 'mcp_enabled', enabled: false } },
    ])
  })
})

describe('dead letters', () => {
  /** An endpoint of a new account with dead letters whose receiver returned `excerpt`. */
  async function failing(count: number, excerpt: string): Promise<{ tenant: TestAccount; webhookId: string }> {
    const tenant = await api.open()
    const created = await tenant.call('POST', '/webhooks', { body: { url: 'https://hooks.rosso-trattoria.nl/svc' } })
    const webhookId = created.data.id
    for (let n = 0; n < count; n++) await tenant.call('POST', `/webhooks/${webhookId}/test`)
    const ids = await knex()('webhook_deliveries').where({ webhook_id: webhookId }).pluck('id')
    const ended = { status: 'dead_lettered', attempt_count: 6 } as const
    await finishDeliveries(api.database.db, { webhook_id: webhookId }, ended)
    for (const delivery_id of ids)
      await knex()('webhook_attempts').insert({
        delivery_id,
        number: 6,
        started_at: knex().fn.now(),
        outcome: 'failed',
        http_status: 503,
        response_excerpt: excerpt,
      })
    return { tenant, webhookId }
  }

  test('dead letters of all accounts are listed, counted and resent once, with an entry for each account', async () => {
    const [one, two] = [await failing(2, 'first'), await failing(1, 'second')]
    const list = (await administrator.call('GET', '/admin/dead-letters')).data
    expect(list.slice(0, 3).map((letter: Record<string, unknown>) => letter.response_excerpt)).toEqual([
      'second',
      'first',
      'first',
    ])
    const ofOne = await administrator.call('GET', `/admin/dead-letters?account_id=${one.tenant.owner.account_id}`)
    expect(ofOne.data).toHaveLength(2)
    expect(ofOne.data[0]).toMatchObject({ webhook_id: one.webhookId, http_status: 503, attempt_count: 6 })

    const since = new Date(Date.now() - 3_600_000).toISOString()
    const resend = (body: object) =>
      administrator.call('POST', '/admin/dead-letters/resend', { body: { since, ...body } })
    const counted = await resend({ dry_run: true })
    expect(counted.data).toEqual({ webhook_count: 2, matched_count: 3, queued_count: 0, next_webhook_id: null })
    expect(await changesOf(two.tenant.owner.account_id)).toEqual([])
    const resent = await resend({ dry_run: false, account_id: two.tenant.owner.account_id })
    expect(resent.data).toMatchObject({ webhook_count: 1, matched_count: 1, queued_count: 1 })
    expect(await changesOf(two.tenant.owner.account_id)).toEqual([
      { action: 'deliveries.resent', after: { queued_count: 1 } },
    ])
    expect(await changesOf(one.tenant.owner.account_id)).toEqual([])
    await knex()('webhook_endpoints').whereIn('id', [one.webhookId, two.webhookId]).delete()
  })
})

describe('the service', () => {
  test('shows its queues, its health and its secret keys, and no secret', async () => {
    const tenant = await api.open()
    const created = await tenant.call('POST', '/webhooks', { body: { url: 'https://hooks.rosso-trattoria.nl/svc' } })
    await tenant.call('POST', `/webhooks/${created.data.id}/test`)
    const measured = async () => {
      await knex()('queue_statistics').update({ measured_at: new Date(0) })
      const { data } = await administrator.call('GET', '/admin/queues')
      return present(data.find(({ name }) => name === 'webhook_deliveries'))
    }
    const deliveries = await measured()
    expect(deliveries.waiting_count).toBeGreaterThan(0)
    expect(deliveries.oldest_due_at).toMatch(/Z$/)
    await tenant.call('PATCH', `/webhooks/${created.data.id}`, { body: { enabled: false } })
    const held = await measured()
    expect(held).toMatchObject({ waiting_count: deliveries.waiting_count - 1, held_count: deliveries.held_count + 1 })

    const health = (await administrator.call('GET', '/admin/health')).data
    expect(health).toMatchObject({
      database: { missing_migrations: 0 },
      redis: { configured: false, reachable: false },
      node_version: process.version,
    })
    const keys = await administrator.call('GET', '/admin/secret-keys')
    expect(keys.data).toMatchObject([{ state: 'current' }])
    for (const { id } of keys.data) expect(api.keyring.ids).toContain(id)
  })
})

describe('the audit log', () => {
  test('shows an account what concerns it: its members by address, administrators by id alone', async () => {
    const [tenant, other] = [await api.open(), await api.open()]
    const member = await openPortal(api, tenant)
    const created = await member.call('POST', '/keys', { body: { name: 'Laptop' } })
    await member.call('DELETE', `/keys/${created.data.id}`)
    for (const { owner } of [tenant, other])
      await administrator.call('PATCH', `/admin/accounts/${owner.account_id}`, { body: { plan: 'scale' } })
    const { body, data } = await member.call('GET', '/audit-log')
    expect(data).toMatchObject([
      { action: 'account.plan_changed', actor: { type: 'administrator', id: administrator.user.id, email: null } },
      { action: 'key.revoked', actor: { type: 'member', email: member.user.email }, subject_id: created.data.id },
      { action: 'key.issued', actor: { type: 'member', id: member.user.id }, after: { kind: 'test' } },
    ])
    expect(JSON.stringify(body)).not.toContain(other.owner.account_id)
    expect(JSON.stringify(body)).not.toContain('Laptop')
    const filtered = await member.call('GET', '/audit-log?actor=member&action=key.issued')
    expect(filtered.data).toHaveLength(1)
    const read = (cursor: string) => member.call('GET', `/audit-log?limit=1${cursor && `&cursor=${cursor}`}`)
    const pages: string[] = []
    let cursor: string | null = ''
    do {
      const { data, meta } = await read(cursor)
      pages.push(...data.map(({ action }) => action))
      cursor = meta.page.next_cursor
    } while (cursor !== null)
    expect(pages).toEqual(['account.plan_changed', 'key.revoked', 'key.issued'])
  })

  test('has an entry for what members do with clients, roles, members and endpoint secrets', async () => {
    const tenant = await api.open()
    const owner = await openPortal(api, tenant)
    const colleague = await openPortal(api, tenant, 'viewer')
    const { id } = (await owner.call('POST', '/clients', { body: { name: 'Sync' } })).data
    await owner.call('PATCH', `/clients/${id}`, { body: { name: 'Nightly sync' } })
    await owner.call('POST', `/clients/${id}/rotate-secret`)
    await owner.call('DELETE', `/clients/${id}`)
    await owner.call('PATCH', `/members/${colleague.user.id}`, { body: { role: 'developer' } })
    await owner.call('DELETE', `/members/${colleague.user.id}`)
    const webhook = await owner.callPublic('POST', '/webhooks', {
      body: { url: 'https://hooks.rosso-trattoria.nl/svc' },
    })
    await owner.callPublic('POST', `/webhooks/${webhook.data.id}/rotate-secret`)
    const { data } = await owner.call('GET', '/audit-log')
    expect(data.map(({ action }) => action)).toEqual([
      'webhook.secret_rotated',
      'member.removed',
      'member.role_changed',
      'client.deleted',
      'client.secret_rotated',
      'client.updated',
      'client.created',
    ])
    // The person is gone, and so is their address.
    expect(JSON.stringify(data)).not.toContain(colleague.user.email)
  })

  test('has no entry for a change that failed', async () => {
    const tenant = await api.open()
    const owner = await openPortal(api, tenant)
    expect((await owner.call('DELETE', `/members/${owner.user.id}`)).status).toBe(409)
    expect((await owner.call('DELETE', `/keys/${newId('key')}`)).status).toBe(404)
    expect((await owner.call('GET', '/audit-log')).data).toEqual([])
  })

  test('cannot be changed in the database until an entry is two years old or its account is gone', async () => {
    const tenant = await api.open()
    const { account_id } = tenant.owner
    await administrator.call('PATCH', `/admin/accounts/${account_id}`, { body: { plan: 'scale' } })
    const entries = () => knex()('audit_log').where({ account_id })
    await expect(entries().update({ action: 'key.issued' })).rejects.toThrow('never changed')
    await expect(entries().delete()).rejects.toThrow('never changed')
    await expect(knex().raw('truncate audit_log')).rejects.toThrow('never changed')
    expect(await purgeAuditLog(api.database.db, { limit: 10 })).toBe(0)
    await knex()('audit_log').insert({
      id: newId('aud'),
      account_id,
      actor_type: 'operator',
      action: 'account.plan_changed',
      created_at: knex().raw("now() - interval '731 days'"),
    })
    expect(await purgeAuditLog(api.database.db, { limit: 10 })).toBe(1)
    expect(await entries()).toHaveLength(1)
    await knex()('accounts').where({ id: account_id }).delete()
    expect(await entries()).toHaveLength(0)
  })
})

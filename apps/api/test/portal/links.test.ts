import { createAdministrator, findUserByPassword } from '@svc/credentials/users'
import { purgeOAuth } from '@svc/db/oauth-records'
import { knexOf } from '@svc/db/testing'
import { countEmails } from '@svc/db/testing-accounts'
import { expirePasswordConfirmation, forgetLoginAttempts } from '@svc/db/testing-credentials'
import type { BodyOf } from '@svc/http/testing-reply'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { request, startTestApi, type TestAccount, type TestApi } from '../testing.ts'
import {
  fromOwnPage,
  openPortal,
  type PortalBodies,
  type PortalPage,
  portalPath,
  signInLinkOf,
} from './portal-client.ts'

let api: TestApi
let account: TestAccount
let owner: PortalPage
beforeAll(async () => {
  api = await startTestApi({
    SVC_SMTP_URL: 'smtp://127.0.0.1:9',
    SVC_EMAIL_FROM: 'no-reply@reviews.example',
    SVC_PUBLIC_URL: 'http://portal.example',
  })
  account = await api.open()
  owner = await openPortal(api, account)
})
afterAll(() => api.close())

const knex = () => knexOf(api.database.db)
const password = 'nine purple trains at dawn'
const newEmail = () => `${crypto.randomUUID()}@rosso-trattoria.example`
const post = <const Path extends string>(path: Path, body: object, headers: object = fromOwnPage) =>
  request<BodyOf<PortalBodies, 'POST', Path>>(`${api.origin}${portalPath}${path}`, 'POST', {
    body,
    headers: { ...headers },
  })
const invite = (email = newEmail(), role = 'developer', by = owner) =>
  by.call('POST', '/invitations', { body: { email, role } })
const emailsTo = (id: string) => knex()('emails').where({ user_id: id })
const idsOf = async (path: '/invitations' | '/members') => (await owner.call('GET', path)).data.map(({ id }) => id)
const tokenOf = async (email: string) => new URL(await signInLinkOf(api, { ...owner.user, email })).hash.slice(1)
const signIn = (email: string) => post('/session', { email, password })

describe('an invitation', () => {
  test('queues an email, and makes a member of the person who chooses a password', async () => {
    const email = newEmail()
    const { status, data } = await invite(email.toUpperCase())
    expect([status, data]).toEqual([
      201,
      {
        id: expect.stringMatching(/^usr_/),
        email,
        role: 'developer',
        invited_at: expect.any(String),
        expires_at: expect.any(String),
        delivery: 'email',
      },
    ])
    const { id, invited_at, expires_at } = data
    expect(Date.parse(expires_at) - Date.parse(invited_at)).toBe(7 * 86_400_000)
    expect(await emailsTo(id)).toMatchObject([{ kind: 'invitation', attempt_count: 0 }])
    expect([await idsOf('/invitations'), await idsOf('/members')]).toEqual([
      expect.arrayContaining([id]),
      expect.not.arrayContaining([id]),
    ])
    expect((await signIn(email)).status).toBe(401)

    const joined = await post('/session/by-link', { token: await tokenOf(email), new_password: password })
    expect([joined.status, joined.data.user]).toEqual([201, { id, email, role: 'developer' }])
    expect((await signIn(email)).status).toBe(201)
    expect([await idsOf('/invitations'), await idsOf('/members')]).toEqual([
      expect.not.arrayContaining([id]),
      expect.arrayContaining([id]),
    ])
  })

  test('cannot be used with any password before the person has chosen one', async () => {
    const email = newEmail()
    await invite(email)
    for (const candidate of ['', password])
      expect(await findUserByPassword(api.database.db, { email, password: candidate })).toBeUndefined()
  })

  test('can be sent again and withdrawn, after which its links are invalid', async () => {
    const email = newEmail()
    const { id } = (await invite(email)).data
    await emailsTo(id).delete()
    await knex()('users')
      .where({ id })
      .update({ invited_at: knex().raw("now() - interval '6 days'") })
    const again = await owner.call('POST', `/invitations/${id}/send`)
    expect(again.status).toBe(200)
    expect(Date.parse(again.data.expires_at)).toBeGreaterThan(Date.now() + 6 * 86_400_000)
    expect(await emailsTo(id)).toHaveLength(1)

    const token = await tokenOf(email)
    const withdrawn = await owner.call('DELETE', `/invitations/${id}`)
    expect([withdrawn.status, withdrawn.data]).toEqual([200, { id, withdrawn: true }])
    expect((await post('/session/by-link', { token, new_password: password })).status).toBe(404)
    expect(await emailsTo(id)).toEqual([])
    for (const [method, path] of [
      ['POST', `/invitations/${id}/send`],
      ['DELETE', `/invitations/${id}`],
    ] as const)
      expect((await owner.call(method, path)).status).toBe(404)
  })

  test('an invitation and its withdrawal are in the audit log of the account, without the email address', async () => {
    const email = newEmail()
    const { id } = (await invite(email, 'viewer')).data
    await owner.call('DELETE', `/invitations/${id}`)
    const { data } = await owner.call('GET', '/audit-log?limit=2')
    expect(data).toMatchObject([
      { action: 'member.invitation_withdrawn', actor: { id: owner.user.id }, subject_id: id },
      { action: 'member.invited', actor: { id: owner.user.id }, subject_id: id, after: { role: 'viewer' } },
    ])
    expect(JSON.stringify(data)).not.toContain(email)
  })

  test('ends after 7 days, and its address is free again', async () => {
    const email = newEmail()
    const { id } = (await invite(email)).data
    await knex()('users')
      .where({ id })
      .update({ invited_at: knex().raw("now() - interval '169 hours'") })
    expect(await idsOf('/invitations')).not.toContain(id)
    expect((await owner.call('POST', `/invitations/${id}/send`)).status).toBe(404)
    await purgeOAuth(api.database.db, { limit: 1_000 })
    expect((await invite(email)).status).toBe(201)
  })

  test('an invited owner does not replace the last owner, and cannot be changed like a member', async () => {
    const tenant = await api.open()
    const alone = await openPortal(api, tenant)
    const { id } = (await invite(newEmail(), 'owner', alone)).data
    const demoted = await alone.call('PATCH', `/members/${alone.user.id}`, { body: { role: 'viewer' } })
    expect(demoted.status).toBe(409)
    for (const method of ['PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { role: 'viewer' } : undefined
      expect((await alone.call(method, `/members/${id}`, { body })).status).toBe(404)
    }
  })

  test('is refused for an address that has a login in any account, and for an invalid address', async () => {
    const stranger = await openPortal(api, await api.open())
    for (const { email } of [owner.user, stranger.user]) {
      const taken = await invite(email)
      expect([taken.status, taken.error.code]).toEqual([409, 'conflict'])
    }
    const invalid = await invite('nobody at all')
    expect([invalid.status, invalid.details[0]?.path]).toEqual([400, 'body.email'])
  })

  test('is refused to an owner who has not confirmed the password recently', async () => {
    const page = await openPortal(api, account)
    await expirePasswordConfirmation(api.database.db, page.user.id)
    const refused = await invite(newEmail(), 'viewer', page)
    expect([refused.status, refused.details[0]?.path]).toEqual([403, 'header.cookie.password_confirmation'])
  })

  test('is sent three times a day to one address, and twenty times a day by one account', async () => {
    const spammers = [await openPortal(api, await api.open()), await openPortal(api, await api.open())]
    const [one, two] = spammers as [PortalPage, PortalPage]
    const email = newEmail()
    const { id } = (await invite(email, 'viewer', one)).data
    const again = async () => (await one.call('POST', `/invitations/${id}/send`)).status
    expect([await again(), await again(), await again()]).toEqual([200, 200, 429])
    // Another account has no attempts of its own for this address.
    await one.call('DELETE', `/invitations/${id}`)
    const refused = await invite(email, 'viewer', two)
    expect([refused.status, refused.details[0]?.path]).toEqual([429, 'rate.emails'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)

    const statuses: number[] = []
    for (let n = 0; n < 21; n++) statuses.push((await invite(newEmail(), 'viewer', two)).status)
    expect(statuses).toEqual([...Array(20).fill(201), 429])
  })
})

describe('a forgotten password', () => {
  const ask = (email: string, headers?: object) => post('/session/reset-link', { email }, headers)

  test('queues one email, and returns the same response for an unknown address', async () => {
    const page = await openPortal(api, account)
    const replies = [await ask(page.user.email), await ask(page.user.email), await ask(newEmail())]
    for (const { status, headers, data } of replies) {
      expect([status, data]).toEqual([202, { delivery: 'email' }])
      expect(headers.getSetCookie()).toEqual([])
    }
    expect(new Set(replies.map(({ headers }) => [...headers.keys()].join())).size).toBe(1)
    expect(await emailsTo(page.user.id)).toMatchObject([{ kind: 'password_reset' }])
    expect((await page.call('GET', '/session')).status).toBe(200)
  })

  test('can be reported three times in a quarter of an hour for an address, whether it exists or not', async () => {
    await forgetLoginAttempts(api.database.db)
    const page = await openPortal(api, account)
    for (const email of [page.user.email, newEmail()]) {
      const statuses: number[] = []
      for (let n = 0; n < 4; n++) statuses.push((await ask(email)).status)
      expect(statuses).toEqual([202, 202, 202, 429])
    }
    // Others have used up the requests for this person, whose browser still has its own.
    const signedIn = await post('/session', { email: page.user.email, password: page.password })
    const device = signedIn.headers.getSetCookie().find((line) => line.startsWith('svc_device='))
    expect((await ask(page.user.email, { ...fromOwnPage, Cookie: device?.split(';')[0] })).status).toBe(202)
  })

  test('is limited by network address over all email addresses', async () => {
    await forgetLoginAttempts(api.database.db)
    const statuses: number[] = []
    for (let n = 0; n < 11; n++) statuses.push((await ask(newEmail())).status)
    expect(statuses).toEqual([...Array(10).fill(202), 429])
    await forgetLoginAttempts(api.database.db)
  })

  test('an administrator gets no email for a forgotten password, and a link of a member does not open the console', async () => {
    const email = newEmail()
    const administrator = await createAdministrator(api.database.db, { email, password })
    expect((await ask(email)).status).toBe(202)
    expect(await emailsTo(administrator.id)).toEqual([])
    expect((await invite(email)).status).toBe(409)
  })

  test('is not reported by a page of another site', async () => {
    expect((await ask(owner.user.email, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
  })
})

describe('a service without a mail server', () => {
  test.each([
    ['no mail server is set', { SVC_PUBLIC_URL: 'http://portal.example' }],
    ['no public URL is set', { SVC_SMTP_URL: 'smtp://127.0.0.1:9', SVC_EMAIL_FROM: 'no-reply@reviews.example' }],
  ])('the response names the operator, because %s', async (_name, env) => {
    const silent = await startTestApi(env)
    try {
      const page = await openPortal(silent, await silent.open())
      const invited = await invite(newEmail(), 'viewer', page)
      expect([invited.status, invited.data.delivery]).toEqual([201, 'operator'])
      const reset = await request(`${silent.origin}${portalPath}/session/reset-link`, 'POST', {
        body: { email: page.user.email },
        headers: fromOwnPage,
      })
      expect([reset.status, reset.data]).toEqual([202, { delivery: 'operator' }])
      expect(await countEmails(silent.database.db)).toBe(0)
    } finally {
      await silent.close()
    }
  })
})

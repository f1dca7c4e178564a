import { knexOf } from '@svc/db/testing'
import { expirePasswordConfirmation } from '@svc/db/testing-credentials'
import { type BodyOf, present, type Reply } from '@svc/http/testing-reply'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  authorization,
  Browser,
  newVerifier,
  type OAuthDriver,
  redirectUri,
  startOAuth,
} from '../oauth/oauth-client.ts'
import { request, type TestAccount, type TestApi } from '../testing.ts'
import {
  fromOwnPage,
  openPortal,
  type PortalBodies,
  type PortalPage,
  portalOf,
  portalPath,
  signInLinkOf,
} from './portal-client.ts'

/** The clock of the API stands still. */
const startMs = Date.now()
let api: TestApi
let account: TestAccount
let oauth: OAuthDriver
beforeAll(async () => {
  ;({ api, account, oauth } = await startOAuth({}, { clock: { now: () => startMs } }))
})
afterAll(() => api.close())

const knex = () => knexOf(api.database.db)

interface Protected {
  page: PortalPage
  recoveryCodes: string[]
  /** The code of the app this many time steps after its setup. The current and the next one are accepted. */
  code(steps?: number): string
}

/** A member who has set up an authenticator app. */
async function openProtected(page?: PortalPage): Promise<Protected> {
  const member = page ?? (await openPortal(api, account))
  const begun = await member.call('POST', '/factors/authenticator')
  expect(begun.status).toBe(201)
  const { secret, uri } = begun.data
  expect(new URL(uri).searchParams.get('secret')).toBe(secret)
  const code = (steps = 0) => new TOTP({ secret }).generate({ timestamp: startMs + steps * 30_000 })
  const confirmed = await member.call('POST', '/factors/authenticator/confirmation', { body: { code: code() } })
  expect(confirmed.status).toBe(200)
  // As if that had been long ago.
  await knex()('authenticators').where({ user_id: member.user.id }).update({ last_step: 0 })
  return { page: member, recoveryCodes: confirmed.data.recovery_codes, code }
}

const post = <const Path extends string>(path: Path, body: object, cookies: readonly string[] = []) =>
  request<BodyOf<PortalBodies, 'POST', Path>>(`${api.origin}${portalPath}${path}`, 'POST', {
    body,
    headers: { ...fromOwnPage, Cookie: cookies.join('; ') },
  })

const cookieOf = ({ headers }: Reply, name: string) =>
  headers
    .getSetCookie()
    .find((line) => line.startsWith(`${name}=`))
    ?.split(';')[0] ?? ''

/** The first step of a sign-in; returns the cookie for the second. */
async function givePassword({ user, password }: PortalPage): Promise<string> {
  const reply = await post('/session', { email: user.email, password })
  expect([reply.status, reply.details]).toEqual([
    401,
    [{ path: 'header.cookie.second_factor', message: expect.any(String) }],
  ])
  expect([cookieOf(reply, 'svc_session'), cookieOf(reply, 'svc_device')]).toEqual(['', ''])
  return cookieOf(reply, 'svc_second_factor')
}

const giveCode = (code: string, ...cookies: string[]) => post('/session/by-code', { code }, cookies)

describe('an authenticator app', () => {
  test('is needed to sign in once it is confirmed, and not before', async () => {
    const page = await openPortal(api, account)
    await page.call('POST', '/factors/authenticator')
    expect((await post('/session', { email: page.user.email, password: page.password })).status).toBe(201)

    const { code } = await openProtected(page)
    const reply = await giveCode(code(), await givePassword(page))
    expect([reply.status, reply.data.user.id]).toEqual([201, page.user.id])
    expect(cookieOf(reply, 'svc_second_factor')).toBe('svc_second_factor=')
    const read = await request(`${api.origin}${portalPath}/session`, 'GET', {
      headers: { ...fromOwnPage, Cookie: cookieOf(reply, 'svc_session') },
    })
    expect(read.status).toBe(200)
  })

  test('is confirmed by a right code only, and cannot be replaced while it is in use', async () => {
    const page = await openPortal(api, account)
    expect((await page.call('POST', '/factors/authenticator/confirmation', { body: { code: '123456' } })).status).toBe(
      404,
    )
    await page.call('POST', '/factors/authenticator')
    // The last two have six characters, of more bytes than six digits.
    for (const code of ['not a code', '1234567', 'ÄÄÄÄÄÄ', '١٢٣٤٥٦']) {
      const wrong = await page.call('POST', '/factors/authenticator/confirmation', { body: { code } })
      expect([code, wrong.status, wrong.details[0]?.path]).toEqual([code, 403, 'body.code'])
    }
    expect((await page.call('GET', '/factors')).data.authenticator_since).toBeNull()
    await openProtected(page)
    expect((await page.call('POST', '/factors/authenticator')).status).toBe(409)
  })

  test('has its secret in the database as a ciphertext that is bound to the user, and recovery codes as hashes', async () => {
    const { page, recoveryCodes } = await openProtected()
    const other = await openProtected()
    const rows = await knex()('authenticators').where({ user_id: page.user.id })
    const hashes = await knex()('recovery_codes').where({ user_id: page.user.id })
    expect(hashes).toHaveLength(10)
    for (const code of recoveryCodes) expect(JSON.stringify([rows, hashes])).not.toContain(code)
    const { secret_ciphertext, secret_key_id } = rows[0]
    const move = { secret_ciphertext, secret_key_id }
    await knex()('authenticators').where({ user_id: other.page.user.id }).update(move)
    expect((await giveCode(other.code(), await givePassword(other.page))).status).toBe(500)
    expect(api.log()).not.toContain(other.code())
  })

  test('setting up or removing an authenticator app requires a confirmed password and ends all other sessions', async () => {
    const page = await openPortal(api, account)
    const other = await portalOf(api, page.user, page.password)
    const { code } = await openProtected(page)
    expect((await other.call('GET', '/session')).status).toBe(401)

    const third = await portalOf(api, page.user, page.password)
    await expirePasswordConfirmation(api.database.db, page.user.id)
    for (const [method, path] of [
      ['DELETE', '/factors/authenticator'],
      ['POST', '/factors/authenticator'],
      ['POST', '/factors/recovery-codes'],
    ] as const) {
      const refused = await page.call(method, path)
      expect([path, refused.details[0]?.path]).toEqual([path, 'header.cookie.password_confirmation'])
    }
    const wrong = await page.call('POST', '/session/code-confirmation', { body: { code: 'not a code' } })
    expect([wrong.status, wrong.details[0]?.path]).toEqual([403, 'body.code'])
    expect((await page.call('POST', '/session/code-confirmation', { body: { code: code() } })).status).toBe(200)
    const removed = await page.call('DELETE', '/factors/authenticator')
    expect(removed.data).toEqual({ authenticator_since: null, recovery_codes_left: 0 })
    expect((await third.call('GET', '/session')).status).toBe(401)
    expect((await page.call('DELETE', '/factors/authenticator')).status).toBe(404)
    expect((await post('/session', { email: page.user.email, password: page.password })).status).toBe(201)
  })
})

test('the audit log of the account has that an authenticator app was added and removed', async () => {
  const { page } = await openProtected(await openPortal(api, await api.open()))
  await page.call('DELETE', '/factors/authenticator')
  const { data } = await page.call('GET', '/audit-log?actor=member')
  expect(data).toMatchObject([
    { action: 'authenticator.removed', actor: { id: page.user.id }, subject_id: page.user.id },
    { action: 'authenticator.added', actor: { id: page.user.id }, subject_id: page.user.id },
  ])
})

describe('a code', () => {
  test('works once, and so does every earlier one, also for two browsers at the same moment', async () => {
    const { page, code } = await openProtected()
    const [one, two] = [await givePassword(page), await givePassword(page)]
    const replies = await Promise.all([giveCode(code(), one), giveCode(code(), two)])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 401])
    const refused = await giveCode(code(), two)
    expect(refused.details).toEqual([{ path: 'body.code', message: 'is not valid now' }])
    expect((await giveCode(code(1), two)).status).toBe(201)
    expect((await giveCode(code(0), await givePassword(page))).status).toBe(401)
  })

  test('a code from two steps before or after the current step is refused', async () => {
    const { page, code } = await openProtected()
    for (const steps of [-2, 2]) expect((await giveCode(code(steps), await givePassword(page))).status).toBe(401)
  })

  test('can be a recovery code, however it is typed, once', async () => {
    const { page, recoveryCodes } = await openProtected()
    const [first = '', second = ''] = recoveryCodes
    const typed = first.toLowerCase().replaceAll('-', ' ')
    expect((await giveCode(typed, await givePassword(page))).status).toBe(201)
    expect((await giveCode(first, await givePassword(page))).status).toBe(401)
    expect((await page.call('GET', '/factors')).data.recovery_codes_left).toBe(9)

    const replaced = await page.call('POST', '/factors/recovery-codes')
    expect(new Set(replaced.data.recovery_codes).size).toBe(10)
    expect((await giveCode(second, await givePassword(page))).status).toBe(401)
    expect((await giveCode(present(replaced.data.recovery_codes[0]), await givePassword(page))).status).toBe(201)
  })

  test('is of no use without the password, with the ticket of another person, or after five minutes', async () => {
    const { page, code } = await openProtected()
    const other = await openProtected()
    const mine = await givePassword(page)
    const forged = (await givePassword(other.page)).replace(other.page.user.id, page.user.id)
    const expired = mine.replace(/\.\d{13}\./, `.${startMs - 1}.`)
    for (const cookies of [[], [forged], [expired], [page.cookie]]) {
      const refused = await giveCode(code(), ...cookies)
      expect([refused.status, refused.error.message]).toEqual([401, 'Sign in with your password first.'])
    }
    await knex()('users').where({ id: page.user.id }).update({ password_set_at: knex().fn.now() })
    expect((await giveCode(code(), mine)).status).toBe(401)
  })

  test('is refused unchecked after twenty wrong ones, which a known device of the user does not notice', async () => {
    const { page, code, recoveryCodes } = await openProtected()
    const signedIn = await giveCode(recoveryCodes[0] ?? '', await givePassword(page))
    const device = cookieOf(signedIn, 'svc_device')
    const ticket = await givePassword(page)
    const statuses: number[] = []
    for (let n = 0; n < 20; n++) statuses.push((await giveCode('wrong code', ticket)).status)
    expect(statuses).toEqual(Array(20).fill(401))
    const refused = await giveCode(code(), ticket)
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await giveCode(code(), ticket, device)).status).toBe(201)
  })
})

describe('a sign-in cannot bypass the second factor', () => {
  test('by a link, which sets the password and then asks for the code', async () => {
    const { page, code } = await openProtected()
    const token = new URL(await signInLinkOf(api, page.user)).hash.slice(1)
    const reply = await post('/session/by-link', { token, new_password: 'nine purple trains at dawn' })
    expect([reply.status, reply.details[0]?.path]).toEqual([401, 'header.cookie.second_factor'])
    expect(cookieOf(reply, 'svc_session')).toBe('')
    expect((await giveCode(code(), cookieOf(reply, 'svc_second_factor'))).status).toBe(201)
  })

  test('by the login page of OAuth, which asks for the code before it shows the consent', async () => {
    const { page, code } = await openProtected()
    const client = await oauth.register({ redirect_uris: [redirectUri] })
    const browser = new Browser(api.origin)
    const login = await browser.visit(`/api/oauth/authorize?${authorization(client, newVerifier().challenge)}`)
    const step = await browser.press(login, 'log_in', { email: page.user.email, password: page.password })
    expect([step.status, step.text.includes('asks for access')]).toEqual([200, false])
    expect(browser.cookies.map(({ name }) => name)).not.toContain('svc_session')
    const allowed = await browser.open(step.path, { choice: 'allow' })
    expect(allowed.headers.get('location')).not.toContain('code=')
    const wrong = await browser.press(step, 'send_code', { code: 'wrong code' })
    expect([wrong.status, wrong.text.includes('The code is incorrect')]).toEqual([403, true])
    const consent = await browser.press(step, 'send_code', { code: code() })
    expect([consent.status, consent.text.includes('asks for access')]).toEqual([200, true])
  })
})

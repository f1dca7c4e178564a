import type { OperationFacts } from '@generated/contract/operations'
import { operations as table } from '@generated/portal/operations'
import { newSignInLink } from '@svc/credentials/sign-in-links'
import { knexOf } from '@svc/db/testing'
import type { BodyOf, Reply } from '@svc/http/testing-reply'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { request, startTestApi, type TestApi } from '../testing.ts'
import {
  fromOwnPage,
  openConsole,
  openPortal,
  type PortalBodies,
  type PortalPage,
  portalOf,
  portalPath,
} from './portal-client.ts'

// Decision 0056. The clock of the API stands still.

const startMs = Date.now()
let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ SVC_CONSOLE_SECOND_FACTOR: 'on' }, { clock: { now: () => startMs } })
})
afterAll(() => api.close())

const knex = () => knexOf(api.database.db)

interface Protected {
  page: PortalPage
  recoveryCodes: string[]
  /** The code of the app now. */
  code(): string
}

/** An administrator who has set up an authenticator app. */
async function openProtected(): Promise<Protected> {
  const page = await openConsole(api)
  const { secret } = (await page.call('POST', '/admin/authenticator')).data
  const code = () => new TOTP({ secret }).generate({ timestamp: startMs })
  const confirmed = await page.call('POST', '/admin/authenticator/confirmation', { body: { code: code() } })
  expect(confirmed.status).toBe(200)
  // As if that had been long ago.
  await knex()('authenticators').where({ user_id: page.user.id }).update({ last_step: 0 })
  return { page, recoveryCodes: confirmed.data.recovery_codes, code }
}

const post = <const Path extends string>(path: Path, body: object, cookie = '') =>
  request<BodyOf<PortalBodies, 'POST', Path>>(`${api.origin}${portalPath}${path}`, 'POST', {
    body,
    headers: { ...fromOwnPage, Cookie: cookie },
  })

const cookieOf = ({ headers }: Reply, name: string) =>
  headers
    .getSetCookie()
    .find((line) => line.startsWith(`${name}=`))
    ?.split(';')[0] ?? ''

/** The first step of a sign-in, which needs a code; returns the cookie for the second step. */
function ticketOf(reply: Reply): string {
  const missing = { path: 'header.cookie.second_factor', message: 'needs a code; call signInAdministratorWithCode' }
  expect([reply.status, reply.details, cookieOf(reply, 'svc_session')]).toEqual([401, [missing], ''])
  return cookieOf(reply, 'svc_second_factor')
}

const givePassword = async ({ user, password }: PortalPage) =>
  ticketOf(await post('/admin/session', { email: user.email, password }))

describe('an administrator without an authenticator app', () => {
  const beyondSetUp = Object.entries<OperationFacts>(table).filter(
    ([, { path }]) => path.startsWith('/admin/') && !/^\/admin\/(session|authenticator)/.test(path),
  )

  test.each(beyondSetUp)('is refused by %s until one is set up', async (_id, { method, path }) => {
    const page = await openConsole(api)
    const target = path.replace('{id}', 'acc_01kjpy44e0ejn9fs0zhj02ddtc').replace(/\{.*?\}/g, 'x')
    const reply = await page.call(method.toUpperCase(), target)
    expect([reply.status, reply.details[0]?.path]).toEqual([403, 'header.cookie.second_factor'])
  })

  test('sees why in the session, sets one up with a confirmed password, and then uses the console', async () => {
    const page = await openConsole(api)
    const session = async () => (await page.call('GET', '/admin/session')).data
    expect(await session()).toMatchObject({ authenticator_since: null, authenticator_required: true })
    await knex()('sessions')
      .where({ user_id: page.user.id })
      .update({ password_confirmed_at: new Date(startMs - 11 * 60_000) })
    const unconfirmed = await page.call('POST', '/admin/authenticator')
    expect([unconfirmed.status, unconfirmed.details[0]?.path]).toEqual([403, 'header.cookie.password_confirmation'])
    await page.call('POST', '/admin/session/password-confirmation', { body: { password: page.password } })
    const elsewhere = await portalOf(api, page.user, page.password)

    const { secret, uri } = (await page.call('POST', '/admin/authenticator')).data
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    const confirm = (code: string) => page.call('POST', '/admin/authenticator/confirmation', { body: { code } })
    expect((await confirm('000 00')).status).toBe(403)
    const confirmed = await confirm(new TOTP({ secret }).generate({ timestamp: startMs }))
    expect(new Set(confirmed.data.recovery_codes).size).toBe(10)

    expect(await session()).toMatchObject({ authenticator_since: expect.stringMatching(/Z$/) })
    expect((await page.call('GET', '/admin/accounts')).status).toBe(200)
    expect((await elsewhere.call('GET', '/admin/session')).status).toBe(401)
    expect((await page.call('POST', '/admin/authenticator')).status).toBe(409)
    const [entry] = (await page.call('GET', '/admin/audit-log?action=authenticator.added')).data
    expect(entry).toMatchObject({ actor: { id: page.user.id }, account: null, subject_id: page.user.id })
  })
})

describe('an administrator with an authenticator app', () => {
  test('signs in with the password and a code, which works once', async () => {
    const { page, code } = await openProtected()
    const ticket = await givePassword(page)
    expect((await post('/admin/session/by-code', { code: '000000' }, ticket)).status).toBe(401)
    const entered = await post('/admin/session/by-code', { code: code() }, ticket)
    expect([entered.status, entered.data.administrator.email]).toEqual([201, page.user.email])
    expect(cookieOf(entered, 'svc_session')).not.toBe('')
    const again = await post('/admin/session/by-code', { code: code() }, await givePassword(page))
    expect([again.status, again.details[0]?.path]).toEqual([401, 'body.code'])
  })

  test('signs in with a recovery code once, and never with one that was replaced', async () => {
    const { page, recoveryCodes } = await openProtected()
    const enter = async (code: string | undefined) =>
      (await post('/admin/session/by-code', { code }, await givePassword(page))).status
    expect([await enter(recoveryCodes[0]), await enter(recoveryCodes[0])]).toEqual([201, 401])
    const replaced = await page.call('POST', '/admin/authenticator/recovery-codes')
    expect([await enter(recoveryCodes[1]), await enter(replaced.data.recovery_codes[1])]).toEqual([401, 201])
  })

  test('needs a code after a link as well', async () => {
    const { page, code } = await openProtected()
    const link = await newSignInLink(api.database.db, api.keyring, {
      email: page.user.email,
      origin: api.origin,
      kind: 'administrator',
    })
    const token = new URL(link?.url ?? '').hash.slice(1)
    const ticket = ticketOf(await post('/admin/session/by-link', { token, new_password: 'nine purple trains at dawn' }))
    expect((await post('/admin/session/by-code', { code: code() }, ticket)).status).toBe(201)
  })

  test('cannot finish at the sign-in for members, nor a member at the console', async () => {
    const { page, code } = await openProtected()
    const ticket = await givePassword(page)
    const atPortal = await post('/session/by-code', { code: code() }, ticket)
    expect([atPortal.status, atPortal.error.message]).toEqual([401, 'Sign in with your password first.'])
    const member = await openPortal(api, await api.open())
    const { secret } = (await member.call('POST', '/factors/authenticator')).data
    const memberCode = new TOTP({ secret }).generate({ timestamp: startMs })
    await member.call('POST', '/factors/authenticator/confirmation', { body: { code: memberCode } })
    await knex()('authenticators').where({ user_id: member.user.id }).update({ last_step: 0 })
    const first = await post('/session', { email: member.user.email, password: member.password })
    const ofMember = cookieOf(first, 'svc_second_factor')
    expect((await post('/admin/session/by-code', { code: memberCode }, ofMember)).status).toBe(401)
    expect((await post('/session/by-code', { code: memberCode }, ofMember)).status).toBe(201)
  })
})

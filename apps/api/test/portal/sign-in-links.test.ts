import { findUserByPassword } from '@svc/credentials/users'
import { knexOf } from '@svc/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { request, startTestApi, type TestAccount, type TestApi } from '../testing.ts'
import {
  fromOwnPage,
  openPortal,
  type PortalBodies,
  type PortalPage,
  portalOf,
  portalPath,
  sessionCookieOf,
  signInLinkOf,
} from './portal-client.ts'

let api: TestApi
let account: TestAccount
beforeAll(async () => {
  api = await startTestApi()
  account = await api.open()
})
afterAll(() => api.close())

const knex = () => knexOf(api.database.db)
const linksOf = ({ user }: PortalPage) => knex()('sign_in_links').where({ user_id: user.id })
const password = 'nine purple trains at dawn'

/** The token of a new link of this person. */
async function linkFor({ user }: PortalPage): Promise<string> {
  return new URL(await signInLinkOf(api, user)).hash.slice(1)
}

const open = (token: string, { headers = fromOwnPage, next = password }: { headers?: object; next?: string } = {}) =>
  request<PortalBodies['POST /session/by-link']>(`${api.origin}${portalPath}/session/by-link`, 'POST', {
    body: { token, new_password: next },
    headers: { ...headers },
  })

const isPassword = async ({ user }: PortalPage, candidate: string) =>
  (await findUserByPassword(api.database.db, { email: user.email, password: candidate })) !== undefined

describe('a link to set the password', () => {
  test('sets it, signs in, and ends every other session of the user', async () => {
    const page = await openPortal(api, account, 'developer')
    const other = await portalOf(api, page.user, page.password)
    const colleague = await openPortal(api, account)
    const reply = await open(await linkFor(page))
    expect(reply.status).toBe(201)
    expect(reply.data.user).toEqual({ id: page.user.id, email: page.user.email, role: 'developer' })
    const read = await request<PortalBodies['GET /session']>(`${api.origin}${portalPath}/session`, 'GET', {
      headers: { ...fromOwnPage, Cookie: sessionCookieOf(reply) },
    })
    expect([read.status, read.data.id]).toEqual([200, reply.data.id])
    for (const ended of [page, other]) expect((await ended.call('GET', '/session')).status).toBe(401)
    expect((await colleague.call('GET', '/session')).status).toBe(200)
    expect([await isPassword(page, page.password), await isPassword(page, password)]).toEqual([false, true])
  })

  test('works once, also for two browsers that open it at the same moment', async () => {
    const page = await openPortal(api, account)
    const token = await linkFor(page)
    const replies = await Promise.all([open(token), open(token, { next: 'ten green trains at dusk' })])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 404])
    const again = await open(token)
    expect([again.status, again.error]).toEqual([
      404,
      { code: 'not_found', message: 'This link was used or has expired. Request a new one.' },
    ])
    expect(again.headers.getSetCookie()).toEqual([])
  })

  test('sets no password when 30 minutes have passed since it was sent', async () => {
    const page = await openPortal(api, account)
    const token = await linkFor(page)
    const later = (minutes: number) =>
      linksOf(page).update({ expires_at: knex().raw("expires_at - ? * interval '1 minute'", [minutes]) })
    await later(30)
    expect((await open(token)).status).toBe(404)
    await later(-2)
    expect((await open(token)).status).toBe(201)
  })

  test('ends with every other change of the password', async () => {
    const page = await openPortal(api, account)
    const [first, second] = [await linkFor(page), await linkFor(page)]
    expect((await open(first)).status).toBe(201)
    expect((await open(second)).status).toBe(404)
    expect((await open('x'.repeat(43))).status).toBe(404)
  })

  test('is kept when the password is refused, and is stored as a hash only', async () => {
    const page = await openPortal(api, account)
    const token = await linkFor(page)
    const [row] = await linksOf(page)
    expect(row.token_hash).toHaveLength(32)
    expect(JSON.stringify(row)).not.toContain(token)
    const refused = await open(token, { next: 'too short' })
    expect([refused.status, refused.details[0]?.path]).toEqual([400, 'body.new_password'])
    expect((await open(token)).status).toBe(201)
  })

  test.each([
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a sibling host', { 'Sec-Fetch-Site': 'same-site' }],
    ['a foreign origin', { Origin: 'https://evil.example' }],
  ])('is not used up by a page of %s', async (_name, headers) => {
    const page = await openPortal(api, account)
    const token = await linkFor(page)
    expect((await open(token, { headers })).status).toBe(403)
    expect(await isPassword(page, page.password)).toBe(true)
    expect((await open(token)).status).toBe(201)
  })

  test('replaces the session that the browser had before', async () => {
    const attacker = await openPortal(api, account)
    const page = await openPortal(api, account)
    const reply = await open(await linkFor(page), { headers: { ...fromOwnPage, Cookie: attacker.cookie } })
    expect([reply.status, reply.data.user.id]).toEqual([201, page.user.id])
    expect((await attacker.call('GET', '/session')).status).toBe(401)
  })
})

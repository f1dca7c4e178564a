import { deleteOAuthRecords, storedOAuthRecords } from '@svc/db/testing-credentials'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestAccount, TestApi } from '../testing.ts'
import {
  authorization,
  Browser,
  consent,
  form,
  newVerifier,
  type OAuthDriver,
  openPerson,
  type Person,
  redirectUri,
  send,
  startOAuth,
  type TestClient,
} from './oauth-client.ts'

// The consent page, and what other pages and people can do to a person who sees it (RFC 9700 sections 4.7 and 4.16).

let api: TestApi
let account: TestAccount
let oauth: OAuthDriver
let client: TestClient
let person: Person

beforeAll(async () => {
  ;({ api, account, oauth, person } = await startOAuth())
  client = await oauth.register({ redirect_uris: [redirectUri], name: 'Dashboard <b>&' })
})
afterAll(() => api.close())

describe('the consent page', () => {
  const visit = (browser: Browser, by = client) =>
    browser.visit(`/api/oauth/authorize?${authorization(by, newVerifier().challenge)}`)

  test('cannot be framed, runs no script, sends no referrer, and is not cached', async () => {
    const { headers } = await visit(new Browser(api.origin))
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*frame-ancestors 'none'/)
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('requests consent every time, even if the person has just given it', async () => {
    const browser = new Browser(api.origin)
    await consent(api, person, authorization(client, newVerifier().challenge), browser)
    const again = await visit(browser)
    expect(again.text).toContain('asks for access')
    expect(again.text).not.toContain('name="password"')
  })

  test('sends access_denied to the app when the person does not allow it', async () => {
    const browser = new Browser(api.origin)
    const consentPage = await browser.press(await visit(browser), 'log_in', { ...person })
    const { away } = await browser.press(consentPage, 'deny')
    expect(Object.fromEntries(away?.searchParams ?? [])).toMatchObject({
      error: 'access_denied',
      state: 'fT3kWm9aQx7Lr2Vb',
      iss: api.origin,
    })
  })

  test('accepts a decision only with the form token of this session and request', async () => {
    const browser = new Browser(api.origin)
    const consentPage = await browser.press(await visit(browser), 'log_in', { ...person })
    const other = new Browser(api.origin)
    const foreign = await other.press(await visit(other), 'log_in', { ...person })
    const stolen = /name="form_token" value="([^"]+)"/.exec(foreign.text)?.[1] ?? ''
    for (const fields of [{}, { form_token: '' }, { form_token: 'x' }, { form_token: stolen }]) {
      const reply = await browser.open(consentPage.path, { choice: 'allow', ...(fields as Record<string, string>) })
      expect([reply.status, new URL(reply.headers.get('location') ?? '/', api.origin).href]).toEqual([
        303,
        api.origin + consentPage.path,
      ])
    }
    expect((await browser.open(`${consentPage.path}?choice=allow`)).text).toContain('asks for access')
  })

  test('refuses a form from another site', async () => {
    const browser = new Browser(api.origin)
    const page = await visit(browser)
    const cookie = browser.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const reply = await send(api.origin + page.path, {
      method: 'POST',
      headers: { Cookie: cookie, 'Sec-Fetch-Site': 'cross-site', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: form({ choice: 'log_in', ...person }),
    })
    expect([reply.status, reply.headers.getSetCookie()]).toEqual([403, []])
  })

  test('is shown only to the browser that started the request', async () => {
    const page = await visit(new Browser(api.origin))
    const elsewhere = await new Browser(api.origin).open(page.path)
    expect([elsewhere.status, elsewhere.text.includes('expired')]).toEqual([400, true])
  })

  test('does not reveal whether the email or the password was incorrect, and repeats neither', async () => {
    const browser = new Browser(api.origin)
    const page = await visit(browser)
    const wrong = await browser.press(page, 'log_in', { ...person, password: 'wrong password' })
    const unknown = await browser.press(page, 'log_in', {
      email: person.email.replace('owner', 'ghost'),
      password: 'x',
    })
    expect([wrong.status, unknown.status]).toEqual([403, 403])
    expect(wrong.text).not.toContain('wrong password')
    expect(wrong.text.replaceAll('owner', 'ghost')).toBe(unknown.text.replaceAll('owner', 'ghost'))
  })

  test('gives each login a new session id, in a cookie that scripts cannot read', async () => {
    const browser = new Browser(api.origin)
    const page = await visit(browser)
    const reply = await browser.open(page.path, { choice: 'log_in', ...person })
    const cookie = reply.headers.getSetCookie().find((line) => line.startsWith('svc_session='))
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Lax/)
    const first = browser.cookies.find(({ name }) => name === 'svc_session')?.value
    await browser.open(page.path, { choice: 'log_in', ...person })
    expect(browser.cookies.find(({ name }) => name === 'svc_session')?.value).not.toBe(first)
  })

  test('lets another person log in, who then gives the consent', async () => {
    const browser = new Browser(api.origin)
    await consent(api, person, authorization(client, newVerifier().challenge), browser)
    const second = await openPerson(api, account)
    const out = await browser.press(await visit(browser), 'log_out')
    expect(out.text).toContain('name="password"')
    const consentPage = await browser.press(out, 'log_in', { ...second })
    expect(consentPage.text).toContain(second.email)
    const { away } = await browser.press(consentPage, 'allow')
    expect(away?.searchParams.get('code')).toMatch(/^[\w-]{43}$/)
  })

  test("an app of another account never gets access, regardless of the person's choice", async () => {
    const otherAccount = await api.open({ name: 'Brightside Dental' })
    const theirs = await openPerson(api, otherAccount)
    const browser = new Browser(api.origin)
    const consentPage = await browser.press(await visit(browser), 'log_in', { ...theirs })
    expect(consentPage.text).toContain('cannot have access to this account')
    const pressed = await browser.press(consentPage, 'allow')
    expect(pressed.away).toBeUndefined()
    const { away } = await browser.press(consentPage, 'deny')
    expect(away?.searchParams.get('error')).toBe('access_denied')
  })
  test('returns the page again or 400 for a body that is not a form, never 500', async () => {
    const browser = new Browser(api.origin)
    const page = await visit(browser)
    const cookie = browser.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const post = (headers: Record<string, string>, body?: string) =>
      send(api.origin + page.path, {
        method: 'POST',
        headers: { Cookie: cookie, ...headers },
        ...(body !== undefined && { body }),
      })
    const bodies: [Record<string, string>, string?][] = [
      [{}],
      [{}, 'choice=allow'],
      [{ 'Content-Type': 'application/json' }, '{"choice":"allow"}'],
      [{ 'Content-Type': 'multipart/form-data; boundary=x' }, '--x--'],
      [{ 'Content-Type': 'application/x-www-form-urlencoded' }],
      [{ 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-7' }, 'choice=allow'],
      [{ 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Encoding': 'gzip' }, 'choice=allow'],
      [{ 'Content-Type': 'application/x-www-form-urlencoded' }, `choice=${'x'.repeat(20_000)}`],
      [{ 'Content-Type': 'application/x-www-form-urlencoded' }, Array(2_000).fill('a=b').join('&')],
    ]
    for (const [headers, body] of bodies) {
      const { status } = await post(headers, body)
      expect([303, 400, 413, 415], JSON.stringify([headers, body?.slice(0, 20)])).toContain(status)
    }
  })

  test('refuses further attempts to log in with 429 and the time to wait, and lets a known device through', async () => {
    const owner = await openPerson(api, account)
    const known = new Browser(api.origin)
    await known.press(await visit(known), 'log_in', { ...owner })
    const stranger = new Browser(api.origin)
    const page = await visit(stranger)
    const statuses: number[] = []
    for (let attempt = 0; attempt < 11; attempt++) {
      const reply = await stranger.open(page.path, { choice: 'log_in', email: owner.email, password: 'a wrong one' })
      statuses.push(reply.status)
      if (reply.status === 429) {
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(reply.text).toContain('Too many attempts.')
      }
    }
    expect(statuses).toEqual([...Array(10).fill(403), 429])
    const again = await known.press(await visit(known), 'log_out')
    expect((await known.press(again, 'log_in', { ...owner })).text).toContain('asks for access')
  })
})

describe('an authorization request', () => {
  const kinds = ['Interaction', 'Session'] as const
  const stored = () => storedOAuthRecords(api.database.db, kinds)
  const authorize = (changes: Record<string, string>) =>
    send(`${api.origin}/api/oauth/authorize?${authorization(client, newVerifier().challenge, changes)}`)

  test('is refused before anything is stored if it is longer than 4,096 characters', async () => {
    const before = await stored()
    const { status, body } = await authorize({ state: 'x'.repeat(4_096) })
    expect([status, body.error]).toEqual([400, 'invalid_request'])
    expect(await stored()).toHaveLength(before.length)
  })

  test('is stored for at most ten minutes', async () => {
    await deleteOAuthRecords(api.database.db, kinds)
    expect((await authorize({})).status).toBe(303)
    const records = await stored()
    expect(records.length).toBeGreaterThan(0)
    for (const { expires_at } of records) expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(600_000)
  })

  test('is stored at most a hundred times for one address: the oldest are deleted', async () => {
    await deleteOAuthRecords(api.database.db, kinds)
    for (let request = 0; request < 60; request++) await authorize({})
    expect((await stored()).length).toBeLessThanOrEqual(100)
    const browser = new Browser(api.origin)
    await consent(api, person, authorization(client, newVerifier().challenge), browser)
  })
})

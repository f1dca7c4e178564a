import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
import type { TestAccount, TestApi } from './testing.ts'

// What a person sees who is asked for consent, and what other pages and people can do to her meanwhile (RFC 9700
// sections 4.7 and 4.16).

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

  test('asks every time, even after the person has just allowed the same', async () => {
    const browser = new Browser(api.origin)
    await consent(api, person, authorization(client, newVerifier().challenge), browser)
    const again = await visit(browser)
    expect(again.text).toContain('asks for access')
    expect(again.text).not.toContain('name="password"')
  })

  test('sends access_denied to the app when the person does not allow it', async () => {
    const browser = new Browser(api.origin)
    const asked = await browser.press(await visit(browser), 'log_in', { ...person })
    const { away } = await browser.press(asked, 'deny')
    expect(Object.fromEntries(away?.searchParams ?? [])).toMatchObject({
      error: 'access_denied',
      state: 'fT3kWm9aQx7Lr2Vb',
      iss: api.origin,
    })
  })

  test('accepts no decision without its own form, of this session and this request', async () => {
    const browser = new Browser(api.origin)
    const asked = await browser.press(await visit(browser), 'log_in', { ...person })
    const other = new Browser(api.origin)
    const foreign = await other.press(await visit(other), 'log_in', { ...person })
    const stolen = /name="form_token" value="([^"]+)"/.exec(foreign.text)?.[1] ?? ''
    for (const fields of [{}, { form_token: '' }, { form_token: 'x' }, { form_token: stolen }]) {
      const reply = await browser.open(asked.path, { choice: 'allow', ...(fields as Record<string, string>) })
      expect([reply.status, new URL(reply.headers.get('location') ?? '/', api.origin).href]).toEqual([
        303,
        api.origin + asked.path,
      ])
    }
    expect((await browser.open(`${asked.path}?choice=allow`)).text).toContain('asks for access')
  })

  test('takes no form from another site', async () => {
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

  test('is for the browser that began the request', async () => {
    const page = await visit(new Browser(api.origin))
    const elsewhere = await new Browser(api.origin).open(page.path)
    expect([elsewhere.status, elsewhere.text.includes('expired')]).toEqual([400, true])
  })

  test('does not reveal whether the email or the password was wrong, and keeps the login out of the page', async () => {
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

  test('logs in under a new id each time, in a cookie that no script reads', async () => {
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

  test('lets another person log in, whose consent it then is', async () => {
    const browser = new Browser(api.origin)
    await consent(api, person, authorization(client, newVerifier().challenge), browser)
    const second = await openPerson(api, account)
    const out = await browser.press(await visit(browser), 'log_out')
    expect(out.text).toContain('name="password"')
    const asked = await browser.press(out, 'log_in', { ...second })
    expect(asked.text).toContain(second.email)
    const { away } = await browser.press(asked, 'allow')
    expect(away?.searchParams.get('code')).toMatch(/^[\w-]{43}$/)
  })

  test('grants nothing to an app of another account, whatever the person chooses', async () => {
    const neighbour = await api.open({ name: 'Brightside Dental' })
    const theirs = await openPerson(api, neighbour)
    const browser = new Browser(api.origin)
    const asked = await browser.press(await visit(browser), 'log_in', { ...theirs })
    expect(asked.text).toContain('cannot have access to this account')
    const pressed = await browser.press(asked, 'allow')
    expect(pressed.away).toBeUndefined()
    const { away } = await browser.press(asked, 'deny')
    expect(away?.searchParams.get('error')).toBe('access_denied')
  })
})

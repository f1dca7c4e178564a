import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestApi } from '../testing.ts'
import {
  authorization,
  Browser,
  basic,
  form,
  inBody,
  newVerifier,
  type OAuthDriver,
  type Person,
  type Reply,
  redirectUri,
  send,
  startOAuth,
  type TestClient,
} from './oauth-client.ts'

// Every parameter of every OAuth endpoint with invalid values. The response is always an error of RFC 6749 and never
// 500, no browser is redirected to an unregistered URL, and nothing of what was sent is in the log.

/** Part of every value that is sent, so that the log can be searched for it. */
const canary = 'canary7Qx2'

const oddValues: [string, string][] = [
  ['empty', ''],
  ['another string', canary],
  ['a space', ` ${canary}`],
  ['a NUL', `${canary}\0`],
  ['a line break', `${canary}\r\nLocation: https://evil.example/`],
  ['characters of other scripts', `${canary}✓ключ\u{1f511}`],
  ['half a surrogate pair', `${canary}\ud800`],
  ['SQL', `${canary}' or 1=1 --`],
  ['HTML', `"><script>${canary}</script>`],
  ['a path', `../../${canary}`],
  ['a URL', `https://evil.example/${canary}`],
  ['a javascript URL', `javascript:alert("${canary}")`],
  ['an object', `{"a":"${canary}"}`],
  ['a property of every object', '__proto__'],
  ['a number', '9'.repeat(400)],
  ['5,000 characters', canary.repeat(500)],
]

const tokenErrors = /^(invalid_(request|client|grant|scope|target)|un(authorized_client|supported_grant_type))$/

let api: TestApi
let oauth: OAuthDriver
let sync: TestClient
let app: TestClient
let person: Person

beforeAll(async () => {
  ;({ api, oauth, person } = await startOAuth())
  sync = await oauth.register()
  app = await oauth.register({ redirect_uris: [redirectUri] })
})
beforeEach(() => {
  logged = api.log().length
})
afterAll(() => api.close())

let logged = 0

/** Expects that the log of this test contains nothing that the caller sent, and no error. */
function assertQuietLog(): void {
  const lines = api.log().slice(logged)
  for (const secret of [canary, sync.secret, app.secret, person.password]) expect(lines).not.toContain(secret)
  expect(lines).not.toMatch(/"level":(50|60|"error")/)
}

function assertRefusal(reply: Reply): void {
  expect([400, 401]).toContain(reply.status)
  expect(reply.body.error).toMatch(tokenErrors)
  expect(reply.text).not.toContain(canary)
  expect(reply.headers.get('location')).toBeNull()
}

/** Valid requests, of which the tests change one parameter. */
const complete: Record<string, () => { path: 'token' | 'revoke'; fields: Record<string, string> }> = {
  'client credentials': () => ({
    path: 'token',
    fields: {
      grant_type: 'client_credentials',
      ...inBody(sync),
      scope: 'businesses:read',
      resource: `${api.origin}/api/public/v1`,
    },
  }),
  'a code': () => ({
    path: 'token',
    fields: {
      grant_type: 'authorization_code',
      ...inBody(app),
      code: 'x'.repeat(43),
      redirect_uri: redirectUri,
      code_verifier: newVerifier().verifier,
      resource: `${api.origin}/api/public/v1`,
    },
  }),
  'a refresh token': () => ({
    path: 'token',
    fields: { grant_type: 'refresh_token', ...inBody(app), refresh_token: 'x'.repeat(43), scope: 'businesses:read' },
  }),
  revocation: () => ({
    path: 'revoke',
    fields: { ...inBody(sync), token: 'x'.repeat(43), token_type_hint: 'access_token' },
  }),
}

const names = {
  'client credentials': ['grant_type', 'client_id', 'client_secret', 'scope', 'resource'],
  'a code': ['grant_type', 'client_id', 'client_secret', 'code', 'redirect_uri', 'code_verifier', 'resource'],
  'a refresh token': ['grant_type', 'client_id', 'client_secret', 'refresh_token', 'scope'],
  revocation: ['client_id', 'client_secret', 'token', 'token_type_hint'],
}

describe.each(Object.entries(names))('a request with %s', (kind, parameters) => {
  // RFC 7009 section 2.2: an unknown token and an unknown hint are not errors. An empty scope or resource counts as
  // omitted.
  const isValid = (name: string, value: string) =>
    (kind === 'revocation' && (name === 'token_type_hint' || (name === 'token' && value !== ''))) ||
    (value === '' && (name === 'scope' || name === 'resource'))

  test.each(parameters)(
    'with an invalid %s is refused with an error of RFC 6749, as a form and as JSON, and is not logged',
    async (name) => {
      const { path, fields } = complete[kind]?.() ?? { path: 'token' as const, fields: {} }
      for (const [, value] of oddValues) {
        const changed = { ...fields, [name]: value }
        const replies = [
          await oauth.post(path, form(changed)),
          await oauth.post(path, JSON.stringify(changed), { 'Content-Type': 'application/json' }),
        ]
        for (const reply of replies) {
          if (reply.status === 200 && isValid(name, value)) expect(reply.text).not.toContain(canary)
          else assertRefusal(reply)
        }
      }
      assertRefusal(await oauth.post(path, `${form(fields)}&${name}=${canary}`))
      assertQuietLog()
    },
  )

  test('with an invalid Authorization header is refused with an error of RFC 6749 and is not logged', async () => {
    const { path, fields } = complete[kind]?.() ?? { path: 'token' as const, fields: {} }
    const { client_id: _, client_secret: __, ...others } = fields
    const encoded = (value: string) => Buffer.from(value).toString('base64')
    for (const value of [
      'Basic',
      `Basic ${canary}`,
      `Basic ${encoded(canary)}`,
      `Basic ${encoded(`${canary}:`)}`,
      `Basic ${encoded(`:${canary}`)}`,
      `Basic ${encoded(`${canary}:${canary}`)}`,
      `Basic ${encoded(`%zz:${canary}`)}`,
      `Basic ${encoded(`a\0b:${canary}`)}`,
      `Basic ${encoded(`${sync.id}:${canary.repeat(500)}`)}`,
      `Bearer ${canary}`,
      `${basic(sync).Authorization}, ${basic(sync).Authorization}`,
    ])
      assertRefusal(await oauth.post(path, form(others), { Authorization: value }))
    assertQuietLog()
  })
})

describe('the authorization endpoint', () => {
  const parameters = [
    'response_type',
    'client_id',
    'redirect_uri',
    'scope',
    'state',
    'code_challenge',
    'code_challenge_method',
    'resource',
    'response_mode',
    'prompt',
    'request',
    'request_uri',
    'claims',
    'max_age',
    'nonce',
    'display',
    'login_hint',
    'id_token_hint',
    'ui_locales',
    'acr_values',
    'registration',
    'authorization_details',
    'dpop_jkt',
  ]

  test.each(parameters)(
    'with an invalid %s redirects only to the registered URL or the consent page, and never fails',
    async (name) => {
      const { challenge } = newVerifier()
      const replies: Reply[] = []
      for (const [, value] of oddValues)
        replies.push(
          await send(`${api.origin}/api/oauth/authorize?${authorization(app, challenge, { [name]: value })}`),
        )
      const twice = `${authorization(app, challenge)}&${name}=${canary}&${name}=https://evil.example/`
      replies.push(await send(`${api.origin}/api/oauth/authorize?${twice}`))
      for (const reply of replies) {
        const location = reply.headers.get('location')
        if (location === null) {
          // With form_post the response is a page that submits itself to the registered URL.
          expect([200, 400]).toContain(reply.status)
          if (reply.status === 400) expect(reply.body.error).toMatch(tokenErrors)
        } else {
          const { origin, pathname } = new URL(location, api.origin)
          expect([reply.status, [api.origin, 'https://app.nightly-sync.nl'].includes(origin)]).toEqual([303, true])
          expect(pathname).toMatch(/^\/(callback$|oauth\/consent\/[\w-]{43}$)/)
        }
      }
      assertQuietLog()
    },
  )

  test.each(['client_id', 'redirect_uri'])('with an invalid %s never redirects', async (name) => {
    for (const [, value] of oddValues) {
      const parameters = authorization(app, newVerifier().challenge, { [name]: value })
      const reply = await send(`${api.origin}/api/oauth/authorize?${parameters}`)
      expect([reply.status, reply.headers.get('location')]).toEqual([400, null])
      expect(reply.text).not.toContain(canary)
    }
  })
})

describe('the consent page', () => {
  test.each(['choice', 'form_token', 'email', 'password'])(
    'with an invalid %s stays on the page and reveals nothing',
    async (name) => {
      const browser = new Browser(api.origin)
      const login = await browser.visit(`/api/oauth/authorize?${authorization(app, newVerifier().challenge)}`)
      const isLogin = name === 'email' || name === 'password'
      if (!isLogin) await browser.press(login, 'log_in', { ...person })
      for (const [, value] of oddValues) {
        const fields = isLogin
          ? { choice: 'log_in', email: `${canary}@rosso-trattoria.example`, password: canary, [name]: value }
          : { choice: 'allow', form_token: canary, [name]: value }
        const reply = await browser.open(login.path, fields)
        const location = reply.headers.get('location')
        // 429 when one IP address has guessed too often.
        expect([303, 403, 429]).toContain(reply.status)
        if (location !== null) expect(location).toBe(login.path)
        expect(reply.text).not.toContain('<script>')
        expect(browser.cookies.some((cookie) => cookie.name === 'svc_session')).toBe(!isLogin)
      }
      assertQuietLog()
    },
  )

  test('the consent page returns 400 or 404 for an unknown request, regardless of its id', async () => {
    for (const [, value] of oddValues) {
      if (value === '') continue
      const reply = await send(`${api.origin}/oauth/consent/${encodeURIComponent(value.toWellFormed())}`)
      expect([400, 404]).toContain(reply.status)
      expect(reply.text).not.toContain(canary)
    }
    assertQuietLog()
  })
})

import { rotateClientSecret } from '@svc/credentials/oauth-clients'
import { setFlag } from '@svc/db/flags'
import { knexOf } from '@svc/db/testing'
import { expireAuthorizationCodes, storedOAuthRecords } from '@svc/db/testing-credentials'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestAccount, TestApi } from '../testing.ts'
import {
  accessIn,
  authorization,
  Browser,
  basic,
  consent,
  form,
  inBody,
  newVerifier,
  type OAuthDriver,
  openPerson,
  type Person,
  type Reply,
  redirectUri,
  refreshIn,
  send,
  startOAuth,
  type TestClient,
} from './oauth-client.ts'

// Authorization code with PKCE, from the browser to the refresh token (RFC 6749 section 4.1, RFC 7636, RFC 9700,
// INTERFACE.md §5).

let api: TestApi
let account: TestAccount
let oauth: OAuthDriver
let client: TestClient
let person: Person
/** The browser in which the person is logged in. */
let home: Browser

beforeAll(async () => {
  ;({ api, account, oauth, person } = await startOAuth())
  client = await oauth.register({ redirect_uris: [redirectUri], name: 'Dashboard <b>&' })
  home = new Browser(api.origin)
})
beforeEach(() => setFlag(api.database.db, 'oauth_authcode_enabled', true))
afterAll(() => api.close())

const outcome = ({ status, body }: Reply) => [status, body.error]
const authorize = (parameters: URLSearchParams | string) => send(`${api.origin}/api/oauth/authorize?${parameters}`)

/** The URL to which a response redirects, without and with its parameters. */
function target(reply: { headers: Headers }): { url: string; parameters: Record<string, string> } {
  const url = new URL(reply.headers.get('location') ?? '/', api.origin)
  const inFragment = new URLSearchParams(url.hash.slice(1))
  return { url: url.origin + url.pathname, parameters: Object.fromEntries([...url.searchParams, ...inFragment]) }
}

/** A new code with its verifier. */
async function newCode(
  changes: Record<string, string> = {},
  { by = client, who = person, browser }: { by?: TestClient; who?: Person; browser?: Browser } = {},
): Promise<{ code: string; verifier: string }> {
  const { verifier, challenge } = newVerifier()
  const from = browser ?? (who === person ? home : new Browser(api.origin))
  const back = await consent(api, who, authorization(by, challenge, changes), from)
  const code = back.searchParams.get('code')
  if (code === null) throw new Error(`No code in ${back}`)
  return { code, verifier }
}

const exchange = (
  { code, verifier }: { code: string; verifier: string },
  changes: Record<string, string> = {},
  by = client,
) =>
  oauth.post(
    'token',
    form({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      client_id: by.id,
      code_verifier: verifier,
      ...(by.secret && { client_secret: by.secret }),
      ...changes,
    }),
  )

const refresh = (token: string, fields: Record<string, string> = {}, by = client) =>
  oauth.post('token', form({ grant_type: 'refresh_token', refresh_token: token, ...fields }), basic(by))

async function newTokens(changes: Record<string, string> = {}): Promise<{ access: string; refresh: string }> {
  const { body } = await exchange(await newCode(changes))
  return { access: accessIn(body), refresh: refreshIn(body) }
}

const statusOf = async (token: string) => (await oauth.call(token)).status

describe('the flow', () => {
  test('leads from the app through login and consent to tokens that the API accepts', async () => {
    const browser = new Browser(api.origin)
    const { verifier, challenge } = newVerifier()
    const login = await browser.visit(`/api/oauth/authorize?${authorization(client, challenge)}`)
    expect([login.status, login.text.includes('name="password"')]).toEqual([200, true])
    const consentPage = await browser.press(login, 'log_in', { ...person })
    expect(consentPage.text).toContain('Dashboard &lt;b&gt;&amp; asks for access')
    expect(consentPage.text).toContain('Read the business')
    expect(consentPage.text).not.toContain('Draft replies')
    expect(consentPage.text).toContain('https://app.nightly-sync.nl')

    const { away } = await browser.press(consentPage, 'allow')
    expect(away?.origin + String(away?.pathname)).toBe('https://app.nightly-sync.nl/callback')
    expect(Object.fromEntries(away?.searchParams ?? [])).toEqual({
      from: 'svc',
      code: expect.stringMatching(/^[\w-]{43}$/),
      state: 'fT3kWm9aQx7Lr2Vb',
      iss: api.origin,
    })

    const { status, body, headers } = await exchange({ code: away?.searchParams.get('code') ?? '', verifier })
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'businesses:read',
      refresh_token: expect.stringMatching(/^[\w-]{32,512}$/),
    })
    expect(await statusOf(accessIn(body))).toBe(200)
  })

  test('works for a public client, which has no secret', async () => {
    const app = await oauth.register({ redirect_uris: [redirectUri], is_public: true })
    const { status, body } = await exchange(await newCode({}, { by: app }), {}, app)
    expect([status, await statusOf(accessIn(body))]).toEqual([200, 200])
    const again = await oauth.post(
      'token',
      form({ grant_type: 'refresh_token', refresh_token: refreshIn(body), client_id: app.id }),
    )
    expect(again.status).toBe(200)
  })

  test('is described in the metadata while it is enabled', async () => {
    const { body } = await send(`${api.origin}/.well-known/oauth-authorization-server`)
    expect(body).toMatchObject({
      issuer: api.origin,
      authorization_endpoint: `${api.origin}/api/oauth/authorize`,
      response_types_supported: ['code'],
      grant_types_supported: ['client_credentials', 'authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    })
  })

  test('requests every scope of the client if the request has no scope', async () => {
    const { verifier, challenge } = newVerifier()
    const back = await consent(api, person, authorization(client, challenge, { scope: undefined }), home)
    const { body } = await exchange({ code: back.searchParams.get('code') ?? '', verifier })
    expect(body.scope).toBe('businesses:read analyses:write replies:write webhooks:manage reviews:write')
  })

  test.each(['a&b=c+d %20#?', 'ünïcödé ✓', 's'.repeat(2_000)])(
    'returns the state %.20s to the app unchanged',
    async (state) => {
      const back = await consent(api, person, authorization(client, newVerifier().challenge, { state }))
      expect(back.searchParams.get('state')).toBe(state)
    },
  )
})

describe('the redirect URI', () => {
  test.each([
    'https://app.nightly-sync.nl/callback',
    'https://app.nightly-sync.nl/callback/?from=svc',
    'https://app.nightly-sync.nl/Callback?from=svc',
    'https://APP.nightly-sync.nl/callback?from=svc',
    'https://app.nightly-sync.nl:443/callback?from=svc',
    'https://app.nightly-sync.nl/callback?from=svc&x=1',
    'https://app.nightly-sync.nl/callback?x=1&from=svc',
    'https://app.nightly-sync.nl/callback?from=svc#',
    'https://app.nightly-sync.nl/callback?from=svc#fragment',
    'https://app.nightly-sync.nl/x/../callback?from=svc',
    'https://app.nightly-sync.nl/%63allback?from=svc',
    'https://user@app.nightly-sync.nl/callback?from=svc',
    'https://evil.app.nightly-sync.nl/callback?from=svc',
    'https://app.nightly-sync.nl.evil.example/callback?from=svc',
    'https://evil.example/?https://app.nightly-sync.nl/callback?from=svc',
    'http://app.nightly-sync.nl/callback?from=svc',
    'http://localhost/callback',
    'http://127.0.0.1:8080/callback',
    'javascript:alert(1)',
    'data:text/html,x',
    '//app.nightly-sync.nl/callback?from=svc',
    ' https://app.nightly-sync.nl/callback?from=svc',
    'x',
    '',
    undefined,
  ])('is refused with 400 and without a redirect if %s differs from the registered one', async (redirect_uri) => {
    const reply = await authorize(authorization(client, newVerifier().challenge, { redirect_uri }))
    expect(outcome(reply)).toEqual([400, 'invalid_request'])
    expect(reply.headers.get('location')).toBeNull()
    expect(Object.keys(reply.body)).toEqual(['error', 'error_description'])
  })

  test('is 400 without a redirect if it is sent twice', async () => {
    const parameters = authorization(client, newVerifier().challenge)
    const reply = await authorize(`${parameters}&${form({ redirect_uri: 'https://evil.example/' })}`)
    expect([reply.status, reply.headers.get('location')]).toEqual([400, null])
  })

  test('must be sent again with the exchange, unchanged', async () => {
    for (const redirect_uri of ['https://app.nightly-sync.nl/callback', 'https://evil.example/', '']) {
      const reply = await exchange(await newCode(), { redirect_uri })
      expect(outcome(reply)).toEqual([400, redirect_uri === '' ? 'invalid_request' : 'invalid_grant'])
    }
  })
})

describe('an authorization request', () => {
  const challenge = newVerifier().challenge

  test.each([undefined, 'cli_00000000000000000000000000', 'x', 'a\u0000b', '../x'])(
    'of client %j is 400 without a redirect',
    async (client_id) => {
      const reply = await authorize(authorization(client, challenge, { client_id }))
      expect([reply.status, reply.headers.get('location')]).toEqual([400, null])
      expect(reply.body.error).toMatch(/^invalid_(client|request)$/)
    },
  )

  test('an authorization request of a client without redirect URIs returns 400 without a redirect', async () => {
    const reply = await authorize(authorization(await oauth.register(), challenge))
    expect([reply.status, reply.headers.get('location')]).toEqual([400, null])
  })

  test.each<[string, Record<string, string | undefined>, string]>([
    ['no response type', { response_type: undefined }, 'invalid_request'],
    ...['none', 'CODE', 'x'].map((response_type): [string, Record<string, string>, string] => [
      `response type ${response_type}`,
      { response_type },
      'unsupported_response_type',
    ]),
    // Their responses would use the fragment, which is checked first.
    ...['token', 'id_token', 'code token', 'code id_token'].map(
      (response_type): [string, Record<string, string>, string] => [
        `response type ${response_type}`,
        { response_type },
        'invalid_request',
      ],
    ),
    ['response mode query.jwt', { response_mode: 'query.jwt' }, 'unsupported_response_mode'],
    ['no challenge', { code_challenge: undefined }, 'invalid_request'],
    ['the method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no method, which would mean plain', { code_challenge_method: undefined }, 'invalid_request'],
    ['the method s256', { code_challenge_method: 's256' }, 'invalid_request'],
    ['a challenge of 42 characters', { code_challenge: challenge.slice(1) }, 'invalid_request'],
    ['a challenge of 44 characters', { code_challenge: `${challenge}A` }, 'invalid_request'],
    ['a challenge of other characters', { code_challenge: `${challenge.slice(1)}!` }, 'invalid_request'],
    ['no state', { state: undefined }, 'invalid_request'],
    ['an unknown scope', { scope: 'businesses:read admin' }, 'invalid_scope'],
    ['only the scope offline_access, which means nothing here', { scope: 'offline_access' }, 'invalid_scope'],
    ['the scope openid', { scope: 'openid businesses:read' }, 'invalid_scope'],
    ['another resource', { resource: 'https://evil.example/' }, 'invalid_target'],
    ['a request object', { request: 'eyJhbGciOiJub25lIn0.e30.' }, 'request_not_supported'],
    ['the URL of a request object', { request_uri: 'https://evil.example/' }, 'request_uri_not_supported'],
    ['prompt none', { prompt: 'none' }, 'consent_required'],
  ])('with %s redirects to the app with error, state and iss', async (_case, changes, error) => {
    const reply = await authorize(authorization(client, challenge, changes))
    const { url, parameters } = target(reply)
    expect([reply.status, url, parameters.error]).toEqual([303, 'https://app.nightly-sync.nl/callback', error])
    expect(parameters).toMatchObject({ from: 'svc', iss: api.origin })
    expect(parameters.state).toBe('state' in changes ? undefined : 'fT3kWm9aQx7Lr2Vb')
    expect(parameters).not.toHaveProperty('code')
  })

  test.each(['fragment', 'form_post'])('never returns its code by %s', async (response_mode) => {
    const reply = await authorize(authorization(client, challenge, { response_mode }))
    expect(reply.text + String(reply.headers.get('location'))).not.toContain('/oauth/consent/')
  })

  test('redirects to the consent page with 303, regardless of forwarding headers', async () => {
    const reply = await send(`${api.origin}/api/oauth/authorize?${authorization(client, challenge)}`, {
      headers: { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https', Forwarded: 'host=evil.example' },
    })
    expect(reply.status).toBe(303)
    expect(target(reply).url).toMatch(new RegExp(`^${api.origin}/oauth/consent/[\\w-]+$`))
    expect(JSON.stringify([...reply.headers]) + reply.text).not.toContain('evil.example')
    for (const cookie of reply.headers.getSetCookie()) expect(cookie).toMatch(/httponly/i)
    expect(reply.headers.get('x-ratelimit-policy')).toBe('ip')
  })
})

describe('the code', () => {
  test.each<[string, Record<string, string>, string]>([
    ['another verifier', { code_verifier: newVerifier().verifier }, 'invalid_grant'],
    ['a short verifier', { code_verifier: 'short' }, 'invalid_request'],
    ['no verifier', { code_verifier: '' }, 'invalid_grant'],
    ['another code', { code: 'x'.repeat(43) }, 'invalid_grant'],
    ['a code with a NUL', { code: 'a\u0000b' }, 'invalid_grant'],
    ['no code', { code: '' }, 'invalid_request'],
    ['an unknown resource', { resource: 'https://evil.example/' }, 'invalid_target'],
  ])('is refused with %s', async (_case, changes, error) => {
    expect(outcome(await exchange(await newCode(), changes))).toEqual([400, error])
  })

  test('is refused to another client, and without the secret', async () => {
    const other = await oauth.register({ redirect_uris: [redirectUri] })
    expect(outcome(await exchange(await newCode(), {}, other))).toEqual([400, 'invalid_grant'])
    expect(outcome(await exchange(await newCode(), { client_secret: '' }))).toEqual([401, 'invalid_client'])
  })

  test('works once; using it again revokes the tokens that it returned', async () => {
    const code = await newCode()
    const { body } = await exchange(code)
    expect(await statusOf(accessIn(body))).toBe(200)
    expect(outcome(await exchange(code))).toEqual([400, 'invalid_grant'])
    expect(await statusOf(accessIn(body))).toBe(401)
    expect(outcome(await refresh(refreshIn(body)))).toEqual([400, 'invalid_grant'])
  })

  test('is no longer accepted a minute after it was issued', async () => {
    const code = await newCode()
    const [row] = await storedOAuthRecords(api.database.db, ['AuthorizationCode'])
    expect(Date.parse(row?.expires_at ?? '') - Date.now()).toBeLessThanOrEqual(60_000)
    await expireAuthorizationCodes(api.database.db)
    expect(outcome(await exchange(code))).toEqual([400, 'invalid_grant'])
  })

  test('sent five times concurrently returns tokens at most once, and these are revoked: 20 rounds', async () => {
    for (let round = 0; round < 20; round++) {
      const code = await newCode()
      const replies = await Promise.all(Array.from({ length: 5 }, () => exchange(code)))
      const successful = replies.filter(({ status }) => status === 200)
      expect(successful.length).toBeLessThanOrEqual(1)
      expect(replies.filter(({ status }) => status !== 200).map(outcome)).toEqual(
        Array(5 - successful.length).fill([400, 'invalid_grant']),
      )
      for (const { body } of successful) expect(await statusOf(accessIn(body))).toBe(401)
    }
  })
})

describe('a refresh token', () => {
  test('works once and is replaced; earlier access tokens stay valid', async () => {
    const first = await newTokens()
    const { status, body } = await refresh(first.refresh)
    expect([status, body.scope, body.refresh_token === first.refresh]).toEqual([200, 'businesses:read', false])
    expect([await statusOf(first.access), await statusOf(accessIn(body))]).toEqual([200, 200])
    expect((await refresh(refreshIn(body))).status).toBe(200)
  })

  test('a code that is used again revokes its chain with all access tokens, and no other chain', async () => {
    const [first, other] = [await newTokens(), await newTokens()]
    const second = (await refresh(first.refresh)).body
    expect(outcome(await refresh(first.refresh))).toEqual([400, 'invalid_grant'])
    expect(outcome(await refresh(refreshIn(second)))).toEqual([400, 'invalid_grant'])
    expect([await statusOf(first.access), await statusOf(accessIn(second))]).toEqual([401, 401])
    expect(await statusOf(other.access)).toBe(200)
  })

  test('sent five times concurrently leaves no valid chain: 20 rounds', async () => {
    for (let round = 0; round < 20; round++) {
      const first = await newTokens()
      const replies = await Promise.all(Array.from({ length: 5 }, () => refresh(first.refresh)))
      const successful = replies.filter(({ status }) => status === 200)
      expect(successful.length).toBeLessThanOrEqual(1)
      for (const { body } of successful) {
        expect(await statusOf(accessIn(body))).toBe(401)
        expect(outcome(await refresh(refreshIn(body)))).toEqual([400, 'invalid_grant'])
      }
      expect(await statusOf(first.access)).toBe(401)
    }
  })

  test('never grants more than the consent, and a refused scope does not consume it', async () => {
    const first = await newTokens({ scope: 'businesses:read webhooks:manage' })
    for (const scope of ['businesses:read replies:write', 'admin', 'openid']) {
      expect(outcome(await refresh(first.refresh, { scope }))).toEqual([400, 'invalid_scope'])
    }
    const narrower = await refresh(first.refresh, { scope: 'businesses:read' })
    expect([narrower.status, narrower.body.scope]).toEqual([200, 'businesses:read'])
  })

  test('is refused to another client, which does not consume it', async () => {
    const first = await newTokens()
    const other = await oauth.register({ redirect_uris: [redirectUri] })
    expect(outcome(await refresh(first.refresh, {}, other))).toEqual([400, 'invalid_grant'])
    expect((await refresh(first.refresh)).status).toBe(200)
  })

  test('revokes all tokens of the consent when it is revoked; another client cannot revoke it', async () => {
    const first = await newTokens()
    const other = await oauth.register({ redirect_uris: [redirectUri] })
    expect((await oauth.revoke(other, first.refresh)).status).toBe(200)
    expect(await statusOf(first.access)).toBe(200)
    const { status, text } = await oauth.revoke(client, first.refresh, { token_type_hint: 'access_token' })
    expect([status, text, await statusOf(first.access)]).toEqual([200, '', 401])
    expect(outcome(await refresh(first.refresh))).toEqual([400, 'invalid_grant'])
  })

  test('expires after 30 days without use, its chain after 90 days in any case', async () => {
    await newTokens()
    const rows = await storedOAuthRecords(api.database.db, ['RefreshToken', 'Grant'])
    const daysLeft = (kind: string) =>
      Math.max(
        ...rows.filter((row) => row.kind === kind).map((row) => (Date.parse(row.expires_at) - Date.now()) / 86_400_000),
      )
    expect(Math.round(daysLeft('RefreshToken'))).toBe(30)
    expect(Math.round(daysLeft('Grant'))).toBe(90)
  })

  test('is revoked when the secret of its client is rotated', async () => {
    const rotating = await oauth.register({ redirect_uris: [redirectUri] })
    const { body } = await exchange(await newCode({}, { by: rotating }), {}, rotating)
    const rotated = await rotateClientSecret(api.database.db, api.keyring, account.owner.account_id, rotating.id)
    const renewed = { ...rotating, secret: String(rotated?.client_secret) }
    expect(await statusOf(accessIn(body))).toBe(401)
    expect(outcome(await refresh(refreshIn(body), {}, renewed))).toEqual([400, 'invalid_grant'])
  })
})

describe('the flag, switched while the service runs', () => {
  test('refuses the flow and its tokens when off, and accepts them again when on', async () => {
    const tokens = await newTokens()
    const own = await oauth.tokenOf(await oauth.register())
    const { db } = api.database
    await setFlag(db, 'oauth_authcode_enabled', false)
    expect([await statusOf(tokens.access), await statusOf(own)]).toEqual([401, 200])
    expect(outcome(await refresh(tokens.refresh))).toEqual([400, 'unsupported_grant_type'])
    const reply = await authorize(authorization(client, newVerifier().challenge))
    expect([reply.status, reply.headers.get('location')]).toEqual([404, null])
    await setFlag(db, 'oauth_authcode_enabled', true)
    expect(await statusOf(tokens.access)).toBe(200)
    expect((await refresh(tokens.refresh)).status).toBe(200)
  })

  test('refuses the flow of one account when it is off for that account only', async () => {
    const other = await api.open({ name: 'Osteria del Ponte' })
    const theirs = await oauth.register({ redirect_uris: [redirectUri] }, other)
    const who = await openPerson(api, other)
    const { body } = await exchange(await newCode({}, { by: theirs, who }), {}, theirs)
    const ours = await newTokens()
    await setFlag(api.database.db, 'oauth_authcode_enabled', false, other.owner.account_id)
    expect([await statusOf(accessIn(body)), await statusOf(ours.access)]).toEqual([401, 200])
    const reply = await authorize(authorization(theirs, newVerifier().challenge))
    expect(target(reply).parameters.error).toBe('unauthorized_client')
    expect(outcome(await refresh(refreshIn(body), {}, theirs))).toEqual([400, 'unauthorized_client'])
  })
})

describe('while the flow is enabled', () => {
  test.each([
    '/api/oauth/jwks',
    '/api/oauth/me',
    '/api/oauth/request',
    '/api/oauth/reg',
    '/api/oauth/introspect',
    '/api/oauth/device',
    '/api/oauth/session/end',
    '/api/oauth/session/end/confirm',
    '/api/oauth/authorize/uid/abort',
    '/api/oauth/authorize/',
    '/api/oauth/Authorize',
    '/api/oauth/.well-known/openid-configuration',
    '/.well-known/openid-configuration',
    '/jwks',
    '/session/end/confirm',
    '/interaction/uid',
    '/oauth/consent',
    '/oauth/consent/uid/confirm',
  ])('%s is 404 in the envelope of the API, regardless of the method', async (path) => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const reply = await send(`${api.origin}${path}`, { method })
      expect([method, reply.status, reply.body]).toMatchObject([method, 404, { error: { code: 'not_found' } }])
    }
  })

  test('the authorization endpoint accepts GET only and returns Allow for other methods', async () => {
    for (const method of ['POST', 'PUT', 'OPTIONS']) {
      const reply = await send(`${api.origin}/api/oauth/authorize`, { method })
      expect([method, reply.status, reply.headers.get('allow')]).toEqual([method, 405, 'GET'])
    }
  })

  test('resuming an unknown request is 400 without a redirect', async () => {
    for (const uid of ['uid', '%00', 'x'.repeat(500)]) {
      const reply = await send(`${api.origin}/api/oauth/authorize/${uid}`)
      expect([reply.status, reply.headers.get('location')]).toEqual([400, null])
      expect(reply.body.error).toBe('invalid_request')
    }
  })
})

test('neither database nor log contain a code, token, password or secret that works', async () => {
  const { code, verifier } = await newCode()
  const { body } = await exchange({ code, verifier })
  const { db } = api.database
  const kept = JSON.stringify([
    await knexOf(db)('oauth_records').whereNot({ kind: 'Interaction' }),
    await knexOf(db)('users'),
    await knexOf(db)('revoked_tokens'),
  ])
  for (const secret of [code, body.refresh_token, body.access_token, person.password, client.secret, verifier]) {
    expect(kept).not.toContain(secret)
  }
  for (const secret of [code, body.refresh_token, person.password, client.secret])
    expect(api.log()).not.toContain(secret)
})

test('GET /events shows when tokens were issued, revoked and reused', async () => {
  const observed = await api.open({ name: 'Pasta Fresca' })
  const theirs = await oauth.register({ redirect_uris: [redirectUri], name: 'Till' }, observed)
  const who = await openPerson(api, observed)
  const first = (await exchange(await newCode({}, { by: theirs, who }), {}, theirs)).body
  await refresh(refreshIn(first), {}, theirs)
  await refresh(refreshIn(first), {}, theirs)
  const second = (await exchange(await newCode({}, { by: theirs, who }), {}, theirs)).body
  await oauth.revoke(theirs, refreshIn(second))
  await api.api.usage.flush()
  const { data } = await observed.call('GET', '/events')
  expect(data.map(({ type }) => type)).toEqual([
    'token.revoked',
    'token.issued',
    'token.reuse_detected',
    'token.issued',
    'token.issued',
  ])
  expect(inBody(theirs).client_id).toBe(data[0]?.actor.id)
})

import { randomBytes } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { signAccessToken } from '@svc/credentials/access-tokens'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  authorization,
  Browser,
  basic,
  consent,
  createDriver,
  form,
  inBody,
  newVerifier,
  type OAuthDriver,
  type Person,
  redirectUri,
  startOAuth,
  type TestClient,
} from './oauth-client.ts'
import { request, startTestApi, type TestAccount, type TestApi } from './testing.ts'

// What an attacker tries who knows the RFCs (RFC 9700, RFC 8725): with the timing, with somebody else's code, with the
// address, with other secrets.

let api: TestApi
let account: TestAccount
let oauth: OAuthDriver
let client: TestClient
let app: TestClient
let person: Person

beforeAll(async () => {
  ;({ api, account, oauth, person } = await startOAuth())
  client = await oauth.register()
  app = await oauth.register({ redirect_uris: [redirectUri] })
})
afterAll(() => api.close())

test('an unknown client takes the steps of a wrong secret, so that response times do not reveal which it was', async () => {
  const secret = randomBytes(32).toString('base64url')
  const stepsOf = async (id: string) => {
    const statements = vi.spyOn(api.database.db, 'execute')
    const comparisons = vi.spyOn(api.keyring, 'hmacAll')
    expect((await oauth.ask({ id, secret })).status).toBe(401)
    const steps = { statements: statements.mock.calls.length, comparisons: comparisons.mock.calls.length }
    vi.restoreAllMocks()
    return steps
  }
  const known = await stepsOf(client.id)
  expect(known.comparisons).toBe(1)
  expect(await stepsOf('cli_00000000000000000000000000')).toEqual(known)
})

describe('a code that was stolen', () => {
  test('is worth nothing in the session of another, where another verifier waits', async () => {
    const victim = newVerifier()
    const stolen = await consent(api, person, authorization(app, newVerifier().challenge))
    const injected = { code: stolen.searchParams.get('code') ?? '', code_verifier: victim.verifier }
    const wanted = { grant_type: 'authorization_code', redirect_uri: redirectUri, ...inBody(app), ...injected }
    const { status, body } = await oauth.post('token', form(wanted))
    expect([status, body.error]).toEqual([400, 'invalid_grant'])
  })

  test('names its issuer, so that an app detects a response from another server', async () => {
    const back = await consent(api, person, authorization(app, newVerifier().challenge))
    expect(back.searchParams.get('iss')).toBe(api.origin)
  })
})

test('the answer of a person goes back by 303 at every step, so that no browser sends her form along', async () => {
  const browser = new Browser(api.origin)
  const login = await browser.visit(`/api/oauth/authorize?${authorization(app, newVerifier().challenge)}`)
  const logged = await browser.open(login.path, { choice: 'log_in', ...person })
  const page = await browser.follow(logged)
  const token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  const allowed = await browser.open(page.path, { choice: 'allow', form_token: token })
  const resumed = await browser.open(new URL(allowed.headers.get('location') ?? '', api.origin).pathname)
  expect([logged.status, allowed.status, resumed.status]).toEqual([303, 303, 303])
  expect(resumed.headers.get('location')).toMatch(/^https:\/\/app\.nightly-sync\.nl\/callback\?from=svc&code=/)
})

describe('a client for client credentials', () => {
  test.each(['authorization_code', 'refresh_token'])('has no grant %s', async (grant_type) => {
    const { status, body } = await oauth.ask(client, {
      grant_type,
      code: 'x',
      refresh_token: 'x',
      redirect_uri: redirectUri,
    })
    expect([status, body.error]).toEqual([400, 'unauthorized_client'])
  })
})

test('an expired token is revoked like any other that means nothing any more', async () => {
  const expectations = { keyring: api.keyring, issuer: api.origin, clock: { now: () => Date.now() - 7_200_000 } }
  const claims = { jti: 'expired', sub: client.id, client_id: client.id, scope: 'businesses:read', epoch: 1 }
  const expired = signAccessToken(claims, expectations)
  expect((await oauth.call(expired)).status).toBe(401)
  const { status, text } = await oauth.revoke(client, expired)
  expect([status, text]).toEqual([200, ''])
})

test('a form sent as JSON and JSON sent as a form are refused', async () => {
  const wanted = { grant_type: 'client_credentials' }
  const asJson = await oauth.post('token', form(wanted), { ...basic(client), 'Content-Type': 'application/json' })
  const asForm = await oauth.post('token', JSON.stringify(wanted), basic(client))
  expect([asJson.status, asJson.body.error, asForm.status, asForm.body.error]).toEqual([
    400,
    'invalid_request',
    400,
    'invalid_request',
  ])
})

describe('guessing secrets', () => {
  test('is stopped at the IP address that guesses, and affects no other client', async () => {
    const guarded = await startTestApi(
      { SVC_TRUSTED_PROXIES: '127.0.0.1' },
      { limits: { ip: 10, account: 1_000, key: 1_000 } },
    )
    try {
      const tenant = await guarded.open()
      const driver = createDriver(guarded, tenant)
      const owned = await driver.register()
      const ask = (secret: string, from: string) =>
        driver.post('token', form({ grant_type: 'client_credentials' }), {
          ...basic({ ...owned, secret }),
          'X-Forwarded-For': from,
        })
      for (let guess = 0; guess < 10; guess++) expect((await ask('guess', '203.0.113.7')).status).toBe(401)
      const stopped = await ask(owned.secret, '203.0.113.7')
      expect([stopped.status, stopped.body.error]).toEqual([429, 'rate_limited'])
      expect((await ask(owned.secret, '203.0.113.8')).status).toBe(200)
    } finally {
      await guarded.close()
    }
  })
})

test('the Host of the caller changes neither issuer nor redirect nor cookie', async () => {
  const { port } = new URL(api.origin)
  const { challenge } = newVerifier()
  const issuer = encodeURIComponent(api.origin)
  const expected = [
    ['/.well-known/oauth-authorization-server', `"issuer":"${api.origin}"`],
    [`/api/oauth/authorize?${authorization(app, challenge)}`, '"location":"/oauth/consent/'],
    [`/api/oauth/authorize?${authorization(app, challenge, { scope: 'admin' })}`, `iss=${issuer}`],
  ] as const
  for (const [path, part] of expected) {
    const sent = httpRequest({
      port,
      path,
      headers: { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' },
    }).end()
    const answer = await new Promise<string>((resolve, reject) => {
      sent.on('error', reject)
      sent.on('response', async (response) => resolve(JSON.stringify(response.headers) + (await text(response))))
    })
    expect(answer).toContain(part)
    expect(answer).not.toContain('evil.example')
  }
})

describe('only an access token in the Authorization header is one', () => {
  test('and not in a form', async () => {
    const token = await oauth.tokenOf(client)
    const path = `${api.baseUrl}/businesses/${account.owner.business_id}/analyses`
    const sent = await request(path, 'POST', {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: form({ access_token: token }),
    })
    expect([sent.status, sent.body.error.code]).toEqual([401, 'unauthorized'])
  })

  test('and not what else we hand out: a session, a form token, a code, a refresh token, a cursor, the secrets of clients and webhooks', async () => {
    const browser = new Browser(api.origin)
    const { verifier, challenge } = newVerifier()
    const back = await consent(api, person, authorization(app, challenge), browser)
    const code = back.searchParams.get('code') ?? ''
    const page = await browser.visit(`/api/oauth/authorize?${authorization(app, challenge)}`)
    const exchanged = await oauth.post(
      'token',
      form({
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        redirect_uri: redirectUri,
        ...inBody(app),
      }),
    )
    const webhook = await account.call('POST', '/webhooks', {
      body: { url: 'https://93.184.215.14/svc', event_types: ['analysis.completed'] },
    })
    const others = [
      ...browser.cookies.map(({ value }) => value),
      /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? '',
      code,
      exchanged.body.refresh_token,
      'A'.repeat(24),
      client.secret,
      client.id,
      webhook.body.data.signing_secret,
    ]
    expect(others.every((other) => typeof other === 'string' && other.length > 0)).toBe(true)
    for (const other of others) expect([other, (await oauth.call(other)).status]).toEqual([other, 401])
  })
})

import { randomBytes } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { signAccessToken } from '@svc/credentials/access-tokens'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { request, startTestApi, type TestAccount, type TestApi } from '../testing.ts'
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
  refreshIn,
  startOAuth,
  type TestClient,
} from './oauth-client.ts'

// Attacks that RFC 9700 and RFC 8725 describe: timing, stolen codes, request headers, and other secrets used as tokens.

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

/** Statements that the API sends when it has time, for earlier requests. */
const background = ['notify_workers', 'insert_usage_events', 'count_repeated_requests', 'read_limit_settings']

test('an unknown client takes the same steps as an invalid secret, so response times reveal nothing', async () => {
  const secret = randomBytes(32).toString('base64url')
  const stepsOf = async (id: TestClient['id']) => {
    const statements = vi.spyOn(api.database.db, 'execute')
    const comparisons = vi.spyOn(api.keyring, 'hmacAll')
    expect((await oauth.requestToken({ id, secret })).status).toBe(401)
    const sent = statements.mock.calls.map(([{ name = '' }]) => name).filter((name) => !background.includes(name))
    const steps = { sent, comparisons: comparisons.mock.calls.length }
    vi.restoreAllMocks()
    return steps
  }
  const known = await stepsOf(client.id)
  expect(known.comparisons).toBe(1)
  expect(await stepsOf('cli_00000000000000000000000000')).toEqual(known)
})

describe('a stolen code', () => {
  test('is refused in another session, whose verifier differs', async () => {
    const victim = newVerifier()
    const stolen = await consent(api, person, authorization(app, newVerifier().challenge))
    const injected = { code: stolen.searchParams.get('code') ?? '', code_verifier: victim.verifier }
    const wanted = { grant_type: 'authorization_code', redirect_uri: redirectUri, ...inBody(app), ...injected }
    const { status, body } = await oauth.post('token', form(wanted))
    expect([status, body.error]).toEqual([400, 'invalid_grant'])
  })

  test('arrives with its issuer, so an app detects the response of another server', async () => {
    const back = await consent(api, person, authorization(app, newVerifier().challenge))
    expect(back.searchParams.get('iss')).toBe(api.origin)
  })
})

test('every step of the flow redirects by 303, so browsers do not resend the form of a person', async () => {
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
  test.each(['authorization_code', 'refresh_token'])('is refused the grant %s', async (grant_type) => {
    const { status, body } = await oauth.requestToken(client, {
      grant_type,
      code: 'x',
      refresh_token: 'x',
      redirect_uri: redirectUri,
    })
    expect([status, body.error]).toEqual([400, 'unauthorized_client'])
  })
})

test('revoking an expired token returns 200, as for an unknown one', async () => {
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
  test('is limited per IP address and does not affect other clients', async () => {
    const guarded = await startTestApi(
      { SVC_TRUSTED_PROXIES: '127.0.0.1' },
      { limits: { ip: 10, account: 1_000, key: 1_000 } },
    )
    try {
      const tenant = await guarded.open()
      const driver = createDriver(guarded, tenant)
      const owned = await driver.register()
      const requestToken = (secret: string, from: string) =>
        driver.post('token', form({ grant_type: 'client_credentials' }), {
          ...basic({ ...owned, secret }),
          'X-Forwarded-For': from,
        })
      for (let guess = 0; guess < 10; guess++) expect((await requestToken('guess', '203.0.113.7')).status).toBe(401)
      const stopped = await requestToken(owned.secret, '203.0.113.7')
      expect([stopped.status, stopped.body.error]).toEqual([429, 'rate_limited'])
      expect((await requestToken(owned.secret, '203.0.113.8')).status).toBe(200)
    } finally {
      await guarded.close()
    }
  })
})

test('the Host header changes neither issuer nor redirect nor cookie', async () => {
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
    const response = await new Promise<string>((resolve, reject) => {
      sent.on('error', reject)
      sent.on('response', async (received) => resolve(JSON.stringify(received.headers) + (await text(received))))
    })
    expect(response).toContain(part)
    expect(response).not.toContain('evil.example')
  }
})

describe('the API accepts as a bearer token', () => {
  test('no access token in a form', async () => {
    const token = await oauth.tokenOf(client)
    const path = `${api.baseUrl}/businesses/${account.owner.business_id}/analyses`
    const sent = await request(path, 'POST', {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: form({ access_token: token }),
    })
    expect([sent.status, sent.error.code]).toEqual([401, 'unauthorized'])
  })

  test('no session, form token, code, refresh token, cursor, client secret or webhook secret', async () => {
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
      refreshIn(exchanged.body),
      'A'.repeat(24),
      client.secret,
      client.id,
      webhook.data.signing_secret,
    ]
    expect(others.every((other) => other.length > 0)).toBe(true)
    for (const other of others) expect([other, (await oauth.call(other)).status]).toEqual([other, 401])
  })
})

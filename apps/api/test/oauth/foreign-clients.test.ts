import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { setFlag } from '@svc/db/flags'
import { type Python, preparePython } from '@svc/python'
import { createAuthority } from '@svc/webhooks/testing'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { AuthorizationCode, ClientCredentials } from 'simple-oauth2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestAccount, type TestApi } from '../testing.ts'
import {
  Browser,
  consent,
  createDriver,
  type OAuthDriver,
  openPerson,
  type Person,
  type TestClient,
} from './oauth-client.ts'

// Unmodified OAuth clients of other authors, over TLS: they check the server against their own reading of the RFCs.

const redirectUri = 'https://app.nightly-sync.nl/callback'

let directory: string
let authorityFile: string
let api: TestApi
let account: TestAccount
let driver: OAuthDriver
let person: Person
/** A client for client credentials. */
let sync: TestClient
/** A client for the authorization code flow. */
let dashboard: TestClient

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'svc-tls-'))
  const authority = createAuthority()
  const { cert, key } = authority.issue(['localhost'])
  const paths = { SVC_TLS_CERT: join(directory, 'tls.crt'), SVC_TLS_KEY: join(directory, 'tls.key') }
  await writeFile(paths.SVC_TLS_CERT, cert)
  authorityFile = join(directory, 'authority.crt')
  await writeFile(authorityFile, authority.ca)
  await writeFile(paths.SVC_TLS_KEY, key, { mode: 0o600 })
  setDefaultCACertificates([...getCACertificates('default'), authority.ca])

  const started = await startTestApi({ ...paths, SVC_HOST: 'localhost' })
  const origin = `https://localhost:${started.api.port}`
  api = { ...started, origin, baseUrl: started.baseUrl.replace(started.origin, origin) }
  account = await api.open()
  driver = createDriver(api, account)
  person = await openPerson(api, account)
  sync = await driver.register()
  dashboard = await driver.register({ redirect_uris: [redirectUri] })
  await setFlag(api.database.db, 'oauth_authcode_enabled', true)
})

afterAll(async () => {
  await api.close()
  await rm(directory, { recursive: true })
})

const statusOf = async (token: string) => (await driver.call(token)).status

/** Logs in and allows, from the authorization URL of a client to the URL at which it is called back. */
const authorize = (url: URL | string) => consent(api, person, new URL(url).searchParams, new Browser(api.origin))

test('over TLS every cookie is Secure, and the session cookie has the prefix __Host-', async () => {
  const browser = new Browser(api.origin)
  const { code_challenge, state } = { code_challenge: 'A'.repeat(43), state: 'fT3kWm9aQx7Lr2Vb' }
  const parameters = {
    response_type: 'code',
    client_id: dashboard.id,
    redirect_uri: redirectUri,
    state,
    code_challenge,
    code_challenge_method: 'S256',
  }
  const redirected = await browser.open(`/api/oauth/authorize?${new URLSearchParams(parameters)}`)
  const page = await browser.follow(redirected)
  const logged = await browser.open(page.path, { choice: 'log_in', ...person })
  const cookies = [...redirected.headers.getSetCookie(), ...logged.headers.getSetCookie()]
  expect(cookies.length).toBeGreaterThanOrEqual(3)
  for (const cookie of cookies) expect(cookie).toMatch(/; secure/i)
  expect(cookies.at(-1)).toMatch(/^__Host-svc_session=.*Path=\//)
})

describe.each([
  ['Basic', openid.ClientSecretBasic],
  ['the body', openid.ClientSecretPost],
] as const)('openid-client with the secret in %s', (_place, authentication) => {
  const configure = ({ id, secret }: TestClient) =>
    openid.discovery(new URL(api.origin), id, undefined, authentication(secret), { algorithm: 'oauth2' })

  test('discovers the endpoints by RFC 8414, gets a token for itself and revokes it', async () => {
    const config = await configure(sync)
    const tokens = await openid.clientCredentialsGrant(config, { scope: 'businesses:read' })
    expect([tokens.expires_in, tokens.scope, await statusOf(tokens.access_token)]).toEqual([
      3600,
      'businesses:read',
      200,
    ])
    await openid.tokenRevocation(config, tokens.access_token)
    expect(await statusOf(tokens.access_token)).toBe(401)
  })

  test('gets tokens for a person, refreshes them, and gets invalid_grant when one is reused', async () => {
    const config = await configure(dashboard)
    const verifier = openid.randomPKCECodeVerifier()
    const state = openid.randomState()
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'businesses:read',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    })
    const tokens = await openid.authorizationCodeGrant(config, await authorize(url), {
      pkceCodeVerifier: verifier,
      expectedState: state,
    })
    expect(await statusOf(tokens.access_token)).toBe(200)
    const refreshed = await openid.refreshTokenGrant(config, String(tokens.refresh_token))
    expect(await statusOf(refreshed.access_token)).toBe(200)
    await expect(openid.refreshTokenGrant(config, String(tokens.refresh_token))).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    expect(await statusOf(refreshed.access_token)).toBe(401)
  })
})

describe('openid-client without a secret', () => {
  test('gets tokens for a person', async () => {
    const app = await driver.register({ redirect_uris: [redirectUri], is_public: true })
    const config = await openid.discovery(new URL(api.origin), app.id, undefined, openid.None(), {
      algorithm: 'oauth2',
    })
    const verifier = openid.randomPKCECodeVerifier()
    const code_challenge = await openid.calculatePKCECodeChallenge(verifier)
    const state = openid.randomState()
    const parameters = { redirect_uri: redirectUri, code_challenge, code_challenge_method: 'S256', state }
    const back = await authorize(openid.buildAuthorizationUrl(config, parameters))
    const checks = { pkceCodeVerifier: verifier, expectedState: state }
    const tokens = await openid.authorizationCodeGrant(config, back, checks)
    expect(await statusOf(tokens.access_token)).toBe(200)
    await openid.tokenRevocation(config, String(tokens.refresh_token))
    expect(await statusOf(tokens.access_token)).toBe(401)
  })
})

describe('oauth4webapi, which checks every response against the RFCs', () => {
  const find = async () => {
    const issuer = new URL(api.origin)
    return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm: 'oauth2' }))
  }

  test('gets a token for itself and revokes it', async () => {
    const [as, client] = [await find(), { client_id: sync.id }]
    for (const authentication of [oauth.ClientSecretBasic(sync.secret), oauth.ClientSecretPost(sync.secret)]) {
      const response = await oauth.clientCredentialsGrantRequest(as, client, authentication, {})
      const tokens = await oauth.processClientCredentialsResponse(as, client, response)
      expect(await statusOf(tokens.access_token)).toBe(200)
      const revoked = await oauth.revocationRequest(as, client, authentication, tokens.access_token)
      await oauth.processRevocationResponse(revoked)
      expect(await statusOf(tokens.access_token)).toBe(401)
    }
  })

  test('gets tokens for a person, refreshes them, and gets invalid_grant when one is reused', async () => {
    const [as, client] = [await find(), { client_id: dashboard.id }]
    const authentication = oauth.ClientSecretBasic(dashboard.secret)
    const verifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const url = new URL(String(as.authorization_endpoint))
    url.search = String(
      new URLSearchParams({
        client_id: client.client_id,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'businesses:read webhooks:manage',
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
      }),
    )
    const called = await authorize(url)
    const back = oauth.validateAuthResponse(as, client, called, state)
    // An app that used another server detects it by `iss`, and one that sent no request by `state`.
    const other = { ...as, issuer: 'https://evil.example' }
    expect(() => oauth.validateAuthResponse(other, client, called, state)).toThrow(/iss/)
    expect(() => oauth.validateAuthResponse(as, client, called, oauth.generateRandomState())).toThrow(/state/)
    const response = await oauth.authorizationCodeGrantRequest(as, client, authentication, back, redirectUri, verifier)
    const tokens = await oauth.processAuthorizationCodeResponse(as, client, response)
    expect([tokens.scope, await statusOf(tokens.access_token)]).toEqual(['businesses:read webhooks:manage', 200])

    const refresh = async () =>
      oauth.processRefreshTokenResponse(
        as,
        client,
        await oauth.refreshTokenGrantRequest(as, client, authentication, String(tokens.refresh_token)),
      )
    const refreshed = await refresh()
    expect(await statusOf(refreshed.access_token)).toBe(200)
    await expect(refresh()).rejects.toMatchObject({ error: 'invalid_grant', status: 400 })
    expect(await statusOf(refreshed.access_token)).toBe(401)
  })
})

describe.each([
  ['a form and Basic', 'form', 'header'],
  ['a form and the body', 'form', 'body'],
  ['JSON and Basic', 'json', 'header'],
  ['JSON and the body', 'json', 'body'],
] as const)('simple-oauth2 with %s', (_way, bodyFormat, authorizationMethod) => {
  const configure = ({ id, secret }: TestClient) => ({
    client: { id, secret },
    auth: {
      tokenHost: api.origin,
      tokenPath: '/api/oauth/token',
      revokePath: '/api/oauth/revoke',
    },
    options: { bodyFormat, authorizationMethod },
  })

  test('gets a token for itself and revokes it', async () => {
    const issued = await new ClientCredentials(configure(sync)).getToken({ scope: ['businesses:read'] })
    const token = String(issued.token.access_token)
    expect(await statusOf(token)).toBe(200)
    await issued.revoke('access_token')
    expect(await statusOf(token)).toBe(401)
  })

  test('gets tokens for a person, refreshes them and revokes them', async () => {
    const { auth, ...config } = configure(dashboard)
    const client = new AuthorizationCode({ ...config, auth: { ...auth, authorizePath: '/api/oauth/authorize' } })
    const verifier = openid.randomPKCECodeVerifier()
    const pkce = { code_challenge: await openid.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }
    const url = client.authorizeURL({ redirect_uri: redirectUri, scope: 'businesses:read', state: 'fT3kWm9a', ...pkce })
    const code = (await authorize(url)).searchParams.get('code') ?? ''
    const wanted = { code, redirect_uri: redirectUri, code_verifier: verifier }
    const first = await client.getToken(wanted)
    expect(await statusOf(String(first.token.access_token))).toBe(200)
    const second = await first.refresh()
    expect(await statusOf(String(second.token.access_token))).toBe(200)
    await second.revoke('refresh_token')
    expect(await statusOf(String(second.token.access_token))).toBe(401)
    // This refresh token was used, and its chain is revoked.
    await expect(first.refresh()).rejects.toMatchObject({ data: { payload: { error: 'invalid_grant' } } })
  })
})

// Shares no code with the clients above, and is written in another language.
describe('Authlib in Python', { tags: ['python3'] }, () => {
  let python: Python
  beforeAll(async () => {
    const lockFile = fileURLToPath(new URL('authlib/requirements.lock', import.meta.url))
    python = await preparePython({ name: 'authlib', lockFile, env: process.env })
  })

  test.each(['client_secret_basic', 'client_secret_post'])(
    'gets tokens for itself and for a person, refreshes them, detects reuse, and revokes them, with %s',
    async (method) => {
      expect(await runAuthlib(python, method)).toEqual({
        'for itself': ['businesses:read', 200],
        revoked: [200, 401],
        'for a person': 200,
        refreshed: 200,
        reused: ['invalid_grant', 401],
        'refused after revocation': 401,
      })
    },
  )
})

/** Runs the program, authorizes its requests as the person, and returns what it observed. */
async function runAuthlib({ command, env }: Python, method: string): Promise<object> {
  const program = fileURLToPath(new URL('authlib/client.py', import.meta.url))
  const child = spawn(command, [program], {
    env: { PATH: process.env.PATH, PYTHONDONTWRITEBYTECODE: '1', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const send = (value: unknown) => child.stdin.write(`${JSON.stringify(value)}\n`)
  send({ origin: api.origin, authority: authorityFile, redirect_uri: redirectUri, method, sync, dashboard })
  for await (const line of createInterface(child.stdout)) {
    const { open, observed } = JSON.parse(line)
    if (observed) return observed
    send(String(await authorize(open)))
  }
  throw new Error('Authlib stopped before it was done; its output is above.')
}

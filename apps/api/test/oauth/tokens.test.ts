import { createHmac, randomBytes } from 'node:crypto'
import { deleteOAuthClient, rotateClientSecret } from '@svc/credentials/oauth-clients'
import { updateAccount } from '@svc/db/accounts'
import { setFlag } from '@svc/db/flags'
import { setLimits } from '@svc/db/limit-settings'
import { storedQuotas } from '@svc/db/testing-accounts'
import { withoutTable } from '@svc/db/testing-faults'
import { errorTable } from '@svc/http/errors'
import { createLogger } from '@svc/runtime/logger'
import { readSettings } from '@svc/runtime/settings'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Api } from '../../src/start-api.ts'
import { request, startApi, startTestApi, type TestAccount, type TestApi } from '../testing.ts'
import {
  accessIn,
  basic,
  createDriver,
  form,
  inBody,
  type OAuthDriver,
  type Reply,
  redirectUri,
  send,
  type TestClient,
} from './oauth-client.ts'

// Client credentials, from the secret to the response of an operation (RFC 6749 section 4.4, RFC 7009, INTERFACE.md
// §5).

let api: TestApi
let account: TestAccount
let oauth: OAuthDriver
let client: TestClient

beforeAll(async () => {
  api = await startTestApi({ SVC_PUBLIC_URL: 'http://reviews.example.net' })
  account = await api.open()
  oauth = createDriver(api, account)
  client = await oauth.register()
})

afterAll(() => api.close())

const everyScope = 'businesses:read analyses:write replies:write webhooks:manage reviews:write'
const wanted = (fields: Record<string, string> = {}) => ({ grant_type: 'client_credentials', ...fields })
const json = { 'Content-Type': 'application/json' }
const outcome = ({ status, body }: Reply) => [status, body.error]

/** Starts the API a second time in this process; both share only the database, as two API processes do. */
async function startSecond(env: Record<string, string> = {}): Promise<{ api: Api; origin: string }> {
  const settings = readSettings(
    { SVC_PORT: '0', SVC_PUBLIC_URL: 'http://reviews.example.net', ...env },
    { purpose: 'api' },
  )
  const { db } = api.database
  const logger = createLogger({ name: 'api', level: 'silent' })
  const second = await startApi({ settings, logger, db, keyring: api.keyring })
  return { api: second, origin: `http://127.0.0.1:${second.port}` }
}

describe('a token', () => {
  test('a token grants access to the records of its account and of no other account', async () => {
    const stranger = await api.open({ name: 'Brightside Dental' })
    const token = await oauth.tokenOf(client)
    const reply = await oauth.call(token)
    expect(reply.data.map(({ id }) => id)).toEqual([account.owner.business_id])
    const headers = { Authorization: `Bearer ${token}` }
    const foreign = await request(`${api.baseUrl}/businesses/${stranger.owner.business_id}`, 'GET', { headers })
    expect([foreign.status, foreign.error.code]).toEqual([404, 'not_found'])
  })

  test('clients whose requests arrive together get tokens of their own, and a wrong secret gets none', async () => {
    const clients = await Promise.all(Array.from({ length: 5 }, () => oauth.register()))
    const requests = [...clients, { ...client, secret: randomBytes(32).toString('base64url') }, ...clients]
    const replies = await Promise.all(requests.map((sender) => oauth.requestToken(sender)))
    const clientOf = ({ body }: Reply) => {
      const [, claims = ''] = accessIn(body).split('.')
      return JSON.parse(Buffer.from(claims, 'base64url').toString()).client_id
    }
    expect(replies[5]?.status).toBe(401)
    expect(replies.toSpliced(5, 1).map(clientOf)).toEqual([...clients, ...clients].map(({ id }) => id))
  })

  test('a token counts toward the limit of its client, in addition to the limits of account and IP address', async () => {
    const [one, other] = [await oauth.register(), await oauth.register()]
    // Only for these clients, because the API of the other tests also reads the limits, every few seconds.
    await setLimits(api.database.db, new Map([one, other].map(({ id }) => [id, 3])))
    const second = await startSecond()
    try {
      const requestToken = (by: TestClient) =>
        send(`${second.origin}/api/oauth/token`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...basic(by) },
          body: form(wanted()),
        })
      const { body } = await requestToken(one)
      const headers = { Authorization: `Bearer ${body.access_token}` }
      const call = () => request(`${second.origin}/api/public/v1/businesses`, 'GET', { headers })
      expect([(await call()).status, (await requestToken(one)).status]).toEqual([200, 200])

      const refused = await requestToken(one)
      expect(outcome(refused)).toEqual([429, 'rate_limited'])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(refused.headers.get('x-ratelimit-policy')).toBe('key')
      expect((await call()).status).toBe(429)
      // A wrong secret consumes nothing of the client's limit, so that others cannot lock it out.
      for (let sent = 0; sent < 5; sent++) await requestToken({ ...other, secret: 'wrong' })
      expect((await requestToken(other)).status).toBe(200)
    } finally {
      await second.api.close()
    }
  })

  test('consumes the live quota of the plan', async () => {
    const headers = { Authorization: `Bearer ${await oauth.tokenOf(client)}` }
    await request(`${api.baseUrl}/businesses/${account.owner.business_id}/analyses`, 'POST', { headers })
    const counted = await storedQuotas(api.database.db, account.owner.account_id)
    expect(counted).toMatchObject([{ name: 'analyses', kind: 'live', used: 1 }])
  })

  test('is 403 from the next request when the plan no longer includes the API, and no new one is issued', async () => {
    const leaving = await api.open({ name: 'Bella Vista' })
    const theirs = await oauth.register({}, leaving)
    const token = await oauth.tokenOf(theirs)
    expect((await oauth.call(token)).status).toBe(200)
    await updateAccount(api.database.db, leaving.owner.account_id, { plan: 'starter' })
    const refused = await oauth.call(token)
    expect([refused.status, refused.error.code]).toEqual([403, 'forbidden'])
    expect(outcome(await oauth.requestToken(theirs))).toEqual([400, 'unauthorized_client'])
  })

  test('is accepted in the Authorization header only', async () => {
    const token = await oauth.tokenOf(client)
    const inQuery = await request(`${api.baseUrl}/businesses?access_token=${token}`, 'GET')
    const asKey = await request(`${api.baseUrl}/businesses`, 'GET', { headers: { 'X-API-Key': token } })
    const withKey = await request(`${api.baseUrl}/businesses`, 'GET', {
      headers: { Authorization: `Bearer ${token}`, 'X-API-Key': account.key },
    })
    expect([inQuery.status, asKey.status, withKey.status]).toEqual([401, 401, 401])
  })

  test('expired, forged and unknown tokens get the same response', async () => {
    const [head = '', payload = ''] = (await oauth.tokenOf(client)).split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const key = api.keyring.derivedKeys('jwt')[0]?.key ?? ''
    const sign = (changes: object, secret: Buffer | string = key) => {
      const signed = `${head}.${Buffer.from(JSON.stringify({ ...claims, ...changes })).toString('base64url')}`
      return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
    }
    expect((await oauth.call(sign({}))).status).toBe(200)
    const forged = [
      sign({}, randomBytes(32)),
      sign({ exp: claims.exp - 3606, iat: claims.iat - 3606 }),
      sign({ iss: 'http://evil.example' }),
      sign({ epoch: 2 }),
      sign({ client_id: 'cli_00000000000000000000000000' }),
      sign({ gid: 'no such grant' }),
      sign({ jti: 'a\u0000b'.repeat(100) }),
    ]
    const replies = await Promise.all(forged.map((token) => oauth.call(token)))
    expect(replies.map(({ status }) => status)).toEqual(forged.map(() => 401))
    expect(new Set(replies.map(({ error }) => JSON.stringify(error))).size).toBe(1)
  })
})

describe('revocation', () => {
  test('revocation invalidates a token before the next request, and no other token of the client', async () => {
    const [one, other] = [await oauth.tokenOf(client), await oauth.tokenOf(client)]
    const { status, text, headers } = await oauth.revoke(client, one)
    expect([status, text]).toEqual([200, ''])
    expect(headers.get('x-request-id')).toMatch(/^req_/)
    expect([(await oauth.call(one)).status, (await oauth.call(other)).status]).toEqual([401, 200])
    expect((await oauth.revoke(client, one)).status).toBe(200)
  })

  test('accepts JSON, the secret in the body, and any hint', async () => {
    for (const token_type_hint of ['access_token', 'refresh_token', 'nonsense']) {
      const token = await oauth.tokenOf(client)
      const body = JSON.stringify({ token, token_type_hint, ...inBody(client) })
      expect((await oauth.post('revoke', body, json)).status).toBe(200)
      expect((await oauth.call(token)).status).toBe(401)
    }
  })

  test('revoking a foreign, unknown or invalid token returns 200 and changes nothing', async () => {
    const foreign = await oauth.tokenOf(await oauth.register())
    const [head, payload] = (await oauth.tokenOf(client)).split('.')
    for (const token of [
      foreign,
      'unknown',
      `${head}.${payload}.AAAA`,
      `${head}.${payload}`,
      'a\u0000b',
      'ключ',
      '.',
    ]) {
      const { status, text } = await oauth.revoke(client, token)
      expect([token.slice(0, 10), status, text]).toEqual([token.slice(0, 10), 200, ''])
    }
    expect((await oauth.call(foreign)).status).toBe(200)
  })

  test('requires client authentication and a token', async () => {
    const token = await oauth.tokenOf(client)
    expect(outcome(await oauth.post('revoke', form({ token })))).toEqual([401, 'invalid_client'])
    expect(outcome(await oauth.revoke({ ...client, secret: 'wrong' }, token))).toEqual([401, 'invalid_client'])
    expect(outcome(await oauth.revoke(client, ''))).toEqual([400, 'invalid_request'])
    expect(outcome(await oauth.post('revoke', `token=${token}&token=x`, basic(client)))).toEqual([
      400,
      'invalid_request',
    ])
    expect((await oauth.call(token)).status).toBe(200)
  })

  test('a new secret immediately revokes all tokens of the client, and no tokens of other clients', async () => {
    const other = await oauth.tokenOf(client)
    const rotating = await oauth.register()
    const tokens = [await oauth.tokenOf(rotating), await oauth.tokenOf(rotating)]
    const { db } = api.database
    const rotated = await rotateClientSecret(db, api.keyring, account.owner.account_id, rotating.id)
    for (const token of tokens) expect((await oauth.call(token)).status).toBe(401)
    expect(outcome(await oauth.requestToken(rotating))).toEqual([401, 'invalid_client'])
    const renewed = await oauth.tokenOf({ ...rotating, secret: String(rotated?.client_secret) })
    expect([(await oauth.call(renewed)).status, (await oauth.call(other)).status]).toEqual([200, 200])
  })

  test('deleting a client immediately revokes its tokens', async () => {
    const leaving = await oauth.register()
    const token = await oauth.tokenOf(leaving)
    await deleteOAuthClient(api.database.db, account.owner.account_id, leaving.id)
    expect((await oauth.call(token)).status).toBe(401)
    expect(outcome(await oauth.requestToken(leaving))).toEqual([401, 'invalid_client'])
  })
})

describe('GET /events', () => {
  test('shows when a client got and revoked tokens', async () => {
    const observed = await api.open({ name: 'Pasta Fresca' })
    const theirs = await oauth.register({ name: 'Till' }, observed)
    const issued = await oauth.requestToken(theirs)
    await oauth.revoke(theirs, accessIn(issued.body))
    await oauth.revoke(theirs, accessIn(issued.body))
    await oauth.requestToken({ ...theirs, secret: 'wrong' })
    await api.api.usage.flush()
    const { data } = await observed.call('GET', '/events')
    expect(data.map(({ type }) => type)).toEqual(['token.revoked', 'token.issued'])
    expect(data[1]).toMatchObject({
      request_id: issued.headers.get('x-request-id'),
      actor: { type: 'oauth_client', id: theirs.id, label: 'Till' },
      operation_id: null,
      http_status: 200,
      resource_id: theirs.id,
    })
  })
})

describe('while the authorization code flow is off', () => {
  beforeAll(() => setFlag(api.database.db, 'oauth_authcode_enabled', false))

  test.each(['authorization_code', 'refresh_token'])(
    'the grant %s is unsupported, also for unknown clients',
    async (grant_type) => {
      for (const by of [client, { id: 'cli_x', secret: 'x' } as const]) {
        expect(outcome(await oauth.requestToken(by, { grant_type, code: 'x', refresh_token: 'x' }))).toEqual([
          400,
          'unsupported_grant_type',
        ])
      }
    },
  )

  test('a client with redirect URIs is refused client credentials', async () => {
    const dashboard = await oauth.register({ redirect_uris: [redirectUri] })
    expect(outcome(await oauth.requestToken(dashboard))).toEqual([400, 'unauthorized_client'])
  })

  test('the metadata lists exactly what is enabled', async () => {
    const { status, body, headers } = await send(`${api.origin}/.well-known/oauth-authorization-server`)
    expect(status).toBe(200)
    expect(headers.get('x-ratelimit-policy')).toBe('ip')
    expect(body).toEqual({
      issuer: 'http://reviews.example.net',
      token_endpoint: 'http://reviews.example.net/api/oauth/token',
      revocation_endpoint: 'http://reviews.example.net/api/oauth/revoke',
      scopes_supported: everyScope.split(' '),
      response_types_supported: [],
      grant_types_supported: ['client_credentials'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    })
  })

  // The library serves some of these regardless of its configuration; most servers with OpenID Connect have the others.
  test.each([
    '/api/oauth/authorize',
    '/api/oauth/authorize?client_id=x&redirect_uri=https://evil.example/',
    '/api/oauth/authorize/uid',
    '/api/oauth/jwks',
    '/api/oauth/jwks/',
    '/api/oauth/JWKS',
    '/api/oauth/me',
    '/api/oauth/userinfo',
    '/api/oauth/reg',
    '/api/oauth/register',
    '/api/oauth/request',
    '/api/oauth/par',
    '/api/oauth/introspect',
    '/api/oauth/token/introspection',
    '/api/oauth/device',
    '/api/oauth/device/auth',
    '/api/oauth/backchannel',
    '/api/oauth/session/end',
    '/api/oauth/session/end/confirm',
    '/api/oauth/.well-known/openid-configuration',
    '/api/oauth/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server/api/oauth',
    '/jwks',
    '/session/end/confirm',
    '/interaction/uid',
    '/oauth/consent/uid',
    '/api/oauth',
    '/api/oauth/',
    '/api/oauth/Token',
    '/api/oauth/token/',
    '/API/OAUTH/token',
    '/api/oauth//token',
  ])('%s is 404 in the envelope of the API, regardless of the method', async (path) => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const reply = await send(`${api.origin}${path}`, { method })
      expect([method, reply.status, reply.body]).toMatchObject([method, 404, { error: { code: 'not_found' } }])
      expect(reply.headers.get('location')).toBeNull()
    }
  })

  test.each([
    ['/api/oauth/token', 'POST'],
    ['/api/oauth/revoke', 'POST'],
    ['/.well-known/oauth-authorization-server', 'GET'],
  ])('%s accepts %s and returns 405 with Allow for other methods', async (path, allowed) => {
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS', 'POST'].filter((other) => other !== allowed)) {
      const reply = await send(`${api.origin}${path}`, { method })
      expect([method, reply.status, reply.headers.get('allow')]).toEqual([method, 405, allowed])
    }
  })
})

test('the public origin is never taken from a request header', async () => {
  const response = await send(`${api.origin}/.well-known/oauth-authorization-server`, {
    headers: { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https', Forwarded: 'host=evil.example' },
  })
  expect(response.text).not.toContain('evil.example')
})

test.each([
  ['the clients', 'oauth_clients'],
  ['the revoked tokens', 'revoked_tokens'],
])('a failure to read %s is a server_error without details, and the log has the cause', async (_what, table) => {
  const token = await oauth.tokenOf(client)
  await withoutTable(api.database.db, table, async () => {
    const reply = await oauth.revoke(client, token)
    expect(outcome(reply)).toEqual([500, 'server_error'])
    expect(reply.body.error_description).toBe(errorTable.internal_error.message)
    expect(reply.text).not.toContain(table)
    expect(reply.headers.get('x-request-id')).toMatch(/^req_/)
    expect(api.log()).toContain(String(reply.headers.get('x-request-id')))
  })
  expect((await oauth.revoke(client, token)).status).toBe(200)
})

test('the log contains no secret and no token', async () => {
  const token = await oauth.tokenOf(client)
  await oauth.revoke(client, token)
  expect(api.log()).not.toContain(client.secret)
  expect(api.log()).not.toContain(token.slice(-20))
})

import { randomBytes } from 'node:crypto'
import { knexOf } from '@svc/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { request, startTestApi, type TestAccount, type TestApi } from '../testing.ts'
import {
  basic,
  createDriver,
  form,
  inBody,
  type OAuthDriver,
  type Reply,
  send,
  type TestClient,
} from './oauth-client.ts'

// Token requests with client credentials: their form, scope and resource (RFC 6749 section 4.4, RFC 8707, INTERFACE.md
// §5).

let api: TestApi
let account: TestAccount
let oauth: OAuthDriver
let client: TestClient

beforeAll(async () => {
  // The limit per IP address is high, so that the tightest limit is that of the account or client.
  api = await startTestApi({ SVC_PUBLIC_URL: 'http://reviews.example.net' }, { limits: { ip: 1_000_000 } })
  account = await api.open()
  oauth = createDriver(api, account)
  client = await oauth.register()
})

afterAll(() => api.close())

const everyScope = 'businesses:read analyses:write replies:write webhooks:manage reviews:write'
const wanted = (fields: Record<string, string> = {}) => ({ grant_type: 'client_credentials', ...fields })
const json = { 'Content-Type': 'application/json' }
const outcome = ({ status, body }: Reply) => [status, body.error]

describe('a token request', () => {
  test.each<[string, (by: TestClient) => Promise<Reply>]>([
    ['a form with Basic', (by) => oauth.post('token', form(wanted()), basic(by))],
    ['a form with the secret in the body', (by) => oauth.post('token', form(wanted(inBody(by))))],
    ['JSON with Basic', (by) => oauth.post('token', JSON.stringify(wanted()), { ...basic(by), ...json })],
    ['JSON with the secret in the body', (by) => oauth.post('token', JSON.stringify(wanted(inBody(by))), json)],
  ])('returns a token and nothing else: %s', async (_form, send) => {
    const { status, headers, body } = await send(client)
    expect(status).toBe(200)
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: everyScope,
    })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('pragma')).toBe('no-cache')
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('x-request-id')).toMatch(/^req_/)
    expect(headers.get('x-ratelimit-policy')).toMatch(/^(account|key)$/)
    expect(Number(headers.get('x-ratelimit-remaining'))).toBeLessThan(Number(headers.get('x-ratelimit-limit')))
  })

  test('returns an HS256 at+jwt with its key id, the public origin as issuer and audience, and the client', async () => {
    const [head = '', payload = ''] = (await oauth.tokenOf(client)).split('.')
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
    expect(read(head)).toEqual({ alg: 'HS256', typ: 'at+jwt', kid: 'test' })
    const claims = read(payload)
    expect(claims).toEqual({
      iss: 'http://reviews.example.net',
      aud: 'http://reviews.example.net',
      sub: client.id,
      client_id: client.id,
      scope: everyScope,
      iat: expect.any(Number),
      exp: claims.iat + 3600,
      jti: expect.any(String),
      epoch: 1,
    })
  })

  test.each<[string, () => Promise<Reply>, number, string]>([
    ['a wrong secret', () => oauth.requestToken({ ...client, secret: 'wrong' }), 401, 'invalid_client'],
    [
      'a wrong secret in the body',
      () => oauth.post('token', form(wanted({ ...inBody(client), client_secret: 'x' }))),
      401,
      'invalid_client',
    ],
    [
      'an unknown client',
      () => oauth.requestToken({ id: 'cli_00000000000000000000000000', secret: client.secret }),
      401,
      'invalid_client',
    ],
    [
      'a client ID with a NUL',
      () => oauth.post('token', form(wanted({ client_id: 'a\u0000b', client_secret: 'x' }))),
      401,
      'invalid_client',
    ],
    ['no secret', () => oauth.post('token', form(wanted({ client_id: client.id }))), 401, 'invalid_client'],
    ['an empty secret', () => oauth.requestToken({ ...client, secret: '' }), 401, 'invalid_client'],
    ['no client authentication', () => oauth.post('token', form(wanted())), 401, 'invalid_client'],
    [
      'Basic and body at once',
      () => oauth.post('token', form(wanted(inBody(client))), basic(client)),
      400,
      'invalid_request',
    ],
    [
      'another client in the body than in Basic',
      () => oauth.post('token', form(wanted({ client_id: 'x' })), basic(client)),
      400,
      'invalid_request',
    ],
    [
      'a scheme that is not Basic',
      () => oauth.post('token', form(wanted()), { Authorization: 'Bearer x' }),
      400,
      'invalid_request',
    ],
    [
      'Basic that is not base64',
      () => oauth.post('token', form(wanted()), { Authorization: 'Basic %%%' }),
      400,
      'invalid_request',
    ],
    [
      'credentials in the query',
      () =>
        send(`${api.origin}/api/oauth/token?${form(wanted(inBody(client)))}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        }),
      401,
      'invalid_client',
    ],
    [
      'a parameter twice',
      () => oauth.post('token', `${form(wanted())}&scope=businesses:read&scope=businesses:read`, basic(client)),
      400,
      'invalid_request',
    ],
    [
      'the grant twice',
      () => oauth.post('token', `${form(wanted())}&grant_type=client_credentials`, basic(client)),
      400,
      'invalid_request',
    ],
    [
      'the resource twice',
      () => oauth.post('token', `${form(wanted())}&resource=a:b&resource=a:c`, basic(client)),
      400,
      'invalid_target',
    ],
    ['no grant', () => oauth.post('token', '', basic(client)), 400, 'invalid_request'],
    ...[
      'password',
      'implicit',
      'urn:ietf:params:oauth:grant-type:device_code',
      'urn:ietf:params:oauth:grant-type:token-exchange',
      'urn:openid:params:grant-type:ciba',
      'CLIENT_CREDENTIALS',
      '__proto__',
    ].map((grant_type): [string, () => Promise<Reply>, number, string] => [
      `the grant ${grant_type}`,
      () => oauth.requestToken(client, { grant_type }),
      400,
      'unsupported_grant_type',
    ]),
    [
      'a plain text body',
      () => oauth.post('token', form(wanted()), { ...basic(client), 'Content-Type': 'text/plain' }),
      400,
      'invalid_request',
    ],
    [
      'a multipart form',
      () => oauth.post('token', '--x--', { ...basic(client), 'Content-Type': 'multipart/form-data; boundary=x' }),
      400,
      'invalid_request',
    ],
    [
      'no content type',
      () => oauth.post('token', form(wanted()), { ...basic(client), 'Content-Type': '' }),
      400,
      'invalid_request',
    ],
    [
      'another charset',
      () =>
        oauth.post('token', form(wanted()), {
          ...basic(client),
          'Content-Type': 'application/x-www-form-urlencoded; charset=utf-16',
        }),
      400,
      'invalid_request',
    ],
    [
      'invalid JSON',
      () => oauth.post('token', '{"grant_type":', { ...basic(client), ...json }),
      400,
      'invalid_request',
    ],
    [
      'a JSON array',
      () => oauth.post('token', '["client_credentials"]', { ...basic(client), ...json }),
      400,
      'invalid_request',
    ],
    [
      'a JSON string',
      () => oauth.post('token', '"client_credentials"', { ...basic(client), ...json }),
      400,
      'invalid_request',
    ],
    ['null', () => oauth.post('token', 'null', { ...basic(client), ...json }), 400, 'invalid_request'],
    [
      'an array as scope in JSON',
      () =>
        oauth.post('token', JSON.stringify({ ...wanted(), scope: ['businesses:read'] }), { ...basic(client), ...json }),
      400,
      'invalid_request',
    ],
    [
      'an object as scope in JSON',
      () => oauth.post('token', JSON.stringify({ ...wanted(), scope: {} }), { ...basic(client), ...json }),
      400,
      'invalid_request',
    ],
    [
      'a body of 100 KB',
      () => oauth.post('token', form(wanted({ scope: 'x'.repeat(100_000) })), basic(client)),
      400,
      'invalid_request',
    ],
    ['a scope of 5 KB', () => oauth.requestToken(client, { scope: 'x'.repeat(5_000) }), 400, 'invalid_scope'],
    [
      '1,001 parameters',
      () => oauth.post('token', `${form(wanted())}${'&a=b'.repeat(1_001)}`, basic(client)),
      400,
      'invalid_request',
    ],
  ])('with %s is refused', async (_case, send, status, error) => {
    const reply = await send()
    expect([reply.status, reply.body.error]).toEqual([status, error])
    expect(Object.keys(reply.body)).toEqual(['error', 'error_description'])
    expect(reply.headers.get('www-authenticate')).toBe(status === 401 ? 'Basic realm="svc"' : null)
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.headers.get('x-request-id')).toMatch(/^req_/)
    expect(reply.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/)
  })

  test('is refused with the same response for an unknown client and an invalid secret', async () => {
    const wrong = await oauth.requestToken({ ...client, secret: randomBytes(32).toString('base64url') })
    const unknown = await oauth.requestToken({ id: 'cli_00000000000000000000000000', secret: client.secret })
    expect(wrong.text).toBe(unknown.text)
  })

  test('is refused without repeating what was sent', async () => {
    const canary = 'canary-7Qx2'
    for (const name of ['grant_type', 'scope', 'client_id', 'client_secret', 'resource', canary]) {
      const { text } = await oauth.post('token', form({ ...wanted(inBody(client)), [name]: canary }))
      if (name !== canary) expect(text).toMatch(/"error"/)
      expect(text).not.toContain(canary)
    }
  })

  test('may have unknown parameters (RFC 6749 section 3.2) and an Origin', async () => {
    const unknown = { audience: 'x', request: 'x', request_uri: 'https://x.example', claims: '{}', assertion: 'x' }
    const reply = await oauth.post('token', form(wanted(unknown)), { ...basic(client), Origin: 'https://evil.example' })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('the scope of a token', () => {
  let limited: TestClient
  beforeAll(async () => {
    limited = await oauth.register({ scopes: ['businesses:read', 'webhooks:manage'] })
  })

  test.each([
    ['omitted: every scope of the client', undefined, 'businesses:read webhooks:manage'],
    ['empty: the same', '', 'businesses:read webhooks:manage'],
    ['a part', 'webhooks:manage', 'webhooks:manage'],
    ['all of it', 'webhooks:manage businesses:read', 'webhooks:manage businesses:read'],
    ['a part twice', 'businesses:read businesses:read', 'businesses:read'],
  ])('is the requested one, %s', async (_case, scope, granted) => {
    const { body } = await oauth.requestToken(limited, scope === undefined ? {} : { scope })
    expect(body.scope).toBe(granted)
  })

  test.each([
    'replies:write',
    'businesses:read replies:write',
    'businesses:read admin',
    'openid',
    'offline_access',
    'businesses:read\twebhooks:manage',
    'businesses:read  webhooks:manage',
    ' businesses:read',
    'businesses:read,webhooks:manage',
    'businesses:*',
    'BUSINESSES:READ',
    'businesses:read "',
    'businesses:read \\',
    'businesses:réad',
    'businesses:read\u0000',
    '*',
  ])('is never one that the client does not have: %j', async (scope) => {
    expect(outcome(await oauth.requestToken(limited, { scope }))).toEqual([400, 'invalid_scope'])
  })

  test('is checked by every operation', async () => {
    const token = await oauth.tokenOf(limited, { scope: 'webhooks:manage' })
    const refused = await oauth.call(token)
    expect([refused.status, refused.error.code]).toEqual([403, 'forbidden'])
    expect(refused.headers.get('www-authenticate')).toContain('insufficient_scope')
    const headers = { Authorization: `Bearer ${token}` }
    expect((await request(`${api.baseUrl}/webhooks`, 'GET', { headers })).status).toBe(200)
  })

  test('is limited by the current scopes of the client', async () => {
    const shrinking = await oauth.register()
    const token = await oauth.tokenOf(shrinking)
    expect((await oauth.call(token)).status).toBe(200)
    await knexOf(api.database.db)('oauth_clients')
      .where({ id: shrinking.id })
      .update({ scopes: ['webhooks:manage'] })
    expect((await oauth.call(token)).status).toBe(403)
  })
})

describe('the resource', () => {
  test('may be the base URL of the API', async () => {
    expect((await oauth.requestToken(client, { resource: 'http://reviews.example.net/api/public/v1' })).status).toBe(
      200,
    )
  })

  test.each([
    'http://reviews.example.net',
    'http://reviews.example.net/api/public/v1/',
    'http://evil.example/api/public/v1',
    'http://reviews.example.net/api/public/v1#x',
    'x',
  ])('is refused if it is %s', async (resource) => {
    expect(outcome(await oauth.requestToken(client, { resource }))).toEqual([400, 'invalid_target'])
  })
})

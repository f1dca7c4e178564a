import { createOAuthClient, deleteOAuthClient, rotateClientSecret } from '@svc/credentials/oauth-clients'
import type { Scope } from '@svc/credentials/scopes'
import { updateAccount } from '@svc/db/accounts'
import { setFlag } from '@svc/db/flags'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { request, startTestApi, type TestAccount, type TestApi } from '../src/testing.ts'

// Client credentials, from the secret to the answer of an operation (RFC 6749 section 4.4, RFC 7009, interface section 5).

interface TestClient {
  id: string
  secret: string
}

let api: TestApi
let account: TestAccount
let client: TestClient

beforeAll(async () => {
  api = await startTestApi()
  account = await api.open()
  client = await register()
})

afterAll(() => api.close())

async function register(scopes?: Scope[], owner = account): Promise<TestClient> {
  const created = await createOAuthClient(api.database.db, api.keyring, owner.owner.account_id, {
    name: 'Nightly sync',
    ...(scopes && { scopes }),
  })
  return { id: created.client_id, secret: String(created.client_secret) }
}

interface Reply {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape it asks for
  body: any
}

async function post(path: string, body: string, headers: Record<string, string> = {}): Promise<Reply> {
  const response = await fetch(`${api.origin}/api/oauth/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body,
    redirect: 'manual',
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text.startsWith('{') ? JSON.parse(text) : undefined,
  }
}

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
const basic = ({ id, secret }: TestClient) => ({
  Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})
const inBody = ({ id, secret }: TestClient) => ({ client_id: id, client_secret: secret })
const wanted = (fields: Record<string, string> = {}) => ({ grant_type: 'client_credentials', ...fields })

const ask = (fields: Record<string, string> = {}, by = client) => post('token', form(wanted(fields)), basic(by))

async function tokenOf(by = client, fields: Record<string, string> = {}): Promise<string> {
  const { body, text } = await ask(fields, by)
  if (!body.access_token) throw new Error(text)
  return body.access_token
}

const call = (token: string, path = '/businesses', method = 'GET') =>
  request(`${api.baseUrl}${path}`, method, { headers: { Authorization: `Bearer ${token}` } })

const revoke = (token: string, by = client, fields: Record<string, string> = {}) =>
  post('revoke', form({ token, ...fields }), basic(by))

describe('a token request', () => {
  test.each<[string, (client: TestClient) => Promise<Reply>]>([
    ['a form with Basic', (by) => post('token', form(wanted()), basic(by))],
    ['a form with the secret in the body', (by) => post('token', form(wanted(inBody(by))))],
    [
      'JSON with Basic',
      (by) => post('token', JSON.stringify(wanted()), { ...basic(by), 'Content-Type': 'application/json' }),
    ],
    [
      'JSON with the secret in the body',
      (by) => post('token', JSON.stringify(wanted(inBody(by))), { 'Content-Type': 'application/json; charset=utf-8' }),
    ],
  ])('is answered with a token: %s', async (_form, send) => {
    const { status, headers, body } = await send(client)
    expect(status).toBe(200)
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'businesses:read analyses:write replies:write webhooks:manage',
    })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('pragma')).toBe('no-cache')
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('x-request-id')).toMatch(/^req_/)
    expect(headers.get('x-ratelimit-policy')).toBe('key')
    expect(Number(headers.get('x-ratelimit-remaining'))).toBeLessThan(Number(headers.get('x-ratelimit-limit')))
  })
})

test('a token calls the API', async () => {
  const answer = await call(await tokenOf())
  expect([answer.status, answer.body.data[0].id]).toEqual([200, account.owner.business_id])
})

test('debug', async () => {
  for (const r of [
    await post('token', form(wanted({ client_id: client.id, client_secret: 'x' }))),
    await post('token', form(wanted({ client_id: 'cli_x', client_secret: 'x' }))),
    await post('token', form(wanted())),
    await ask({ scope: 'businesses:read nope:x' }),
    await ask({ scope: '' }),
    await ask({ resource: 'https://x.y' }),
    await ask({ resource: api.baseUrl }),
    await ask({ grant_type: 'password' }),
    await ask({ grant_type: 'authorization_code' }),
    await post('revoke', form({}), basic(client)),
    await revoke(await tokenOf()),
  ])
    process.stdout.write(`${r.status} ${r.text} ${r.headers.get('www-authenticate')}\n`)
  const r = await fetch(`${api.origin}/.well-known/oauth-authorization-server`)
  process.stdout.write(`${r.status} ${await r.text()}\n`)
  const q = await fetch(`${api.origin}/api/oauth/authorize?x=1`)
  process.stdout.write(`${q.status} ${await q.text()}\n`)
  void setFlag
  void updateAccount
  void rotateClientSecret
  void deleteOAuthClient
})

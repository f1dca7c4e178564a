import { randomBytes, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { openSession } from '@svc/credentials/sessions'
import { type ApiBodies, Reply } from '@svc/http/testing-reply'
import { createAuthority } from '@svc/webhooks/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectError } from './expectations.ts'
import { openConsole } from './portal/portal-client.ts'
import { startTestApi, type TestAccount, type TestApi } from './testing.ts'

// "All requests must use TLS" (INTERFACE.md §5): in production the service terminates TLS itself or runs behind trusted
// proxies that do. In these tests, connections from 127.0.0.2 come from the trusted proxy; all others are untrusted.

const production = {
  SVC_MODE: 'production',
  SVC_SECRET_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  SVC_PUBLIC_URL: 'https://api.rosso-trattoria.nl',
}

async function toReply(response: IncomingMessage): Promise<Reply<ApiBodies['GET /businesses']>> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  const headers = new Headers(
    Object.entries(response.headersDistinct).map(([name, values]) => [name, values?.join(', ') ?? '']),
  )
  const text = Buffer.concat(chunks).toString()
  return new Reply(response.statusCode ?? 0, headers, text === '' ? undefined : JSON.parse(text))
}

describe('behind a proxy', () => {
  let api: TestApi
  let account: TestAccount

  beforeAll(async () => {
    api = await startTestApi(
      { ...production, SVC_TRUSTED_PROXIES: '127.0.0.2/32' },
      { limits: { ip: 5, account: 1_000, key: 1_000 } },
    )
    account = await api.open()
  })

  afterAll(() => api.close())

  const proxy = '127.0.0.2'
  async function send(
    from: string,
    headers: Record<string, string> = {},
    path = '/api/public/v1/businesses',
  ): ReturnType<typeof toReply> {
    const sent = httpRequest({
      host: '127.0.0.1',
      port: api.api.port,
      localAddress: from,
      path,
      agent: false,
      headers: { 'X-API-Key': account.key, ...headers },
    })
    sent.end()
    const [response] = await once(sent, 'response')
    return toReply(response)
  }
  const policyOf = ({ headers }: Reply) => [
    headers.get('x-ratelimit-policy'),
    Number(headers.get('x-ratelimit-remaining')),
  ]

  test('a request without TLS returns 403, regardless of its path and key', async () => {
    expectError(await send('127.0.0.3'), 'forbidden')
    expectError(await send('127.0.0.3', {}, '/nope'), 'forbidden')
    expectError(await send('127.0.0.3', { 'X-API-Key': '' }), 'forbidden')
  })

  test('a request is accepted only if the proxy received it over TLS', async () => {
    expect((await send(proxy, { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '192.0.2.1' })).status).toBe(200)
    expectError(await send(proxy, { 'X-Forwarded-Proto': 'http', 'X-Forwarded-For': '192.0.2.1' }), 'forbidden')
    expectError(await send(proxy, { 'X-Forwarded-For': '192.0.2.1' }), 'forbidden')
  })

  test('only the proxy can claim TLS', async () => {
    expectError(await send('127.0.0.4', { 'X-Forwarded-Proto': 'https' }), 'forbidden')
    expectError(await send('127.0.0.4', { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': proxy }), 'forbidden')
  })

  test('only the proxy can state a client address: another client that invents addresses has one limit', async () => {
    const stranger = '127.0.0.5'
    const claims = [
      '192.0.2.50',
      '2001:db8::1',
      '192.0.2.51, 192.0.2.52',
      'unknown',
      Array(50).fill('192.0.2.53').join(', '),
    ]
    for (const claim of claims) expectError(await send(stranger, { 'X-Forwarded-For': claim }), 'forbidden')
    expectError(await send(stranger, { 'X-Forwarded-For': '192.0.2.54' }), 'rate_limited', 'rate.ip')
  })

  test('clients of the proxy have separate limits, by the address that the proxy itself saw', async () => {
    const forwarded = (addresses: string) => send(proxy, { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': addresses })
    for (let sent = 0; sent < 5; sent++) expect((await forwarded('192.0.2.60')).status).toBe(200)
    expectError(await forwarded('192.0.2.60'), 'rate_limited', 'rate.ip')
    expect(policyOf(await forwarded('192.0.2.61'))).toEqual(['ip', 4])
    // Entries further left come from the client.
    expectError(await forwarded('192.0.2.99, 192.0.2.60'), 'rate_limited', 'rate.ip')
    expect(policyOf(await forwarded('192.0.2.60, 192.0.2.62'))).toEqual(['ip', 4])
  })

  test('the published contract contains the public URL', async () => {
    const reply = await send(
      proxy,
      {
        'X-Forwarded-Proto': 'https',
        'X-Forwarded-For': '192.0.2.70',
        'X-Forwarded-Host': 'evil.example',
        Host: 'evil.example',
      },
      '/api/public/v1/openapi.json',
    )
    expect(reply.body).toMatchObject({ servers: [{ url: 'https://api.rosso-trattoria.nl/api/public/v1' }] })
    expect(JSON.stringify(reply.body)).not.toContain('evil.example')
  })

  test('the console asks an administrator to set up an authenticator app first', async () => {
    const { user } = await openConsole(api)
    const secret = await openSession(api.database.db, api.keyring, user)
    const headers = {
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-For': '192.0.2.80',
      'Sec-Fetch-Site': 'same-origin',
      Cookie: `__Host-svc_session=${secret}`,
    }
    const reply = await send(proxy, headers, '/portal/api/admin/flags')
    expect([reply.status, reply.error.message]).toEqual([403, 'Set up an authenticator app to use the console.'])
  })

  test('health checks do not need TLS, because they come from machines of the operator', async () => {
    for (const path of ['/livez', '/readyz']) expect((await send('127.0.0.6', {}, path)).status).toBe(200)
  })
})

describe('a service with a TLS certificate', () => {
  const { ca, issue } = createAuthority()
  const host = 'api.rosso-trattoria.nl'
  let dir: string
  let api: TestApi
  let account: TestAccount

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'svc-tls-'))
    const { cert, key } = issue([host])
    await writeFile(join(dir, 'cert.pem'), cert)
    await writeFile(join(dir, 'key.pem'), key, { mode: 0o600 })
    api = await startTestApi({ ...production, SVC_TLS_CERT: join(dir, 'cert.pem'), SVC_TLS_KEY: join(dir, 'key.pem') })
    account = await api.open()
  })

  afterAll(async () => {
    await api.close()
    await rm(dir, { recursive: true })
  })

  test('a request over TLS succeeds', async () => {
    const sent = httpsRequest({
      host: '127.0.0.1',
      port: api.api.port,
      servername: host,
      ca,
      path: '/api/public/v1/businesses',
      agent: false,
      headers: { Host: host, Authorization: `Bearer ${account.key}` },
    })
    sent.end()
    const [response] = await once(sent, 'response')
    const reply = await toReply(response)
    expect([reply.status, reply.data[0]?.id]).toEqual([200, account.owner.business_id])
  })

  test('a renewed certificate is used without a restart, and one that does not fit its key is not', async () => {
    const served = async () => {
      const socket = connect({ host: '127.0.0.1', port: api.api.port, servername: host, ca })
      await once(socket, 'secureConnect')
      const { fingerprint256 } = socket.getPeerCertificate()
      socket.destroy()
      return fingerprint256
    }
    const write = async ({ cert, key }: { cert: string; key: string }) => {
      await writeFile(join(dir, 'cert.pem'), cert)
      await writeFile(join(dir, 'key.pem'), key)
      return new X509Certificate(cert).fingerprint256
    }
    const renewed = await write(issue([host]))
    await expect.poll(served, { timeout: 30_000, interval: 250 }).toBe(renewed)
    await writeFile(join(dir, 'cert.pem'), issue([host]).cert)
    await expect.poll(() => api.log(), { timeout: 30_000, interval: 250 }).toContain('cannot be used')
    expect(await served()).toBe(renewed)
  })

  test('a request without TLS is refused: the connection is closed', async () => {
    const sent = httpRequest({ host: '127.0.0.1', port: api.api.port, path: '/livez', agent: false })
    sent.end()
    const [error] = await once(sent, 'error')
    expect(error.code).toMatch(/ECONNRESET|HPE_/)
  })

  test('a TLS 1.1 connection is refused', async () => {
    const socket = connect({
      host: '127.0.0.1',
      port: api.api.port,
      servername: host,
      ca,
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    })
    const [error] = await once(socket, 'error')
    expect(error.message).toMatch(/protocol version|unsupported protocol/i)
  })
})

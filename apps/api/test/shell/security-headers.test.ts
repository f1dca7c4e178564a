import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../testing.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ SVC_PUBLIC_URL: 'https://api.rosso-trattoria.nl', SVC_HEALTH_LIMIT: '1' })
})
afterAll(() => api.close())

/** One of every kind of response: path, request, and the status that it has. */
const kinds: [string, RequestInit, number][] = [
  ['/api/public/v1/businesses', {}, 200],
  ['/api/public/v1/businesses', { headers: { 'X-API-Key': 'nonsense' } }, 401],
  ['/api/public/v1/webhooks', { method: 'POST', body: '{', headers: { 'Content-Type': 'application/json' } }, 400],
  ['/api/public/v1/businesses', { method: 'DELETE' }, 405],
  ['/nope', {}, 404],
  ['/livez', {}, 200],
  ['/livez', {}, 429],
  ['/readyz', {}, 429],
  ['/', {}, 302],
  ['/docs', {}, 302],
  ['/docs/quick-start', {}, 200],
  ['/docs/quick-start', { headers: { 'If-None-Match': '*' } }, 304],
  ['/docs/reference', {}, 200],
  ['/docs/reference/list-reviews', {}, 200],
  ['/docs/assets/docs.js', {}, 200],
  ['/docs/changelog.atom', {}, 200],
  ['/docs/postman/collection.json', {}, 200],
  ['/api/public/v1/openapi.json', {}, 200],
  ['/api/public/v1/openapi.yaml', {}, 200],
  ['/report-files/rpt_0.html', {}, 404],
  ['/api/oauth/token', { method: 'POST', body: 'a', headers: { 'Content-Type': 'text/plain' } }, 400],
  ['/api/oauth/token', { method: 'POST', body: new URLSearchParams({ grant_type: 'client_credentials' }) }, 401],
  ['/.well-known/oauth-authorization-server', {}, 200],
]

function expectSecurityHeaders(headers: Headers): void {
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
}

test('every kind of response has the security headers', async () => {
  const account = await api.open()
  for (const [path, init, status] of kinds) {
    const response = await fetch(`${api.origin}${path}`, {
      ...init,
      headers: { 'X-API-Key': account.key, ...init.headers },
      redirect: 'manual',
    })
    expect([path, init.method, response.status]).toEqual([path, init.method, status])
    expectSecurityHeaders(response.headers)
    await response.arrayBuffer()
  }
})

test('the response to bytes that are not HTTP has the security headers', async () => {
  const socket = connect(api.api.port, '127.0.0.1')
  socket.write('nonsense\r\n\r\n')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  await once(socket, 'close')
  const lines = Buffer.concat(chunks).toString().split('\r\n\r\n')[0]?.split('\r\n').slice(1) ?? []
  expectSecurityHeaders(
    new Headers(
      lines.map((line): [string, string] => [line.split(': ')[0] ?? '', line.split(': ').slice(1).join(': ')]),
    ),
  )
})

test('without an https URL no response asks browsers for https alone', async () => {
  const plain = await startTestApi()
  const response = await fetch(`${plain.origin}/docs`)
  expect(response.headers.get('strict-transport-security')).toBeNull()
  expect(plain.log()).not.toContain('without TLS')
  await plain.close()
})

test('an API that listens on the network without TLS logs a warning at startup', async () => {
  const open = await startTestApi({ SVC_HOST: '0.0.0.0' })
  expect(open.log()).toContain('The API listens on the network without TLS')
  await open.close()
  const behindProxy = await startTestApi({ SVC_HOST: '0.0.0.0', SVC_TRUSTED_PROXIES: '10.0.0.0/8' })
  expect(behindProxy.log()).not.toContain('without TLS')
  await behindProxy.close()
})

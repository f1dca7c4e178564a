import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { credentials } from '@svc/mock/credentials'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startAnyDocument } from '../src/any-document/start-any-document.ts'
import { readRecordings } from '../src/recording/har.ts'
import { readUpstream, startRecorder } from '../src/recording/recorder.ts'
import { replaying } from '../src/recording/replay.ts'
import { startObservedMock } from '../src/start-mock.ts'
import { startRealTarget } from './parity/real-target.ts'

// The service starts with a database of its own.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const host = '127.0.0.1'
const onFailure = () => {}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recording-'))
})
afterAll(() => rm(folder, { recursive: true }))

interface Sent {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string
}

async function send(origin: string, { path, ...init }: Sent) {
  const response = await fetch(`${origin}${path}`, init)
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
}

/** Sends requests one after the other. */
async function sendAll(origin: string, requests: readonly Sent[]) {
  const responses = []
  for (const request of requests) responses.push(await send(origin, request))
  return responses
}

/** Records requests to a service. Returns the responses of the recorder. */
async function record(file: string, upstream: string, requests: readonly Sent[]) {
  const recorder = await startRecorder({ file, upstream: new URL(upstream), host, port: 0, onFailure })
  const responses = await sendAll(recorder.origin, requests)
  await recorder.close()
  return responses
}

async function interceptorFor(file: string, only = false) {
  const recordings = await readRecordings(file)
  return (mock: RequestListener) => replaying(mock, { recordings, only, host })
}

/** A service of this test. Returns its origin. */
async function startService(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, host)
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://${host}:${typeof address === 'object' ? address?.port : ''}`
}

const json = { 'Content-Type': 'application/json' }
const parking = fileURLToPath(new URL('../../../test/fixtures/parking.yaml', import.meta.url))

async function startParking(file: string, only = false) {
  const intercept = await interceptorFor(file, only)
  const options = { file: parking, host, port: 0, seed: 1, latencyMs: 0, onFailure }
  const mock = await startAnyDocument({ ...options, intercept })
  onTestFinished(() => mock.close())
  return mock
}

test('what the service returned is returned again, and the file has none of its secrets', async () => {
  const service = await startRealTarget()
  onTestFinished(() => service.close())
  const file = join(folder, 'service.har')
  const { api_key, client } = service.first
  const key = { 'X-API-Key': api_key }
  const api = '/api/public/v1'
  const webhook = JSON.stringify({ url: 'https://hooks.rosso-trattoria.nl/recorded' })
  const token = new URLSearchParams({ grant_type: 'client_credentials', ...client }).toString()
  const requests: Sent[] = [
    { path: `${api}/webhooks`, headers: key },
    { method: 'POST', path: `${api}/webhooks`, headers: { ...key, ...json }, body: webhook },
    { path: `${api}/webhooks`, headers: key },
    {
      method: 'POST',
      path: '/api/oauth/token',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: token,
    },
    { path: `${api}/businesses?limit=1`, headers: key },
    { path: `${api}/businesses/unknown`, headers: key },
  ]
  const recorded = await record(file, service.auth_url, requests)
  expect(recorded.map(({ status }) => status)).toEqual([200, 201, 200, 200, 200, 404])

  const text = await readFile(file, 'utf8')
  const { signing_secret } = JSON.parse(recorded[1]?.text ?? '').data
  const { access_token } = JSON.parse(recorded[3]?.text ?? '')
  for (const secret of [api_key, client.client_secret, signing_secret, access_token])
    expect([text.includes(secret), secret.length > 20]).toEqual([false, true])
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  const mock = await startObservedMock({ port: 0 }, [], await interceptorFor(file))
  onTestFinished(() => mock.close())
  const without = (body: string) =>
    [signing_secret, access_token].reduce((rest, secret) => rest.replaceAll(secret, '[removed]'), body)
  const kept = ['content-type', 'etag', 'location', 'x-request-id', 'x-ratelimit-limit', 'cache-control']
  const partsOf = ({ status, headers, text: body }: (typeof recorded)[number]) => ({
    status,
    headers: kept.map((name) => headers[name]),
    body: without(body),
  })
  const replayed = await sendAll(mock.auth_url, requests)
  expect(replayed.map(partsOf)).toEqual(recorded.map(partsOf))
  // The last response of a repeated request stays.
  expect(partsOf(await send(mock.auth_url, { path: `${api}/webhooks`, headers: key }))).toEqual(
    partsOf(recorded[2] ?? { status: 0, headers: {}, text: '' }),
  )
  // The mock responds to what was not recorded.
  const own = { 'X-API-Key': credentials.accounts[0].api_key }
  const rosso = await send(mock.auth_url, { path: `${api}/businesses`, headers: own })
  expect(JSON.parse(rosso.text)).toMatchObject({ data: [{ name: 'Rosso Trattoria' }] })
})

test('secrets in headers, cookies, queries, forms and fields are removed, and from all other places where they occur', async () => {
  const canaries = ['authorization', 'cookie', 'key', 'query', 'form', 'field', 'set', 'granted', 'basic'].map(
    (name) => `canary-${name}-0123456789`,
  )
  const [authorization, cookie, key, query, form, field, set, granted, basic] = canaries
  const origin = await startService((request, response) => {
    request.resume()
    response.writeHead(200, { ...json, 'Set-Cookie': `sid=${set}; HttpOnly`, Location: `/next?token=${query}` })
    response.end(
      JSON.stringify({ refresh_token: granted, token_type: 'Bearer', echo: canaries, next_page_token: 'page-2' }),
    )
  })
  const file = join(folder, 'secrets.har')
  const headers = { Authorization: `Bearer ${authorization}`, Cookie: `a=${cookie}`, 'X-API-Key': key ?? '' }
  await record(file, origin, [
    { path: `/a?access_token=${query}&q=${key}`, headers },
    { path: '/basic', headers: { Authorization: `Basic ${btoa(`ann:${basic}`)}` } },
    {
      method: 'POST',
      path: '/b',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `client_secret=${form}&grant_type=refresh`,
    },
    { method: 'POST', path: '/c', headers: json, body: JSON.stringify({ login: { password: field }, name: 'Ann' }) },
  ])
  const text = await readFile(file, 'utf8')
  expect(canaries.filter((canary) => text.includes(canary))).toEqual([])
  const last = JSON.parse(text).log.entries.at(-1)
  expect(last.request.postData.text).toBe('{"login":{"password":"[removed]"},"name":"Ann"}')
  expect(JSON.parse(last.response.content.text)).toMatchObject({ token_type: 'Bearer', next_page_token: 'page-2' })
})

test('with --spec, a body is compared by content, and what was not recorded is compared and gets 404 with --replay-only', async () => {
  let count = 0
  const origin = await startService((request, response) => {
    request.resume()
    count += 1
    response.writeHead(201, { ...json, 'X-Count': String(count) }).end(JSON.stringify({ permitId: 900 + count }))
  })
  const file = join(folder, 'parking.har')
  const post = (body: string): Sent => ({
    method: 'POST',
    path: '/v2/permits',
    headers: { ...json, 'X-Token': 'any' },
    body,
  })
  await record(file, origin, [post('{"plate":"QQ-111","status":"active"}')])
  const sameContent = post('{ "status": "active", "plate": "QQ-111" }')

  const mock = await startParking(file)
  const replayed = await send(mock.origin, sameContent)
  expect([replayed.status, replayed.headers['x-count'], replayed.text]).toEqual([201, '1', '{"permitId":901}'])
  const made = await send(mock.origin, post('{"plate":"QQ-222"}'))
  expect([made.status, JSON.parse(made.text)]).toEqual([201, { permitId: 42, plate: 'QQ-222', status: 'active' }])

  const strict = await startParking(file, true)
  expect((await send(strict.origin, sameContent)).status).toBe(201)
  const refused = await send(strict.origin, post('{"plate":"QQ-222"}'))
  expect([refused.status, refused.headers['content-type']]).toEqual([404, 'application/problem+json'])
  expect(JSON.parse(refused.text)).toMatchObject({
    detail: 'No response was recorded for POST /v2/permits with this query and body.',
    compared: { method: 'POST', path: '/v2/permits', query: '', body: '{"plate":"QQ-222"}' },
    recorded: [{ query: '', body: '{"plate":"QQ-111","status":"active"}' }],
  })
})

test('repeated requests get their responses in the order of recording, again after a reset', async () => {
  let count = 0
  const origin = await startService((_request, response) => {
    count += 1
    response.end(String(count))
  })
  const file = join(folder, 'order.har')
  const poll = { path: '/v2/status?b=2&a=1' }
  await record(file, origin, [poll, poll])
  const mock = await startParking(file)
  const texts = async (requests: readonly Sent[]) => (await sendAll(mock.origin, requests)).map(({ text }) => text)
  expect(await texts([poll, { path: '/v2/status?a=1&b=2' }, poll])).toEqual(['1', '2', '2'])
  await send(mock.origin, { method: 'POST', path: '/__mock/reset' })
  expect(await texts([poll, poll])).toEqual(['1', '2'])
})

test('a service that cannot be called is a 502, and a file that is no recording is refused', async () => {
  const file = join(folder, 'unavailable.har')
  // Nothing listens on port 1.
  const [response] = await record(file, 'http://127.0.0.1:1', [{ path: '/a' }])
  expect([response?.status, await readRecordings(file)]).toEqual([502, []])
  const other = join(folder, 'other.har')
  await writeFile(other, '{"log":{}}')
  await expect(readRecordings(other)).rejects.toThrow('other.har is not an HTTP Archive (HAR 1.2).')
})

test.each([
  ['http://example.com', /another machine/],
  ['https://example.com/v1', /is an origin/],
  ['ftp://example.com', /not an http or https URL/],
])('%s is refused as the service to record', (url, message) => {
  expect(() => readUpstream(url)).toThrow(message)
})

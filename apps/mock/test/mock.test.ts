import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type OperationId, operations } from '@generated/contract/operations'
import { type Mock, startMock } from '@svc/mock'
import { demoClients, demoKeys } from '@svc/mock/credentials'
import express from 'express'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createControl } from '../src/control.ts'
import { contractDocument } from '../src/documents.ts'
import { runMock } from '../src/mock.ts'
import { startPrism } from '../src/prism/prism.ts'
import { createStateStore } from '../src/state/state-store.ts'
import { createInbox } from '../src/webhooks/inbox.ts'
import { callerOf, until } from './call.ts'

let mock: Mock
beforeAll(async () => {
  mock = await startMock({ port: 0, limits: { ip: 100_000 } })
})
afterEach(() => mock.reset())
afterAll(() => mock.close())

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

test('the README publishes every credential that the mock takes', () => {
  const published = [
    ...demoKeys.map(({ key }) => key),
    ...demoClients.flatMap(({ client_id, client_secret }) => [client_id, client_secret]),
  ]
  expect(published.filter((text) => !readme.includes(text))).toEqual([])
  for (const { key } of demoKeys) expect(key).toMatch(/^svc_test_[0-9A-Za-z_-]{43}$/)
})

test('what is asked for by its id comes back with that id, and lists agree with what they list', async () => {
  const call = callerOf(mock)
  const {
    data: [business],
  } = (await call('GET', '/businesses')).body
  expect((await call('GET', `/businesses/${business.id}`)).body.data).toEqual(business)
  const { data: analyses } = (await call('GET', `/businesses/${business.id}/analyses`)).body
  expect(analyses.length).toBeGreaterThanOrEqual(3)
  for (const listed of analyses) {
    const { data } = (await call('GET', `/analyses/${listed.id}`)).body
    expect(data).toEqual(listed)
    if (data.report_id !== null)
      expect((await call('GET', `/reports/${data.report_id}`)).body.data).toMatchObject({
        id: data.report_id,
        analysis_id: data.id,
      })
    if (data.previous_analysis_id !== null)
      expect((await call('GET', `/analyses/${data.previous_analysis_id}`)).status).toBe(200)
  }
  expect(business.latest_analysis_id).toBe(analyses.find(({ status }: { status: string }) => status === 'completed').id)
})

test('a report has a file that can be downloaded from the mock, without a credential, by the link as it was given', async () => {
  for (const { api_key, business_id, name } of mock.credentials.accounts) {
    const call = callerOf(mock, api_key)
    const { latest_analysis_id } = (await call('GET', `/businesses/${business_id}`)).body.data
    const { report_id } = (await call('GET', `/analyses/${latest_analysis_id}`)).body.data
    const { title, files } = (await call('GET', `/reports/${report_id}`)).body.data
    expect(files).toMatchObject([{ format: 'html' }])
    const [{ url, size_bytes, expires_at }] = files
    expect(url).toContain(`${mock.auth_url}/report-files/${report_id}.html?`)
    const leftMs = Date.parse(expires_at) - Date.now()
    expect(leftMs > 24 * 3_600_000 && leftMs <= 25 * 3_600_000).toBe(true)
    const response = await fetch(url)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const page = await response.text()
    expect(Buffer.byteLength(page)).toBe(size_bytes)
    expect([title, page]).toEqual([expect.stringContaining(name), expect.stringContaining(`<h1>${title}</h1>`)])
    expect(page).toContain(`This is report ${report_id} of the mock.`)
    const [, expires] = /expires=(\d+)/.exec(url) ?? []
    for (const other of [url.replace(`=${expires}`, `=${Number(expires) + 1}`), url.replace(/rpt_./, 'rpt_1')])
      expect((await fetch(other)).status).toBe(404)
  }
})

test('an analysis goes from queued over running to completed, with a report and recommendations that repeat its priorities', async () => {
  const call = callerOf(mock)
  const {
    data: [business],
  } = (await call('GET', '/businesses')).body
  const { body, headers } = await call('POST', `/businesses/${business.id}/analyses`)
  const path = `/analyses/${body.data.id}`
  expect(headers.get('location')).toBe(`/api/public/v1${path}`)
  const seen = new Set<string>([body.data.status])
  const { body: done } = await until(
    () => call('GET', path),
    ({ data }) => seen.add(data.status).has('completed'),
  )
  expect([...seen]).toEqual(['queued', 'running', 'completed'].filter((status) => seen.has(status)))
  expect(seen.has('queued') && Date.parse(done.data.finished_at) > Date.parse(done.data.started_at)).toBe(true)
  expect(done.data).toMatchObject({ previous_analysis_id: business.latest_analysis_id, business_id: business.id })
  expect((await call('GET', `/reports/${done.data.report_id}`)).body.data).toMatchObject({
    analysis_id: done.data.id,
    period: done.data.period,
  })
  const { data: recommendations } = (await call('GET', `/businesses/${business.id}/recommendations`)).body
  const confirmed = recommendations.filter(
    ({ analysis_id, status }: { analysis_id: string; status: string }) =>
      analysis_id === done.data.id && status === 'open',
  )
  expect(confirmed.map(({ priority, action }: { priority: number; action: string }) => ({ priority, action }))).toEqual(
    done.data.summary.priorities,
  )
})

test('a second account has records of its own, in its own words, and neither sees the other', async () => {
  const [first, second] = mock.credentials.accounts
  const call = callerOf(mock, second.api_key)
  const { data: business } = (await call('GET', `/businesses/${second.business_id}`)).body
  expect(business).toMatchObject({ name: 'Brightside Dental', trade: 'dentist', city: 'Leeds', country: 'GB' })
  expect((await call('GET', `/businesses/${first.business_id}`)).status).toBe(404)
  const { body } = await call('GET', `/businesses/${second.business_id}/analyses`)
  expect(JSON.stringify(body)).not.toMatch(/pasta|Trattoria|Utrecht|guests|table/i)
  expect((await callerOf(mock)('GET', `/analyses/${body.data[0].id}`)).status).toBe(404)
  const { data: webhook } = (
    await call('POST', '/webhooks', { body: { url: 'https://hooks.brightside-dental.co.uk/' } })
  ).body
  expect((await callerOf(mock)('GET', `/webhooks/${webhook.id}`)).status).toBe(404)
})

test('a draft answers the review that was sent', async () => {
  const review = {
    rating: 1,
    text: 'We were ill after the mussels. My lawyer will be in touch, and I want my money back.',
  }
  const { body } = await callerOf(mock)('POST', '/review-replies', {
    body: { review, variants: 2, signature: 'Sofia, Rosso Trattoria' },
  })
  expect(body.data.variants).toHaveLength(2)
  expect(body.data.variants[0].text).toContain('Sofia, Rosso Trattoria')
  expect(body.data.warnings).toEqual(expect.arrayContaining(['legal_threat', 'refund_request']))
})

test('the limit of the tight key is real: five requests, then 429 with a Retry-After that counts', async () => {
  const call = callerOf(mock, mock.credentials.five_per_minute_key)
  const remaining: (string | null)[] = []
  for (let count = 0; count < 5; count++)
    remaining.push((await call('GET', '/webhooks')).headers.get('x-ratelimit-remaining'))
  expect(remaining).toEqual(['4', '3', '2', '1', '0'])
  const { status, headers, body } = await call('GET', '/webhooks')
  expect(status).toBe(429)
  expect(headers.get('x-ratelimit-policy')).toBe('key')
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(body.error).toMatchObject({ code: 'rate_limited', details: [{ path: 'rate.key' }] })
  expect((await callerOf(mock)('GET', '/webhooks')).status).toBe(200)
})

test('the quota of a test key is that of the service: 20 analyses a month', async () => {
  const { api_key, business_id } = mock.credentials.accounts[0]
  const call = callerOf(mock, api_key)
  for (let count = 0; count < 20; count++)
    expect((await call('POST', `/businesses/${business_id}/analyses`)).status).toBe(202)
  expect((await call('POST', `/businesses/${business_id}/analyses`)).body.error.details[0].path).toBe('quota.analyses')
})

const documented = (Object.keys(operations) as OperationId[]).flatMap((operationId) =>
  operations[operationId].statuses.map((status) => [operationId, status] as const),
)

test('the docs speak of this mock, every link in them is answered, and the page for trying may call it', async () => {
  const open = async (path: string) => {
    const response = await fetch(new URL(path, mock.auth_url))
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const start = await open('/docs/quick-start')
  expect([start.status, start.text.includes(mock.base_url)]).toEqual([200, true])
  const links = new Set([...start.text.matchAll(/href="(\/[^"#]*)/g)].map(([, path = '']) => path))
  expect(links).toContain('/docs/try')
  for (const path of links) expect([path, (await open(path)).status]).toEqual([path, 200])
  const tried = await open('/docs/try')
  expect(tried.text).toContain(`"server":"${mock.base_url}"`)
  expect(tried.headers.get('content-security-policy')).toContain(`connect-src ${mock.auth_url}`)
  expect(start.text + tried.text).not.toMatch(/http:\/\/127\.0\.0\.1:(3000|4010)/)
})

test('an operation that ends says so on every answer, as it does in the service', async () => {
  const row: { retirement: { deprecation: string | null; sunset: string | null } | null } = operations.listBusinesses
  row.retirement = { deprecation: '@1795219200', sunset: null }
  try {
    const call = callerOf(mock)
    for (const path of ['/businesses', '/businesses?limit=0']) {
      const { headers } = await call('GET', path)
      expect([path, headers.get('deprecation'), headers.get('link')]).toEqual([
        path,
        '@1795219200',
        '</docs/changelog>; rel="deprecation"; type="text/html"',
      ])
    }
  } finally {
    row.retirement = null
  }
})

test('Prefer: code=… shows every documented status of every operation', async () => {
  const call = callerOf(mock)
  const wrong: string[] = []
  for (const [operationId, status] of documented) {
    const { method, path } = operations[operationId]
    const needsBody: Partial<Record<OperationId, object>> = {
      draftReviewReply: { review: { rating: 5 } },
      createWebhook: { url: 'https://hooks.rosso-trattoria.nl/' },
      updateWebhook: { enabled: true },
      resendWebhookDeliveries: { since: '2026-01-01T00:00:00Z' },
    }
    const id = `${{ businesses: 'biz', analyses: 'ana', reports: 'rpt', webhooks: 'whk', 'webhook-deliveries': 'whd' }[path.split('/')[1] ?? '']}_01kjpx4gtrex7rhcb4yfrgw100`
    const body = needsBody[operationId]
    const reply = await call(method.toUpperCase(), path.replace('{id}', id), {
      headers: { Prefer: `code=${status}` },
      ...(body && { body }),
    })
    if (reply.status !== status) wrong.push(`${operationId} ${status}: answered ${reply.status}`)
    if ((status === 429 || status === 503) && !reply.headers.has('retry-after'))
      wrong.push(`${operationId} ${status}: no Retry-After`)
    mock.reset()
  }
  expect(documented.length).toBeGreaterThan(150)
  expect(wrong).toEqual([])
})

test('Prefer: example=… chooses an example by its name, and a wrong name is told the right ones', async () => {
  const call = callerOf(mock)
  const prefer = (value: string) =>
    call('GET', '/analyses/ana_01m7hf1rr0fwd9h44cbb4w5y6j', { headers: { Prefer: value } })
  expect((await prefer('example=running')).body.data.status).toBe('running')
  expect((await prefer('code=403, example=entitlement')).body.error.message).toMatch(/plan/)
  expect((await prefer('example=running')).headers.get('preference-applied')).toBe('code=200, example=running')
  expect((await prefer('example=nothing')).body.error.details[0]).toEqual({
    path: 'header.prefer',
    message: 'must name an example of 200: completed, running, failed',
  })
  expect((await prefer('respond-async')).body.data.id).toBe('ana_01m7hf1rr0fwd9h44cbb4w5y6j')
})

test('the same seed gives the same ids and secrets; another one gives others', async () => {
  const idsOf = async (seed: number) => {
    const seeded = await startMock({ port: 0, seed })
    const { body } = await callerOf(seeded)('POST', '/webhooks', { body: { url: 'https://hooks.rosso-trattoria.nl/' } })
    await seeded.close()
    return [body.data.id, body.data.signing_secret, body.meta.request_id]
  }
  const [one, again, other] = await Promise.all([idsOf(7), idsOf(7), idsOf(8)])
  expect(again).toEqual(one)
  for (const [place, text] of (other ?? []).entries()) expect(text).not.toBe(one?.[place])
})

test('reset forgets everything that was done, limits and idempotency keys included', async () => {
  const call = callerOf(mock)
  const create = { body: { url: 'https://hooks.rosso-trattoria.nl/' }, headers: { 'Idempotency-Key': 'once' } }
  const first = await call('POST', '/webhooks', create)
  const answer = await fetch(`${mock.auth_url}/__mock/reset`, { method: 'POST' })
  expect(await answer.json()).toEqual({ reset: true })
  const listed = await call('GET', '/webhooks')
  expect(listed.body.data).toEqual([])
  expect(listed.headers.get('x-ratelimit-remaining')).toBe('299')
  expect((await call('POST', '/webhooks', create)).body.data.id).not.toBe(first.body.data.id)
})

test('a name that was made to point here reads no inbox, and a page of another site resets nothing', async () => {
  const control = (method: string, path: string, headers: Record<string, string>) =>
    statusOf(`${mock.auth_url}/__mock/${path}`, method, headers)
  const { host } = new URL(mock.auth_url)
  const port = host.split(':')[1]

  for (const name of [
    'rebound.example.org',
    `rebound.example.org:${port}`,
    'localhost.example.org',
    '127.0.0.1.example.org',
  ])
    expect([name, await control('GET', 'inbox.json', { Host: name })]).toEqual([name, 421])
  for (const origin of ['https://example.org', 'http://192.0.2.7', 'http://localhost.example.org', 'null']) {
    expect([origin, await control('POST', 'reset', { Origin: origin })]).toEqual([origin, 403])
    expect([origin, await control('PUT', 'scenario', { Origin: origin })]).toEqual([origin, 403])
  }

  // The inbox page itself, a page that a developer serves, and programs, by whatever address they know this machine.
  for (const origin of [`http://${host}`, 'http://localhost:5173'])
    expect([origin, await control('POST', 'reset', { Origin: origin })]).toEqual([origin, 200])
  for (const own of [host, `localhost:${port}`, `[::1]:${port}`, '192.168.0.7:4010'])
    expect([own, await control('POST', 'reset', { Host: own })]).toEqual([own, 200])
})

test('a mock that listens under a name of its own may be called by it', async () => {
  const named = createControl({
    inbox: createInbox(),
    states: createStateStore(),
    origin: 'http://mock:4010',
    reset() {},
  })
  const server = createServer(express().use(named)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const reset = (Host: string) => statusOf(`http://127.0.0.1:${port}/__mock/reset`, 'POST', { Host })
  expect([await reset('mock:4010'), await reset('mock.example.org:4010')]).toEqual([200, 421])
  server.close()
})

/** The status of an answer to headers that `fetch` would not send. */
async function statusOf(url: string, method: string, headers: Record<string, string>): Promise<number | undefined> {
  const asked = request(url, { method, headers, agent: false }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode
}

// What Prism alone hangs on or dies of: it must never see it.
test.each([
  ['malformed JSON', 'POST', '/webhooks', '{"url":', 400],
  ['half a surrogate in an escape', 'POST', '/webhooks', '{"url":"\\ud800"}', 400],
  ['a path that is not UTF-8', 'GET', '/businesses/%FF', undefined, 400],
  ['a lone percent sign', 'GET', '/businesses/%', undefined, 400],
  ['a deep body', 'POST', '/review-replies', '['.repeat(50_000), 400],
  ['a template in the path', 'GET', '/businesses/%7Bid%7D', undefined, 404],
])('%s is answered in the envelope, and the mock lives on', async (_what, method, path, body, status) => {
  const call = callerOf(mock)
  const reply = await call(method, path, body === undefined ? {} : { body })
  expect(reply.status).toBe(status)
  expect(reply.body.meta.request_id).toBe(reply.headers.get('x-request-id'))
  expect((await call('GET', '/businesses')).status).toBe(200)
})

test('bytes that are no HTTP get the envelope too', async () => {
  const socket = connect(Number(new URL(mock.auth_url).port), '127.0.0.1')
  socket.write('HELLO\r\n\r\n')
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  const [head = '', text = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 400 /)
  expect(JSON.parse(text).error.code).toBe('invalid_request')
})

/** Prism's router refuses a path without a slash, and nothing in the thread catches that. */
const fatalRequest = {
  operationId: 'getBusiness',
  method: 'get',
  path: 'businesses',
  preference: { code: '200' },
} as const

test('when Prism dies, who asks meanwhile gets 503 with Retry-After, and a new Prism answers soon after', async () => {
  const running = await runMock({
    host: '127.0.0.1',
    port: 0,
    seed: undefined,
    forwardTo: null,
    limits: {},
    onFailure: () => {},
  })
  const get = () => fetch(`${running.baseUrl}/businesses`, { headers: { 'X-API-Key': mock.env.SVC_API_KEY } })
  expect((await get()).status).toBe(200)
  await expect(running.prism.request(fatalRequest)).rejects.toMatchObject({
    code: 'unavailable',
  })
  const refused = await get()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect(((await refused.json()) as { error: unknown }).error).toMatchObject({ code: 'unavailable' })
  await until(
    async () => ({ status: (await get()).status, headers: new Headers(), body: (await get()).status }),
    (status) => status === 200,
  )
  expect(running.prism.restarts).toBe(1)
  await running.close()
})

test('a Prism that is closed leaves nothing running', async () => {
  const prism = await startPrism(contractDocument)
  await prism.close()
  await expect(prism.request(fatalRequest)).rejects.toMatchObject({
    code: 'unavailable',
  })
})

test('a port that is taken rejects, and webhooks go to this machine only', async () => {
  await expect(startMock({ port: Number(new URL(mock.auth_url).port) })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  for (const address of [
    'http://10.0.0.1/hooks',
    'https://hooks.rosso-trattoria.nl/',
    'ftp://localhost/',
    'localhost:3000',
  ])
    await expect(startMock({ port: 0, forward_to: address })).rejects.toThrow(RangeError)
})

test('the command says whether a mock has the port that it wants, or another program', async () => {
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  const refused = async (port: number) => {
    const env = { PATH: process.env.PATH, SVC_MOCK_PORT: String(port) }
    const { code, stderr } = await promisify(execFile)(process.execPath, [main], { env }).catch((error) => error)
    expect(code).toBe(1)
    return stderr
  }
  const port = Number(new URL(mock.auth_url).port)
  expect(await refused(port)).toBe(
    `A mock runs on port ${port} already: npm start runs one beside the service. Use that, or start another one with\n` +
      `--port ${port + 1}, and set SVC_BASE_URL=http://127.0.0.1:${port + 1}/api/public/v1 for the programs that are to use it.\n`,
  )
  const other = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port: taken } = other.address() as AddressInfo
  expect(await refused(taken)).toBe(
    `Port ${taken} is in use by another program. Stop that, or choose another port: --port ${taken + 1}\n`,
  )
  other.close()
})

test.each([
  ['key', 0],
  ['key', 1_000_001],
  ['ip', 1.5],
  ['analyses', -1],
])('a limit that no answer could show is refused: %s=%d', async (name, figure) => {
  await expect(startMock({ port: 0, limits: { [name]: figure } })).rejects.toThrow(
    `The limit ${name} must be a whole number`,
  )
})

import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { operations } from '@generated/contract/operations'
import { present } from '@svc/http/testing-reply'
import { type Mock, startMock } from '@svc/mock'
import { demoClients, demoKeys } from '@svc/mock/credentials'
import { scenarios } from '@svc/mock/scenarios'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Call, callerOf, until } from './call.ts'

let mock: Mock
beforeAll(async () => {
  mock = await startMock({ port: 0, limits: { ip: 100_000 } })
})
afterEach(() => mock.reset())
afterAll(() => mock.close())

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

test('the README lists every credential of the mock', () => {
  const published = [
    ...demoKeys.map(({ key }) => key),
    ...demoClients.flatMap(({ client_id, client_secret }) => [client_id, client_secret]),
  ]
  expect(published.filter((text) => !readme.includes(text))).toEqual([])
  for (const { key } of demoKeys) expect(key).toMatch(/^svc_test_[0-9A-Za-z_-]{43}$/)
})

const firstBusiness = async (call: Call) => present((await call('GET', '/businesses')).data[0])

test('the README describes every scenario', () => {
  for (const [name, description] of Object.entries(scenarios))
    expect(readme).toMatch(new RegExp(`\`${name}\` +\\| ${description.replace(/[.]/g, '[.]')}`))
})

test('a record has the id by which it was requested, and lists agree with their records', async () => {
  const call = callerOf(mock)
  const business = await firstBusiness(call)
  expect((await call('GET', `/businesses/${business.id}`)).data).toEqual(business)
  const { data: analyses } = await call('GET', `/businesses/${business.id}/analyses`)
  expect(analyses.length).toBeGreaterThanOrEqual(3)
  for (const listed of analyses) {
    const { data } = await call('GET', `/analyses/${listed.id}`)
    expect(data).toEqual(listed)
    if (data.report_id !== null)
      expect((await call('GET', `/reports/${data.report_id}`)).data).toMatchObject({
        id: data.report_id,
        analysis_id: data.id,
      })
    if (data.previous_analysis_id !== null)
      expect((await call('GET', `/analyses/${data.previous_analysis_id}`)).status).toBe(200)
  }
  expect(business.latest_analysis_id).toBe(analyses.find(({ status }) => status === 'completed')?.id)
})

test('the file of a report can be downloaded from the mock by its link, without a credential', async () => {
  for (const { api_key, business_id, name } of mock.credentials.accounts) {
    const call = callerOf(mock, api_key)
    const { latest_analysis_id } = (await call('GET', `/businesses/${business_id}`)).data
    const { report_id } = (await call('GET', `/analyses/${latest_analysis_id}`)).data
    const { title, files } = (await call('GET', `/reports/${report_id}`)).data
    expect(files).toMatchObject([{ format: 'html' }])
    const { url, size_bytes, expires_at } = present(files[0])
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

test('an analysis changes from queued to running to completed, with a report and recommendations that match its priorities', async () => {
  const call = callerOf(mock)
  const business = await firstBusiness(call)
  const { data, headers } = await call('POST', `/businesses/${business.id}/analyses`)
  const path = `/analyses/${data.id}` as const
  expect(headers.get('location')).toBe(`/api/public/v1${path}`)
  const seen = new Set<string>([data.status])
  const { data: done } = await until(
    () => call('GET', path),
    ({ data }) => seen.add(data.status).has('completed'),
  )
  expect([...seen]).toEqual(['queued', 'running', 'completed'].filter((status) => seen.has(status)))
  expect(seen.has('queued') && Date.parse(present(done.finished_at)) > Date.parse(present(done.started_at))).toBe(true)
  expect(done).toMatchObject({ previous_analysis_id: business.latest_analysis_id, business_id: business.id })
  expect((await call('GET', `/reports/${done.report_id}`)).data).toMatchObject({
    analysis_id: done.id,
    period: done.period,
  })
  const { data: recommendations } = await call('GET', `/businesses/${business.id}/recommendations`)
  const confirmed = recommendations.filter(({ analysis_id, status }) => analysis_id === done.id && status === 'open')
  expect(confirmed.map(({ priority, action }) => ({ priority, action }))).toEqual(done.summary?.priorities)
})

test('an analysis follows up the recommendations that were marked as done before it', async () => {
  const call = callerOf(mock)
  const business = await firstBusiness(call)
  const recommendation = present((await call('GET', `/businesses/${business.id}/recommendations`)).data[0])
  const body = { status: 'done' }
  const { done_at: doneAt } = (await call('PATCH', `/recommendations/${recommendation.id}`, { body })).data
  const started = (await call('POST', `/businesses/${business.id}/analyses`)).data
  expect(started.follow_up).toEqual([])
  const { data: done } = await until(
    () => call('GET', `/analyses/${started.id}`),
    ({ data }) => data.status === 'completed',
  )
  expect(done.follow_up[0]).toMatchObject({
    recommendation_id: recommendation.id,
    title: recommendation.title,
    done_at: doneAt,
    verdict: 'insufficient_data',
  })
})

test('a second account has separate records and texts, and neither account can read the other', async () => {
  const [first, second] = mock.credentials.accounts
  const call = callerOf(mock, second.api_key)
  const { data: business } = await call('GET', `/businesses/${second.business_id}`)
  expect(business).toMatchObject({ name: 'Brightside Dental', trade: 'dentist', city: 'Leeds', country: 'GB' })
  expect((await call('GET', `/businesses/${first.business_id}`)).status).toBe(404)
  const { body, data } = await call('GET', `/businesses/${second.business_id}/analyses`)
  expect(JSON.stringify(body)).not.toMatch(/pasta|Trattoria|Utrecht|guests|table/i)
  expect((await callerOf(mock)('GET', `/analyses/${data[0]?.id}`)).status).toBe(404)
  const { data: webhook } = await call('POST', '/webhooks', { body: { url: 'https://hooks.brightside-dental.co.uk/' } })
  expect((await callerOf(mock)('GET', `/webhooks/${webhook.id}`)).status).toBe(404)
})

test('the schedule that was set is returned until a reset, with its next run', async () => {
  const call = callerOf(mock)
  const business = await firstBusiness(call)
  const path = `/businesses/${business.id}/analysis-schedule` as const
  expect((await call('GET', path)).data).toMatchObject({ frequency: 'none', next_run_at: null })
  const body = { frequency: 'monthly', weekday: 'sunday', hour: 23 }
  const set = (await call('PUT', path, { body })).data
  expect(set).toMatchObject(body)
  const next = new Date(present(set.next_run_at))
  expect(next.toLocaleString('en-GB', { timeZone: business.timezone, weekday: 'long' })).toBe('Sunday')
  expect((await call('GET', path)).data).toEqual(set)
  mock.reset()
  expect((await call('GET', path)).data).toMatchObject({ frequency: 'none', next_run_at: null })
})

test('a draft replies to the review that was sent', async () => {
  const review = {
    rating: 1,
    text: 'We were ill after the mussels. My lawyer will be in touch, and I want my money back.',
  }
  const { data } = await callerOf(mock)('POST', '/review-replies', {
    body: { review, variants: 2, signature: 'Sofia, Rosso Trattoria' },
  })
  expect(data.variants).toHaveLength(2)
  expect(data.variants[0]?.text).toContain('Sofia, Rosso Trattoria')
  expect(data.warnings).toEqual(expect.arrayContaining(['legal_threat', 'refund_request']))
})

test('the five_per_minute key gets five responses, then 429 with the seconds to wait', async () => {
  const call = callerOf(mock, mock.credentials.five_per_minute_key)
  const remaining: (string | null)[] = []
  for (let count = 0; count < 5; count++)
    remaining.push((await call('GET', '/webhooks')).headers.get('x-ratelimit-remaining'))
  expect(remaining).toEqual(['4', '3', '2', '1', '0'])
  const { status, headers, error } = await call('GET', '/webhooks')
  expect(status).toBe(429)
  expect(headers.get('x-ratelimit-policy')).toBe('key')
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(error).toMatchObject({ code: 'rate_limited', details: [{ path: 'rate.key' }] })
  expect((await callerOf(mock)('GET', '/webhooks')).status).toBe(200)
})

test('a test key has the quota of the service: 20 analyses a month', async () => {
  const { api_key, business_id } = mock.credentials.accounts[0]
  const call = callerOf(mock, api_key)
  for (let count = 0; count < 20; count++)
    expect((await call('POST', `/businesses/${business_id}/analyses`)).status).toBe(202)
  expect((await call('POST', `/businesses/${business_id}/analyses`)).details[0]?.path).toBe('quota.analyses')
})

test('the docs have the URL of this mock, all their links work, and the page of an operation may call it', async () => {
  const open = async (path: string) => {
    const response = await fetch(new URL(path, mock.auth_url))
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const start = await open('/docs/quick-start')
  expect([start.status, start.text.includes(mock.base_url)]).toEqual([200, true])
  const links = new Set([...start.text.matchAll(/href="(\/[^"#]*)/g)].map(([, path = '']) => path))
  expect(links).toContain('/docs/try')
  for (const path of links) expect([path, (await open(path)).status]).toEqual([path, 200])
  const tried = await open('/docs/reference/list-reviews')
  expect(tried.text).toContain(`"server":"${mock.base_url}"`)
  expect(tried.headers.get('content-security-policy')).toContain(`connect-src ${mock.auth_url}`)
  expect(start.text + tried.text).not.toMatch(/http:\/\/127\.0\.0\.1:(3000|4010)/)
})

test('a deprecated operation has the Deprecation header on every response, as in the service', async () => {
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

test('the same seed makes the same ids and secrets, and another seed makes others', async () => {
  const idsOf = async (seed: number) => {
    const seeded = await startMock({ port: 0, seed })
    const { data, meta } = await callerOf(seeded)('POST', '/webhooks', {
      body: { url: 'https://hooks.rosso-trattoria.nl/' },
    })
    await seeded.close()
    return [data.id, data.signing_secret, meta.request_id]
  }
  const [one, again, other] = await Promise.all([idsOf(7), idsOf(7), idsOf(8)])
  expect(again).toEqual(one)
  for (const [place, text] of (other ?? []).entries()) expect(text).not.toBe(one?.[place])
})

// Prism alone hangs on some of these and crashes on others, so they must not reach it.
test.each([
  ['malformed JSON', 'POST', '/webhooks', '{"url":', 400],
  ['half a surrogate in an escape', 'POST', '/webhooks', '{"url":"\\ud800"}', 400],
  ['a path that is not UTF-8', 'GET', '/businesses/%FF', undefined, 400],
  ['a lone percent sign', 'GET', '/businesses/%', undefined, 400],
  ['a deep body', 'POST', '/review-replies', '['.repeat(50_000), 400],
  ['a template in the path', 'GET', '/businesses/%7Bid%7D', undefined, 404],
])('%s gets an error in the envelope, and the mock keeps running', async (_what, method, path, body, status) => {
  const call = callerOf(mock)
  const reply = await call(method, path, body === undefined ? {} : { body })
  expect(reply.status).toBe(status)
  expect(reply.meta.request_id).toBe(reply.headers.get('x-request-id'))
  expect((await call('GET', '/businesses')).status).toBe(200)
})

test('bytes that are not HTTP get an error in the envelope too', async () => {
  const socket = connect(Number(new URL(mock.auth_url).port), '127.0.0.1')
  socket.write('HELLO\r\n\r\n')
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  const [head = '', text = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 400 /)
  expect(JSON.parse(text).error.code).toBe('invalid_request')
})

test('startMock rejects a port in use and a forward_to on another machine', async () => {
  const port = Number(new URL(mock.auth_url).port)
  await expect(startMock({ port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
    message: `Port ${port} on 127.0.0.1 is in use by another program. Stop that program, or set port to another port.`,
  })
  for (const address of [
    'http://10.0.0.1/hooks',
    'https://hooks.rosso-trattoria.nl/',
    'ftp://localhost/',
    'localhost:3000',
  ])
    await expect(startMock({ port: 0, forward_to: address })).rejects.toThrow(RangeError)
})

test.each([
  ['key', 0],
  ['key', 1_000_001],
  ['ip', 1.5],
  ['analyses', -1],
])('a limit outside the range of the contract is refused: %s=%d', async (name, limit) => {
  await expect(startMock({ port: 0, limits: { [name]: limit } })).rejects.toThrow(
    `The limit ${name} must be a whole number`,
  )
})

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTestApi, type TestAccount, type TestApi } from '@svc/api/testing'
import { knexOf } from '@svc/db/testing'
import { createLogger } from '@svc/runtime/logger'
import { readSettings } from '@svc/runtime/settings'
import { createAuthority, type Receiver, startReceiver } from '@svc/webhooks/testing'
import { startTestWorker } from '@svc/worker/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTracing } from '../src/open-tracing.ts'
import { type CollectedSpan, type Collector, startCollector } from './testing.ts'

const host = 'hooks.rosso-trattoria.nl'
const directory = mkdtempSync(join(tmpdir(), 'svc-traces-'))
const workerLog: string[] = []
let collector: Collector
let api: TestApi
let account: TestAccount
let receiver: Receiver
let webhook: { id: string; signing_secret: string }

beforeAll(async () => {
  collector = await startCollector()
  api = await startTestApi({
    SVC_TRACES_URL: collector.url,
    SVC_TRACES_RATIO: '1',
    SVC_ACCESS_LOG: 'on',
    SVC_LOG_LEVEL: 'trace',
  })
  account = await api.open({ name: 'The account with a name' })
  const authority = createAuthority()
  writeFileSync(join(directory, 'ca.pem'), authority.ca)
  receiver = await startReceiver({ identity: authority.issue([host]) })
  const created = await account.call('POST', '/webhooks', {
    body: { url: `https://${host}/the-path`, event_types: ['analysis.failed'] },
  })
  webhook = created.data
})

afterAll(async () => {
  await api.close()
  await receiver.close()
  await collector.close()
  rmSync(directory, { recursive: true })
})

/** Starts a worker with traces, and stops it when the receiver has `count` requests. */
async function deliver(count: number): Promise<void> {
  const environment = {
    SVC_TRACES_URL: collector.url,
    SVC_TRACES_RATIO: '0',
    SVC_PDF_BROWSER: 'none',
    WEBHOOK_CA_FILE: join(directory, 'ca.pem'),
    WEBHOOK_CONNECT_TO: `*=127.0.0.1:${receiver.port}`,
  }
  const stream = { write: (line: string) => void workerLog.push(line) }
  const logger = createLogger({ name: 'worker', level: 'trace', stream })
  const settings = readSettings(environment, { purpose: 'worker' })
  const tracing = await openTracing({ process: 'worker', settings, logger })
  const { database, keyring } = api
  const worker = startTestWorker({ db: database.db, keyring }, environment, { tracing, logger })
  await receiver.arrived(count)
  await worker.stop()
  await tracing?.close()
}

/** The spans of a trace, once the span of its request was exported. */
async function traceOf(traceId: string): Promise<CollectedSpan[]> {
  const spans = () => collector.spans.filter((span) => span.traceId === traceId)
  for (let poll = 0; poll < 1_000 && !spans().some(({ kind }) => kind === 2); poll++) await sleep(20)
  return spans()
}

/** The names of a span and of the spans above it, with their processes, the first one first. */
function pathTo(spans: readonly CollectedSpan[], found: CollectedSpan | undefined): string[] {
  if (found === undefined) return []
  const parent = spans.find(({ spanId }) => spanId === found.parentSpanId)
  return [...pathTo(spans, parent), `${found.service} ${found.name}`]
}

const pathsIn = (spans: readonly CollectedSpan[]) => spans.map((span) => pathTo(spans, span).join(' › '))

describe('a request with a traceparent', () => {
  const traceId = randomBytes(16).toString('hex')
  const clientSpanId = randomBytes(8).toString('hex')
  let spans: CollectedSpan[]
  beforeAll(async () => {
    const headers = { traceparent: `00-${traceId}-${clientSpanId}-00` }
    const reply = await account.call('POST', `/webhooks/${webhook.id}/test`, { headers })
    expect(reply.status).toBe(202)
    await deliver(1)
    spans = await traceOf(traceId)
  })

  test('gives one trace from the request over its statements and the event to the attempt of the worker', () => {
    const request = 'svc-api POST /api/public/v1/webhooks/{id}/test'
    const published = `${request} › svc-api publish webhook_events`
    const attempt = `${published} › svc-worker process webhook_deliveries`
    const paths = pathsIn(spans)
    expect(paths).toEqual(
      expect.arrayContaining([
        request,
        `${request} › svc-api commit`,
        published,
        `${published} › svc-api lock_webhook`,
        `${published} › svc-api publish_test_event`,
        attempt,
        `${attempt} › svc-worker POST`,
        `${attempt} › svc-worker finish_attempts`,
      ]),
    )
    expect(paths.filter((path) => !path.startsWith(request))).toEqual([])
  })

  test('is the child of the span of the client, and every span begins within its parent', () => {
    expect(spans.find(({ kind }) => kind === 2)?.parentSpanId).toBe(clientSpanId)
    for (const span of spans) {
      const parent = spans.find(({ spanId }) => spanId === span.parentSpanId)
      if (parent?.service !== span.service) continue
      expect(span.startNs, span.name).toBeGreaterThanOrEqual(parent.startNs)
      expect(span.endNs, span.name).toBeLessThanOrEqual(parent.endNs)
    }
  })

  test('is described by the semantic conventions and by ids', () => {
    const { account_id } = account.owner
    const attributesOf = (name: string) => spans.find((span) => span.name === name)?.attributes
    expect(attributesOf('POST /api/public/v1/webhooks/{id}/test')).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/public/v1/webhooks/{id}/test',
      'http.response.status_code': 202,
      'url.scheme': 'http',
      'svc.operation.id': 'testWebhook',
      'svc.request.id': expect.stringMatching(/^req_/),
      'svc.account.id': account_id,
    })
    expect(attributesOf('publish_test_event')).toEqual({
      'db.system.name': 'postgresql',
      'db.query.summary': 'publish_test_event',
    })
    expect(attributesOf('publish webhook_events')).toMatchObject({
      'messaging.operation.type': 'send',
      'messaging.message.id': expect.stringMatching(/^evt_/),
      'svc.event.types': 'webhook.test',
    })
    expect(attributesOf('process webhook_deliveries')).toMatchObject({
      'messaging.operation.type': 'process',
      'messaging.message.id': attributesOf('publish webhook_events')?.['messaging.message.id'],
      'svc.account.id': account_id,
      'svc.webhook.id': webhook.id,
      'svc.attempt.number': 1,
      'svc.attempt.outcome': 'succeeded',
    })
    expect(attributesOf('POST')).toEqual({ 'http.request.method': 'POST', 'http.response.status_code': 204 })
  })

  test('has its trace in the access log', () => {
    const line = api
      .log()
      .split('\n')
      .find((one) => one.includes('"msg":"Request"') && one.includes('testWebhook'))
    expect(JSON.parse(line ?? '{}')).toMatchObject({ trace_id: traceId })
  })

  test('sends no traceparent to the receiver', () => {
    expect(Object.keys(receiver.received[0]?.headers ?? {})).not.toContain('traceparent')
  })
})

test('an analysis and its events continue the trace of the request that started it', async () => {
  const traceId = randomBytes(16).toString('hex')
  const headers = { traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01` }
  const arrivedBefore = receiver.received.length
  await account.call('POST', `/businesses/${account.owner.business_id}/analyses`, { body: {}, headers })
  await deliver(arrivedBefore + 1)
  const spans = await traceOf(traceId)
  expect(pathsIn(spans)).toContain(
    'svc-api POST /api/public/v1/businesses/{id}/analyses › svc-worker process analyses › ' +
      'svc-worker publish webhook_events › svc-worker process webhook_deliveries › svc-worker POST',
  )
})

test('no key, secret, text, name, email or URL is exported or logged', async () => {
  const text = `A review with the canary ${randomBytes(8).toString('hex')}`
  const email = `${randomBytes(8).toString('hex')}@rosso-trattoria.nl`
  const review = { source: 'google', source_id: '1', rating: 1, text, published_at: '2026-11-01T10:00:00.000Z' }
  const path = `/businesses/${account.owner.business_id}`
  const arrivedBefore = receiver.received.length
  const replies = [
    await account.call('POST', `${path}/reviews`, { body: { reviews: [review] } }),
    await account.call('GET', `${path}/reviews?q=${encodeURIComponent(text)}`),
    await account.call('POST', '/webhooks', { body: { url: `https://${email}/` } }),
    await account.call('GET', `/webhooks/${email}`, { headers: { 'User-Agent': text } }),
    await account.call('POST', `/webhooks/${webhook.id}/test`, { headers: { 'Idempotency-Key': email } }),
  ]
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 400, 404, 202])
  await deliver(arrivedBefore + 1)
  await api.tracing?.close()
  const written = [collector.text(), api.log(), workerLog.join('')].join('\n')
  expect(collector.spans.map(({ name }) => name)).toContain('GET /api/public/v1/businesses/{id}/reviews')
  for (const canary of [account.key, webhook.signing_secret, text, email, host, 'the-path', 'The account with a name'])
    expect(written.includes(canary), `"${canary.slice(0, 6)}…" was exported or logged`).toBe(false)
})

describe('with a ratio of 0', () => {
  test('nothing is exported, not even for a client that asks for it, and log lines have the trace', async () => {
    const other = await startTestApi({
      SVC_TRACES_URL: collector.url,
      SVC_TRACES_RATIO: '0',
      SVC_ACCESS_LOG: 'on',
    })
    const { call } = await other.open()
    const traceId = randomBytes(16).toString('hex')
    const headers = { traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01` }
    const url = `https://${host}/`
    const { id } = (await call('POST', '/webhooks', { body: { url }, headers })).data
    expect((await call('POST', `/webhooks/${id}/test`, { headers })).status).toBe(202)
    expect(await knexOf(other.database.db)('webhook_events').pluck('traceparent')).toEqual([null])
    await other.close()
    expect(collector.text()).not.toContain(traceId)
    expect(other.log().split(traceId)).toHaveLength(3)
  })
})

test('an invalid traceparent begins a trace of its own', async () => {
  const other = await startTestApi({ SVC_TRACES_URL: collector.url, SVC_TRACES_RATIO: '1' })
  const { call } = await other.open()
  const before = collector.spans.length
  for (const traceparent of ['', 'x', `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`, 'ff-1-2-3', '%00'])
    expect((await call('GET', '/webhooks', { headers: { traceparent } })).status).toBe(200)
  await other.close()
  const requests = collector.spans.slice(before).filter(({ kind }) => kind === 2)
  expect(requests.map(({ parentSpanId }) => parentSpanId)).toEqual(['', '', '', '', ''])
  expect(new Set(requests.map(({ traceId }) => traceId)).size).toBe(5)
})

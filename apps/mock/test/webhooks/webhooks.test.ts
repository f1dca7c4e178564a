import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { svcPath } from '@svc/cli/testing'
import { present } from '@svc/http/testing-reply'
import { type Mock, startMock } from '@svc/mock'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Call, callerOf, tokenOf, until } from '../call.ts'
import {
  type Arrival,
  expectedSignature,
  expectedStandardSignature,
  type Receiver,
  standardSignatures,
  startReceiver,
} from './receiver.ts'

let receiver: Receiver
let mock: Mock
let failing = 0
beforeAll(async () => {
  receiver = await startReceiver(() => (failing-- > 0 ? 503 : 204))
  mock = await startMock({ port: 0, forward_to: receiver.url })
})
beforeEach(() => {
  failing = 0
  receiver.arrivals.splice(0)
  mock.reset()
})
afterAll(async () => {
  await mock.close()
  await receiver.close()
})

const create = async (call: Call, body: object = {}) =>
  (await call('POST', '/webhooks', { body: { url: 'https://hooks.rosso-trattoria.nl/svc', ...body } })).data

const startAnalysis = (call: Call) => call('POST', `/businesses/${mock.credentials.accounts[0].business_id}/analyses`)

const typesOf = (arrivals: Arrival[]) => arrivals.map(({ headers }) => headers['x-svc-event-type'])

/** In the order in which the mock sent them. Concurrent requests may arrive in another order. */
const sentTypes = () =>
  mock
    .inbox()
    .map(({ headers }) => headers['X-SVC-Event-Type'])
    .reverse()

/** Calls with the key of a scenario. */
const as = (name: keyof Mock['credentials']['scenarios']) => callerOf(mock, mock.credentials.scenarios[name].api_key)

test('each delivery of a new endpoint, of a test and of a resend is signed in both ways with the secret that was shown', async () => {
  const call = callerOf(mock)
  const webhook = await create(call)
  const { data: tested } = await call('POST', `/webhooks/${webhook.id}/test`)
  const [first] = await receiver.arrived(1)
  if (!first) throw new Error('Nothing arrived.')
  expect(first.headers['x-svc-delivery-id']).toBe(tested.id)
  expect(first.headers['x-svc-signature']).toBe(expectedSignature(webhook.signing_secret, first))
  expect(standardSignatures(first)).toEqual([expectedStandardSignature(webhook.signing_secret, first)])
  expect(JSON.parse(first.body)).toMatchObject({
    id: tested.event_id,
    type: 'webhook.test',
    data: { webhook_id: webhook.id },
  })
  await until(
    () => call('GET', `/webhook-deliveries/${tested.id}`),
    ({ data }) => data.status === 'succeeded',
  )

  const { data: resent } = await call('POST', `/webhook-deliveries/${tested.id}/resend`)
  const [, second] = await receiver.arrived(2)
  expect(resent).toMatchObject({ origin: 'resend', resend_of: tested.id, event_id: tested.event_id })
  expect(second?.headers['x-svc-delivery-id']).toBe(resent.id)
  expect(second?.body).toBe(first.body)
  expect(mock.inbox().map(({ headers }) => headers['X-SVC-Delivery-Id'])).toEqual([resent.id, tested.id])
})

test('a completed analysis sends its three events, in order, to every endpoint that subscribes to them', async () => {
  const call = callerOf(mock)
  await create(call)
  await create(call, { event_types: ['report.generated'] })
  await startAnalysis(call)
  await receiver.arrived(4)
  expect(sentTypes()).toEqual(['analysis.completed', 'recommendation.created', 'report.generated', 'report.generated'])
})

test('after a rotation only the new secret signs; a deleted endpoint receives no further events', async () => {
  const call = callerOf(mock)
  const webhook = await create(call)
  const { data: rotated } = await call('POST', `/webhooks/${webhook.id}/rotate-secret`)
  await call('POST', `/webhooks/${webhook.id}/test`)
  const [arrival] = await receiver.arrived(1)
  if (!arrival) throw new Error('Nothing arrived.')
  expect(rotated.signing_secret).not.toBe(webhook.signing_secret)
  expect(arrival.headers['x-svc-signature']).toBe(expectedSignature(rotated.signing_secret, arrival))
  // delivery-timers.test.ts covers a delivery that is pending when its endpoint is deleted.
  expect((await call('DELETE', `/webhooks/${webhook.id}`)).data).toEqual({ id: webhook.id, deleted: true })
  const other = await create(call)
  await startAnalysis(call)
  await receiver.arrived(4)
  expect(mock.inbox().map(({ webhook_id }) => webhook_id)).toEqual([other.id, other.id, other.id, webhook.id])
})

test('during an overlap the previous secret signs as well, and the endpoint shows until when', async () => {
  const call = callerOf(mock)
  const webhook = await create(call)
  const body = { keep_previous_for: 3_600 }
  const { data: rotated } = await call('POST', `/webhooks/${webhook.id}/rotate-secret`, { body })
  await call('POST', `/webhooks/${webhook.id}/test`)
  const [arrival] = await receiver.arrived(1)
  if (!arrival) throw new Error('Nothing arrived.')
  const secrets = [rotated.signing_secret, webhook.signing_secret]
  expect(standardSignatures(arrival)).toEqual(secrets.map((secret) => expectedStandardSignature(secret, arrival)))
  expect(JSON.parse(arrival.body)).toMatchObject({ type: 'webhook.test' })
  const shown = (await call('GET', `/webhooks/${webhook.id}`)).data
  expect(shown.previous_secret_expires_at).toBe(rotated.previous_secret_expires_at)
  expect(Date.parse(present(shown.previous_secret_expires_at)) - Date.parse(present(shown.secret_rotated_at))).toBe(
    3_600_000,
  )
})

test('a delivery that fails twice is retried a thousand times faster than the schedule, and every attempt is recorded', async () => {
  failing = 2
  const call = callerOf(mock)
  const webhook = await create(call)
  const { data: sent } = await call('POST', `/webhooks/${webhook.id}/test`)
  const { data } = await until(
    () => call('GET', `/webhook-deliveries/${sent.id}`),
    ({ data }) => data.status === 'succeeded',
  )
  expect(data.attempts.map(({ outcome, http_status }) => [outcome, http_status])).toEqual([
    ['failed', 503],
    ['failed', 503],
    ['succeeded', 204],
  ])
  const ids = (await receiver.arrived(3)).map(({ headers }) => headers['x-svc-event-id'])
  expect(new Set(ids).size).toBe(1)
})

test('the registered URL is never contacted, only the receiver on this machine', async () => {
  const call = callerOf(mock)
  // If the mock connected to the registered URL, it would reach this receiver.
  const webhook = await create(call, {
    url: `https://hooks.rosso-trattoria.nl:${new URL(receiver.url).port}/registered`,
  })
  await call('POST', `/webhooks/${webhook.id}/test`)
  await receiver.arrived(1)
  await expect
    .poll(() => mock.inbox()[0])
    .toMatchObject({
      registered_url: webhook.url,
      forwarded: { url: receiver.url, http_status: 204 },
    })
})

test('the inbox page loads no other resources and shows payloads as text', async () => {
  const webhook = await create(callerOf(mock))
  await callerOf(mock)('POST', `/webhooks/${webhook.id}/test`)
  await receiver.arrived(1)
  await expect.poll(() => mock.inbox()[0]?.forwarded?.http_status).toBe(204)
  const page = await fetch(mock.inbox_url)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await page.text()).not.toMatch(/(?:src|href)=|innerHTML|https?:/)
  const { received } = (await (await fetch(`${mock.inbox_url}.json`)).json()) as { received: unknown[] }
  expect(received).toEqual(mock.inbox())
})

test('only GET and HEAD of the root redirect to the inbox page', async () => {
  const send = (method: string, path: string) => fetch(`${mock.auth_url}${path}`, { method, redirect: 'manual' })
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await send(method, '/')
    expect([status, headers.get('location')]).toEqual([302, new URL(mock.inbox_url).pathname])
  }
  for (const { status } of [await send('POST', '/'), await send('GET', '/nothing')]) expect(status).toBe(404)
})

test('svc listen works with the mock as with the service', async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const own = await startReceiver()
  const listening = promisify(execFile)(
    process.execPath,
    [svcPath, 'listen', '--forward-to', own.url, '--max', '3', '--json'],
    { env: { ...process.env, ...mock.env, SVC_WEBHOOK_SECRET: secret } },
  )
  await new Promise<void>((resolve) => listening.child.stdout?.once('data', () => resolve()))
  await startAnalysis(callerOf(mock))
  const arrivals = await own.arrived(3)
  expect(typesOf(arrivals)).toEqual(['analysis.completed', 'recommendation.created', 'report.generated'])
  for (const arrival of arrivals) expect(arrival.headers['x-svc-signature']).toBe(expectedSignature(secret, arrival))
  await listening
  await own.close()
})

test('in the scenario analysis-fails an analysis ends as failed and sends its event', async () => {
  const call = as('analysis-fails')
  await create(call)
  const { data: started } = await startAnalysis(call)
  expect(typesOf(await receiver.arrived(1))).toEqual(['analysis.failed'])
  const { data } = await call('GET', `/analyses/${started.id}`)
  expect(data).toMatchObject({ status: 'failed', failure: { reason: 'internal_error' }, report_id: null })
})

test('in the scenario dead-letter a delivery has five attempts, a hint and no retry, and a resend arrives', async () => {
  const call = as('dead-letter')
  const webhook = await create(call)
  const { data: sent } = await call('POST', `/webhooks/${webhook.id}/test`)
  const { data } = await until(
    () => call('GET', `/webhook-deliveries/${sent.id}`),
    ({ data }) => data.status === 'dead_lettered',
  )
  expect(data).toMatchObject({
    attempt_count: 5,
    max_attempts: 5,
    next_attempt_at: null,
    hint: expect.stringContaining('503'),
  })
  expect(receiver.arrivals).toEqual([])
  await call('POST', `/webhook-deliveries/${data.id}/resend`)
  expect((await receiver.arrived(1))[0]?.headers['x-svc-event-id']).toBe(data.event_id)
})

test('in the scenario duplicate-delivery an event arrives twice with the same delivery', async () => {
  const call = as('duplicate-delivery')
  const webhook = await create(call)
  const { data: sent } = await call('POST', `/webhooks/${webhook.id}/test`)
  const [once, again] = await receiver.arrived(2)
  expect(again?.body).toBe(once?.body)
  expect([once, again].map((arrival) => arrival?.headers['x-svc-delivery-id'])).toEqual([sent.id, sent.id])
  const { data } = await until(
    () => call('GET', `/webhook-deliveries/${sent.id}`),
    ({ data }) => data.status === 'succeeded',
  )
  expect(data.attempts.map(({ outcome }) => outcome)).toEqual(['interrupted', 'succeeded'])
})

test('in the scenario out-of-order the events of an analysis arrive in reverse', async () => {
  const call = as('out-of-order')
  await create(call)
  await startAnalysis(call)
  await receiver.arrived(3)
  expect(sentTypes()).toEqual(['report.generated', 'recommendation.created', 'analysis.completed'])
})

test('in the scenario token-expired every token is accepted for two requests', async () => {
  const { oauth_client } = mock.credentials.scenarios['token-expired']
  const statuses: number[] = []
  for (let round = 0; round < 2; round++) {
    const headers = { Authorization: `Bearer ${await tokenOf(mock, oauth_client)}` }
    for (let count = 0; count < 3; count++)
      statuses.push((await fetch(`${mock.base_url}/businesses`, { headers })).status)
  }
  expect(statuses).toEqual([200, 200, 401, 200, 200, 401])
})

test('in the scenario quota-exceeded analyses and drafts are refused until the month ends, and reads succeed', async () => {
  const call = as('quota-exceeded')
  const { status, headers, details } = await startAnalysis(call)
  expect([status, details[0]?.path]).toEqual([429, 'quota.analyses'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await call('POST', '/review-replies', { body: { review: { rating: 5 } } })).status).toBe(429)
  expect((await call('GET', '/businesses')).status).toBe(200)
})

test('scenarios slow and down, and a scenario for every account, apply to an unchanged client', async () => {
  const startedMs = performance.now()
  expect((await as('slow')('GET', '/businesses')).status).toBe(200)
  expect(performance.now() - startedMs).toBeGreaterThan(2_900)
  const { status, headers } = await as('down')('GET', '/businesses')
  expect([status, headers.get('retry-after')]).toEqual([503, '1'])

  const choose = (body: object) =>
    fetch(`${mock.auth_url}/__mock/scenario`, { method: 'PUT', body: JSON.stringify(body) })
  expect((await callerOf(mock)('GET', '/businesses')).status).toBe(200)
  await choose({ scenario: 'down' })
  expect((await callerOf(mock)('GET', '/businesses')).status).toBe(503)
  expect((await fetch(`${mock.auth_url}/api/oauth/token`, { method: 'POST' })).status).toBe(503)
  await choose({ scenario: null })
  await choose({ scenario: 'quota-exceeded', credential: mock.env.SVC_API_KEY })
  expect((await startAnalysis(callerOf(mock))).status).toBe(429)
  const other = mock.credentials.accounts[1]
  expect((await callerOf(mock, other.api_key)('POST', `/businesses/${other.business_id}/analyses`)).status).toBe(202)
  expect((await choose({ scenario: 'thunder' })).status).toBe(400)
})

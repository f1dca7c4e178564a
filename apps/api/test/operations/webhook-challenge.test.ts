import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuthority, type Received, type Receiver, startReceiver } from '@svc/webhooks/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestAccount, type TestApi } from '../testing.ts'

const url = 'https://hooks.rosso-trattoria.nl/events'
const dir = mkdtempSync(join(tmpdir(), 'svc-challenge-'))

let respond: (challenge: string, request: Received, response: ServerResponse) => void
let receiver: Receiver
let api: TestApi
let account: TestAccount

beforeAll(async () => {
  const authority = createAuthority()
  const caFile = join(dir, 'ca.pem')
  writeFileSync(caFile, authority.ca)
  receiver = await startReceiver({
    identity: authority.issue(['hooks.rosso-trattoria.nl']),
    respond: (request, response) => respond(JSON.parse(String(request.body)).challenge, request, response),
  })
  api = await startTestApi({
    WEBHOOK_CHALLENGE: 'on',
    WEBHOOK_CA_FILE: caFile,
    WEBHOOK_CONNECT_TO: `*=127.0.0.1:${receiver.port}`,
  })
})
beforeEach(async () => {
  account = await api.open()
  respond = (challenge, _, response) => response.end(challenge)
})
afterAll(async () => {
  await api.close()
  await receiver.close()
  rmSync(dir, { recursive: true })
})

const register = (headers = {}) => account.call('POST', '/webhooks', { body: { url }, headers })

describe('receivers that must confirm their URL', () => {
  test('an endpoint is stored after its receiver returned the random value', async () => {
    const before = receiver.received.length
    expect((await register()).status).toBe(201)
    respond = (challenge, _, response) => response.writeHead(202).end(JSON.stringify({ challenge }, null, 2))
    expect((await register()).status).toBe(201)

    const [first, second] = receiver.received.slice(before).map(({ body }) => JSON.parse(String(body)))
    expect(first).toEqual({ type: 'webhook.challenge', challenge: expect.stringMatching(/^[\w-]{43}$/) })
    expect(second.challenge).not.toBe(first.challenge)
  })

  test.each([
    ['refuses', 'Your endpoint returned 404', (_, __, response) => response.writeHead(404).end()],
    ['redirects', 'redirect', (_, __, response) => response.writeHead(302, { Location: url }).end()],
    ['accepts every request', 'It has to return the value', (_, __, response) => response.end('ok')],
    ['returns every request', 'It has to return the value', (_, { body }, response) => response.end(body)],
  ] satisfies [string, string, typeof respond][])(
    'an endpoint whose receiver %s is refused with the reason',
    async (_, reason, behavior) => {
      respond = behavior
      const { status, error, details } = await register()
      expect([status, error.code, details[0]?.path]).toEqual([400, 'invalid_request', 'body.url'])
      expect(details[0]?.message).toMatch(/^was not confirmed by its receiver\. /)
      expect(details[0]?.message.toLowerCase()).toContain(reason.toLowerCase())
      expect((await account.call('GET', '/webhooks')).data).toEqual([])
    },
  )

  test('a new URL of an endpoint has to be confirmed, other changes do not', async () => {
    const { id } = (await register()).data
    const change = (body: object) => account.call('PATCH', `/webhooks/${id}`, { body })
    respond = (_, __, response) => response.writeHead(500).end()
    expect((await change({ url: `${url}/v2` })).status).toBe(400)
    expect((await change({ description: 'Bookings' })).status).toBe(200)
    expect((await account.call('GET', `/webhooks/${id}`)).data.url).toBe(url)
    respond = (challenge, _, response) => response.end(challenge)
    expect((await change({ url: `${url}/v2` })).data.url).toBe(`${url}/v2`)
  })

  test('a repeated request with the same Idempotency-Key asks the receiver once', async () => {
    const before = receiver.received.length
    const first = await register({ 'Idempotency-Key': 'one' })
    const second = await register({ 'Idempotency-Key': 'one' })
    expect(second.data).toEqual(first.data)
    expect(receiver.received.length).toBe(before + 1)
  })

  test('a refused endpoint can be registered with the same Idempotency-Key once its receiver confirms', async () => {
    respond = (_, __, response) => response.writeHead(503).end()
    expect((await register({ 'Idempotency-Key': 'two' })).status).toBe(400)
    respond = (challenge, _, response) => response.end(challenge)
    expect((await register({ 'Idempotency-Key': 'two' })).status).toBe(201)
  })
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  createReceiver,
  type RawBody,
  signTestDelivery,
  unwrap,
  type WebhookEvent,
  WebhookVerificationError,
} from '@svc/sdk/webhooks'
import { signatureHeaders, standardSignature } from '@svc/webhooks/signing'
import { afterEach, describe, expect, test, vi } from 'vitest'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const event: WebhookEvent = {
  version: 1,
  id: 'evt_1',
  type: 'analysis.completed',
  created_at: '2026-11-21T08:00:00.000Z',
  data: { business_id: 'bus_1', analysis_id: 'ana_1', competitors_analyzed: 5 },
}
const sentAt = 1_795_248_000_000
const at = (milliseconds: number) => () => milliseconds
const signed = () => signTestDelivery(event, { secret, now: at(sentAt) })

afterEach(() => void vi.unstubAllEnvs())

describe('unwrap', () => {
  test('returns the event that was verified, although its bytes are overwritten meanwhile', async () => {
    const { body, headers } = await signed()
    const bytes = new TextEncoder().encode(body)
    const unwrapped = unwrap(bytes, headers, { secret, now: at(sentAt) })
    bytes.fill(0)
    expect(await unwrapped).toEqual(event)
  })

  test('accepts what the service signs, as a string and as non-ASCII bytes', async () => {
    const text = JSON.stringify({ ...event, note: 'Crème brûlée 🍮' })
    const body = Buffer.from(text)
    const headers = signatureHeaders({
      secret,
      body,
      eventId: event.id,
      eventType: event.type,
      deliveryId: 'dlv_1',
      timestamp: sentAt / 1000,
    })
    const options = { secret, now: at(sentAt) }
    const exactly = body.buffer.slice(body.byteOffset, body.byteOffset + body.length)
    for (const form of [text, body, new Uint8Array(body), exactly] as const) {
      expect(await unwrap(form, headers, options)).toEqual(JSON.parse(text))
    }
  })

  test.each<[string, (headers: Record<string, string>) => Headers | Record<string, string | string[]>]>([
    ['Headers', (headers) => new Headers(headers)],
    ['a plain object', (headers) => headers],
    ['the object of node:http', (headers) => lowerCased(headers)],
    [
      'an object of lists',
      (headers) => Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    ],
  ])('accepts a signed delivery whose headers are in %s', async (_form, form) => {
    const { body, headers } = await signed()
    expect(await unwrap(body, form(headers), { secret, now: at(sentAt) })).toEqual(event)
  })

  test.each([
    [-301, false],
    [-300, true],
    [0, true],
    [300, true],
    [301, false],
  ])('a delivery whose sender is %i seconds off is accepted: %s', async (seconds, accepted) => {
    const { body, headers } = await signed()
    const verdict = unwrap(body, headers, { secret, now: at(sentAt + seconds * 1000) }).then(
      () => true,
      (error) => error.reason,
    )
    expect(await verdict).toBe(accepted || 'bad_timestamp')
  })

  test('accepts any of several secrets, while one replaces another', async () => {
    const { body, headers } = await signed()
    expect(await unwrap(body, headers, { secret: ['whsec_new', secret], now: at(sentAt) })).toEqual(event)
  })

  describe('with signatures of two secrets in webhook-signature', () => {
    const [newSecret, oldSecret, otherSecret] = ['n', 'o', 'x'].map((letter) => `whsec_${letter.repeat(42)}A=`)
    const body = Buffer.from(JSON.stringify(event))
    const timestamp = sentAt / 1000
    const delivery = (signers = [newSecret, oldSecret]) => ({
      ...signatureHeaders({
        secret: `${newSecret}`,
        body,
        eventId: event.id,
        eventType: event.type,
        deliveryId: 'whd_1',
        timestamp,
      }),
      'webhook-signature': signers.map((one) => standardSignature(`${one}`, event.id, timestamp, body)).join(' '),
    })
    const verdict = (headers: Record<string, string>, secret = oldSecret, text: RawBody = body) =>
      unwrap(text, headers, { secret, now: at(sentAt) }).then(
        () => 'accepted',
        (error) => error.reason,
      )

    test('accepts the new and the old secret, in either order, and refuses another', async () => {
      for (const signers of [
        [newSecret, oldSecret],
        [oldSecret, newSecret],
      ]) {
        const headers = delivery(signers)
        expect(await verdict(headers, newSecret)).toBe('accepted')
        expect(await verdict(headers, oldSecret)).toBe('accepted')
        expect(await verdict(headers, otherSecret)).toBe('wrong_signature')
      }
    })

    test('ignores signatures of other versions and what has no form', async () => {
      const headers = delivery()
      const padded = `v1a,${'A'.repeat(86)}== v1,short ${headers['webhook-signature']}`
      expect(await verdict({ ...headers, 'webhook-signature': padded })).toBe('accepted')
    })

    test.each([
      ['another timestamp', { 'X-SVC-Timestamp': String(timestamp + 1) }],
      ['another ID', { 'webhook-id': 'evt_2' }],
      ['no list', { 'webhook-signature': '' }],
    ])('refuses a delivery with %s', async (_what, changed) => {
      expect(await verdict({ ...delivery(), ...changed })).toBe('wrong_signature')
    })

    test('refuses another body, and a timestamp that is too old', async () => {
      expect(await verdict(delivery(), oldSecret, `${body} `)).toBe('wrong_signature')
      const later = unwrap(body, delivery(), { secret: oldSecret, now: at(sentAt + 301_000) })
      await expect(later).rejects.toMatchObject({ reason: 'bad_timestamp' })
    })

    test('never derives a guessable key from a secret of another form', async () => {
      for (const short of ['whsec_', 'whsec_AAAA', 'secret']) {
        expect(await verdict(delivery([short]), short)).toBe('wrong_signature')
      }
    })
  })

  test('reads the secret from the environment, and refuses a missing or empty one', async () => {
    const { body, headers } = await signed()
    vi.stubEnv('SVC_WEBHOOK_SECRET', secret)
    expect(await unwrap(body, headers, { now: at(sentAt) })).toEqual(event)
    vi.stubEnv('SVC_WEBHOOK_SECRET', '')
    await expect(unwrap(body, headers)).rejects.toThrow('No signing secret')
    await expect(unwrap(body, headers, { secret: [secret, ''] })).rejects.toThrow('No signing secret')
  })

  const forgeries: [string, string, (delivery: { body: string; headers: Record<string, string> }) => void][] = [
    ['another body', 'wrong_signature', (one) => Object.assign(one, { body: one.body.replace('ana_1', 'ana_2') })],
    ['one more space', 'wrong_signature', (one) => Object.assign(one, { body: `${one.body} ` })],
    [
      'another timestamp',
      'wrong_signature',
      ({ headers }) => set(headers, 'X-SVC-Timestamp', String(sentAt / 1000 + 1)),
    ],
    ['a short signature', 'wrong_signature', ({ headers }) => set(headers, 'X-SVC-Signature', 'sha256=00')],
    [
      'no algorithm',
      'wrong_signature',
      ({ headers }) => set(headers, 'X-SVC-Signature', (headers['X-SVC-Signature'] ?? '').slice(7)),
    ],
    [
      'a signature of zeros',
      'wrong_signature',
      ({ headers }) => set(headers, 'X-SVC-Signature', `sha256=${'0'.repeat(64)}`),
    ],
    ['no signature', 'missing_header', ({ headers }) => void delete headers['X-SVC-Signature']],
    ['no timestamp', 'missing_header', ({ headers }) => void delete headers['X-SVC-Timestamp']],
    ['a timestamp in words', 'bad_timestamp', ({ headers }) => set(headers, 'X-SVC-Timestamp', 'now')],
    ['a timestamp in hex', 'bad_timestamp', ({ headers }) => set(headers, 'X-SVC-Timestamp', '0x6b01')],
  ]
  test.each(forgeries)('refuses a delivery with %s for the reason %s', async (_what, reason, forge) => {
    const delivery = await signed()
    forge(delivery)
    const verdict = unwrap(delivery.body, delivery.headers, { secret, now: at(sentAt) })
    await expect(verdict).rejects.toMatchObject({ name: 'WebhookVerificationError', reason })
  })

  test('refuses another secret, and never shows it', async () => {
    const { body, headers } = await signed()
    const error = await unwrap(body, headers, { secret: 'whsec_other', now: at(sentAt) }).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(WebhookVerificationError)
    expect(error.message).not.toContain('whsec_other')
  })

  test('the error for a body that was already parsed names the fix', async () => {
    const { headers } = await signed()
    const parsed = event as unknown as string
    await expect(unwrap(parsed, headers, { secret, now: at(sentAt) })).rejects.toThrow('turn off the JSON parser')
  })
})

describe('a receiver', () => {
  test('passes each event to the handler of its type, and unknown types to onOther', async () => {
    const got: unknown[] = []
    const receiver = createReceiver({
      secret,
      on: { 'analysis.completed': ({ data }, { deliveryId }) => got.push([data.analysis_id, deliveryId]) },
      onOther: ({ type }) => got.push(type),
    })
    for (const one of [event, { ...event, type: 'report.generated' }, { ...event, type: 'toString' }]) {
      const { body, headers } = await signTestDelivery(one, { secret })
      await receiver.receive(body, headers)
    }
    expect(got).toEqual([['ana_1', expect.stringMatching(/^dlv_/)], 'report.generated', 'toString'])
  })

  test('handles an event once, and again when its handler failed', async () => {
    const handled = new Set<string>()
    let failures = 1
    let runs = 0
    const receiver = createReceiver({
      secret,
      on: {
        'analysis.completed': () => {
          runs++
          if (failures-- > 0) throw new Error('database is down')
        },
      },
      seen: (id) => handled.size === handled.add(id).size,
      forget: (id) => handled.delete(id),
    })
    const { body, headers } = await signTestDelivery(event, { secret })
    await expect(receiver.receive(body, headers)).rejects.toThrow('database is down')
    expect(await receiver.receive(body, headers)).toMatchObject({ handled: true })
    expect(await receiver.receive(body, headers)).toMatchObject({ handled: false })
    expect(runs).toBe(2)
  })

  test('responds to deliveries over HTTP: 204, and 400 for a forgery, whose handler never runs', async () => {
    const got: string[] = []
    const receiver = createReceiver({ secret, on: { 'analysis.completed': ({ id }) => void got.push(id) } })
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const asFetch = new Request('http://localhost/', {
        method: 'POST',
        headers: Object.entries(request.headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        ),
        body: Buffer.concat(chunks),
      })
      response.writeHead((await receiver.respond(asFetch)).status).end()
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { body, headers } = await signTestDelivery(event, { secret })
    const genuine = await fetch(url, { method: 'POST', headers, body })
    const forged = await fetch(url, { method: 'POST', headers, body: body.replace('ana_1', 'ana_2') })
    expect([genuine.status, forged.status, got]).toEqual([204, 400, ['evt_1']])
    server.closeAllConnections()
    server.close()
  })

  test('does not start without a secret', () => {
    vi.stubEnv('SVC_WEBHOOK_SECRET', '')
    expect(() => createReceiver({ on: {} })).toThrow('No signing secret')
  })
})

function set(headers: Record<string, string>, name: string, value: string): void {
  headers[name] = value
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

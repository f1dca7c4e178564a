import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { newSigningSecret, secretContext } from '../src/secrets.ts'
import { signatureHeaders } from '../src/signing.ts'

const delivery = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw7nZq2cXf0AA=',
  eventId: 'evt_01m7hf34p8fpgt6swqxzpefr6q',
  eventType: 'analysis.completed',
  deliveryId: 'whd_01m7hf34scfhd8t6aw0vd5kqmh',
  timestamp: 1_794_808_845,
  body: Buffer.from('{"version":1,"note":"é 😀 \u2028 \\/ 1.0"}\n'),
}

test('"the signed string is the timestamp, a dot, and the exact raw request body bytes", keyed with the whole secret', () => {
  const headers = signatureHeaders(delivery)
  const signed = Buffer.concat([Buffer.from('1794808845.'), delivery.body])
  expect(headers['X-SVC-Signature']).toBe(
    `sha256=${createHmac('sha256', delivery.secret).update(signed).digest('hex')}`,
  )
  expect(headers['X-SVC-Signature']).toMatch(/^sha256=[0-9a-f]{64}$/)
})

test('Standard Webhooks verifiers get id, timestamp and a signature under the decoded key', () => {
  const headers = signatureHeaders(delivery)
  const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw7nZq2cXf0AA=', 'base64')
  expect(key).toHaveLength(32)
  const signed = Buffer.concat([Buffer.from('evt_01m7hf34p8fpgt6swqxzpefr6q.1794808845.'), delivery.body])
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  expect(headers).toMatchObject({ 'webhook-id': delivery.eventId, 'webhook-timestamp': '1794808845' })
})

test('a delivery has the headers of the interface and an identifying User-Agent', () => {
  const { 'X-SVC-Signature': _, 'webhook-signature': __, ...headers } = signatureHeaders(delivery)
  expect(headers).toEqual({
    'Content-Type': 'application/json',
    'User-Agent': 'svc-webhooks/1.0',
    'X-SVC-Event-Type': 'analysis.completed',
    'X-SVC-Event-Id': 'evt_01m7hf34p8fpgt6swqxzpefr6q',
    'X-SVC-Delivery-Id': 'whd_01m7hf34scfhd8t6aw0vd5kqmh',
    'X-SVC-Timestamp': '1794808845',
    'webhook-id': 'evt_01m7hf34p8fpgt6swqxzpefr6q',
    'webhook-timestamp': '1794808845',
  })
})

test('a changed bit of body, timestamp or secret changes both signatures', () => {
  const signatures = (changed: Partial<typeof delivery>) => {
    const headers = signatureHeaders({ ...delivery, ...changed })
    return [headers['X-SVC-Signature'], headers['webhook-signature']]
  }
  const changedBody = Buffer.from(delivery.body)
  changedBody[0] = (changedBody[0] ?? 0) ^ 1
  const all = [
    {},
    { body: changedBody },
    { timestamp: delivery.timestamp + 1 },
    { secret: newSigningSecret() },
  ].flatMap(signatures)
  expect(new Set(all).size).toBe(8)
})

test('every new secret is different and has the 50 characters of the contract', () => {
  const secrets = Array.from({ length: 100 }, newSigningSecret)
  for (const secret of secrets) expect(secret).toMatch(/^whsec_[0-9A-Za-z+/]{43}=$/)
  expect(new Set(secrets).size).toBe(100)
})

test('the encryption of a secret is bound to its row', () => {
  expect(secretContext('whk_1')).not.toBe(secretContext('whk_2'))
})

import { createHmac } from 'node:crypto'
import { newSigningSecret } from '@svc/webhooks/secrets'
import { signature, standardSignature } from '@svc/webhooks/signing'
import { expect, test } from 'vitest'
import { checkSignature } from '../src/webhook-signature.ts'

const secret: string = newSigningSecret()
const timestamp = 1_795_163_400
const body = Buffer.from('{"version":1,"id":"evt_01kjpx4gtrex7rhcb4yfrgw100","data":{"name":"Café"}}')
const right = {
  secret,
  timestamp: String(timestamp),
  signature: signature(secret, timestamp, body),
  body,
  nowMs: timestamp * 1000,
}

const reasonOf = (change: Partial<typeof right>) => {
  const verdict = checkSignature({ ...right, ...change })
  return verdict.valid ? 'valid' : verdict.reason
}
const signedWith = (key: string | Buffer, text: string) =>
  `sha256=${createHmac('sha256', key).update(text).digest('hex')}`

test('a delivery as it was sent is valid up to 300 seconds before and after', () => {
  expect(checkSignature(right)).toEqual({ valid: true })
  expect(reasonOf({ nowMs: (timestamp + 300) * 1000 })).toBe('valid')
  expect(reasonOf({ nowMs: (timestamp - 300) * 1000 })).toBe('valid')
  expect(reasonOf({ nowMs: (timestamp + 301) * 1000 })).toMatch(/valid, but the timestamp is 301 seconds in the past/)
  expect(reasonOf({ nowMs: (timestamp - 301) * 1000 })).toMatch(/valid, but the timestamp is 301 seconds in the future/)
})

test('one changed bit anywhere is not valid', () => {
  const changed = Buffer.from(body)
  changed[10] = (changed[10] ?? 0) ^ 1
  expect(reasonOf({ body: changed })).toMatch(/does not match\. No common mistake/)
  expect(reasonOf({ timestamp: String(timestamp + 1) })).toMatch(/does not match\. No common mistake/)
  expect(reasonOf({ secret: newSigningSecret() })).toMatch(/does not match\. No common mistake/)
})

test('a body that was parsed and serialized again is recognized', () => {
  expect(reasonOf({ body: Buffer.from(JSON.stringify(JSON.parse(body.toString()), undefined, 2)) })).toMatch(
    /Verify the raw bytes, before the body is parsed/,
  )
  expect(reasonOf({ body: Buffer.from(body.toString().replace('é', '\\u00e9').replaceAll(',', ', ')) })).toMatch(
    /Verify the raw bytes/,
  )
  expect(reasonOf({ body: Buffer.concat([body, Buffer.from('\n')]) })).toMatch(/without the line break/)
})

test('a key in the wrong format is recognized', () => {
  const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signed = `${timestamp}.${body}`
  expect(reasonOf({ secret: secret.slice('whsec_'.length) })).toMatch(/matches with "whsec_" before the secret/)
  expect(reasonOf({ secret: ` "${secret}"\n`.trim() })).toMatch(/without the spaces or quotation marks/)
  expect(reasonOf({ signature: signedWith(bytes, signed) })).toMatch(/decoded bytes of the secret/)
  expect(reasonOf({ signature: signedWith(secret.slice('whsec_'.length), signed) })).toMatch(/without "whsec_"/)
  expect(reasonOf({ signature: signedWith(secret, body.toString()) })).toMatch(/not the body alone/)
})

test('malformed values are recognized before anything is compared', () => {
  expect(reasonOf({ timestamp: String(timestamp * 1000) })).toMatch(/milliseconds/)
  expect(reasonOf({ timestamp: 'soon' })).toMatch(/a number of seconds/)
  expect(reasonOf({ signature: right.signature.slice('sha256='.length) })).toMatch(/begins with "sha256="/)
  expect(reasonOf({ signature: right.signature.slice(0, -1) })).toMatch(/truncated/)
  expect(reasonOf({ signature: standardSignature(secret, 'evt_1', timestamp, body) })).toMatch(/webhook-signature/)
})

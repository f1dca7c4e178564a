import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { signature, standardSignature } from '../src/signing.ts'
import published from '../vectors.json' with { type: 'json' }

// Receivers in other languages are tested with this file, so it must match INTERFACE.md. These checks follow the
// interface and share no code with the signing of the service.

type Vector = (typeof published.vectors)[number]

const inTime = ({ timestamp, received_at }: Vector) =>
  /^[0-9]+$/.test(timestamp) && Math.abs(received_at - Number(timestamp)) <= 300

function matchesSvcSignature({ secret, timestamp, body, svc_signature }: Vector): boolean {
  return svc_signature === `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`
}

function matchesStandardSignature({ secret, timestamp, body, event_id, standard_signature }: Vector): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const digest = createHmac('sha256', key).update(`${event_id}.${timestamp}.${body}`).digest('base64')
  return standard_signature === `v1,${digest}`
}

test.each(published.vectors.map((vector) => [vector.name, vector] as const))(
  'both signature schemes agree about the published vector %s',
  (_, vector) => {
    for (const matches of [matchesSvcSignature, matchesStandardSignature]) {
      expect(inTime(vector) && matches(vector)).toBe(vector.valid)
      if (vector.reason === 'timestamp') expect(inTime(vector)).toBe(false)
      if (vector.reason === 'signature') expect(inTime(vector) && !matches(vector)).toBe(true)
    }
  },
)

test('the service signs as the valid vectors', () => {
  const valid = published.vectors.filter((vector) => vector.valid)
  expect(valid.length).toBeGreaterThanOrEqual(7)
  for (const { secret, timestamp, body, event_id, svc_signature, standard_signature } of valid) {
    const bytes = Buffer.from(body)
    expect(signature(secret, Number(timestamp), bytes)).toBe(svc_signature)
    expect(standardSignature(secret, event_id, Number(timestamp), bytes)).toBe(standard_signature)
  }
})

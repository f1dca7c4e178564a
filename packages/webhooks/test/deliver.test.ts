import { randomBytes } from 'node:crypto'
import type { ClaimedDelivery } from '@svc/db/delivery-queue'
import { DecryptionError } from '@svc/runtime/secrets'
import { expect, test } from 'vitest'
import { LocalFaultError, SendInterruptedError, UnexpectedSendError } from '../src/attempt.ts'
import { deliver } from '../src/deliver.ts'
import type { Sender } from '../src/sender.ts'

const delivery: ClaimedDelivery = {
  id: 'whd_01kjpy7v9kf1s8n2m4xq6t8z3c',
  worker_id: 'worker',
  attempt: 1,
  account_id: 'acc_01kjpy7v9kf1s8n2m4xq6t8z3c',
  webhook_id: 'whk_01kjpy7v9kf1s8n2m4xq6t8z3c',
  url: 'https://hooks.rosso-trattoria.nl/svc',
  secret_ciphertext: Buffer.from('sealed'),
  secret_key_id: 'k1',
  previous_secret_ciphertext: null,
  previous_secret_key_id: null,
  event_id: 'evt_01kjpy7v9kf1s8n2m4xq6t8z3c',
  event_type: 'webhook.test',
  payload: '{}',
  traceparent: null,
  created_at: '2026-11-24T09:00:00.000Z',
  started_at: '2026-11-24T09:00:00.000Z',
}

/** The result of `deliver` with a sender, and its log messages. */
function attempt(send: Sender['send'], decrypt = () => Buffer.from(`whsec_${randomBytes(24).toString('base64')}`)) {
  const logged: string[] = []
  const sender = { send, close: async () => {} }
  const logger = { error: (_fields: object, message: string) => void logged.push(message) }
  return { finished: deliver(delivery, { sender, keyring: { decrypt }, logger }), logged }
}

test('an attempt whose secret cannot be decrypted sends nothing and is recorded as not prepared', async () => {
  const neverSent = async () => expect.unreachable('Nothing can be sent.')
  const { finished, logged } = attempt(neverSent, () => {
    throw new DecryptionError('The key k1 is not listed.')
  })
  expect(await finished).toMatchObject({ phase: 'prepare', outcome: 'failed', http_status: null })
  expect(logged).toEqual(['The signing secret of a delivery could not be decrypted'])
})

test('an unexpected error of the preparation is not reported as a secret that cannot be decrypted', async () => {
  const bug = new TypeError('a bug of the preparation')
  const neverSent = async () => expect.unreachable('Nothing can be sent.')
  const { finished, logged } = attempt(neverSent, () => {
    throw bug
  })
  await expect(finished).rejects.toSatisfy((error) => error instanceof UnexpectedSendError && error.cause === bug)
  expect(logged).toEqual([])
})

test('an unexpected error of the sender is neither an unprepared delivery nor a stopped attempt', async () => {
  const bug = new TypeError('a bug of the sender')
  const { finished } = attempt(() => Promise.reject(bug))
  await expect(finished).rejects.toSatisfy((error) => error instanceof UnexpectedSendError && error.cause === bug)
})

test('a stopped attempt and a local fault reach the worker without being logged as errors', async () => {
  for (const error of [new SendInterruptedError('stopped'), new LocalFaultError('no file descriptors')]) {
    const { finished, logged } = attempt(() => Promise.reject(error))
    await expect(finished).rejects.toBe(error)
    expect(logged).toEqual([])
  }
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuthority, type Receiver, startReceiver } from '@svc/webhooks/testing'
import { startTestWorker } from '@svc/worker/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestAccount, type TestApi } from '../testing.ts'

// The test of a receiver before go-live that docs/operations/webhooks.md describes.

const hosts = ['hooks.rosso-trattoria.nl', 'hooks.brightside-dental.co.uk'] as const
const dir = mkdtempSync(join(tmpdir(), 'svc-authority-'))
const caFile = join(dir, 'receiver-ca.pem')

/** By their hosts, each with a certificate of an authority of its own. */
const receivers = new Map<string, Receiver>()
let api: TestApi
let account: TestAccount

beforeAll(async () => {
  const authorities = hosts.map(createAuthority)
  writeFileSync(caFile, authorities.map(({ ca }) => ca).join('\n'))
  for (const [index, authority] of authorities.entries()) {
    const host = hosts[index] ?? ''
    receivers.set(host, await startReceiver({ identity: authority.issue([host]) }))
  }
  api = await startTestApi()
})
beforeEach(async () => {
  account = await api.open()
})
afterAll(async () => {
  await api.close()
  await Promise.all([...receivers.values()].map((receiver) => receiver.close()))
  rmSync(dir, { recursive: true })
})

/** Starts a worker that reaches the receivers by their names. No test waits for a second attempt. */
function startWorker(environment: Record<string, string> = {}) {
  const diversions = hosts.map((host) => `${host}:443=127.0.0.1:${receivers.get(host)?.port}`)
  const settings = {
    WEBHOOK_CONNECT_TO: diversions.join(','),
    WEBHOOK_RETRY_SCHEDULE: '1h,1h,1h,1h',
    SVC_PDF_BROWSER: 'none',
    ...environment,
  }
  return startTestWorker({ db: api.database.db, keyring: api.keyring }, settings)
}

/** Registers an endpoint and requests a test. Returns the id of its delivery. */
async function sendTest(host: string) {
  const { id } = (await account.call('POST', '/webhooks', { body: { url: `https://${host}/svc` } })).data
  return (await account.call('POST', `/webhooks/${id}/test`)).data.id
}

/** The delivery once its first attempt has ended. */
async function attempted(id: string) {
  const read = async () => (await account.call('GET', `/webhook-deliveries/${id}`)).data
  await expect.poll(async () => (await read()).status).toMatch(/^(succeeded|waiting_retry)$/)
  return read()
}

describe('a receiver with a certificate of a private authority', () => {
  test.each(hosts)('gets a test over TLS from a worker with that authority in WEBHOOK_CA_FILE: %s', async (host) => {
    const worker = startWorker({ WEBHOOK_CA_FILE: caFile })
    try {
      const delivery = await attempted(await sendTest(host))
      expect(delivery.attempts).toMatchObject([{ outcome: 'succeeded', http_status: 204 }])
      expect(delivery.attempts[0]?.timings.tls_ms).not.toBeNull()
      expect(receivers.get(host)?.received.at(-1)?.headers['x-svc-event-id']).toBe(delivery.event_id)
    } finally {
      await worker.stop()
    }
  })

  test('gets nothing without the setting; the delivery states the reason, and is resent with the setting', async () => {
    const [host] = hosts
    const before = receivers.get(host)?.received.length
    const id = await sendTest(host)
    const production = startWorker()
    const refused = await attempted(id).finally(() => production.stop())
    expect(refused).toMatchObject({ status: 'waiting_retry', hint: expect.stringContaining('not publicly trusted') })
    expect(refused.attempts).toMatchObject([{ outcome: 'failed', phase: 'tls', error: 'tls_failed' }])
    expect(receivers.get(host)?.received.length).toBe(before)

    const resent = (await account.call('POST', `/webhook-deliveries/${id}/resend`)).data
    const staging = startWorker({ WEBHOOK_CA_FILE: caFile })
    const delivered = await attempted(resent.id).finally(() => staging.stop())
    expect(delivered).toMatchObject({ status: 'succeeded', event_id: refused.event_id })
  })
})

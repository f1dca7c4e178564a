import { readFileSync } from 'node:fs'
import type { ClaimedDelivery } from '@svc/db/delivery-queue'
import { createKeyring } from '@svc/runtime/secrets'
import { readSettings } from '@svc/runtime/settings'
import { deliver } from '@svc/webhooks/deliver'
import { createSender } from '@svc/webhooks/sender'

// Makes the deliveries of the worker without a database: the same decryption, signing and sending, fed from memory.
// Responds to `{ type: 'send', deliveries, concurrency }` with the time after the first `warmUp` of them.

const settings = readSettings(process.env, { purpose: 'worker' })
const keyring = createKeyring(settings.secretKeys)
const sender = createSender({
  extraCa: readFileSync(settings.webhooks.caFile ?? '', 'utf8'),
  connectTo: settings.webhooks.connectTo,
})
const logger = { error: (_: object, message: string) => void process.stderr.write(`${message}\n`) }

export interface SendRequest {
  type: 'send'
  deliveries: (Omit<ClaimedDelivery, 'secret_ciphertext'> & { secret: string })[]
  concurrency: number
  warmUp: number
}

export interface SendResult {
  type: 'sent'
  seconds: number
  cpuUs: number
  failed: number
}

process.on('message', async (message: SendRequest | { type: 'other' }) => {
  if (message.type !== 'send') return
  const { deliveries, concurrency, warmUp } = message
  const queue = deliveries.map(({ secret, ...delivery }) => ({
    ...delivery,
    secret_ciphertext: Buffer.from(secret, 'base64'),
  }))
  let next = 0
  let failed = 0
  const sendUntil = async (end: number) => {
    while (next < end) {
      const delivery = queue[next++]
      if (delivery === undefined) return
      const { outcome } = await deliver(delivery, { sender, keyring, logger })
      if (outcome !== 'succeeded') failed += 1
    }
  }
  const all = (end: number) => Promise.all(Array.from({ length: concurrency }, () => sendUntil(end)))
  await all(warmUp)
  const before = process.cpuUsage()
  const startedMs = performance.now()
  await all(queue.length)
  const { user, system } = process.cpuUsage(before)
  const seconds = (performance.now() - startedMs) / 1000
  process.send?.({ type: 'sent', seconds, cpuUs: user + system, failed } satisfies SendResult)
})
// The usage reporter lets the process end when it is idle; this one has to wait for the next request.
process.channel?.ref()
process.on('disconnect', () => process.exit())
process.send?.({ type: 'ready', port: 0 })

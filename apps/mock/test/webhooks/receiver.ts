import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Arrival {
  headers: Record<string, string | string[] | undefined>
  body: string
}

export interface Receiver {
  url: string
  arrivals: Arrival[]
  /** The first `count` requests, as soon as they have arrived; rejects after 30 seconds. */
  arrived(count: number): Promise<Arrival[]>
  close(): Promise<void>
}

/** A webhook receiver as a partner runs it: plain HTTP on this machine. */
export async function startReceiver(statusOf: (count: number) => number = () => 204): Promise<Receiver> {
  const arrivals: Arrival[] = []
  const checks = new Set<() => void>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      arrivals.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(statusOf(arrivals.length)).end()
      for (const check of checks) check()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    arrivals,
    arrived(count) {
      const { promise, resolve, reject } = Promise.withResolvers<Arrival[]>()
      const timer = setTimeout(() => reject(new Error(`${arrivals.length} of ${count} webhooks arrived.`)), 30_000)
      const check = () => arrivals.length >= count && resolve(arrivals.slice(0, count))
      checks.add(check)
      check()
      return promise.finally(() => {
        checks.delete(check)
        clearTimeout(timer)
      })
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The documented signature: HMAC-SHA256 over timestamp, dot and body, keyed with the secret as shown. */
export function expectedSignature(secret: string, { headers, body }: Arrival): string {
  return `sha256=${createHmac('sha256', secret).update(`${headers['x-svc-timestamp']}.${body}`).digest('hex')}`
}

/** The signature of Standard Webhooks: over id, timestamp and body, keyed with the bytes that the secret encodes. */
export function expectedStandardSignature(secret: string, { headers, body }: Arrival): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

/** The signatures of Standard Webhooks that a delivery has: one for each valid secret. */
export function standardSignatures({ headers }: Arrival): string[] {
  return String(headers['webhook-signature']).split(' ')
}

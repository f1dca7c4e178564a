import { createServer, type Socket } from 'node:net'
import { eventCatalog } from '@generated/contract/event-catalog'
import type { Owner } from '@svc/db/records'
import { setEndpointUrl } from '@svc/db/testing-webhooks'
import { type Delivery, findDelivery, listDeliveries } from '@svc/db/webhook-deliveries'
import { testEvent } from '@svc/webhooks/new-event'
import { createAuthority, type Receiver, startReceiver } from '@svc/webhooks/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, type Harness, hosts, startHarness } from './harness.ts'

// One receiver for each failure, and the record that GET /webhook-deliveries/{id} then returns.
// docs/operations/webhooks.md contains the table that this test prints.

let harness: Harness
let owner: Owner
let untrusted: Receiver
const closers: (() => void)[] = []

const path = (url: string | undefined) => url?.slice(1)

beforeAll(async () => {
  harness = await startHarness((request, response, socket) => {
    switch (path(request.path)) {
      case 'silent':
        return
      case 'closes':
        return void socket.destroy()
      case 'half':
        return void response.writeHead(200, { 'Content-Length': 1_000 }).write('{"received":')
      case 'moved':
        return void response.writeHead(301, { Location: 'https://www.rosso-trattoria.nl/svc' }).end()
      case 'broken':
        return void response.writeHead(500).end('database is locked')
      case 'garbage':
        return void socket.end('220 smtp.rosso-trattoria.nl ESMTP\r\n')
    }
  })
  owner = await harness.owner()
  untrusted = await startReceiver({ identity: createAuthority().issue([untrustedHost]) })
  const ports = {
    [hosts[0]]: harness.receiver.port,
    // The certificate of this receiver is for other hosts.
    [otherNameHost]: harness.receiver.port,
    [untrustedHost]: untrusted.port,
    [refusedHost]: await unusedPort(),
    [silentHost]: await silentListener(),
  }
  harness.work(
    {
      WEBHOOK_TIMEOUT: '1s',
      WEBHOOK_CONNECT_TO: Object.entries(ports)
        .map(([host, port]) => `${host}:443=127.0.0.1:${port}`)
        .join(','),
    },
    { drainMs: 0 },
  )
})
afterAll(async () => {
  for (const close of closers) close()
  await harness.close()
  await untrusted.close()
})

const otherNameHost = 'www.rosso-trattoria.nl'
const untrustedHost = 'self-signed.rosso-trattoria.nl'
const refusedHost = 'down.rosso-trattoria.nl'
const silentHost = 'silent-listener.rosso-trattoria.nl'
const receiver = `https://${hosts[0]}`

/** A port without a listener. */
async function unusedPort(): Promise<number> {
  const { port, close } = await listen(() => {})
  await close()
  return port
}

/** The port of a listener that accepts connections and sends nothing. */
async function silentListener(): Promise<number> {
  const { port, close } = await listen(() => {})
  closers.push(() => void close())
  return port
}

async function listen(onConnection: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    onConnection(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The listener has no port.')
  const close = () => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  }
  return { port: address.port, close }
}

const refused = { error: 'connection_failed', phase: 'connect', http_status: null, response_excerpt: null }

test.each([
  ['an unknown host name', 'https://nowhere.invalid/svc', { error: 'dns_failed', phase: 'dns' }, 'A and AAAA'],
  ['a closed port', `https://${refusedHost}/svc`, refused, 'Check that the server is running'],
  ['an address that is not allowed', 'https://127.0.0.1:8443/svc', refused, 'Check that the server is running'],
  ['no TLS', `https://${silentHost}/svc`, { error: 'timeout', phase: 'tls' }, 'did not finish the TLS handshake'],
  [
    'a certificate for another host',
    `https://${otherNameHost}/svc`,
    { error: 'tls_failed', phase: 'tls' },
    'another host name',
  ],
  [
    'an unknown certificate authority',
    `https://${untrustedHost}/svc`,
    { error: 'tls_failed', phase: 'tls' },
    'not publicly trusted',
  ],
  [
    'no response',
    `${receiver}/silent`,
    { error: 'timeout', phase: 'request', http_status: null },
    'did not respond within 1 s',
  ],
  [
    'a connection closed before the response',
    `${receiver}/closes`,
    { error: 'connection_lost', phase: 'request' },
    'before it responded',
  ],
  [
    'an invalid HTTP response',
    `${receiver}/garbage`,
    { error: 'invalid_response', phase: 'request' },
    'was not valid HTTP/1.1',
  ],
  [
    'an incomplete response',
    `${receiver}/half`,
    { error: 'timeout', phase: 'response', http_status: 200, response_excerpt: '{"received":' },
    'did not finish its response within 1 s',
  ],
  [
    'a redirect',
    `${receiver}/moved`,
    { error: 'redirect', phase: 'response', http_status: 301 },
    'redirects are not followed',
  ],
  [
    'an error of the receiver',
    `${receiver}/broken`,
    { error: 'http_status', phase: 'response', http_status: 500, response_excerpt: 'database is locked' },
    'Check its logs',
  ],
] as const)(
  'a delivery that fails because of %s shows the phase, the reason and what to change',
  async (what, url, attempt, hint) => {
    const { db } = harness.database
    const { id } = await harness.subscribe(owner)
    await setEndpointUrl(db, id, url)
    await db.transaction(async (transaction) => {
      const event = testEvent(eventCatalog, 'webhook.test', { business_id: owner.business_id, webhook_id: id })
      await harness.publisher.publishTest(transaction, owner, id, event)
      const text = 'update webhook_deliveries set max_attempts = 1 where webhook_id = $1'
      await transaction.execute({ text, values: [id] })
    })
    const [queued] = (await listDeliveries(db, owner, id, { limit: 1 })).items
    const delivery = await eventually('the dead letter', async () => {
      const found = await findDelivery(db, owner, queued?.id ?? 'whd_')
      return found?.status === 'dead_lettered' && found
    })
    expect(delivery).toMatchObject({ attempt_count: 1, next_attempt_at: null, hint: expect.stringContaining(hint) })
    expect(delivery.attempts).toMatchObject([{ number: 1, outcome: 'failed', ...attempt }])
    process.stdout.write(`${row(what, delivery)}\n`)
  },
)

function row(what: string, { attempts: [attempt], hint }: Delivery): string {
  if (attempt === undefined) throw new Error('The delivery has no attempt.')
  const { phase, error, http_status, timings, duration_ms, response_excerpt } = attempt
  const { dns_ms, connect_ms, tls_ms, first_byte_ms } = timings
  const times = [dns_ms, connect_ms, tls_ms, first_byte_ms].map((ms) => ms ?? '–').join(' / ')
  const cells = [what, phase, error, http_status, times, duration_ms, response_excerpt, hint]
  return `| ${cells.map((cell) => (cell === null || cell === '' ? '–' : cell)).join(' | ')} |`
}

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newSigningSecret } from '@svc/webhooks/secrets'
import { afterEach, expect, test } from 'vitest'
import { checkSignature } from '../src/webhook-signature.ts'
import { runSvc } from './svc.ts'

// Against a feed that is written here from the words of the contract, so that connections can be cut as needed; the
// feed of the service itself is tested with the API.

const servers: Server[] = []
afterEach(async () => {
  await Promise.all(
    servers.splice(0).map((server) => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    }),
  )
})

async function serve(listener: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(listener as never)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const entry = (number: number, resendOf: string | null = null) => ({
  position: `evt_0000000000000000000000000${number}`,
  payload: {
    version: 1,
    id: `evt_0000000000000000000000000${resendOf ? 1 : number}`,
    type: 'analysis.completed',
    created_at: '2026-11-20T08:00:00.000Z',
    data: { note: "it's" },
  },
  resend_of: resendOf,
})

interface Arrival {
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

async function receiver(status = 204): Promise<{ url: string; arrivals: Arrival[] }> {
  const arrivals: Arrival[] = []
  const url = await serve((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      arrivals.push({ headers: request.headers, body: Buffer.concat(chunks) })
      response.writeHead(status).end()
    })
  })
  return { url, arrivals }
}

test('events and resends are forwarded, signed; a lost connection is reopened and misses no event', async () => {
  const entries = [entry(1), entry(2), entry(3, 'whd_01hzy3v9k2m4n6p8r0s2t4w6y8')]
  const positions: string[] = []
  const api = await serve((request, response) => {
    const url = new URL(request.url ?? '', 'http://api')
    positions.push(url.searchParams.get('after') ?? '')
    expect(request.headers['x-api-key']).toBe('svc_test_key')
    const reply = (data: unknown[]) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ data }))
    }
    if (positions.length === 1) return reply([])
    if (positions.length === 2) return reply(entries.slice(0, 1))
    // The connection breaks while the request waits.
    if (positions.length === 3) return request.socket.destroy()
    if (positions.length === 4) return response.writeHead(503).end()
    const seen = entries.findIndex(({ position }) => position === url.searchParams.get('after'))
    reply(entries.slice(seen + 1))
  })
  const { url, arrivals } = await receiver()
  const secret = newSigningSecret()
  const run = await runSvc(['listen', '--forward-to', url, '--base-url', api, '--max', '3', '--json'], {
    env: { SVC_API_KEY: 'svc_test_key', SVC_WEBHOOK_SECRET: secret },
  })
  expect(run.exitCode).toBe(0)
  expect(run.stderr).toContain('Reconnected')
  expect(positions.slice(2)).toEqual([entries[0]?.position, entries[0]?.position, entries[0]?.position])
  expect(arrivals.map(({ headers }) => headers['x-svc-event-id'])).toEqual(entries.map(({ payload }) => payload.id))
  for (const { headers, body } of arrivals) {
    const given = { timestamp: String(headers['x-svc-timestamp']), signature: String(headers['x-svc-signature']) }
    expect(checkSignature({ secret, ...given, body, nowMs: Date.now() })).toEqual({ valid: true })
  }
  const lines = run.stdout.split('\n').flatMap((line) => (line.startsWith('{"position"') ? [JSON.parse(line)] : []))
  expect(lines.map(({ http_status, resend_of }) => [http_status, resend_of])).toEqual([
    [204, null],
    [204, null],
    [204, 'whd_01hzy3v9k2m4n6p8r0s2t4w6y8'],
  ])
  expect(lines[0].curl).toContain(`'{"version":1`)
  expect(lines[0].curl).toContain(`it'\\''s`)
})

test('without SVC_WEBHOOK_SECRET it prints a new secret; an unreachable receiver is reported and not fatal', async () => {
  const api = await serve((request, response) => {
    const first = new URL(request.url ?? '', 'http://api').searchParams.get('wait') === '0'
    response.writeHead(200).end(JSON.stringify({ data: first ? [] : [entry(1)] }))
  })
  const run = await runSvc(['listen', '--forward-to', 'http://127.0.0.1:9/', '--base-url', api, '--max', '1'], {
    env: { SVC_API_KEY: 'svc_test_key' },
  })
  expect(run.stdout).toMatch(/SVC_WEBHOOK_SECRET='whsec_[A-Za-z0-9+/]{43}='/)
  expect(run.stdout).toContain('no response')
  expect(run.stdout).toContain('1 event forwarded')
})

test('a refused key ends the command with the message of the API', async () => {
  const api = await serve((_, response) =>
    response.writeHead(401).end(JSON.stringify({ error: { message: 'Unknown key.' } })),
  )
  const run = await runSvc(['listen', '--forward-to', 'http://127.0.0.1:9/', '--base-url', api], {
    env: { SVC_API_KEY: 'svc_test_wrong' },
  })
  expect(run.exitCode).toBe(1)
  expect(run.stderr).toContain('401: Unknown key.')
})

test('a server that is not the API ends the command instead of counting as an outage', async () => {
  for (const body of ['<!doctype html>', '{"data":null}']) {
    const api = await serve((_, response) => response.writeHead(200).end(body))
    const position = entry(1).position
    const run = await runSvc(
      ['listen', '--forward-to', 'http://127.0.0.1:9/', '--base-url', `${api}/v1`, '--after', position],
      { env: { SVC_API_KEY: 'svc_test_key' } },
    )
    expect(run.exitCode).toBe(1)
    expect(run.stderr).toContain(`${api}/v1/webhook-events did not return a list of events. Check the base URL.`)
    expect(run.stderr).not.toContain('unreachable')
  }
})

test('a key that cannot be sent ends the command instead of counting as an outage', async () => {
  const run = await runSvc(
    ['listen', '--forward-to', 'http://127.0.0.1:9/', '--base-url', 'http://127.0.0.1:9', '--after', entry(1).position],
    { env: { SVC_API_KEY: 'svc_test_ключ' } },
  )
  expect(run.exitCode).toBe(1)
  expect(run.stderr).toContain('SVC_API_KEY has characters that no API key contains')
  expect(run.stderr).not.toContain('unreachable')
})

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApi, type TestApi } from '../testing.ts'

// The limits of connections as an operator sets them. packages/http/test/connections.test.ts tests their rules.

async function start(env: Record<string, string>): Promise<TestApi> {
  const api = await startTestApi(env)
  onTestFinished(() => api.close())
  return api
}

/** A connection from one of the addresses of this machine. */
async function open({ api }: TestApi, from = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: api.port, localAddress: from })
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n`

/** Everything that the server sends after these bytes, until it closes the connection. */
async function sent(socket: Socket, bytes: string): Promise<string> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  const closed = socket.closed || new Promise((resolve) => socket.once('close', resolve))
  socket.write(bytes)
  await closed
  return Buffer.concat(chunks).toString()
}

const responseOn = (socket: Socket, path = '/livez') => sent(socket, `${get(path)}Connection: close\r\n\r\n`)

test('one address cannot hold the connections of others, and a trusted proxy has the connections of all its clients', async () => {
  const api = await start({ SVC_CONNECTIONS_PER_ADDRESS: '3', SVC_TRUSTED_PROXIES: '127.0.0.9' })
  await Promise.all(Array.from({ length: 3 }, () => open(api)))
  expect(await responseOn(await open(api))).toBe('')
  expect(await responseOn(await open(api))).toBe('')
  expect(await api.metrics()).toContain('svc_http_connections_refused_total 2\n')
  // The second one within a minute is not logged.
  expect(api.log().match(/Closed connections: too many from one address/g)).toHaveLength(1)

  const others = await Promise.all(['127.0.0.2', ...Array(5).fill('127.0.0.9')].map((from) => open(api, from)))
  for (const other of others) expect(await responseOn(other)).toMatch(/^HTTP\/1\.1 200 OK/)
})

test.each(['/livez', '/readyz'])(
  '%s is served while every connection is in use, and other paths are 503',
  async (path) => {
    const api = await start({ SVC_CONNECTIONS_MAX: '2' })
    await Promise.all([open(api), open(api)])
    expect(await responseOn(await open(api), path)).toMatch(/^HTTP\/1\.1 200 OK/)
    expect(await responseOn(await open(api), '/nope')).toMatch(/^HTTP\/1\.1 503 [\s\S]*Retry-After: 1/)
  },
)

test('a connection that sends no request, half of one, or no further one is closed', { timeout: 45_000 }, async () => {
  // Node itself would wait a minute for the end of the headers.
  const api = await start({ SVC_IDLE_TIMEOUT: '2s' })
  const [silent, half] = [await open(api), await open(api)]
  const incomplete = /^HTTP\/1\.1 400 Bad Request[\s\S]*not sent completely within the time allowed/
  const [nothing, refused, served] = await Promise.all([
    sent(silent, ''),
    sent(half, get('/livez')),
    open(api).then((idle) => sent(idle, `${get('/livez')}\r\n`)),
  ])
  expect(nothing).toMatch(incomplete)
  expect(refused).toMatch(incomplete)
  expect(served).toMatch(/^HTTP\/1\.1 200 OK/)
})

import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendBytes } from '@svc/http/send-bytes'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from './listen.ts'

const get = (path = '/') => `GET ${path} HTTP/1.1\r\nHost: shelves\r\n\r\n`

/** A connection from one of the addresses of this machine. It reads nothing until somebody listens to it. */
async function open(origin: string, from = '127.0.0.1'): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), localAddress: from })
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** Everything that the server sends until it closes the connection. */
async function readAll(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  await once(socket, 'close')
  return Buffer.concat(chunks).toString()
}

const closed = (socket: Socket) => readAll(socket).then((text) => text === '')

test('responses that are not read share their body, and their connections are closed', async () => {
  const body = Buffer.alloc(16 * 1024 * 1024, 'x')
  const ofServer = new Set<Socket>()
  const origin = await listen(
    (request, response) => {
      ofServer.add(request.socket)
      sendBytes(response, body)
    },
    { connections: { stalledTimeoutMs: 50 } },
  )
  const clients = await Promise.all(Array.from({ length: 20 }, () => open(origin)))
  for (const client of clients) client.write(get())
  while (ofServer.size < 20 || [...ofServer].some(({ writableLength }) => writableLength === 0)) await sleep(5)

  const waitingBytes = [...ofServer].map(({ writableLength }) => writableLength)
  expect(Math.max(...waitingBytes)).toBeLessThanOrEqual(2 * 64 * 1024)
  await Promise.all([...ofServer].map((socket) => socket.destroyed || once(socket, 'close')))
})

test('a response that is read slowly arrives complete', async () => {
  const body = Buffer.alloc(4 * 1024 * 1024, 'x')
  const origin = await listen((_request, response) => sendBytes(response, body), {
    connections: { stalledTimeoutMs: 50 },
  })
  const client = await open(origin)
  client.write('GET / HTTP/1.1\r\nHost: shelves\r\nConnection: close\r\n\r\n')
  let bytes = 0
  for await (const chunk of client) {
    bytes += chunk.length
    await sleep(1)
  }
  expect(bytes).toBeGreaterThan(body.length)
})

test('the requests of one connection are served one after the other, and a connection with very many is closed', async () => {
  let running = 0
  let runningMax = 0
  let served = 0
  const origin = await listen(async (_request, response) => {
    served += 1
    running += 1
    runningMax = Math.max(runningMax, running)
    await sleep(1)
    running -= 1
    response.end('served')
  })
  const client = await open(origin)
  client.write(get().repeat(1_000))
  const text = await readAll(client)
  expect([served, runningMax]).toEqual([17, 1])
  expect(text.match(/HTTP\/1.1 200/g)).toHaveLength(17)
  expect(text.match(/Connection: close/g)).toHaveLength(1)
})

const respond = (_request: IncomingMessage, response: ServerResponse) => void response.end('served')

test('one address cannot hold the connections of others', async () => {
  const refused: string[] = []
  const origin = await listen(respond, {
    connections: {
      perClientMax: 3,
      clientOf: (address) => (address === '127.0.0.9' ? undefined : address),
      onRefused: (client) => refused.push(client),
    },
  })
  const [first] = await Promise.all([open(origin), open(origin), open(origin)])
  expect(await closed(await open(origin))).toBe(true)
  expect(refused).toEqual(['127.0.0.1'])

  const other = await open(origin, '127.0.0.2')
  other.write(get())
  expect(String(await once(other, 'data'))).toContain('served')
  // The connections of a proxy have no limit.
  const proxied = await Promise.all(Array.from({ length: 10 }, () => open(origin, '127.0.0.9')))
  for (const socket of proxied) {
    socket.write(get())
    expect(String(await once(socket, 'data'))).toContain('served')
  }

  first.destroy()
  while (refused.length < 100) {
    const again = await open(origin)
    again.write(get())
    const [data] = await Promise.race([once(again, 'data'), once(again, 'close')])
    if (Buffer.isBuffer(data)) return
  }
  expect.fail('A closed connection still counts')
})

test('when every connection is in use, health checks are served and other requests are 503', async () => {
  const origin = await listen(respond, {
    connections: { connectionsMax: 2 },
    isHealthCheck: ({ url }) => url === '/livez',
  })
  const held = await Promise.all([open(origin), open(origin)])
  for (const socket of held) {
    socket.write(get())
    expect(String(await once(socket, 'data'))).toContain('served')
  }

  const check = await open(origin)
  check.write(get('/livez'))
  const healthy = await readAll(check)
  expect(healthy).toMatch(/^HTTP\/1\.1 200 OK/)
  expect(healthy).toContain('Connection: close')

  const request = await open(origin)
  request.write(get())
  const refused = await readAll(request)
  expect(refused).toMatch(/^HTTP\/1\.1 503 /)
  expect(refused).toContain('Retry-After: 1')
  expect(refused).toContain('"code":"unavailable"')
})

test('a connection that is accepted for health checks alone is closed when it sends nothing', async () => {
  const origin = await listen(respond, { connections: { connectionsMax: 0 } })
  expect(await closed(await open(origin))).toBe(true)
})

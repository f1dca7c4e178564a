import { once } from 'node:events'
import type { IncomingMessage, RequestListener, Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { waitingListener } from '@svc/http/waiting-listener'
import { closeServer, listen } from '@svc/runtime/listen'
import { describe, expect, onTestFinished, test } from 'vitest'
import { refused, serverWith } from './listen.ts'

/** Longer than a test may take. */
const neverMs = 600_000

interface Starting {
  server: Server
  /** Begins the shutdown as the API does: from now on, no connection is kept. */
  stop(): Promise<void>
  serve(app: RequestListener): void
  /** Connects, and resolves when the server has this request. */
  send(path: string): Promise<Socket>
  /** Connects and sends the first line of this request. */
  beginToSend(path: string): Promise<Socket>
}

/** A health check. */
const isCheck = ({ url }: Pick<IncomingMessage, 'url'>) => url === '/check'

/** A server that listens and does not have its app yet. */
async function start(options: Parameters<typeof serverWith>[1] = {}): Promise<Starting> {
  const stopping = new AbortController()
  const { listener, serve } = waitingListener({
    stopping: { signal: stopping.signal, refused },
    respondEarly(request, response) {
      if (isCheck(request)) response.end('starting')
      return isCheck(request)
    },
  })
  const server = serverWith(listener, options)
  const settings = { host: 'the host', port: 'the port' }
  const port = await listen(server, { host: '127.0.0.1', port: 0, settings })
  onTestFinished(async () => {
    if (!server.listening) return
    server.closeAllConnections()
    await closeServer(server, 0)
  })
  const beginToSend = async (path: string): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    await new Promise((resolve) => socket.write(`GET ${path} HTTP/1.1\r\n`, resolve))
    return socket
  }
  return {
    server,
    serve,
    beginToSend,
    stop() {
      stopping.abort()
      return closeServer(server, neverMs)
    },
    async send(path) {
      const socket = await beginToSend(path)
      const arrived = once(server, 'request')
      socket.write('Host: rosso\r\n\r\n')
      await arrived
      return socket
    },
  }
}

/** Everything that arrives until the connection ends. Rejects if it was reset. */
async function readAll(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** The next data: each response of these tests arrives at once. */
const readNext = async (socket: Socket) => String((await once(socket, 'data'))[0])

function expectUnavailable(text: string): void {
  expect(text).toMatch(/^HTTP\/1\.1 503 .*Retry-After: 1\r\n.*Connection: close\r\n/s)
  expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '').error.code).toBe('unavailable')
}

const served: RequestListener = ({ url }, response) => void response.end(`served ${url}`)

describe('a request that arrives before the app exists', () => {
  test('is served by the app, in the order of arrival, and its connection is kept', async () => {
    const { send, serve } = await start()
    const order: string[] = []
    const [first, second] = [await send('/first'), await send('/second')]
    const texts = Promise.all([readNext(first), readNext(second)])
    serve((request, response) => {
      order.push(request.url ?? '')
      served(request, response)
    })
    expect(await texts).toEqual([
      expect.stringMatching(/^HTTP\/1\.1 200 OK\r\n.*Connection: keep-alive\r\n.*served \/first$/s),
      expect.stringMatching(/^HTTP\/1\.1 200 OK\r\n.*served \/second$/s),
    ])
    expect(order).toEqual(['/first', '/second'])
  })

  test('gets 503 if the shutdown begins while it waits, and its connection ends', async () => {
    const { send, stop } = await start()
    const waiting = [await send('/first'), await send('/second')]
    const [first, second] = await Promise.all([...waiting.map(readAll), stop()])
    for (const text of [first, second]) expectUnavailable(text ?? '')
  })

  test('gets 503 if its end arrives during the shutdown', async () => {
    const { server, beginToSend, stop } = await start()
    const socket = await beginToSend('/late')
    const closing = stop()
    await expect.poll(() => server.listening).toBe(false)
    socket.write('Host: rosso\r\n\r\n')
    expectUnavailable(await readAll(socket))
    await closing
  })

  test('gets its response although waiting requests use all connections; the others get 503 at once', async () => {
    const { send, serve } = await start({ connections: { connectionsMax: 2 }, isHealthCheck: () => false })
    const waiting = [await send('/first'), await send('/second')]
    expectUnavailable(await readAll(await send('/third')))

    const texts = Promise.all(waiting.map(readNext))
    serve(served)
    expect(await texts).toEqual([expect.stringContaining('served /first'), expect.stringContaining('served /second')])
  })
  test('gets its response at once if it must not wait, until the app exists, which then serves it', async () => {
    const { send, serve } = await start()
    const [waiting, check] = [await send('/waiting'), await send('/check')]
    expect(await readNext(check)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*starting$/s)
    expect(waiting.bytesRead).toBe(0)
    serve(served)
    expect(await readNext(waiting)).toContain('served /waiting')
    expect(await readNext(await send('/check'))).toContain('served /check')
  })

  test('does not delay a health check, although waiting requests use all connections', async () => {
    const { send } = await start({ connections: { connectionsMax: 2 }, isHealthCheck: isCheck })
    await send('/first')
    await send('/second')
    expect(await readAll(await send('/check'))).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Connection: close\r\n.*starting$/s)
  })
})

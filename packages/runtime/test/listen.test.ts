import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { closeServer, listen } from '../src/listen.ts'

/** Longer than a test may take. */
const neverMs = 600_000

async function start(listener: RequestListener): Promise<{ server: Server; open: () => Promise<Socket> }> {
  const server = createServer(listener)
  const settings = { host: 'the host', port: 'the port' }
  const port = await listen(server, { host: '127.0.0.1', port: 0, settings })
  onTestFinished(() => server.closeAllConnections())
  const open = async () => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  return { server, open }
}

/** Everything that arrives until the connection ends. Rejects if it was reset. */
async function readAll(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const echo: RequestListener = async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  response.end(`received ${body}`)
}

const get = 'GET / HTTP/1.1\r\nHost: rosso\r\n\r\n'
const post = 'POST / HTTP/1.1\r\nHost: rosso\r\nContent-Length: 5\r\n\r\n'

describe('a server that closes', () => {
  test('ends idle connections, used or not, without waiting for them', async () => {
    const { server, open } = await start(echo)
    const used = await open()
    used.write(get)
    await once(used, 'readable')
    const unused = await open()
    await closeServer(server, neverMs)
    expect(await readAll(used)).toContain('received')
    expect(await readAll(unused)).toBe('')
  })

  test('serves a request that has arrived on a kept connection and was not read yet', async () => {
    const { server, open } = await start(echo)
    const client = await open()
    client.write(get)
    await once(client, 'readable')
    // The system has the bytes at once, and the event loop does not run before the server closes.
    client.write(`${post}hello`)
    const [text] = await Promise.all([readAll(client), closeServer(server, neverMs)])
    expect(text).toContain('received hello')
  })

  test('serves a request whose head or body is still arriving', async () => {
    const { server, open } = await start(echo)
    const [inHead, inBody] = [await open(), await open()]
    inHead.write(post.slice(0, 20))
    inBody.write(`${post}he`)
    await once(server, 'request')
    const closing = closeServer(server, neverMs)
    // Longer than the time between two looks for idle connections.
    await sleep(200)
    inHead.write(`${post.slice(20)}hello`)
    inBody.write('llo')
    const texts = await Promise.all([readAll(inHead), readAll(inBody), closing])
    expect(texts[0]).toContain('received hello')
    expect(texts[1]).toContain('received hello')
  })

  test('sends a response to the end that its client reads slowly', async () => {
    const bytes = 32 * 1024 * 1024
    const { server, open } = await start((_request, response) => response.end(Buffer.alloc(bytes, 'x')))
    const client = await open()
    client.write(get)
    await once(client, 'readable')
    const closing = closeServer(server, neverMs)
    await sleep(200)
    const [text] = await Promise.all([readAll(client), closing])
    expect(text.length).toBeGreaterThan(bytes)
  })

  test('ends a connection whose request does not arrive in time', async () => {
    const { server, open } = await start((request) => void request.resume())
    const client = await open()
    client.write(post)
    await once(server, 'request')
    await closeServer(server, 100)
    expect(await readAll(client).catch(() => '')).toBe('')
  })
})

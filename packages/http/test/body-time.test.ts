import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { allowUpload } from '../src/body-time.ts'
import { listen } from './listen.ts'

/** Sends a POST with a body of that many bytes, a few at a time. Resolves to all that the server sends. */
async function send(origin: string, { chunks, pauseMs }: { chunks: Buffer[]; pauseMs: number }): Promise<string> {
  const { hostname, port } = new URL(origin)
  const socket: Socket = connect({ host: hostname, port: Number(port) })
  onTestFinished(() => void socket.destroy())
  const received: Buffer[] = []
  socket.on('error', () => {})
  socket.on('data', (data) => received.push(data))
  await once(socket, 'connect')
  const length = Buffer.concat(chunks).length
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`)
  const closed = once(socket, 'close')
  for (const chunk of chunks) {
    if (socket.destroyed || received.length > 0) break
    socket.write(chunk)
    await sleep(pauseMs)
  }
  await closed
  return Buffer.concat(received).toString()
}

const readAll = async (request: IncomingMessage, response: ServerResponse) => {
  try {
    for await (const _ of request);
    response.end('read')
  } catch {
    // The server has refused the request.
  }
}
const readUpload = (request: IncomingMessage, response: ServerResponse) => {
  allowUpload(request)
  return readAll(request, response)
}

const bodyTime = { bodyTimeoutMs: 100, uploadBytesPerSecondMin: 1_000 }
/** At a quarter of the rate. */
const tooSlow = { chunks: Array.from({ length: 100 }, () => Buffer.alloc(10)), pauseMs: 40 }
/** At ten times the rate, but longer than a body may take. */
const steady = { chunks: Array.from({ length: 10 }, () => Buffer.alloc(400)), pauseMs: 40 }

test('a body that does not arrive in time is refused', async () => {
  const origin = await listen(readAll, { bodyTime })
  expect(await send(origin, steady)).toMatch(/400 Bad Request[\s\S]*not sent completely within the time allowed/)
})

test('an upload may take longer while it keeps up the rate, and is refused below it', async () => {
  const origin = await listen(readUpload, { bodyTime })
  expect(await send(origin, steady)).toMatch(/200 OK[\s\S]*read/)
  expect(await send(origin, tooSlow)).toMatch(/400 Bad Request[\s\S]*not sent completely within the time allowed/)
})

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface ReceivedRequest {
  path: string | undefined
  headers: IncomingMessage['headers']
  system: string
  user: string
  body: { response_format?: { type: string } }
}

/** Responds to one request; `count` begins at 1. */
type Behavior = (response: ServerResponse, received: ReceivedRequest, count: number) => void

export interface Stub {
  baseUrl: string
  requests: ReceivedRequest[]
  behave(behavior: Behavior): void
  close(): Promise<void>
}

/** A chat completions server that behaves as badly as a test needs. */
export async function startStub(): Promise<Stub> {
  const requests: ReceivedRequest[] = []
  let behavior: Behavior = (response) => response.writeHead(404).end()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = JSON.parse(Buffer.concat(chunks).toString())
    const [system, user] = body.messages
    const received = {
      path: request.url,
      headers: request.headers,
      system: JSON.stringify(system),
      user: user.content,
      body,
    }
    requests.push(received)
    if (request.url !== '/v1/chat/completions') response.writeHead(404).end()
    else behavior(response, received, requests.length)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    behave(next) {
      behavior = next
      requests.length = 0
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A completion whose message has this content. */
export function completion(content: unknown): string {
  const message = { role: 'assistant', content: typeof content === 'string' ? content : JSON.stringify(content) }
  return JSON.stringify({ id: 'c', object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }] })
}

export function says(content: unknown): Behavior {
  return (response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(completion(content))
}

export function status(code: number, headers: Record<string, string> = {}): Behavior {
  return (response) => response.writeHead(code, { 'Content-Type': 'application/json', ...headers }).end('{"error":{}}')
}

export const hangs: Behavior = () => {}

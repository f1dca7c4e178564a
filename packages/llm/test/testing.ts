import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Asked {
  path: string | undefined
  headers: IncomingMessage['headers']
  system: string
  user: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into requests of every shape
  body: any
}

/** Answers one request; `count` begins at 1. */
export type Behaviour = (response: ServerResponse, asked: Asked, count: number) => void

export interface Stub {
  baseUrl: string
  asked: Asked[]
  behave(behaviour: Behaviour): void
  close(): Promise<void>
}

/** A server that speaks chat completions as badly as a test wants it to. */
export async function startStub(): Promise<Stub> {
  const asked: Asked[] = []
  let behaviour: Behaviour = (response) => response.writeHead(404).end()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = JSON.parse(Buffer.concat(chunks).toString())
    const [system, user] = body.messages
    const one = {
      path: request.url,
      headers: request.headers,
      system: JSON.stringify(system),
      user: user.content,
      body,
    }
    asked.push(one)
    if (request.url !== '/v1/chat/completions') response.writeHead(404).end()
    else behaviour(response, one, asked.length)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    behave(next) {
      behaviour = next
      asked.length = 0
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

export function says(content: unknown): Behaviour {
  return (response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(completion(content))
}

export function status(code: number, headers: Record<string, string> = {}): Behaviour {
  return (response) => response.writeHead(code, { 'Content-Type': 'application/json', ...headers }).end('{"error":{}}')
}

export const hangs: Behaviour = () => {}

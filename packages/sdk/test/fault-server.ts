import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CallerOptions, Client } from '@svc/sdk'
import { afterAll } from 'vitest'

/** One request as the server received it. */
interface Seen {
  method: string
  /** Path and query. */
  url: string
  headers: IncomingHttpHeaders
  body: string
  /** Milliseconds since the server started. */
  at: number
}

/** Answers one request, well or badly. */
export type Behavior = (response: ServerResponse, seen: Seen) => void

interface FaultServer {
  url: string
  seen: Seen[]
  /** A client of this server with a key and any other options. */
  client(options?: CallerOptions): Client
}

const running = new Set<Server>()

// Tests run concurrently, so the servers of a file are closed together at its end.
afterAll(async () => {
  for (const server of running) {
    server.closeAllConnections()
    await new Promise<void>((closed) => server.close(() => closed()))
  }
})

/** A server that follows a script: one behavior for each request, the last one for all further requests. */
export async function faultServer(...script: Behavior[]): Promise<FaultServer> {
  const startedAt = performance.now()
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const one = await read(request, performance.now() - startedAt)
    seen.push(one)
    script[Math.min(seen.length, script.length) - 1]?.(response, one)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  running.add(server)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, seen, client: (options) => new Client({ apiKey: 'svc_test_key', baseUrl: url, ...options }) }
}

async function read(request: IncomingMessage, at: number): Promise<Seen> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  return { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body, at }
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Behavior =>
  (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', 'X-Request-Id': 'req_1', ...headers })
    response.end(JSON.stringify(body))
  }

export const meta = { request_id: 'req_1', plan: 'growth', rate_limit: { limit: 300, remaining: 299, reset_s: 60 } }

export const success = (data: unknown = { id: 'bus_1' }): Behavior => json(200, { data, meta })

export const failure = (
  status: number,
  code: string,
  headers: Record<string, string> = {},
  details?: { path: string; message: string }[],
): Behavior => json(status, { error: { code, message: 'Refused.', ...(details && { details }) }, meta }, headers)

/** One page of a list. */
export const page = (items: unknown[], nextCursor: string | null): Behavior =>
  json(200, { data: items, meta: { ...meta, page: { limit: 2, next_cursor: nextCursor } } })

export const reset: Behavior = (response) => void response.socket?.resetAndDestroy()

/** Well-formed HTTP around half a JSON document. */
export const halfJson: Behavior = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"data":{"id":"bus')
}

/** The connection breaks in the middle of the body. */
export const cutOff: Behavior = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' })
  response.write('{"data":', () => response.socket?.destroy())
}

/** Headers at once, then a byte now and then, for ever. */
export const dripping: Behavior = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 10)
  response.on('close', () => clearInterval(timer))
}

export const silent: Behavior = () => {}

export const proxyPage: Behavior = (response) => {
  response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad Gateway</h1>')
}

import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request as send } from 'node:http'
import { portOf } from '../src/service.ts'

/** A request to the service. Bugs may change it. */
export interface Sent {
  method: string
  /** Path and query after the base path. */
  path: string
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** A response of the service. Bugs may change it. */
export interface ProxiedResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

type Forward = (sent: Sent) => Promise<ProxiedResponse>

/** Violates the contract in one way: it gets each request and decides what the real service gets and returns. */
export type Misbehavior = (sent: Sent, forward: Forward) => Promise<ProxiedResponse>

/** Starts a proxy that misbehaves in front of a service. Resolves with the base URL of the proxy. */
export async function startProxy(
  upstream: string,
  misbehave: Misbehavior,
): Promise<{ baseUrl: string; close(): Promise<void> }> {
  const target = new URL(upstream)
  // Every request has a connection of its own: the service could close a kept one just when it is used again.
  const agent = new Agent({ keepAlive: false })

  const forward: Forward = async ({ method, path, headers, body }) => {
    const { host: _, 'transfer-encoding': __, ...others } = headers
    // A bug removes a header by setting it to undefined, which Node refuses.
    const defined = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined))
    const length = body.length > 0 || headers['content-length'] ? { 'content-length': String(body.length) } : {}
    const outgoing = send(`${target.origin}${target.pathname}${path}`, {
      method,
      headers: { ...defined, ...length },
      agent,
    })
    outgoing.end(body)
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
    return { status: incoming.statusCode ?? 0, headers: incoming.headers, body: await readAll(incoming) }
  }

  const server = createServer(async (request, response) => {
    const path = (request.url ?? '').slice(target.pathname.length)
    try {
      const sent = { method: request.method ?? '', path, headers: request.headers, body: await readAll(request) }
      const result = await misbehave(sent, forward)
      const { 'transfer-encoding': _, connection: __, ...headers } = result.headers
      if (result.body.length > 0) headers['content-length'] = String(result.body.length)
      response.writeHead(result.status, headers as Record<string, string>)
      response.end(result.body)
    } catch {
      // To the client, a service that cannot be reached and a planted abort are both a closed connection.
      response.destroy()
    }
  }).listen(0, '127.0.0.1')
  server.keepAliveTimeout = 60_000
  await once(server, 'listening')

  return {
    baseUrl: `http://127.0.0.1:${portOf(server)}${target.pathname}`,
    async close() {
      server.close()
      server.closeAllConnections()
      agent.destroy()
      await once(server, 'close')
    },
  }
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

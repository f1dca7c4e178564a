import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { createServer } from '@svc/http/server'
import { onTestFinished } from 'vitest'

type ServerOptions = Parameters<typeof createServer>[0]

/** The state of every request that is refused before there is an exchange. */
export const refused: ServerOptions['refused'] = async () => ({
  requestId: 'req_refused',
  rateLimit: { limit: 9, remaining: 8, reset_s: 7, policy: 'ip' },
})

/** A server that does not listen yet. The state of requests that it refuses is the same each time. */
export function serverWith(
  listener: RequestListener,
  options: Pick<ServerOptions, 'connections' | 'bodyTime' | 'isHealthCheck'> = {},
): Server {
  return createServer({
    listener,
    https: false,
    ...options,
    refused,
  })
}

/** Serves a listener on a free loopback port until the test ends. Resolves with its origin. */
export async function listen(...of: Parameters<typeof serverWith>): Promise<string> {
  const server = serverWith(...of)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return `http://127.0.0.1:${address.port}`
}

import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer } from '@svc/http/server'
import { onTestFinished } from 'vitest'

type ServerOptions = Parameters<typeof createServer>[0]

/** Serves a listener on a free loopback port until the test ends. Resolves with its origin. */
export async function listen(
  listener: RequestListener,
  options: Pick<ServerOptions, 'connections' | 'bodyTime' | 'isHealthCheck'> = {},
): Promise<string> {
  const server = createServer({
    listener,
    https: false,
    ...options,
    refused: async () => ({
      requestId: 'req_refused',
      rateLimit: { limit: 9, remaining: 8, reset_s: 7, policy: 'ip' },
    }),
  })
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

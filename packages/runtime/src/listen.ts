import { once } from 'node:events'
import { Server as HttpServer } from 'node:http'
import { Server as HttpsServer } from 'node:https'
import type { Server } from 'node:net'
import { setImmediate as nextCheck } from 'node:timers/promises'
import { errorCode } from './error-code.ts'
import { keepUnfinishedConnections } from './http-connections.ts'
import { StartError } from './start-error.ts'

interface ListenOptions {
  host: string
  /** 0 selects any free port. */
  port: number
  /** The names of the settings, for the error message. */
  settings: { host: string; port: string }
}

/** Starts to listen and resolves with the port. Rejects with a StartError when the operator can correct the reason. */
export async function listen(server: Server, options: ListenOptions): Promise<number> {
  const { host, port } = options
  try {
    server.listen(port, host)
    await once(server, 'listening')
    if (server instanceof HttpServer || server instanceof HttpsServer) keepUnfinishedConnections(server)
  } catch (error) {
    const code = errorCode(error) ?? ''
    throw messages[code] ? new StartError(messages[code](options), { cause: error, code }) : error
  }
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port.')
  return address.port
}

const messages: Readonly<Record<string, (options: ListenOptions) => string>> = {
  EADDRINUSE: ({ host, port, settings }) =>
    `Port ${port} on ${host} is in use by another program. Stop that program, or set ${settings.port} to another port.`,
  EACCES: ({ port, settings }) => `This user may not use port ${port}. Set ${settings.port} to a port above 1023.`,
  EADDRNOTAVAIL: ({ host, settings }) => `This machine does not have the address ${host}. Correct ${settings.host}.`,
  ENOTFOUND: ({ host, settings }) => `The host name ${host} is unknown. Correct ${settings.host}.`,
}

/**
 * Stops listening, and resolves when all connections of a server that `listen` has started have ended: idle ones at
 * once, the others with the end of their request, or after `timeoutMs`. A request that has arrived is served, also if
 * nothing of it was read yet because the process was busy.
 */
export async function closeServer(server: HttpServer | HttpsServer, timeoutMs: number): Promise<void> {
  const closed = once(server, 'close')
  const deadline = setTimeout(() => server.closeAllConnections(), timeoutMs)
  await everythingRead()
  server.close()
  // Connections that finish a request would otherwise be kept for the next one.
  const sweep = setInterval(() => void everythingRead().then(() => server.closeIdleConnections()), 50)
  await closed
  clearInterval(sweep)
  clearTimeout(deadline)
}

/** Resolves when the event loop has accepted and read what the system had for it at the time of the call. */
async function everythingRead(): Promise<void> {
  // The first check follows the events that are being handled, the second those that are fetched after it.
  await nextCheck()
  await nextCheck()
}

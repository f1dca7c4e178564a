import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import type { Server } from 'node:net'
import { errorCode } from './error-code.ts'
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
 * Stops listening, and resolves when all connections have ended: idle ones at once, the others with the end of their
 * request, or after `timeoutMs`.
 */
export async function closeServer(server: HttpServer, timeoutMs: number): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  // Connections that finish a request would otherwise be kept for the next one.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const deadline = setTimeout(() => server.closeAllConnections(), timeoutMs)
  await closed
  clearInterval(sweep)
  clearTimeout(deadline)
}

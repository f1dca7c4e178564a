import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

interface WantedPort {
  host: string
  port: number
  /** The command that uses another port, for the error message. */
  commandWith: (port: number) => string
}

const retryDelayMs = 100

/**
 * Throws an Error that states why this port cannot be listened on and what to do. Port 0 is always free.
 *
 * @param waitMs how long a port that is in use is tried again
 */
export async function requireFreePort(wanted: WantedPort, { waitMs = 0 }: { waitMs?: number } = {}): Promise<void> {
  const { host, port } = wanted
  const deadlineMs = performance.now() + waitMs
  for (;;) {
    const code = await listenErrorCode(host, port)
    if (code === undefined) return
    if (code !== 'EADDRINUSE' || performance.now() >= deadlineMs)
      throw new Error(
        messages[code]?.(wanted) ?? `Cannot listen on ${host}:${port} (${code}). Change SVC_HOST or the port.`,
      )
    await sleep(retryDelayMs)
  }
}

const hostAdvice = 'SVC_HOST is usually 127.0.0.1, or 0.0.0.0 for every address.'

const messages: Readonly<Record<string, (wanted: WantedPort) => string>> = {
  EADDRINUSE: ({ host, port, commandWith }) => {
    const other = commandWith(port === 65_535 ? port - 1 : port + 1)
    return `Port ${port} on ${host} is in use by another program. Stop that, or choose another port: ${other}`
  },
  EACCES: ({ port, commandWith }) =>
    `This user may not use port ${port}. Choose a port above 1023: ${commandWith(3000)}`,
  EADDRNOTAVAIL: ({ host }) => `This machine does not have the address ${host}. ${hostAdvice}`,
  ENOTFOUND: ({ host }) => `The host name ${host} is unknown. ${hostAdvice}`,
}

async function listenErrorCode(host: string, port: number): Promise<string | undefined> {
  const server = createServer()
  try {
    server.listen(port, host)
    await once(server, 'listening')
    server.close()
    await once(server, 'close')
    return undefined
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  }
}

/** Returns whether a program can listen on this port now. */
export async function isFree(host: string, port: number): Promise<boolean> {
  return (await listenErrorCode(host, port)) === undefined
}

/** A port that is free now. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error(`No port is free on ${host}.`)
  return address.port
}

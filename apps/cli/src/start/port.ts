import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** An address to listen on, and the setting that its port comes from. */
export interface Address {
  host: string
  port: number
  setting: string
}

/**
 * Why this address cannot be listened on, as a sentence with the setting to change; undefined where it can. A port that is
 * in use is tried for so many milliseconds.
 */
export async function whyNotListen(address: Address, patienceMs: number): Promise<string | undefined> {
  const { host, port, setting } = address
  const deadlineMs = performance.now() + patienceMs
  for (;;) {
    const code = await tryListening(host, port)
    if (code === undefined) return undefined
    if (code === 'EADDRINUSE' && performance.now() < deadlineMs) {
      await sleep(100)
      continue
    }
    return reasons[code]?.(address) ?? `${host}:${port} cannot be listened on (${code}): change SVC_HOST or ${setting}.`
  }
}

const reasons: Record<string, (address: Address) => string> = {
  EADDRINUSE: ({ host, port, setting }) =>
    `Port ${port} on ${host} is in use by another program. Stop that, or choose another port: ${setting}=${port + 1} npm start`,
  EACCES: ({ port, setting }) =>
    `Port ${port} may not be used by this user. Choose one above 1023: ${setting}=3000 npm start`,
  EADDRNOTAVAIL: ({ host }) =>
    `This machine has no address ${host}. SVC_HOST is usually 127.0.0.1, or 0.0.0.0 for every address.`,
  ENOTFOUND: ({ host }) =>
    `The name ${host} is not known. SVC_HOST is usually 127.0.0.1, or 0.0.0.0 for every address.`,
}

async function tryListening(host: string, port: number): Promise<string | undefined> {
  const server = createServer()
  try {
    server.listen(port, host)
    await once(server, 'listening')
    server.close()
    await once(server, 'close')
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown'
  }
}

/** A port that is free now. */
export async function freePort(host: string): Promise<number> {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error(`${host} gave no port.`)
  return address.port
}

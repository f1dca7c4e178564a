import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port, and the option of the command line that chooses another. */
export interface WantedPort {
  port: number
  option: string
}

/** Throws an Error that says which port is taken and what to type instead. Port 0 is always free. */
export async function requireFreePorts(host: string, wanted: readonly WantedPort[]): Promise<void> {
  for (const { port, option } of wanted) {
    const code = await tryListening(host, port)
    if (code === undefined) continue
    if (code === 'EADDRINUSE') {
      const other = `npm run dev -- ${option} ${port === 65_535 ? 0 : port + 1}`
      throw new Error(`Port ${port} on ${host} is in use by another program. Stop that, or choose another: ${other}`)
    }
    throw new Error(
      `${host}:${port} cannot be listened on (${code}). Choose another port with ${option}, or another SVC_HOST.`,
    )
  }
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

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP proxy to a server on this machine, which a test can interrupt. */
export interface FaultProxy {
  port: number
  /** Resets every connection and refuses new ones. */
  down(): Promise<void>
  up(): Promise<void>
}

export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  const sockets = new Set<Socket>()
  let server: Server
  let port = 0

  function track(socket: Socket, other: Socket): void {
    sockets.add(socket)
    socket.on('error', () => other.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
  }

  async function up(): Promise<void> {
    server = createServer((client) => {
      const target = connect(targetPort, '127.0.0.1')
      track(client, target)
      track(target, client)
      client.pipe(target)
      target.pipe(client)
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }

  await up()
  return {
    port,
    up,
    async down() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.resetAndDestroy()
      await closed
    },
  }
}

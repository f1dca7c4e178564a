import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

interface Connection {
  /** The requests and responses that have begun and not ended. */
  open: number
  /** The bytes that had been read when the last of them ended. */
  bytesRead: number
}

/**
 * The connections of a server, of which it ends the idle ones: those without a request, also without a part of one, and
 * whose responses have been written to the system. `closeIdleConnections` of Node.js would destroy those whose response
 * the client is still reading.
 */
export class HttpConnections {
  readonly #connections = new Map<Socket, Connection>()

  /** Call it before the server listens. */
  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#connections.set(socket, { open: 0, bytesRead: 0 })
      socket.once('close', () => this.#connections.delete(socket))
    })
    server.prependListener('request', (request, response) => this.#follow(request, response))
    // `close` of the server calls it.
    server.closeIdleConnections = () => this.closeIdle()
  }

  #follow(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    const connection = this.#connections.get(socket)
    if (connection === undefined) return
    connection.open += 2
    const end = () => {
      connection.open--
      connection.bytesRead = socket.bytesRead
    }
    // A response can end before the body of its request has arrived, and a request before its response.
    request.once('close', end)
    response.once('close', end)
  }

  closeIdle(): void {
    for (const [socket, { open, bytesRead }] of this.#connections)
      if (open === 0 && socket.bytesRead === bytesRead) socket.destroy()
  }
}

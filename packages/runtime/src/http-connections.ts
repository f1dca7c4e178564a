import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as HttpsServer } from 'node:https'
import type { Socket } from 'node:net'

interface Connection {
  /** The requests and responses that have begun and not ended. */
  open: number
  /** The bytes that had been read when the last of them ended. */
  bytesRead: number
}

/**
 * Lets `closeIdleConnections` of a server end the idle connections only: those without a request, also without a part
 * of one, and whose responses have been written to the system. That of Node.js destroys those whose response the client
 * is still reading. Call it before the server accepts a connection.
 */
export function keepUnfinishedConnections(server: Server | HttpsServer): void {
  const connections = new Map<Socket, Connection>()
  server.on(server instanceof HttpsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    connections.set(socket, { open: 0, bytesRead: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const connection = connections.get(socket)
    if (connection === undefined) return
    connection.open += 2
    const end = () => {
      connection.open--
      connection.bytesRead = socket.bytesRead
    }
    // A response can end before the body of its request has arrived, and a request before its response.
    request.once('close', end)
    response.once('close', end)
  })
  // `close` of the server calls it as well.
  server.closeIdleConnections = () => {
    for (const [socket, { open, bytesRead }] of connections)
      if (open === 0 && socket.bytesRead === bytesRead) socket.destroy()
  }
}

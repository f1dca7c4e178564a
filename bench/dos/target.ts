import { type Agent, request as sendRequest } from 'node:https'
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'

/** The URLs of the service. Sent from process to process, so plain data. */
export interface Address {
  port: number
  /** The certificate authority of the service, in PEM. */
  ca: string
  /** The address on this machine that requests come from: limits count per address. */
  localAddress: string
}

/** The knowledge of an attacker about the service. */
export interface Target extends Address {
  businessId: string
  key: string
  client: { id: string; secret: string }
  webhookId: string
}

interface RequestOptions {
  method?: string
  headers?: Record<string, string | string[]>
  body?: string | Buffer
  agent?: Agent
  /** Sends the credential of the target; on by default. */
  authenticated?: boolean
  signal?: AbortSignal
}

/** The number of responses of each status that this process has received. */
export const responses: Record<string, number> = {}

function count(status: number | string): void {
  responses[status] = (responses[status] ?? 0) + 1
}

export const basePath = '/api/public/v1'

/** Sends one request and reads its response to the end; resolves with the status. Rejects if there is no response. */
export function send(target: Address & { key?: string }, path: string, options: RequestOptions = {}): Promise<number> {
  const { method = 'GET', headers = {}, body, authenticated = true, ...rest } = options
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const request = sendRequest(
    {
      host: '127.0.0.1',
      servername: 'localhost',
      port: target.port,
      ca: target.ca,
      localAddress: target.localAddress,
      path,
      method,
      headers: {
        ...(authenticated && target.key !== undefined && { 'X-API-Key': target.key }),
        ...(body !== undefined && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
        ...headers,
      },
      ...rest,
    },
    (response) => {
      response.resume()
      response.on('end', () => {
        count(response.statusCode ?? 0)
        resolve(response.statusCode ?? 0)
      })
      response.on('error', reject)
    },
  )
  request.on('error', reject)
  request.end(body)
  return promise
}

/** A connection on which an attack writes what it likes. Errors of the connection are part of the attack. */
export function openConnection(address: Address): TLSSocket {
  const socket = connectTls({ socket: openTcp(address), servername: 'localhost', ca: address.ca })
  socket.on('error', () => {})
  socket.once('data', (bytes: Buffer) => count(/^HTTP\/1\.[01] (\d{3})/.exec(bytes.toString('latin1'))?.[1] ?? 'other'))
  return socket
}

/** A TCP connection without TLS. */
export function openTcp({ port, localAddress }: Address): Socket {
  const socket = connectTcp({ host: '127.0.0.1', port, localAddress })
  socket.on('error', () => {})
  return socket
}

import { createServer as createHttpServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { Duplex } from 'node:stream'
import { type BodyTimeLimits, bodyTimeDefaults, limitBodyTime } from './body-time.ts'
import {
  type ConnectionLimits,
  closeStalled,
  connectionLimitDefaults,
  isReserved,
  limitConnections,
  oneAtATime,
} from './connections.ts'
import { ApiError } from './errors.ts'
import { jsonHeaders, type RefusedExchangeOf, sendUnavailable } from './refusal.ts'
import { securityHeaders } from './security-headers.ts'
import { commonHeaders, errorResponse } from './shell/response.ts'

interface ServerOptions {
  listener: RequestListener
  /** In PEM format. If set, the server uses TLS 1.2 or newer. */
  tls?: { cert: Buffer; key: Buffer }
  refused: RefusedExchangeOf
  /** Whether clients reach the server at an https URL. */
  https: boolean
  connections?: Partial<ConnectionLimits>
  bodyTime?: Partial<BodyTimeLimits>
  /** Recognizes the health checks, which have reserved connections when all others are in use. */
  isHealthCheck?(request: IncomingMessage): boolean
}

/**
 * A Node server with bounds on everything that a client controls. Node enforces `headersTimeout` only once per
 * `connectionsCheckingInterval`, so that is one second: a slow client is disconnected after 11 seconds at most, not 40.
 */
export function createServer({ tls, connections, bodyTime, ...options }: ServerOptions): Server {
  const limits = { ...connectionLimitDefaults, ...connections }
  const headers = securityHeaders(options)
  const settings = {
    connectionsCheckingInterval: 1_000,
    headersTimeout: 10_000,
    // Node knows no other time for uploads: limitBodyTime bounds the time of bodies.
    requestTimeout: 0,
    keepAliveTimeout: limits.idleTimeoutMs,
    maxHeaderSize: headerBytesMax,
    // Node would refuse a missing Host without our envelope; `normalizeRequest` refuses it.
    requireHostHeader: false,
  }
  const listener = listenerWith(options, Object.entries(headers))
  const server = tls
    ? createHttpsServer({ ...settings, ...tls, minVersion: 'TLSv1.2', handshakeTimeout: 10_000 }, listener)
    : createHttpServer(settings, listener)
  const bodyTimeLimits = { ...bodyTimeDefaults, ...bodyTime }
  server.prependListener('request', (request) => limitBodyTime(server, request, bodyTimeLimits))
  server.maxRequestsPerSocket = requestsPerConnectionMax
  limitConnections(server, limits)
  closeStalled(server, tls ? 'secureConnection' : 'connection', limits)
  server.on(
    'clientError',
    (error: NodeJS.ErrnoException, socket) => void refuse(error, socket, { ...options, headers }),
  )
  return server
}

/** For the request line and all headers together. */
const headerBytesMax = 16 * 1024

/** Requests per connection. Afterwards the client has to connect again, possibly to another process. */
const requestsPerConnectionMax = 10_000

function listenerWith(
  { listener, refused, isHealthCheck = () => false }: Omit<ServerOptions, 'tls' | 'connections' | 'bodyTime'>,
  headers: readonly (readonly [string, string])[],
): RequestListener {
  return oneAtATime((request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    if (!isReserved(request)) return listener(request, response)
    response.shouldKeepAlive = false
    if (isHealthCheck(request)) return listener(request, response)
    void sendUnavailable(response, refused)
  })
}

/** Bytes that are not valid HTTP get the same envelope as any other bad request, and a closed connection. */
async function refuse(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  { refused, headers: ofServer }: Pick<ServerOptions, 'refused'> & { headers: Readonly<Record<string, string>> },
): Promise<void> {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const message = httpParserMessages[error.code ?? ''] ?? 'The request is not valid HTTP.'
  const state = await refused((socket as Duplex & { remoteAddress?: string }).remoteAddress ?? '')
  const response = errorResponse(state, new ApiError('invalid_request', { message }))
  const headers = {
    ...ofServer,
    ...commonHeaders(state),
    ...response.headers,
    ...jsonHeaders(response.body),
    Connection: 'close',
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  if (socket.writable) socket.end(`HTTP/1.1 400 Bad Request\r\n${head.join('')}\r\n${response.body}`)
}

const httpParserMessages: Record<string, string> = {
  HPE_HEADER_OVERFLOW: `The request line and headers are larger than ${headerBytesMax / 1024} KB.`,
  ERR_HTTP_REQUEST_TIMEOUT: 'The request was not sent completely within the time allowed.',
}

import { createServer as createHttpServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { Duplex } from 'node:stream'
import { ApiError } from './errors.ts'
import type { Exchange } from './shell/exchange.ts'
import { commonHeaders, errorResponse } from './shell/response.ts'

interface ServerOptions {
  listener: RequestListener
  /** PEM; given, the server speaks TLS 1.2 or newer. */
  tls?: { cert: Buffer; key: Buffer }
  /** Supplies request id and limits for requests that Node's parser refuses before there is an exchange. */
  refused(address: string): Promise<Pick<Exchange, 'requestId' | 'rateLimit'>>
}

/**
 * A Node server with bounds on everything that a client controls. Node enforces `headersTimeout` only once per
 * `connectionsCheckingInterval`, so that is one second: a slow client is disconnected after 11 seconds at most, not 40.
 */
export function createServer({ listener, tls, refused }: ServerOptions): Server {
  const options = {
    connectionsCheckingInterval: 1_000,
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    maxHeaderSize: 16 * 1024,
    // Node would refuse a missing Host without our envelope; requireOneAuthority refuses it.
    requireHostHeader: false,
  }
  const server = tls
    ? createHttpsServer({ ...options, ...tls, minVersion: 'TLSv1.2' }, listener)
    : createHttpServer(options, listener)
  server.maxConnections = 10_000
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => void refuse(error, socket, refused))
  return server
}

/** Bytes that are not valid HTTP get the same envelope as any other bad request, and a closed connection. */
async function refuse(error: NodeJS.ErrnoException, socket: Duplex, refused: ServerOptions['refused']): Promise<void> {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const message = httpParserMessages[error.code ?? ''] ?? 'The request is not valid HTTP.'
  const state = await refused((socket as Duplex & { remoteAddress?: string }).remoteAddress ?? '')
  const response = errorResponse(state, new ApiError('invalid_request', { message }))
  const headers = {
    ...commonHeaders(state),
    ...response.headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(response.body)),
    Connection: 'close',
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  if (socket.writable) socket.end(`HTTP/1.1 400 Bad Request\r\n${head.join('')}\r\n${response.body}`)
}

const httpParserMessages: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The request line and headers are larger than 16 KB.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request was not sent completely within the time allowed.',
}

/**
 * Refuses requests that Node's parser accepts although proxies may read them differently: two `Host` headers, and a
 * target in absolute form with another authority than `Host` (RFC 9112 sections 3.2 and 3.2.2). A matching absolute
 * form is reduced to its path in `request.url`; the caller of this function must update every copy of the target.
 */
export function requireOneAuthority(request: IncomingMessage): void {
  const hosts = request.headersDistinct.host?.length ?? 0
  if (hosts > 1) throw new ApiError('invalid_request', { message: 'The request has more than one Host header.' })
  if (hosts === 0 && request.httpVersion === '1.1')
    throw new ApiError('invalid_request', { message: 'The request has no Host header.' })
  if (!request.url || request.url.startsWith('/')) return
  const target = URL.canParse(request.url) ? new URL(request.url) : undefined
  if (target?.host !== request.headers.host?.toLowerCase()) {
    throw new ApiError('invalid_request', {
      message: 'The request target must be a path, such as /api/public/v1/businesses.',
    })
  }
  request.url = `${target?.pathname}${target?.search}`
}

import type { ServerResponse } from 'node:http'
import { unavailable } from './errors.ts'
import type { Exchange } from './shell/exchange.ts'
import { commonHeaders, errorResponse } from './shell/response.ts'

/** Supplies request id and limits for a request of this address that is refused before there is an exchange. */
export type RefusedExchangeOf = (address: string) => Promise<Pick<Exchange, 'requestId' | 'rateLimit'>>

/** Sends 503 with the error envelope and `Retry-After`, and closes the connection afterwards. */
export async function sendUnavailable(response: ServerResponse, refused: RefusedExchangeOf): Promise<void> {
  response.shouldKeepAlive = false
  const state = await refused(response.socket?.remoteAddress ?? '')
  const { status, headers, body } = errorResponse(state, unavailable(1))
  response.writeHead(status, { ...commonHeaders(state), ...headers, ...jsonHeaders(body) }).end(body)
}

/** The headers of a body. */
export function jsonHeaders(body: string): Record<string, string> {
  return { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': String(Buffer.byteLength(body)) }
}

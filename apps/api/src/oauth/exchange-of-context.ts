import type { ServerResponse } from 'node:http'
import { type Exchange, exchangeOf } from '@svc/http/shell/exchange'
import { ipKey } from '@svc/limits/ip-key'
import type { Response } from 'express'
import type { KoaContextWithOIDC } from 'oidc-provider'

/** The exchange of a request inside the library, which is handed Express responses. */
export function exchangeOfContext(ctx: Pick<KoaContextWithOIDC, 'res'>): Exchange {
  return exchangeOf(expressResponse(ctx))
}

/** The address of the client, under which the limits count it. */
export function addressOfContext(ctx: Pick<KoaContextWithOIDC, 'res'>): string {
  return ipKey(expressResponse(ctx).req.ip ?? '')
}

function expressResponse({ res }: Pick<KoaContextWithOIDC, 'res'>): Response {
  if (!isExpressResponse(res)) throw new Error('The library serves a response without an exchange')
  return res
}

function isExpressResponse(response: ServerResponse): response is Response {
  return 'locals' in response
}

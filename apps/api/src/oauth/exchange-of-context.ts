import type { ServerResponse } from 'node:http'
import { type Exchange, exchangeOf } from '@svc/http/shell/exchange'
import type { Response } from 'express'
import type { KoaContextWithOIDC } from 'oidc-provider'

/** The exchange of a request inside the library, which is handed Express responses. */
export function exchangeOfContext({ res }: Pick<KoaContextWithOIDC, 'res'>): Exchange {
  if (!isExpressResponse(res)) throw new Error('The library serves a response without an exchange')
  return exchangeOf(res)
}

function isExpressResponse(response: ServerResponse): response is Response {
  return 'locals' in response
}

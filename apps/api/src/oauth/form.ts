import { type Form, formType } from '@svc/http/oauth-form'
import type { Request } from 'express'

/**
 * Gives the request an unread form body: the library reads bodies itself, and only forms. A browser's `Origin` is
 * removed, because the library would compare it with allowlists that our clients do not have.
 */
export function replaceBody(request: Request, { bytes }: Form): void {
  const { origin: _, 'transfer-encoding': __, ...headers } = request.headers
  request.headers = { ...headers, 'content-type': formType, 'content-length': String(bytes.length) }
  Object.defineProperty(request, 'readable', { value: true, writable: true })
  Object.assign(request, { iterator: () => [bytes] })
}

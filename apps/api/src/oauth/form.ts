import { type Form, formType } from '@svc/http/oauth-form'
import type { Request } from 'express'

/**
 * Gives the request the form as a body that nobody has read: the library reads its own bodies, and forms only. A browser's Origin is taken out,
 * which the library would compare with lists that no client of ours has.
 */
export function replaceBody(request: Request, { bytes }: Form): void {
  const { origin: _, 'transfer-encoding': __, ...headers } = request.headers
  request.headers = { ...headers, 'content-type': formType, 'content-length': String(bytes.length) }
  Object.defineProperty(request, 'readable', { value: true, writable: true })
  Object.assign(request, { iterator: () => [bytes] })
}

import { isFormToken } from '@svc/credentials/sessions'
import { ApiError } from '@svc/http/errors'
import type { RequestHandler } from 'express'
import type { BrowserSessions } from '../browser-sessions.ts'
import type { Dependencies } from '../dependencies.ts'
import { forbidden } from './refusals.ts'

/** The purpose of the token of the portal's pages; see `formToken`. */
export const csrfPurpose = 'portal'

const safeMethods = new Set(['GET', 'HEAD'])

/**
 * Refuses what a page of another site made the browser send, before anything is read or authenticated. A browser says
 * where a request comes from (Fetch metadata, or `Origin`), and only a page of this origin can read the token of the
 * session. Signing in needs no token, with a password or by a link: there is no session yet.
 */
export function refuseForeignPages(
  { keyring, publicUrl }: Pick<Dependencies, 'keyring' | 'publicUrl'>,
  { sessions, publicPaths }: { sessions: BrowserSessions; publicPaths: ReadonlySet<string> },
): RequestHandler {
  return (request, _response, next) => {
    const isSafe = safeMethods.has(request.method)
    const { 'sec-fetch-site': site, origin, 'x-csrf-token': token } = request.headers
    const isForeign =
      site === undefined ? origin !== publicUrl && (!isSafe || origin !== undefined) : !isOwnPage(site, isSafe)
    if (isForeign) throw new ApiError('forbidden', { message: foreignPage })
    const needsToken = !isSafe && !(request.method === 'POST' && publicPaths.has(request.path))
    const secret = sessions.secretOf(request)
    // Without a session there is nothing to protect: authentication refuses the request.
    if (needsToken && secret !== '' && !isFormToken(keyring, secret, csrfPurpose, String(token ?? '')))
      throw forbidden('The request lacks the token of your session. Reload the page.', {
        path: 'header.x-csrf-token',
        message: 'must be the csrf_token of the session',
      })
    next()
  }
}

/** `none` is a person who typed the address or opened a bookmark. */
function isOwnPage(site: string | string[], isSafe: boolean): boolean {
  return site === 'same-origin' || (isSafe && site === 'none')
}

const foreignPage = 'This URL accepts requests from the portal only, not from other origins.'

import { scopes } from '@generated/contract/enums'
import { isFlagOn } from '@svc/db/flags'
import { authcodeGrantTypes, methodNotAllowed, oauthError, oauthMetadata, oauthResponse } from '@svc/http/oauth'
import { readBody, readForm } from '@svc/http/oauth-form'
import { oauthMessages } from '@svc/http/oauth-messages'
import { exchangeOf } from '@svc/http/shell/exchange'
import { sendResponse } from '@svc/http/shell/response'
import express, { type RequestHandler, type Response } from 'express'
import type { BrowserSessions } from '../browser-sessions.ts'
import { paths } from './configuration.ts'
import { createConsent } from './consent.ts'
import { replaceBody } from './form.ts'
import { createProvider, type ProviderOptions } from './provider.ts'

/**
 * The authorization server behind an allowlist of paths: `POST token`, `POST revoke`, `GET authorize`, `GET
 * authorize/:uid` and the metadata. The library has more routes, some of which cannot be switched off; none of them is
 * reachable.
 */
export function createOAuth(options: ProviderOptions & { sessions: BrowserSessions }): RequestHandler {
  const { dependencies } = options
  const provider = createProvider(options)
  const serve = provider.callback()
  const authcodeEnabled = () => isFlagOn(dependencies.db, 'oauth_authcode_enabled')
  const pin = pinOrigin(dependencies.publicUrl)
  const router = express.Router({ caseSensitive: true, strict: true })

  router.post([paths.token, paths.revocation], readBody, pin, async (request, response) => {
    const form = readForm(request)
    if ('error' in form) return refuse(response, form)
    const { grant_type } = form.fields
    if (request.path === paths.token && authcodeGrantTypes.has(grant_type) && !(await authcodeEnabled())) {
      return refuse(response, oauthError('unsupported_grant_type', oauthMessages.grantTypeUnavailable))
    }
    replaceBody(request, form)
    return serve(request, response)
  })

  // While the flag is off these two do not exist: the client is not read and nothing redirects.
  const whileEnabled: RequestHandler = async (_request, _response, next) =>
    next((await authcodeEnabled()) ? undefined : 'router')
  router.use([paths.authorization, paths.consent], whileEnabled)
  router.get(paths.authorization, (request, response, next) => {
    if (request.originalUrl.length <= authorizationUrlMax) return next()
    const message = `The request has more than ${authorizationUrlMax} characters. Send a shorter state.`
    return refuse(response, oauthError('invalid_request', message))
  })
  router.get([paths.authorization, `${paths.authorization}/:uid`], pin, (request, response) => serve(request, response))

  const consent = createConsent({ provider, dependencies, sessions: options.sessions, resources: options.resources })
  router.get(`${paths.consent}/:uid`, pin, ...consent)
  router.post(`${paths.consent}/:uid`, pin, ...consent)

  router.get(paths.metadata, async (_request, response) => {
    const exchange = exchangeOf(response)
    const body = JSON.stringify(oauthMetadata(dependencies.publicUrl, { scopes, authcode: await authcodeEnabled() }))
    sendResponse(exchange, { status: 200, headers: { 'Cache-Control': 'no-cache' }, body })
  })

  router.all([paths.token, paths.revocation], methodNotAllowed('POST'))
  router.all([paths.authorization, `${paths.authorization}/:uid`, paths.metadata], methodNotAllowed('GET'))
  router.all(`${paths.consent}/:uid`, methodNotAllowed('GET, POST'))

  return router
}

/** Characters of an authorization request: it is stored before the user is authenticated. */
const authorizationUrlMax = 4_096

/**
 * Sets the headers from which the library reads scheme and host, so that no header of the caller decides about
 * redirects and cookies.
 */
function pinOrigin(publicUrl: string): RequestHandler {
  const { host, protocol } = new URL(publicUrl)
  return (request, _response, next) => {
    request.headers['x-forwarded-proto'] = protocol.slice(0, -1)
    request.headers['x-forwarded-host'] = host
    next()
  }
}

function refuse(response: Response, body: object): void {
  sendResponse(exchangeOf(response), oauthResponse(400, body))
}

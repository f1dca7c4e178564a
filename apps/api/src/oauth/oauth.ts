import { scopes } from '@svc/credentials/scopes'
import { isFlagOn } from '@svc/db/flags'
import { ApiError } from '@svc/http/errors'
import { type Answer, transmit } from '@svc/http/exchange'
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express'
import { exchangeOf } from '../server.ts'
import { oauthError, oauthFailure, uncached } from './answers.ts'
import { createConsent } from './consent.ts'
import { readBody, readForm, replaceBody } from './form.ts'
import { createProvider, type ProviderOptions, paths } from './provider.ts'

export interface OAuth {
  /** Answers the OAuth paths and passes everything else on. */
  routes: RequestHandler
  /** A failure on one of these paths as OAuth libraries read it; undefined where the envelope of the API serves. */
  failure(request: Request, error: ApiError): Answer | undefined
}

/**
 * The authorization server behind a list of paths: `POST token`, `POST revoke`, `GET authorize`, `GET authorize/:uid` and the metadata. The
 * library has more routes, some of which it cannot switch off; none of them can be reached.
 */
export function createOAuth(options: ProviderOptions): OAuth {
  const { service } = options
  const provider = createProvider(options)
  const serve = provider.callback()
  const authcodeEnabled = () => isFlagOn(service.db, 'oauth_authcode_enabled')
  const pin = pinOrigin(service.publicUrl)
  const router = express.Router({ caseSensitive: true, strict: true })

  router.post([paths.token, paths.revocation], readBody, pin, async (request, response) => {
    const form = readForm(request)
    if ('error' in form) return refuse(response, form)
    const { grant_type } = form.fields
    if (request.path === paths.token && needsFlag.has(String(grant_type)) && !(await authcodeEnabled())) {
      return refuse(response, oauthError('unsupported_grant_type', 'This grant type is not available.'))
    }
    replaceBody(request, form)
    return serve(request, response)
  })

  // While the flag is off these two do not exist: no look at the client, and no redirect to anywhere.
  const whileEnabled: RequestHandler = async (_request, _response, next) =>
    next((await authcodeEnabled()) ? undefined : 'router')
  router.use([paths.authorization, paths.consent], whileEnabled)
  router.get([paths.authorization, `${paths.authorization}/:uid`], pin, (request, response) => serve(request, response))

  const consent = createConsent({ provider, service, resource: options.resource })
  router.get(`${paths.consent}/:uid`, pin, ...consent)
  router.post(`${paths.consent}/:uid`, pin, ...consent)

  router.get(paths.metadata, async (_request, response) => {
    const exchange = exchangeOf(response)
    const text = JSON.stringify(metadata(service.publicUrl, await authcodeEnabled()))
    transmit(exchange, { status: 200, headers: { 'Cache-Control': 'no-cache' }, text })
  })

  router.all([paths.token, paths.revocation], otherMethod('POST'))
  router.all([paths.authorization, `${paths.authorization}/:uid`, paths.metadata], otherMethod('GET'))
  router.all(`${paths.consent}/:uid`, otherMethod('GET, POST'))

  router.use(unreadable)

  const spoken: ReadonlySet<string> = new Set([paths.token, paths.revocation, paths.authorization, paths.metadata])
  return {
    routes: router,
    failure: (request, error) => (spoken.has(request.path) ? oauthFailure(error) : undefined),
  }
}

const needsFlag: ReadonlySet<string> = new Set(['authorization_code', 'refresh_token'])

/** What is on at this moment (RFC 8414); with the authorization code flow off, nothing tells that it exists. */
function metadata(issuer: string, authcode: boolean): object {
  const methods = ['client_secret_basic', 'client_secret_post', ...(authcode ? ['none'] : [])]
  return {
    issuer,
    token_endpoint: `${issuer}${paths.token}`,
    revocation_endpoint: `${issuer}${paths.revocation}`,
    ...(authcode && { authorization_endpoint: `${issuer}${paths.authorization}` }),
    scopes_supported: scopes,
    response_types_supported: authcode ? ['code'] : [],
    grant_types_supported: authcode ? ['client_credentials', ...needsFlag] : ['client_credentials'],
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
    ...(authcode && {
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    }),
  }
}

/** What the parsers refuse, whatever it is, is a fault of the request. */
const unreadable: ErrorRequestHandler = (error, _request, _response, next) => {
  const isParsers = typeof error?.type === 'string' && error.status < 500
  next(isParsers ? new ApiError('invalid_request', { message: 'The body cannot be read.', cause: error }) : error)
}

/** Sets what the library takes for scheme and host, so that no header of the caller decides about redirects and cookies. */
export function pinOrigin(publicUrl: string): RequestHandler {
  const { host, protocol } = new URL(publicUrl)
  return (request, _response, next) => {
    request.headers['x-forwarded-proto'] = protocol.slice(0, -1)
    request.headers['x-forwarded-host'] = host
    next()
  }
}

function otherMethod(allowed: string): RequestHandler {
  return () => {
    throw new ApiError('method_not_allowed', { headers: { Allow: allowed } })
  }
}

function refuse(response: Response, body: object): void {
  transmit(exchangeOf(response), { status: 400, headers: { ...uncached }, text: JSON.stringify(body) })
}

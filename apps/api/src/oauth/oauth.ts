import { scopes } from '@svc/credentials/scopes'
import { isFlagOn } from '@svc/db/flags'
import { ApiError } from '@svc/http/errors'
import { type Answer, commonHeaders, transmit } from '@svc/http/exchange'
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express'
import { exchangeOf } from '../server.ts'
import { oauthError, oauthFailure, uncached } from './answers.ts'
import { createConsent } from './consent.ts'
import { createProvider, type ProviderOptions, paths } from './provider.ts'

export interface OAuth {
  /** Answers the OAuth paths and passes everything else on. */
  routes: RequestHandler
  /** A failure on one of these paths as OAuth libraries read it; undefined where the envelope of the API serves. */
  failure(request: Request, error: ApiError): Answer | undefined
}

/** Bodies here are a handful of short fields. */
const bodyLimit = '16kb'

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

  const handOver: RequestHandler = (request, response) => {
    response.set({ ...commonHeaders(exchangeOf(response)), ...uncached })
    return serve(request, response)
  }

  const readForm: RequestHandler[] = [
    express.urlencoded({ extended: false, limit: bodyLimit, inflate: false }),
    express.json({ limit: bodyLimit, inflate: false }),
    requireFields,
  ]

  router.post(paths.token, ...readForm, pin, async (request, response) => {
    const { grant_type } = request.body as Record<string, string>
    if (needsFlag.has(String(grant_type)) && !(await authcodeEnabled())) {
      return refuse(response, oauthError('unsupported_grant_type', 'This grant type is not available.'))
    }
    return handOver(request, response, () => {})
  })
  router.post(paths.revocation, ...readForm, pin, handOver)

  // While the flag is off these two do not exist: no look at the client, and no redirect to anywhere.
  const whileEnabled: RequestHandler = async (_request, _response, next) =>
    next((await authcodeEnabled()) ? undefined : 'router')
  router.use([paths.authorization, paths.consent], whileEnabled)
  router.get([paths.authorization, `${paths.authorization}/:uid`], pin, handOver)

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

/**
 * A form or a JSON object of texts (interface section 4: "a JSON body is also shown in use"). The library reads forms only, so JSON goes on
 * as a form. "Request and response parameters must not be included more than once" (RFC 6749 section 3.2).
 */
const requireFields: RequestHandler = (request, response, next) => {
  const isForm = request.is('application/x-www-form-urlencoded')
  if (!isForm && !request.is('application/json'))
    return refuse(
      response,
      oauthError('invalid_request', 'Send the fields as application/x-www-form-urlencoded or as application/json.'),
    )
  const fields = Object.entries((request.body ?? {}) as Record<string, unknown>)
  if (Array.isArray(request.body))
    return refuse(response, oauthError('invalid_request', 'The JSON body must be an object.'))
  const odd = fields.find(([, value]) => typeof value !== 'string')
  if (odd) {
    if (odd[0] === 'resource')
      return refuse(response, oauthError('invalid_target', 'There is one resource: the address of this API.'))
    return refuse(
      response,
      oauthError('invalid_request', isForm ? 'A field was sent more than once.' : 'Every JSON field must be a text.'),
    )
  }
  request.body = Object.fromEntries(fields)
  request.headers['content-type'] = 'application/x-www-form-urlencoded'
  // A browser's Origin would only make the library compare it with lists that no client of ours has.
  delete request.headers.origin
  next()
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

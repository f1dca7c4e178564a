import type { Scope } from '@svc/credentials/scopes'
import type { Id } from '@svc/process/ids'
import type { DemoAccount } from './credentials.ts'
import { demoKeys } from './credentials.ts'
import type { Tokens } from './tokens.ts'

/** Who sent a request, and what the credential allows. */
export interface MockCaller {
  account: DemoAccount
  credential: {
    type: 'api_key' | 'oauth_client'
    id: Id<'key'> | Id<'cli'>
    /** Test keys have an allowance of their own; clients draw on the plan's. */
    kind: 'test' | 'live'
    /** The visible prefix of a key or the name of a client. */
    label: string
  }
  scopes: ReadonlySet<Scope>
  /** Requests per minute, where the key has a limit of its own. */
  limit?: number
  /** Set when the operation counted a metered action; the usage event of the request shows it. */
  quota: { name: 'analyses' | 'reply_drafts'; used: number; limit: number } | null
}

/** Why a request has no caller: the error code (both 401) and a sentence. */
export interface Refusal {
  code: 'unauthorized' | 'invalid_api_key'
  message: string
  /** Whose credential it was, where it is known but not accepted. */
  holder?: MockCaller
}

interface CredentialHeaders {
  authorization?: readonly string[] | undefined
  'x-api-key'?: readonly string[] | undefined
}

/** The caller of a request by its credential: the demo credentials and the tokens that they were traded for, and nobody else. */
export function identify(headers: CredentialHeaders, tokens: Tokens): MockCaller | Refusal {
  const bearer = (headers.authorization ?? []).map((value) => bearerPattern.exec(value)?.[1])
  // A credential in both headers, or sent twice, is one as long as it is the same.
  const [text, ...others] = new Set([...bearer, ...(headers['x-api-key'] ?? [])])
  if (text === undefined && others.length === 0 && bearer.length === 0)
    return unauthorized(
      'No credential was sent. Send "Authorization: Bearer <API key or access token>" or "X-API-Key: <API key>".',
    )
  if (others.length > 0)
    return unauthorized('Two different credentials were sent. Send one, in "Authorization" or in "X-API-Key".')
  if (text !== undefined && keyPattern.test(text)) return identifyByKey(text)
  if (text !== undefined && bearer.length > 0 && tokenPattern.test(text)) return tokens.identify(text)
  return unauthorized(
    'The credential is malformed. An API key starts with svc_test_ or svc_live_, is 52 characters long, and is sent as ' +
      '"Authorization: Bearer <API key>" or "X-API-Key: <API key>"; an access token only as the former.',
  )
}

function identifyByKey(text: string): MockCaller | Refusal {
  const found = demoKeys.find(({ key }) => key === text)
  if (!found) return unauthorized('This API key is not known. The mock accepts the demo keys that its README lists.')
  const { account, id, scopes, limit, state } = found
  const caller: MockCaller = {
    account,
    credential: { type: 'api_key', id, kind: 'test', label: text.slice(0, 12) },
    scopes: new Set(scopes),
    quota: null,
    ...(limit !== undefined && { limit }),
  }
  if (state === 'revoked') return { code: 'invalid_api_key', message: 'This API key has been revoked.', holder: caller }
  if (state === 'expired') return { ...unauthorized('This API key has expired.'), holder: caller }
  return caller
}

export function unauthorized(message: string): Refusal {
  return { code: 'unauthorized', message }
}

/** RFC 9110, section 11.1: the scheme's case does not matter. RFC 6750, section 2.1: what a bearer token is made of. */
const bearerPattern = /^bearer +([0-9A-Za-z._~+/-]+=*)$/i
const keyPattern = /^svc_(test|live)_[0-9A-Za-z_-]{43}$/
/** A JWT (RFC 7519) in its compact form. */
const tokenPattern = /^[0-9A-Za-z_-]+\.[0-9A-Za-z_-]+\.[0-9A-Za-z_-]+$/

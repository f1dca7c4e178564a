import type { Request } from 'express'
import { type DocumentedOperation, securitySchemeIn } from './api-document.ts'
import { ProblemError } from './problem-error.ts'

/** A credential that a request presents for a security scheme of the document. */
interface Credential {
  /** The name of the scheme under `components.securitySchemes`. */
  scheme: string
  /** The key or token; of `Basic` its encoded user name and password. */
  value: string
  /** The scopes that the operation requires of the credential. */
  scopes: readonly string[]
}

/** Returns the caller that a credential belongs to; undefined for a credential that is not valid. */
export type Authenticate<Caller> = (credential: Credential) => Promise<Caller | undefined> | Caller | undefined

/**
 * Finds the caller of a request by the security requirements of its operation: null where none is needed and none is
 * presented.
 *
 * @throws ProblemError 401 without an accepted credential
 */
export async function callerOf<Caller>(
  document: object,
  operation: DocumentedOperation,
  { request, authenticate }: { request: Request; authenticate: Authenticate<Caller> },
): Promise<Caller | null> {
  if (operation.security.length === 0) return null
  for (const alternative of operation.security.filter((one) => Object.keys(one).length > 0)) {
    const caller = await callerBy(document, alternative, { request, authenticate })
    if (caller !== undefined) return caller
  }
  if (operation.security.some((alternative) => Object.keys(alternative).length === 0)) return null
  const schemes = operation.security.flatMap((alternative) => Object.keys(alternative))
  throw new ProblemError(401, `A valid credential is required: ${[...new Set(schemes)].join(' or ')}.`, {
    headers: { 'WWW-Authenticate': challengeFor(document, schemes) },
  })
}

/** The caller of the first scheme, if the request has an accepted credential for each scheme. */
async function callerBy<Caller>(
  document: object,
  alternative: Readonly<Record<string, readonly string[]>>,
  { request, authenticate }: { request: Request; authenticate: Authenticate<Caller> },
): Promise<Caller | undefined> {
  const callers: Caller[] = []
  for (const [scheme, scopes] of Object.entries(alternative)) {
    const value = credentialOf(request, securitySchemeIn(document, scheme))
    const caller = value ? await authenticate({ scheme, value, scopes }) : undefined
    if (caller === undefined) return undefined
    callers.push(caller)
  }
  return callers[0]
}

/** The value that a request has for a scheme; undefined without one, and for client certificates. */
function credentialOf(request: Request, scheme: Record<string, unknown>): string | undefined {
  const name = String(scheme.name)
  switch (scheme.type) {
    case 'apiKey':
      if (scheme.in === 'query') return new URL(request.url, 'http://localhost').searchParams.get(name) ?? undefined
      return scheme.in === 'cookie' ? request.cookies[name] : request.get(name)
    case 'http':
      return afterScheme(request, String(scheme.scheme))
    case 'oauth2':
    case 'openIdConnect':
      return afterScheme(request, 'bearer')
    default:
      return undefined
  }
}

/** The part of the header `Authorization` after the name of its scheme, if it has this one. */
function afterScheme(request: Request, wanted: string): string | undefined {
  const header = request.get('authorization') ?? ''
  const space = header.indexOf(' ')
  return header.slice(0, space).toLowerCase() === wanted.toLowerCase() ? header.slice(space + 1).trim() : undefined
}

function challengeFor(document: object, schemes: readonly string[]): string {
  const isBasic = schemes.every((name) => securitySchemeIn(document, name).scheme === 'basic')
  return isBasic ? 'Basic realm="api"' : 'Bearer realm="api"'
}

import { timingSafeEqual } from 'node:crypto'
import * as bounds from '@generated/contract/bounds'
import type { Clock } from '@svc/runtime/clock'
import { type Id, isId } from '@svc/runtime/ids'
import { isRecord, parseJson } from '@svc/runtime/json'
import type { Keyring } from '@svc/runtime/secrets'

/** The time for which an access token is valid, in seconds (INTERFACE.md §5: "sample value 3600 seconds"). */
export const accessTokenLifetimeS = 3_600

/** The claims of an access token whose signature and times have been verified. */
export interface AccessTokenClaims {
  iss: string
  aud: string
  /** The client, or the person who gave consent. */
  sub: string
  client_id: Id<'cli'>
  scope: string
  /** Seconds since the epoch. */
  iat: number
  exp: number
  jti: string
  /** The client's `token_epoch` when the token was issued: rotating or deleting its secret raises it. */
  epoch: number
  /** The consent that the token rests on; absent for client credentials. */
  gid?: string
}

/** The keys that sign tokens, the instance that they are for, and the clock. */
export interface TokenIssuer {
  keyring: Keyring
  /** `iss` of every token: the public origin of this instance, which is also the `aud` of tokens for the REST API. */
  issuer: string
  clock: Clock
}

/**
 * The claims that the caller of `signAccessToken` chooses; issuer and times follow from the `TokenIssuer`, and the
 * audience where none is chosen.
 */
type NewAccessToken = Pick<AccessTokenClaims, 'jti' | 'sub' | 'client_id' | 'scope' | 'epoch' | 'gid'> &
  Partial<Pick<AccessTokenClaims, 'aud'>>

/**
 * Signs a token under the current key, valid from now on for `accessTokenLifetimeS`: a JWT in the profile of RFC 9068.
 * Needs no database.
 */
export function signAccessToken(token: NewAccessToken, { keyring, issuer, clock }: TokenIssuer): string {
  const iat = Math.floor(clock.now() / 1000)
  const claims = {
    aud: issuer,
    ...token,
    iss: issuer,
    iat,
    exp: iat + accessTokenLifetimeS,
  } satisfies AccessTokenClaims
  const signed = `${headerOf(keyring.currentId)}.${encode(claims)}`
  return `${signed}.${keyring.hmac('jwt', signed).hash.toString('base64url')}`
}

/** The only header that tokens under this key have. */
function headerOf(keyId: string): string {
  return encode({ alg: 'HS256', typ: 'at+jwt', kid: keyId })
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

/** Tokens that the service issues are never longer than this. Longer strings are refused before any other check. */
const tokenLengthMax = bounds.TokenResponse.access_token.maxLength

/** The tolerated difference between the clocks of two machines: `iat` may be this far in the future. */
const clockSkewS = 60

/**
 * The claims of a token that this instance signed and that has not expired; undefined for any other string. Verified as
 * RFC 8725 recommends: one algorithm, one type, a listed key, and exactly the spelling that `signAccessToken` writes:
 * one header per key, one base64url spelling of each part, no other claim, every claim of its type, a lifetime of at
 * most `accessTokenLifetimeS`. Tokens under a former key are valid until they expire, which is one hour after the
 * rotation at the latest; under a key that is no longer listed, none is. Only the database knows whether it was revoked
 * since: see `findCallerByToken`.
 *
 * @param audiences whom the token may be for; default: the REST API
 */
export function verifyAccessToken(
  token: string,
  { keyring, issuer, clock }: TokenIssuer,
  audiences: readonly string[] = [issuer],
): AccessTokenClaims | undefined {
  if (token.length > tokenLengthMax) return undefined
  const [header = '', payload = '', signature = '', ...others] = token.split('.')
  if (others.length > 0) return undefined

  // Compared as a whole: no other algorithm or type, no `crit`, and no `jwk`, `jku` or `x5c`, which would name a key
  // that the sender chose.
  const keyId = keyring.ids.find((id) => headerOf(id) === header)
  if (keyId === undefined) return undefined
  const hashes = keyring.hmacAll('jwt', `${header}.${payload}`)
  const expected = hashes.find(({ key_id }) => key_id === keyId)?.hash.toString('base64url') ?? ''
  // Compared in base64url, because a decoder ignores the unused bits of the last character.
  if (!isEqual(expected, signature)) return undefined

  const claims = decode(payload)
  if (claims === undefined || !isAccessToken(claims)) return undefined
  if (claims.iss !== issuer || !audiences.includes(claims.aud)) return undefined
  const nowS = clock.now() / 1000
  // A replaced key no longer signs anything: a token from after its replacement is forged.
  const signedUntilS = Math.min(nowS, (keyring.replacedAtMs(keyId) ?? Number.POSITIVE_INFINITY) / 1000)
  const isTimely =
    claims.exp > nowS && claims.iat <= signedUntilS + clockSkewS && claims.exp - claims.iat <= accessTokenLifetimeS
  return isTimely ? claims : undefined
}

/** The object in a part that is spelled as we write it: no padding, no white space, no member twice. */
function decode(part: string): object | undefined {
  const bytes = Buffer.from(part, 'base64url')
  if (bytes.toString('base64url') !== part) return undefined
  const json = bytes.toString('utf8')
  const value = parseJson(json)
  return isRecord(value) && JSON.stringify(value) === json ? value : undefined
}

function isEqual(expected: string, presented: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(presented)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const isShortString = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= 256
const isSeconds = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/** The claims that we write, and what each may hold. */
const claimChecks: Record<keyof AccessTokenClaims, (value: unknown) => boolean> = {
  iss: isShortString,
  aud: isShortString,
  sub: isShortString,
  client_id: (value) => isShortString(value) && isId('cli', value),
  scope: isShortString,
  iat: isSeconds,
  exp: isSeconds,
  jti: isShortString,
  epoch: isSeconds,
  gid: (value) => value === undefined || isShortString(value),
}

function isAccessToken(claims: object): claims is AccessTokenClaims {
  const members = new Map<string, unknown>(Object.entries(claims))
  return (
    [...members.keys()].every((name) => Object.hasOwn(claimChecks, name)) &&
    Object.entries(claimChecks).every(([name, isValid]) => isValid(members.get(name)))
  )
}

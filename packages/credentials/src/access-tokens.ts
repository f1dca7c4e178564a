import { timingSafeEqual } from 'node:crypto'
import type { Clock } from '@svc/runtime/clock'
import { isId } from '@svc/runtime/ids'
import type { Keyring } from '@svc/runtime/secrets'

/** How long an access token holds, in seconds (interface section 5: "sample value 3600 seconds"). */
export const accessTokenLifetimeS = 3_600

/** What an access token says, once its signature and its times have been checked. */
export interface AccessTokenClaims {
  iss: string
  aud: string
  /** The client, or the person who gave consent. */
  sub: string
  client_id: string
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

export interface TokenExpectations {
  keyring: Keyring
  /** `iss` and `aud` of every token: the public origin of this instance. */
  issuer: string
  clock: Clock
}

/** What a token is about; its times, issuer and audience follow from where and when it is signed. */
export type NewAccessToken = Pick<AccessTokenClaims, 'jti' | 'sub' | 'client_id' | 'scope' | 'epoch' | 'gid'>

/** Signs a token that holds from now on for `accessTokenLifetimeS`: a JWT as RFC 9068 profiles it, under the current key. */
export function signAccessToken(token: NewAccessToken, { keyring, issuer, clock }: TokenExpectations): string {
  const iat = Math.floor(clock.now() / 1000)
  const claims: AccessTokenClaims = { ...token, iss: issuer, aud: issuer, iat, exp: iat + accessTokenLifetimeS }
  const signed = `${headOf(keyring.currentId)}.${encode(claims)}`
  return `${signed}.${keyring.hmac('jwt', signed).hash.toString('base64url')}`
}

/** The one header that tokens under this key have, in the one spelling that we write. */
function headOf(keyId: string): string {
  return encode({ alg: 'HS256', typ: 'at+jwt', kid: keyId })
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

/** Longer texts are no token of ours and cost nothing. */
const tokenLengthMax = 4_096

/** How far the clocks of two machines may differ: a token from another one may look as if it came from the future. */
const clockSkewS = 60

/**
 * The claims of a token that this instance signed and that has not expired; undefined for any other text. A JWT as RFC 9068 profiles it,
 * verified as RFC 8725 asks: one algorithm, one type, a listed key, and every claim with the one shape that we write. Whether it was revoked
 * since only the database knows: see `findCallerByToken`.
 */
export function verifyAccessToken(
  token: string,
  { keyring, issuer, clock }: TokenExpectations,
): AccessTokenClaims | undefined {
  if (token.length > tokenLengthMax) return undefined
  const [head = '', payload = '', signature = '', ...others] = token.split('.')
  if (others.length > 0) return undefined

  // Compared as a whole: no other algorithm or type, no `crit`, and no `jwk`, `jku` or `x5c`, which would name a key of the sender's choice.
  const keyId = keyring.ids.find((id) => headOf(id) === head)
  if (keyId === undefined) return undefined
  const hashes = keyring.hmacAll('jwt', `${head}.${payload}`)
  const expected = hashes.find(({ key_id }) => key_id === keyId)?.hash.toString('base64url') ?? ''
  // Compared as text, so that a signature has one spelling.
  if (!isSameText(expected, signature)) return undefined

  const claims = decode(payload)
  if (!claims || !isAccessToken(claims)) return undefined
  if (claims.iss !== issuer || claims.aud !== issuer) return undefined
  const nowS = clock.now() / 1000
  const isTimely =
    claims.exp > nowS && claims.iat <= nowS + clockSkewS && claims.exp - claims.iat <= accessTokenLifetimeS
  return isTimely ? claims : undefined
}

/** The object that a part spells, if it spells it as we do: no padding, no white space, no member twice. */
function decode(part: string): Record<string, unknown> | undefined {
  const bytes = Buffer.from(part, 'base64url')
  if (bytes.toString('base64url') !== part) return undefined
  const text = bytes.toString('utf8')
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject && JSON.stringify(value) === text ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length > 0 && value.length <= 256
const isSeconds = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/** The members that we write, and their shapes. Any other member is not ours. */
const shapes: Record<keyof AccessTokenClaims, (value: unknown) => boolean> = {
  iss: isText,
  aud: isText,
  sub: isText,
  client_id: (value) => isText(value) && isId('cli', value),
  scope: isText,
  iat: isSeconds,
  exp: isSeconds,
  jti: isText,
  epoch: isSeconds,
  gid: (value) => value === undefined || isText(value),
}

function isAccessToken(claims: object): claims is AccessTokenClaims {
  const read = claims as Record<string, unknown>
  return (
    Object.keys(read).every((name) => Object.hasOwn(shapes, name)) &&
    Object.entries(shapes).every(([name, hasShape]) => hasShape(read[name]))
  )
}

function isSameText(expected: string, presented: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(presented)]
  return a.length === b.length && timingSafeEqual(a, b)
}

import type { webcrypto } from 'node:crypto'
import type { Clock } from '@svc/runtime/clock'
import { isId } from '@svc/runtime/ids'
import type { Keyring } from '@svc/runtime/secrets'
import { errors, type JWTPayload, type JWTVerifyOptions, jwtVerify, SignJWT } from 'jose'

/** How long an access token is valid, in seconds (INTERFACE.md §5: "sample value 3600 seconds"). */
export const accessTokenLifetimeS = 3_600

/** The claims of an access token whose signature and times have been verified. */
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

/** Which keys sign tokens, for which instance, and what time it is. */
export interface TokenIssuer {
  keyring: Keyring
  /** `iss` and `aud` of every token: the public origin of this instance. */
  issuer: string
  clock: Clock
}

/** What the caller of `signAccessToken` chooses; issuer, audience and times follow from the `TokenIssuer`. */
type NewAccessToken = Pick<AccessTokenClaims, 'jti' | 'sub' | 'client_id' | 'scope' | 'epoch' | 'gid'>

/**
 * Signs a token under the current key, valid from now on for `accessTokenLifetimeS`: a JWT in the profile of RFC 9068.
 * Needs no database.
 */
export async function signAccessToken(token: NewAccessToken, { keyring, issuer, clock }: TokenIssuer): Promise<string> {
  const key = (await signingKeysOf(keyring)).find(({ id }) => id === keyring.currentId)
  if (key === undefined) throw new Error(`The keyring has no signing key "${keyring.currentId}".`)
  const iat = Math.floor(clock.now() / 1000)
  const claims = {
    ...token,
    iss: issuer,
    aud: issuer,
    iat,
    exp: iat + accessTokenLifetimeS,
  } satisfies AccessTokenClaims
  return new SignJWT(claims).setProtectedHeader(protectedHeader(key.id)).sign(key.cryptoKey)
}

/** No token of ours is longer. Longer strings are refused before any work is done on them. */
const tokenLengthMax = 4_096

/** How far the clocks of two machines may differ: `iat` may be this far in the future. */
const clockSkewS = 60

/**
 * The claims of a token that this instance signed and that has not expired; undefined for any other string. `jose`
 * verifies signature, algorithm, type, issuer, audience and expiry. On top of that, a token must be exactly as we write
 * it: one header per key, one base64url spelling of each part, no other claim, every claim of its type, a lifetime of
 * at most `accessTokenLifetimeS`. Only the database knows whether it was revoked since: see `findCallerByToken`.
 */
export async function verifyAccessToken(
  token: string,
  { keyring, issuer, clock }: TokenIssuer,
): Promise<AccessTokenClaims | undefined> {
  if (token.length > tokenLengthMax) return undefined
  const [header, payload = '', signature = '', ...others] = token.split('.')
  if (others.length > 0) return undefined

  // Compared as a whole: no other algorithm or type, no `crit`, and no `jwk`, `jku` or `x5c`, which would name a key
  // that the sender chose.
  const key = (await signingKeysOf(keyring)).find((known) => known.header === header)
  if (key === undefined) return undefined
  // `jose` ignores the unused bits of the last character; a signature has one spelling.
  if (Buffer.from(signature, 'base64url').toString('base64url') !== signature) return undefined

  const nowMs = clock.now()
  const claims = await verifiedPayload(token, key.cryptoKey, {
    algorithms: ['HS256'],
    typ: 'at+jwt',
    issuer,
    audience: issuer,
    currentDate: new Date(nowMs),
  })
  if (claims === undefined || !isAccessToken(claims)) return undefined
  // No padding, no white space, no member twice.
  if (encode(claims) !== payload) return undefined
  const isTimely = claims.iat <= nowMs / 1000 + clockSkewS && claims.exp - claims.iat <= accessTokenLifetimeS
  return isTimely ? claims : undefined
}

async function verifiedPayload(
  token: string,
  key: webcrypto.CryptoKey,
  options: JWTVerifyOptions,
): Promise<JWTPayload | undefined> {
  try {
    return (await jwtVerify(token, key, options)).payload
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

interface SigningKey {
  id: string
  cryptoKey: webcrypto.CryptoKey
  /** The encoded header of every token under this key. */
  header: string
}

/** Importing a key takes longer than verifying a token, so each keyring imports its keys once. */
const signingKeys = new WeakMap<Keyring, Promise<SigningKey[]>>()

function signingKeysOf(keyring: Keyring): Promise<SigningKey[]> {
  const known = signingKeys.get(keyring)
  if (known !== undefined) return known
  const imported = Promise.all(
    keyring.derivedKeys('jwt').map(async ({ key_id: id, key }): Promise<SigningKey> => {
      const algorithm = { name: 'HMAC', hash: 'SHA-256' }
      const cryptoKey = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign', 'verify'])
      return { id, cryptoKey, header: encode(protectedHeader(id)) }
    }),
  )
  signingKeys.set(keyring, imported)
  return imported
}

function protectedHeader(keyId: string) {
  return { alg: 'HS256', typ: 'at+jwt', kid: keyId }
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
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

function isAccessToken(claims: JWTPayload): claims is JWTPayload & AccessTokenClaims {
  return (
    Object.keys(claims).every((name) => Object.hasOwn(claimChecks, name)) &&
    Object.entries(claimChecks).every(([name, isValid]) => isValid(claims[name]))
  )
}

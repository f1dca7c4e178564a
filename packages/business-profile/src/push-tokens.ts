import type { Settings } from '@svc/runtime/settings'
import { createRemoteJWKSet, decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose'
import { originOf } from './hosts.ts'
import { ProfileError } from './profile-error.ts'

interface PushTokensOptions {
  settings: Pick<NonNullable<Settings['businessProfile']>, 'origin' | 'timeoutMs'>
  /** The `aud` of the tokens: the URL of the endpoint, as a push subscription sends it by default. */
  audience: string
  /** The email address of the service account of the push subscription. */
  account: string
  /** The current time in milliseconds since the epoch. */
  now(): number
}

/** The issuer of the tokens of push subscriptions. */
const issuer = 'https://accounts.google.com'

/** The tolerated difference between the clocks of two machines, in seconds. */
const clockSkewS = 60

/**
 * Returns a function that checks whether a token proves that the push subscription sent a request: an OpenID Connect
 * token with the signature of the search company, for this endpoint and of this service account. The claims are
 * compared before the keys are fetched, so that other tokens cause no request. Rejects with a ProfileError if the keys
 * cannot be fetched.
 */
export function createPushTokens({
  settings: { origin, timeoutMs },
  audience,
  account,
  now,
}: PushTokensOptions): (token: string) => Promise<boolean> {
  const keys = createRemoteJWKSet(new URL('/oauth2/v3/certs', originOf('keys', origin)), { timeoutDuration: timeoutMs })
  const isOfSubscription = ({ iss, aud, email, email_verified }: JWTPayload) =>
    iss === issuer && aud === audience && email === account && email_verified === true

  return async (token) => {
    try {
      if (!isOfSubscription(decodeJwt(token))) return false
      const rules = { algorithms: ['RS256'], requiredClaims: ['exp', 'iat'], clockTolerance: clockSkewS }
      await jwtVerify(token, keys, { ...rules, currentDate: new Date(now()) })
      return true
    } catch (cause) {
      if (refusals.some((refusal) => cause instanceof refusal)) return false
      throw new ProfileError('unknown', 'The keys of the search company could not be fetched.', { cause })
    }
  }
}

/** The token is not valid. Every other error is a failure to fetch the keys. */
const refusals = [
  errors.JWTInvalid,
  errors.JWTExpired,
  errors.JWTClaimValidationFailed,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
]

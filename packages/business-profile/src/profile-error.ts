/**
 * The reason that a request has no result.
 *
 * - `off`: the flag is off, and nothing was sent
 * - `busy`: the budget of our requests or the quota of the upstream service is used up; `retryAfterMs` is the wait
 * - `token_rejected`: the access token is invalid or expired; the next request gets a new one
 * - `consent_revoked`: the refresh token is no longer valid
 * - `not_granted`: the person consented to something else than managing the business profile
 * - `access_lost`: the person who consented may not manage the location
 * - `not_found`: there is no such record
 * - `refused`: the request is not valid; for a list, its page token has expired
 * - `unknown`: no complete response, or an error of the upstream service. The request may have had its effect.
 */
export type ProfileErrorKind =
  | 'off'
  | 'busy'
  | 'token_rejected'
  | 'consent_revoked'
  | 'not_granted'
  | 'access_lost'
  | 'not_found'
  | 'refused'
  | 'unknown'

/** A request to the upstream service without a result. The message contains no token and no text of a review. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError'
  readonly kind: ProfileErrorKind
  /** Milliseconds to wait before the next request; undefined if the upstream service does not state it. */
  readonly retryAfterMs: number | undefined

  constructor(kind: ProfileErrorKind, message: string, options: { retryAfterMs?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.kind = kind
    this.retryAfterMs = options.retryAfterMs
  }
}

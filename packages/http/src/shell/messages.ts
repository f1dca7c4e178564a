// The messages that the service and the mock share, so that both send the same text.

export const planWithoutApi = 'The plan of this account does not include the API.'
export const noBusinessYet = 'The account has no business yet. Create it first.'
export const tlsRequired = 'This service accepts requests over TLS only: use https.'
export const linkExpired = 'This link is invalid or expired. Read the report again for a new one.'

/** 409 when an account creates one webhook endpoint too many. */
export function endpointLimitReached(max: number): string {
  return `The account has reached its limit of ${max} webhook endpoints. Delete one first.`
}

/** 409 for requests with an `Idempotency-Key`. */
export const idempotencyMessages = {
  running: 'A request with this Idempotency-Key is still running. Retry when it has finished.',
  otherRequest: 'This Idempotency-Key was used with a different request. Use a new key for a new request.',
  takenOver: 'Another request with this Idempotency-Key took over. Retry to get its response.',
} as const

/** Descriptions of OAuth errors (RFC 6749 section 5.2). They never repeat what was sent. */
export const oauthMessages = {
  wrongClient: 'The client id or the client secret is invalid.',
  unknownClient: 'There is no such client.',
  invalidGrant: 'The code or refresh token is invalid or expired.',
  grantTypeUnavailable: 'This grant type is not available.',
  grantTypeNotAllowed: 'This client may not use this grant type.',
  scopeNotGranted: 'The client or the consent does not include every requested scope.',
  wrongResource: 'The resource is not the URL of this API.',
  twoAuthentications: 'Authenticate with Basic or in the body, not with both.',
  clientIdMismatch: 'The client_id in the body is not the one in the Authorization header.',
  malformedBasic: 'The Authorization header must be "Basic", a space and base64.',
  basicNotFormEncoded: 'The client id and secret in the Authorization header must be form-encoded.',
} as const

/** The description of an `invalid_request` that lacks parameters. */
export function oauthRequired(names: string): string {
  return `Required: ${names}.`
}

/** 409 of `updateRecommendation`. */
export const resolvedRecommendation = 'This recommendation is resolved: its note can be changed, its status cannot.'

/** 403 of `updateReviewReply` with a key or a token. */
export const approvalNeedsAPerson = 'Only a person can approve a draft. Keys and access tokens can edit and reject it.'

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

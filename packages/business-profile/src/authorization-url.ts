import { createHash } from 'node:crypto'
import type { operations } from '@generated/business-profile/client-types'
import { profileScope } from './access-tokens.ts'

type Query = operations['authorize']['parameters']['query']

interface Consent {
  clientId: string
  redirectUri: string
  state: string
  /** The code verifier, of which the URL has the SHA-256 (RFC 7636, section 4.2). */
  verifier: string
}

/** Returns the URL of the page at the authorization server on which a person consents. */
export function authorizationUrl(host: string, { clientId, redirectUri, state, verifier }: Consent): string {
  const query: Query = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: profileScope,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    access_type: 'offline',
    prompt: 'consent',
  }
  return `${host}/o/oauth2/v2/auth?${new URLSearchParams(query)}`
}

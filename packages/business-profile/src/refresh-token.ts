import type { Id } from '@svc/runtime/ids'

/**
 * Returns the context to which the refresh token of a business is bound. A ciphertext that is moved to another business
 * cannot be decrypted.
 */
export function refreshTokenContext(businessId: Id<'biz'>): string {
  return `business_profile_connections/${businessId}/refresh_token_ciphertext`
}

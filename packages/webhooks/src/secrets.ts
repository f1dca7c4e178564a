import { randomBytes } from 'node:crypto'

/** Identifies the string to people and to secret scanners; Standard Webhooks verifiers expect it. */
export const signingSecretPrefix = 'whsec_'

export type SigningSecret = `whsec_${string}`

/**
 * A new signing secret: `whsec_` and the base64 of 32 random bytes, 50 characters. Shown once, then stored encrypted
 * only.
 */
export function newSigningSecret(): SigningSecret {
  return `${signingSecretPrefix}${randomBytes(32).toString('base64')}`
}

/**
 * What a stored secret is encrypted for: its endpoint, whether it is the present secret or the previous one. A
 * ciphertext that was moved to another endpoint cannot be decrypted.
 */
export function secretContext(webhookId: string): string {
  return `webhook_endpoints/${webhookId}/secret_ciphertext`
}

import { randomBytes } from 'node:crypto'
import type { Schemas } from '@generated/contract/server-types'

/** Identifies the string for people and secret scanners. Standard Webhooks verifiers expect it. */
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
 * Returns the context to which a stored secret is bound: its endpoint, for the current and the previous secret. A
 * ciphertext that is moved to another endpoint cannot be decrypted.
 */
export function secretContext(webhookId: Schemas['WebhookId']): string {
  return `webhook_endpoints/${webhookId}/secret_ciphertext`
}

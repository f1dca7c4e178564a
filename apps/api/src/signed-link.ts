import { timingSafeEqual } from 'node:crypto'
import type { Keyring } from '@svc/runtime/secrets'

/** The signature of a link to what the text names. The text states everything that the link grants. */
export function signLink(keyring: Keyring, text: string): string {
  return keyring.hmac('link', text).hash.toString('base64url')
}

/** Returns whether this is the signature of the text, also when the secret key was rotated since. */
export function isSignedLink(keyring: Keyring, text: string, signature: string): boolean {
  const given = Buffer.from(signature, 'base64url')
  return keyring.hmacAll('link', text).some(({ hash }) => hash.length === given.length && timingSafeEqual(hash, given))
}

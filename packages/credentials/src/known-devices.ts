import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Keyring } from '@svc/runtime/secrets'

/** The time for which a browser is known after a login. */
export const knownDeviceDays = 180

/** The cookie value of a successful login: it proves that this user logged in there before, and no more. */
export function newKnownDevice(keyring: Keyring, email: string): string {
  const id = randomBytes(16).toString('base64url')
  return `${id}.${keyring.hmac('session', signedText(email, id)).hash.toString('base64url')}`
}

/** The id of a device on which this user has logged in before; undefined for any other string. */
export function readKnownDevice(keyring: Keyring, email: string, stored: string): string | undefined {
  const [, id, signature] = /^([0-9A-Za-z_-]{22})\.([0-9A-Za-z_-]{43})$/.exec(stored) ?? []
  if (id === undefined || signature === undefined) return undefined
  const presented = Buffer.from(signature, 'base64url')
  const isSigned = keyring
    .hmacAll('session', signedText(email, id))
    .some(({ hash }) => presented.length === hash.length && timingSafeEqual(hash, presented))
  return isSigned ? id : undefined
}

function signedText(email: string, id: string): string {
  return `device:${id}:${email.toLowerCase()}`
}

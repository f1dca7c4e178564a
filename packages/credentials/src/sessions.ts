import { randomBytes, timingSafeEqual } from 'node:crypto'
import * as bounds from '@generated/contract/bounds'
import type { Connection, Reader } from '@svc/db/database'
import * as store from '@svc/db/sessions'
import type { User } from '@svc/db/users'
import { type Clock, systemClock } from '@svc/runtime/clock'
import type { Keyring } from '@svc/runtime/secrets'

export {
  type AdministratorSessionRow,
  confirmSession,
  endSession,
  listSessions,
  type PersonSession,
  type SessionRow,
} from '@svc/db/sessions'

/** The maximum time for which a login is valid; unused for two hours it ends sooner. */
export const sessionHours = 12

/** The time for which a password that was given counts as confirmed, in milliseconds. */
const confirmationMs = 10 * 60_000

/**
 * Begins a session and returns its secret, which only the browser stores: the database has a hash. Undefined if the
 * password was set again or the user was deleted since `user` was read.
 */
export async function openSession(
  connection: Connection,
  keyring: Keyring,
  user: User,
  { client_ip, user_agent }: store.Browser = { client_ip: null, user_agent: null },
): Promise<string | undefined> {
  const secret = randomBytes(32).toString('base64url')
  const { hash } = keyring.hmac('session', `session:${secret}`)
  const isOpen = await store.insertSession(connection, {
    id_hash: hash,
    user,
    hours: sessionHours,
    client_ip,
    user_agent: user_agent?.slice(0, bounds.SessionOverview.user_agent.maxLength) || null,
  })
  return isOpen ? secret : undefined
}

/** The session of a member with this secret; undefined for an unknown one and once the session has ended. */
export async function findSession(
  connection: Reader,
  keyring: Keyring,
  secret: string,
): Promise<store.SessionRow | undefined> {
  return secretPattern.test(secret) ? store.findSessionByHash(connection, hashesOf(keyring, secret)) : undefined
}

/** The same for the session of an administrator. */
export async function findAdministratorSession(
  connection: Reader,
  keyring: Keyring,
  secret: string,
): Promise<store.AdministratorSessionRow | undefined> {
  return secretPattern.test(secret)
    ? store.findAdministratorSessionByHash(connection, hashesOf(keyring, secret))
    : undefined
}

/** Logs out. */
export async function closeSession(connection: Connection, keyring: Keyring, secret: string): Promise<void> {
  await store.deleteSession(connection, hashesOf(keyring, secret))
}

/** Updates "last used"; null while that is less than a minute ago, which spares most requests a write. */
export function recordSessionUse(
  connection: Connection,
  { id, last_used_at }: store.PersonSession,
  clock: Clock = systemClock,
): (() => Promise<void>) | null {
  const isRecent = clock.now() - Date.parse(last_used_at) < 60_000
  return isRecent ? null : () => store.touchSession(connection, id)
}

/** Returns whether the person gave the password in the last ten minutes. */
export function isConfirmed({ password_confirmed_at }: store.PersonSession, clock: Clock = systemClock): boolean {
  return clock.now() - Date.parse(password_confirmed_at) < confirmationMs
}

/** The token of a form, so that another site cannot send it: bound to the session and to the purpose of the form. */
export function formToken(keyring: Keyring, secret: string, purpose: string): string {
  return keyring.hmac('session', `form:${purpose}:${secret}`).hash.toString('base64url')
}

/** Returns whether this is the token of a form of this session, also when the secret key was rotated since. */
export function isFormToken(keyring: Keyring, secret: string, purpose: string, token: string): boolean {
  const presented = Buffer.from(token, 'base64url')
  return keyring
    .hmacAll('session', `form:${purpose}:${secret}`)
    .some(({ hash }) => presented.length === hash.length && timingSafeEqual(hash, presented))
}

const secretPattern = /^[0-9A-Za-z_-]{43}$/

function hashesOf(keyring: Keyring, secret: string): Buffer[] {
  return keyring.hmacAll('session', `session:${secret}`).map(({ hash }) => hash)
}

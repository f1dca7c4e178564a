import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Connection } from '@svc/db/database'
import * as store from '@svc/db/sessions'
import type { User } from '@svc/db/users'
import type { Keyring } from '@svc/runtime/secrets'

/** How long a login is valid. */
export const sessionHours = 12

/**
 * Begins a session and returns its id, which only the browser stores: the database has a hash. Undefined if the
 * password was set again or the user was deleted since `user` was read.
 */
export async function openSession(connection: Connection, keyring: Keyring, user: User): Promise<string | undefined> {
  const id = randomBytes(32).toString('base64url')
  const { hash } = keyring.hmac('session', `session:${id}`)
  const isOpen = await store.insertSession(connection, { id_hash: hash, user, hours: sessionHours })
  return isOpen ? id : undefined
}

/** The user of this session; undefined for an unknown id and once the session has ended. */
export async function findSession(connection: Connection, keyring: Keyring, id: string): Promise<User | undefined> {
  return idPattern.test(id) ? store.findUserBySession(connection, hashesOf(keyring, id)) : undefined
}

/** Logs out. */
export async function closeSession(connection: Connection, keyring: Keyring, id: string): Promise<void> {
  await store.deleteSession(connection, hashesOf(keyring, id))
}

/** The token of a form, so that another site cannot send it: bound to the session and to the purpose of the form. */
export function formToken(keyring: Keyring, sessionId: string, purpose: string): string {
  return keyring.hmac('session', `form:${purpose}:${sessionId}`).hash.toString('base64url')
}

/** Whether this is the token of a form of this session, also when the secret key was rotated since. */
export function isFormToken(keyring: Keyring, sessionId: string, purpose: string, token: string): boolean {
  const presented = Buffer.from(token, 'base64url')
  return keyring
    .hmacAll('session', `form:${purpose}:${sessionId}`)
    .some(({ hash }) => presented.length === hash.length && timingSafeEqual(hash, presented))
}

const idPattern = /^[0-9A-Za-z_-]{43}$/

function hashesOf(keyring: Keyring, id: string): Buffer[] {
  return keyring.hmacAll('session', `session:${id}`).map(({ hash }) => hash)
}

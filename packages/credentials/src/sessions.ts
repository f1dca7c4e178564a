import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Connection } from '@svc/db/database'
import * as store from '@svc/db/sessions'
import type { User } from '@svc/db/users'
import type { Keyring } from '@svc/runtime/secrets'

/** How long a login holds. */
export const sessionHours = 12

/** Begins a session and returns its id, which only the browser keeps: the database has a hash. */
export async function openSession(connection: Connection, keyring: Keyring, user: User): Promise<string> {
  const id = randomBytes(32).toString('base64url')
  const { hash } = keyring.hmac('session', `session:${id}`)
  await store.insertSession(connection, { id_hash: hash, user_id: user.id, hours: sessionHours })
  return id
}

/** The person whose session this is; undefined for any other text and once the session is over. */
export async function findSession(connection: Connection, keyring: Keyring, id: string): Promise<User | undefined> {
  return idPattern.test(id) ? store.findUserBySession(connection, hashesOf(keyring, id)) : undefined
}

/** Logs out. */
export async function closeSession(connection: Connection, keyring: Keyring, id: string): Promise<void> {
  await store.deleteSession(connection, hashesOf(keyring, id))
}

/** What a form of this session carries, so that another site cannot send it: bound to the session and to what the form is for. */
export function formToken(keyring: Keyring, sessionId: string, purpose: string): string {
  return keyring.hmac('session', `form:${purpose}:${sessionId}`).hash.toString('base64url')
}

/** Whether the token came with a form that this session was shown, also when the secret key was replaced meanwhile. */
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

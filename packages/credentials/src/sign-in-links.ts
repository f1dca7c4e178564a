import { randomBytes } from 'node:crypto'
import type { Connection } from '@svc/db/database'
import { findSignInLink, insertSignInLink, takeSignInLink } from '@svc/db/sign-in-links'
import type { User, UserKind } from '@svc/db/users'
import type { Keyring } from '@svc/runtime/secrets'
import { resetPassword } from './users.ts'

/** The time for which a link is valid, in minutes. */
export const signInLinkMinutes = 30

const setPasswordPaths: Readonly<Record<UserKind, string>> = {
  member: '/portal/set-password',
  administrator: '/portal/admin/set-password',
}

/**
 * A link that sets another password for the user with this email address, and where it leads. The token is in the
 * fragment, which browsers send to no server; the database has its hash. Undefined if there is no such user.
 */
export async function newSignInLink(
  connection: Connection,
  keyring: Keyring,
  { email, origin, kind = 'member' }: { email: string; origin: string; kind?: UserKind },
): Promise<{ email: string; url: string; expires_at: string } | undefined> {
  const token = randomBytes(32).toString('base64url')
  const token_hash = keyring.hmac('link', purposeOf(token)).hash
  const link = await insertSignInLink(connection, { token_hash, email, minutes: signInLinkMinutes, kind })
  return link && { ...link, url: `${origin}${setPasswordPaths[kind]}#${token}` }
}

/**
 * Sets the password by a link and ends every session, consent and link of the user, this link included. Undefined if
 * the link is unknown, was used or has expired. Throws an InvalidInputError for a password of an invalid length.
 */
export async function setPasswordByLink(
  connection: Connection,
  keyring: Keyring,
  { token, password, kind = 'member' }: { token: string; password: string; kind?: UserKind },
): Promise<User | undefined> {
  const hashes = keyring.hmacAll('link', purposeOf(token)).map(({ hash }) => hash)
  // Before the slow hash: a link that is not valid costs next to nothing.
  const email = await findSignInLink(connection, hashes, kind)
  if (email === undefined) return undefined
  return connection.transaction(async (transaction) =>
    (await takeSignInLink(transaction, hashes)) ? resetPassword(transaction, email, password, kind) : undefined,
  )
}

function purposeOf(token: string): string {
  return `sign-in:${token}`
}

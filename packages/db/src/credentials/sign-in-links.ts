import { type Connection, query, type Reader, type Transaction } from '../connection/database.ts'
import { isOfKind, type UserKind } from './users.ts'

/**
 * Stores a link for the user with this email address by the hash of its token, for `minutes`. Returns undefined if
 * there is no such user.
 */
export async function insertSignInLink(
  connection: Connection,
  { token_hash, email, minutes, kind }: { token_hash: Buffer; email: string; minutes: number; kind: UserKind },
): Promise<{ email: string; expires_at: string } | undefined> {
  const [link] = await query<{ email: string; expires_at: string }>(
    connection,
    {
      name: 'insert_sign_in_link',
      text: `
        with added as (
          insert into sign_in_links (token_hash, user_id, expires_at)
          select $1, id, now() + $3 * interval '1 minute' from users where email = lower($2) and ${isOfKind('$4')}
          returning user_id, expires_at
        )
        select users.email, added.expires_at from added join users on users.id = added.user_id`,
    },
    [token_hash, email, minutes, kind],
  )
  return link
}

/**
 * Returns the email address of the user whose link has one of these hashes, or undefined if the link was used or has
 * expired.
 */
export async function findSignInLink(
  connection: Reader,
  tokenHashes: readonly Buffer[],
  kind: UserKind,
): Promise<string | undefined> {
  const [user] = await query<{ email: string }>(
    connection,
    {
      name: 'find_sign_in_link',
      text: `
        select users.email from sign_in_links as link join users on users.id = link.user_id
        where link.token_hash = any ($1) and link.expires_at > now() and ${isOfKind('$2')}`,
    },
    [tokenHashes, kind],
  )
  return user?.email
}

/**
 * Deletes a link, which can be used once. Returns false if it has expired or was used. Of concurrent calls, exactly one
 * returns true.
 */
export async function takeSignInLink(transaction: Transaction, tokenHashes: readonly Buffer[]): Promise<boolean> {
  // Locks the user first, as every change of a password does, to prevent deadlocks.
  const lock =
    'select id from users where id in (select user_id from sign_in_links where token_hash = any ($1)) for update'
  await query(transaction, { name: 'lock_user_of_link', text: lock }, [tokenHashes])
  const text = 'delete from sign_in_links where token_hash = any ($1) and expires_at > now() returning 1 as taken'
  return (await query(transaction, { name: 'take_sign_in_link', text }, [tokenHashes])).length === 1
}

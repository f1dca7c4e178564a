import { type Connection, query } from './database.ts'
import { selectList } from './records.ts'
import { type User, userColumns } from './users.ts'

/**
 * Keeps a session by the hash of its id, for `hours`. False if the password was set again or the user was deleted since
 * the password was checked.
 */
export async function insertSession(
  connection: Connection,
  session: { id_hash: Buffer; user: User; hours: number },
): Promise<boolean> {
  const rows = await query(
    connection,
    {
      name: 'insert_session',
      text: `
        insert into sessions (id_hash, user_id, expires_at)
        select $1, id, now() + $4 * interval '1 hour' from users
        where id = $2 and password_set_at = $3 for share
        returning user_id`,
    },
    [session.id_hash, session.user.id, session.user.password_set_at, session.hours],
  )
  return rows.length === 1
}

/** The person of a session, found by the hashes of its id, one per listed secret key. */
export async function findUserBySession(
  connection: Connection,
  idHashes: readonly Buffer[],
): Promise<User | undefined> {
  const [user] = await query<User>(
    connection,
    {
      name: 'find_user_by_session',
      text: `
        select ${selectList(userColumns, 'users')} from sessions join users on users.id = sessions.user_id
        where sessions.id_hash = any ($1) and sessions.expires_at > now()`,
    },
    [idHashes],
  )
  return user
}

export async function deleteSession(connection: Connection, idHashes: readonly Buffer[]): Promise<void> {
  await query(connection, { name: 'delete_session', text: 'delete from sessions where id_hash = any ($1)' }, [idHashes])
}

import { type Id, newId } from '@svc/runtime/ids'
import { type Connection, query } from './database.ts'
import { type Columns, only, selectList } from './records.ts'

/** A person who may log in for an account. */
export interface User {
  id: Id<'usr'>
  account_id: Id<'acc'>
  /** In lower case. */
  email: string
  created_at: string
  password_set_at: string
}

export const userColumns: Columns<User> = {
  id: 'text',
  account_id: 'text',
  email: 'text',
  created_at: 'timestamptz',
  password_set_at: 'timestamptz',
}
const columns = selectList(userColumns)

/** Rejects with a unique violation (23505) when the address is taken. */
export async function insertUser(
  connection: Connection,
  accountId: Id<'acc'>,
  user: { email: string; password_hash: string },
): Promise<User> {
  return only(
    await query<User>(
      connection,
      {
        name: 'insert_user',
        text: `
          insert into users (id, account_id, email, password_hash) values ($1, $2, lower($3), $4)
          returning ${columns}`,
      },
      [newId('usr'), accountId, user.email, user.password_hash],
    ),
  )
}

/** The users of an account. */
export async function listUsers(connection: Connection, accountId: string): Promise<User[]> {
  const text = `select ${columns} from users where account_id = $1 order by id`
  return query(connection, { name: 'list_users', text }, [accountId])
}

/**
 * Sets another password and ends every session and every consent of the user, with all tokens that rest on it, in one
 * transaction. Undefined if the user does not exist.
 */
export async function replacePassword(
  connection: Connection,
  email: string,
  passwordHash: string,
): Promise<User | undefined> {
  return connection.transaction(async (transaction) => {
    // Before anything is deleted: what is written for the user meanwhile, such as a session or a consent, waits.
    const lock = 'select id from users where email = lower($1) for update'
    await query(transaction, { name: 'lock_user', text: lock }, [email])
    const [user] = await query<User>(
      transaction,
      {
        name: 'replace_password',
        text: `
          with changed as (
            update users set password_hash = $2, password_set_at = now() where email = lower($1) returning ${columns}
          ), ended as (
            delete from sessions where user_id in (select id from changed)
          ), withdrawn as (
            delete from oauth_records where user_id in (select id from changed)
          )
          select ${columns} from changed`,
      },
      [email, passwordHash],
    )
    return user
  })
}

/**
 * Deletes a user with every session and every consent, and so with all tokens that rest on one. Undefined if the user
 * does not exist.
 */
export async function deleteUser(connection: Connection, email: string): Promise<User | undefined> {
  const [user] = await query<User>(
    connection,
    { name: 'delete_user', text: `delete from users where email = lower($1) returning ${columns}` },
    [email],
  )
  return user
}

export async function findUserByEmail(
  connection: Connection,
  email: string,
): Promise<(User & { password_hash: string }) | undefined> {
  const [user] = await query<User & { password_hash: string }>(
    connection,
    { name: 'find_user_by_email', text: `select ${columns}, password_hash from users where email = lower($1)` },
    [email],
  )
  return user
}

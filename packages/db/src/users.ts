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

/**
 * Sets another password and ends every session of the user, in one statement. Undefined if the user does not exist.
 */
export async function replacePassword(
  connection: Connection,
  email: string,
  passwordHash: string,
): Promise<User | undefined> {
  const [user] = await query<User>(
    connection,
    {
      name: 'replace_password',
      text: `
        with changed as (
          update users set password_hash = $2, password_set_at = now() where email = lower($1) returning ${columns}
        ), ended as (delete from sessions where user_id in (select id from changed))
        select ${columns} from changed`,
    },
    [email, passwordHash],
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

/**
 * Notes an attempt to log in, unless the last 15 minutes saw too many that failed: from this address of the network, or
 * from everywhere. It is noted before the password is checked, so that concurrent guesses count as well. False if there
 * were too many.
 */
export async function noteLoginAttempt(
  connection: Connection,
  { email, address, fromHereMax, inAllMax }: { email: string; address: string; fromHereMax: number; inAllMax: number },
): Promise<boolean> {
  const rows = await query(
    connection,
    {
      name: 'note_login_attempt',
      text: `
        insert into login_failures (email, address)
        select lower($1), $2 from (
          select count(*) filter (where address = $2) as from_here, count(*) as in_all
          from login_failures where email = lower($1) and failed_at > now() - interval '15 minutes'
        ) as failures
        where from_here < $3 and in_all < $4
        returning email`,
    },
    [email, address, fromHereMax, inAllMax],
  )
  return rows.length === 1
}

/** Deletes the noted attempts after a successful login from this address. */
export async function forgetLoginAttempts(connection: Connection, email: string, address: string): Promise<void> {
  await query(
    connection,
    {
      name: 'forget_login_attempts',
      text: 'delete from login_failures where email = lower($1) and address = $2',
    },
    [email, address],
  )
}

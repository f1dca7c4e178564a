import { type Id, newId } from '@svc/process/ids'
import { type Connection, named } from './database.ts'
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
    await named<User>(
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

/** Sets another password and ends every session of the user, in one statement. Undefined where there is no such user. */
export async function replacePassword(
  connection: Connection,
  email: string,
  passwordHash: string,
): Promise<User | undefined> {
  const [user] = await named<User>(
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
  const [user] = await named<User & { password_hash: string }>(
    connection,
    { name: 'find_user_by_email', text: `select ${columns}, password_hash from users where email = lower($1)` },
    [email],
  )
  return user
}

/** How often logging in has failed in the last 15 minutes: for this address of the network, and from everywhere. */
export async function countLoginFailures(
  connection: Connection,
  email: string,
  address: string,
): Promise<{ from_here: number; in_all: number }> {
  return only(
    await named<{ from_here: number; in_all: number }>(
      connection,
      {
        name: 'count_login_failures',
        text: `
          select count(*) filter (where address = $2)::int as from_here, count(*)::int as in_all
          from login_failures where email = lower($1) and failed_at > now() - interval '15 minutes'`,
      },
      [email, address],
    ),
  )
}

export async function insertLoginFailure(connection: Connection, email: string, address: string): Promise<void> {
  await named(
    connection,
    { name: 'insert_login_failure', text: 'insert into login_failures (email, address) values (lower($1), $2)' },
    [email, address],
  )
}

import type { Plan, Role } from '@generated/contract/enums'
import { type Id, newId } from '@svc/runtime/ids'
import { flagIsOnSql } from '../accounts/flags.ts'
import { profileFlag } from '../business-profile/profile-connections.ts'
import { type Connection, query, type Reader, type Transaction } from '../connection/database.ts'
import { businessIdOf, type Owner } from '../connection/records.ts'
import type { User } from './users.ts'

/** The browser from which a person signed in, as they recognize it. */
export interface Browser {
  client_ip: string | null
  /** At most 300 characters. */
  user_agent: string | null
}

/**
 * Returns the SQL expression for the end of a session: `hours` after the sign-in, or two hours after its last use
 * (decision 0031).
 */
const endOf = (session: string) => `least(${session}.expires_at, ${session}.last_used_at + interval '2 hours')`

/**
 * Stores a session by the hash of its id, for at most `hours`. Returns false if the password was set again or the user
 * was deleted after the password was checked.
 */
export async function insertSession(
  connection: Connection,
  session: { id_hash: Buffer; user: User; hours: number } & Browser,
): Promise<boolean> {
  const rows = await query(
    connection,
    {
      name: 'insert_session',
      text: `
        insert into sessions (id_hash, user_id, expires_at, id, client_ip, user_agent)
        select $1, id, now() + $4 * interval '1 hour', $5, $6, $7 from users
        where id = $2 and password_set_at = $3 for share
        returning user_id`,
    },
    [
      session.id_hash,
      session.user.id,
      session.user.password_set_at,
      session.hours,
      newId('ses'),
      session.client_ip,
      session.user_agent,
    ],
  )
  return rows.length === 1
}

/** A member who is signed in, with everything needed to allow or refuse a request. */
export interface SessionRow extends Owner, PersonSession {
  role: Role
  account_name: string
  plan: Plan
  api_demo: boolean
  /** Whether the integration of the business profile is on for the account. */
  profile_enabled: boolean
}

/** The common fields of the sessions of members and administrators. */
export interface PersonSession {
  /** The displayed id of the session. It differs from the secret in the cookie. */
  id: Id<'ses'>
  user_id: Id<'usr'>
  email: string
  created_at: string
  last_used_at: string
  /** The time at which the session ends unless it is used again. */
  expires_at: string
  /** The time at which the user last confirmed the password. */
  password_confirmed_at: string
}

const sessionTimes = `
  session.created_at, session.last_used_at, ${endOf('session')} as expires_at, session.password_confirmed_at`

/**
 * Returns the session of a member with one of these hashes, one per listed secret key, or undefined if it has ended.
 */
export async function findSessionByHash(
  connection: Reader,
  idHashes: readonly Buffer[],
): Promise<SessionRow | undefined> {
  const [session] = await query<SessionRow>(
    connection,
    {
      name: 'find_session_by_hash',
      text: `
        select session.id, session.user_id, person.email, person.role, account.name as account_name, account.plan,
               account.api_demo, ${flagIsOnSql(`'${profileFlag}'`, 'account.id')} as profile_enabled,
               account.id as account_id, ${businessIdOf('business')} as business_id, ${sessionTimes}
        from sessions as session
        join users as person on person.id = session.user_id
        join accounts as account on account.id = person.account_id
        left join businesses as business on business.account_id = account.id
        where session.id_hash = any ($1) and session.id is not null and ${endOf('session')} > now()`,
    },
    [idHashes],
  )
  return session
}

export interface AdministratorSessionRow extends PersonSession {
  /** The time since which a sign-in of the administrator needs a code. Null without an authenticator app. */
  authenticator_since: string | null
}

/** The same for the session of an administrator. */
export async function findAdministratorSessionByHash(
  connection: Reader,
  idHashes: readonly Buffer[],
): Promise<AdministratorSessionRow | undefined> {
  const [session] = await query<AdministratorSessionRow>(
    connection,
    {
      name: 'find_administrator_session_by_hash',
      text: `
        select session.id, session.user_id, person.email, authenticator.confirmed_at as authenticator_since, ${sessionTimes}
        from sessions as session
        join users as person on person.id = session.user_id and person.role = 'admin'
        left join authenticators as authenticator on authenticator.user_id = person.id
        where session.id_hash = any ($1) and session.id is not null and ${endOf('session')} > now()`,
    },
    [idHashes],
  )
  return session
}

/** Notes that a session is in use, at most once a minute. */
export async function touchSession(connection: Connection, id: Id<'ses'>): Promise<void> {
  const text = `update sessions set last_used_at = now() where id = $1 and last_used_at < now() - interval '1 minute'`
  await query(connection, { name: 'touch_session', text }, [id])
}

/** Records that the user confirmed the password. */
export async function confirmSession(connection: Connection, id: Id<'ses'>): Promise<void> {
  const text = 'update sessions set password_confirmed_at = now(), last_used_at = now() where id = $1'
  await query(connection, { name: 'confirm_session', text }, [id])
}

/** The fields of a session that its user sees. */
export type ListedSession = Pick<SessionRow, 'id' | 'created_at' | 'last_used_at' | 'expires_at'> & Browser

/** Lists the active sessions of a user, newest first, at most 500. */
export async function listSessions(connection: Reader, userId: Id<'usr'>): Promise<ListedSession[]> {
  return query(
    connection,
    {
      name: 'list_sessions',
      text: `
        select id, client_ip, user_agent, created_at, last_used_at, ${endOf('sessions')} as expires_at from sessions
        where user_id = $1 and id is not null and ${endOf('sessions')} > now()
        order by created_at desc, id desc limit 500`,
    },
    [userId],
  )
}

/** Ends one session of a user. Returns false if the user has no such session. */
export async function endSession(transaction: Transaction, userId: Id<'usr'>, id: Id<'ses'>): Promise<boolean> {
  const text = `delete from sessions where user_id = $1 and id = $2 and ${endOf('sessions')} > now() returning id`
  const rows = await query(transaction, { name: 'end_session', text }, [userId, id])
  return rows.length === 1
}

/** Ends all sessions of a user except this one. */
export async function endOtherSessions(transaction: Transaction, userId: Id<'usr'>, id: Id<'ses'>): Promise<void> {
  const text = 'delete from sessions where user_id = $1 and id is distinct from $2'
  await query(transaction, { name: 'end_other_sessions', text }, [userId, id])
}

export async function deleteSession(connection: Connection, idHashes: readonly Buffer[]): Promise<void> {
  await query(connection, { name: 'delete_session', text: 'delete from sessions where id_hash = any ($1)' }, [idHashes])
}

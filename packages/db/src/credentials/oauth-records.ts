import type { Id } from '@svc/runtime/ids'
import { type Connection, query, type Reader, type Transaction } from '../connection/database.ts'
import { queryBuilder } from '../connection/knex.ts'
import { purge } from '../connection/purge.ts'
import { invitationDays } from './users.ts'

/** Records that the authorization server stores between two requests. Its library defines the names. */
export type OAuthRecordKind = 'AuthorizationCode' | 'RefreshToken' | 'Grant' | 'Interaction' | 'Session'

export interface OAuthRecord {
  /** Made by the library, as all ids of these records. */
  id: string
  payload: Record<string, unknown>
  consumed_at: string | null
}

interface NewOAuthRecord {
  payload: object
  grant_id: OAuthRecord['id'] | null
  uid: string | null
  client_id: Id<'cli'> | null
  /** The user whose consent the record is based on. The record is deleted with the user. */
  user_id: Id<'usr'> | null
  /** The address that began the request, before authentication; see `limitRecordsOfAddress`. */
  address: string | null
  expires_at: Date
}

/** Inserts or replaces a record. Its consumed state does not change. Writes nothing if the user no longer exists. */
export async function saveOAuthRecord(
  connection: Connection,
  kind: OAuthRecordKind,
  id: OAuthRecord['id'],
  record: NewOAuthRecord,
): Promise<void> {
  await query(
    connection,
    {
      name: 'save_oauth_record',
      text: `
        insert into oauth_records (kind, id, payload, grant_id, uid, client_id, user_id, address, expires_at)
        select $1, $2, $3::json, $4, $5, $6, $7, $8, $9
        where $7::text is null or exists (select from users where id = $7)
        on conflict (kind, id) do update
        set payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid,
            client_id = excluded.client_id, user_id = excluded.user_id, expires_at = excluded.expires_at`,
    },
    [
      kind,
      id,
      JSON.stringify(record.payload),
      record.grant_id,
      record.uid,
      record.client_id,
      record.user_id,
      record.address,
      record.expires_at,
    ],
  )
}

/**
 * Deletes the oldest records of an address beyond the newest `max`. Skips records that another request is deleting,
 * because two requests that wait for each other's rows would deadlock.
 */
export async function limitRecordsOfAddress(
  connection: Connection,
  address: string,
  { max }: { max: number },
): Promise<void> {
  await query(
    connection,
    {
      name: 'limit_records_of_address',
      text: `
        delete from oauth_records where (kind, id) in (
          select kind, id from oauth_records where address = $1 order by expires_at desc offset $2
          for update skip locked
        )`,
    },
    [address, max],
  )
}

/** The record, unless it has expired. */
export async function findOAuthRecord(
  connection: Reader,
  kind: OAuthRecordKind,
  id: OAuthRecord['id'],
): Promise<OAuthRecord | undefined> {
  const [record] = await query<OAuthRecord>(
    connection,
    {
      name: 'find_oauth_record',
      text: `
        select id, payload, consumed_at from oauth_records
        where kind = $1 and id = $2 and expires_at > now()`,
    },
    [kind, id],
  )
  return record
}

/** Finds a session by its second name. */
export async function findOAuthRecordByUid(
  connection: Reader,
  kind: OAuthRecordKind,
  uid: string,
): Promise<OAuthRecord | undefined> {
  const [record] = await query<OAuthRecord>(
    connection,
    {
      name: 'find_oauth_record_by_uid',
      text: `
        select id, payload, consumed_at from oauth_records
        where kind = $1 and uid = $2 and expires_at > now()`,
    },
    [kind, uid],
  )
  return record
}

export async function deleteOAuthRecord(
  connection: Connection,
  kind: OAuthRecordKind,
  id: OAuthRecord['id'],
): Promise<void> {
  await query(
    connection,
    { name: 'delete_oauth_record', text: 'delete from oauth_records where kind = $1 and id = $2' },
    [kind, id],
  )
}

/**
 * Consumes a code or a refresh token. Returns true for exactly one of any number of concurrent calls, because the
 * update decides and not an earlier read.
 */
export async function consumeOAuthRecord(
  connection: Connection,
  kind: OAuthRecordKind,
  id: OAuthRecord['id'],
): Promise<boolean> {
  const rows = await query(
    connection,
    {
      name: 'consume_oauth_record',
      text: `
        update oauth_records set consumed_at = now()
        where kind = $1 and id = $2 and consumed_at is null returning id`,
    },
    [kind, id],
  )
  return rows.length === 1
}

/** The grant of a code or refresh token, used up or not. */
export async function findGrantOfRecord(
  connection: Reader,
  kind: OAuthRecordKind,
  id: OAuthRecord['id'],
): Promise<OAuthRecord['id'] | undefined> {
  const [record] = await query<{ grant_id: OAuthRecord['id'] | null }>(
    connection,
    { name: 'find_grant_of_record', text: 'select grant_id from oauth_records where kind = $1 and id = $2' },
    [kind, id],
  )
  return record?.grant_id ?? undefined
}

/** Ends a consent in one step: its codes, its refresh tokens and, because their grant is deleted, its access tokens. */
export async function deleteGrant(connection: Connection, grantId: OAuthRecord['id']): Promise<void> {
  await query(
    connection,
    {
      name: 'delete_oauth_grant',
      text: `delete from oauth_records where grant_id = $1 or (kind = 'Grant' and id = $1)`,
    },
    [grantId],
  )
}

/** A consent that is in force. */
interface Consent {
  id: OAuthRecord['id']
  email: string
  client_id: Id<'cli'>
  client_name: string
  scopes: string[]
  expires_at: string
}

const consents = `
  select grants.id, users.email, client.id as client_id, client.name as client_name, grants.expires_at,
         string_to_array(grants.payload -> 'openid' ->> 'scope', ' ') as scopes
  from oauth_records as grants
  join oauth_clients as client on client.id = grants.client_id
  join users on users.id = grants.user_id
  where grants.kind = 'Grant' and grants.expires_at > now() and client.account_id = $1`

/** Lists the consents of the users of an account, the latest expiry first. */
export async function listConsents(connection: Reader, accountId: Id<'acc'>): Promise<Consent[]> {
  return query(connection, { name: 'list_consents', text: `${consents} order by grants.expires_at desc, id` }, [
    accountId,
  ])
}

/** Ends a consent of an account: see `deleteGrant`. Returns undefined if the account has no such consent. */
export async function withdrawConsent(
  transaction: Transaction,
  accountId: Id<'acc'>,
  id: OAuthRecord['id'],
): Promise<Consent | undefined> {
  const text = `${consents} and grants.id = $2`
  const [consent] = await query<Consent>(transaction, { name: 'find_consent', text }, [accountId, id])
  if (consent) await deleteGrant(transaction, consent.id)
  return consent
}

/** Deletes up to `limit` expired rows of each table that OAuth and sign-ins write, and returns the total number. */
export async function purgeOAuth(connection: Connection, { limit }: { limit: number }): Promise<number> {
  let purged = 0
  for (const [table, oldestFirst, keptFor, restriction] of expiring) {
    const condition = queryBuilder.raw('?? < now() - ?::interval and ?', [
      oldestFirst,
      keptFor,
      queryBuilder.raw(restriction),
    ])
    purged += await purge(connection, { table, condition, oldestFirst, limit })
  }
  return purged
}

const invitationLifetime = `${invitationDays} days`

const expiring = [
  // A grant is kept for one hour after its expiry, because its last access token may be valid until then.
  ['oauth_records', 'expires_at', '1 hour', 'true'],
  // Unfinished authorization requests. No token depends on them.
  ['oauth_records', 'expires_at', '0', "kind in ('Interaction', 'Session')"],
  ['revoked_tokens', 'expires_at', '1 minute', 'true'],
  ['sessions', 'expires_at', '0', 'true'],
  ['sign_in_links', 'expires_at', '0', 'true'],
  ['login_attempts', 'ends_at', '0', 'true'],
  // Invitations that were not accepted.
  ['users', 'invited_at', invitationLifetime, 'true'],
] as const

import { type Connection, query } from './database.ts'
import { queryBuilder } from './knex.ts'
import { purge } from './purge.ts'

/** What the authorization server keeps between two requests; the names are those of its library. */
export type OAuthRecordKind = 'AuthorizationCode' | 'RefreshToken' | 'Grant' | 'Interaction' | 'Session'

export interface OAuthRecord {
  id: string
  payload: Record<string, unknown>
  consumed_at: string | null
}

interface NewOAuthRecord {
  payload: object
  grant_id: string | null
  uid: string | null
  client_id: string | null
  expires_at: Date
}

/** Writes a record, or replaces it. Whether it was consumed stays as it is. */
export async function saveOAuthRecord(
  connection: Connection,
  kind: OAuthRecordKind,
  id: string,
  record: NewOAuthRecord,
): Promise<void> {
  await query(
    connection,
    {
      name: 'save_oauth_record',
      text: `
        insert into oauth_records (kind, id, payload, grant_id, uid, client_id, expires_at)
        values ($1, $2, $3, $4, $5, $6, $7)
        on conflict (kind, id) do update
        set payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid,
            client_id = excluded.client_id, expires_at = excluded.expires_at`,
    },
    [kind, id, JSON.stringify(record.payload), record.grant_id, record.uid, record.client_id, record.expires_at],
  )
}

/** The record, unless it has expired. */
export async function findOAuthRecord(
  connection: Connection,
  kind: OAuthRecordKind,
  id: string,
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
  connection: Connection,
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

export async function deleteOAuthRecord(connection: Connection, kind: OAuthRecordKind, id: string): Promise<void> {
  await query(
    connection,
    { name: 'delete_oauth_record', text: 'delete from oauth_records where kind = $1 and id = $2' },
    [kind, id],
  )
}

/**
 * Consumes a code or a refresh token. True for exactly one of any number of simultaneous callers: the update decides,
 * not an earlier read.
 */
export async function consumeOAuthRecord(connection: Connection, kind: OAuthRecordKind, id: string): Promise<boolean> {
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
  connection: Connection,
  kind: OAuthRecordKind,
  id: string,
): Promise<string | undefined> {
  const [record] = await query<{ grant_id: string | null }>(
    connection,
    { name: 'find_grant_of_record', text: 'select grant_id from oauth_records where kind = $1 and id = $2' },
    [kind, id],
  )
  return record?.grant_id ?? undefined
}

/** Ends a consent: its codes, its refresh tokens and, since their grant is gone, its access tokens, all at once. */
export async function deleteGrant(connection: Connection, grantId: string): Promise<void> {
  await query(
    connection,
    {
      name: 'delete_oauth_grant',
      text: `delete from oauth_records where grant_id = $1 or (kind = 'Grant' and id = $1)`,
    },
    [grantId],
  )
}

/** Deletes up to `limit` expired rows of each table that OAuth and logging in write, and returns how many in all. */
export async function purgeOAuth(connection: Connection, { limit }: { limit: number }): Promise<number> {
  let purged = 0
  for (const [table, oldestFirst, keptFor] of expiring) {
    const condition = queryBuilder.raw('?? < now() - ?::interval', [oldestFirst, keptFor])
    purged += await purge(connection, { table, condition, oldestFirst, limit })
  }
  return purged
}

const expiring = [
  // A grant outlives its end by the hour that its last access token may have left.
  ['oauth_records', 'expires_at', '1 hour'],
  ['revoked_tokens', 'expires_at', '1 minute'],
  ['sessions', 'expires_at', '0'],
  ['login_failures', 'failed_at', '1 hour'],
] as const

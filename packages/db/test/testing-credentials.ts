import type { Database } from '../src/connection/database.ts'
import { knexOf } from './testing.ts'

// Named steps of tests that read or change the rows of sessions, attempts to sign in, keys, clients and tokens.

/** As if a person had confirmed their password an hour ago, which is too long for the operations that need it. */
export async function expirePasswordConfirmation(db: Database, userId: string): Promise<void> {
  await knexOf(db)('sessions')
    .where({ user_id: userId })
    .update({ password_confirmed_at: knexOf(db).raw("now() - interval '1 hour'") })
}

/** Ends all sessions of a person. */
export async function endSessions(db: Database, userId: string): Promise<void> {
  await knexOf(db)('sessions').where({ user_id: userId }).delete()
}

/** Forgets all attempts to sign in, which are limited. */
export async function forgetLoginAttempts(db: Database): Promise<void> {
  await knexOf(db)('login_attempts').delete()
}

/** Sets the number of failed attempts of every person and address that has failed to sign in. */
export async function setLoginAttempts(db: Database, attempts: number): Promise<void> {
  await knexOf(db)('login_attempts').update({ attempts })
}

/** As if the limits that failed attempts to sign in have caused had ended a second ago. */
export async function endLoginLimits(db: Database): Promise<void> {
  await knexOf(db)('login_attempts').update({ ends_at: knexOf(db).raw("now() - interval '1 second'") })
}

/** Returns the buckets in which failed attempts to sign in are counted, as text where they are readable. */
export async function storedLoginAttempts(db: Database): Promise<{ bucket: string; attempts: number }[]> {
  return knexOf(db)('login_attempts').select(knexOf(db).raw("encode(bucket, 'escape') as bucket"), 'attempts')
}

/** As if all sessions had ended a second ago. */
export async function expireSessions(db: Database): Promise<void> {
  await knexOf(db)('sessions').update({ expires_at: knexOf(db).raw("now() - interval '1 second'") })
}

interface StoredKey {
  hash: Buffer
  prefix: string
  pepper_key_id: string
}

/** Returns an API key as it is stored. */
export async function storedApiKey(db: Database, id: string): Promise<StoredKey> {
  return knexOf(db)('api_keys').where({ id }).first()
}

/** Returns an OAuth client as it is stored. */
export async function storedClient(db: Database, id: string): Promise<{ secret_hash: Buffer }> {
  return knexOf(db)('oauth_clients').where({ id }).first()
}

/** A kind of record of the OAuth library. */
type RecordKind = 'AuthorizationCode' | 'Grant' | 'Interaction' | 'RefreshToken' | 'Session'

/** Returns the stored records of OAuth of these kinds, or of all, the one that lives longest first. */
export async function storedOAuthRecords(
  db: Database,
  kinds?: readonly RecordKind[],
): Promise<{ kind: RecordKind; expires_at: string }[]> {
  const records = knexOf(db)('oauth_records').orderBy('expires_at', 'desc')
  return kinds === undefined ? records : records.whereIn('kind', kinds)
}

/** Deletes the stored records of OAuth of these kinds. */
export async function deleteOAuthRecords(db: Database, kinds: readonly RecordKind[]): Promise<void> {
  await knexOf(db)('oauth_records').whereIn('kind', kinds).delete()
}

/** Lets all authorization codes expire now. */
export async function expireAuthorizationCodes(db: Database): Promise<void> {
  await knexOf(db)('oauth_records').where({ kind: 'AuthorizationCode' }).update({ expires_at: new Date() })
}

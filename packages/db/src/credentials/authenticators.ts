import type { Id } from '@svc/runtime/ids'
import { type Connection, query, type Reader, type Transaction } from '../connection/database.ts'
import { only } from '../connection/records.ts'
import type { SealedSecret } from '../webhooks/webhook-endpoints.ts'

// Authenticator apps (RFC 6238) and the codes that replace them: decision 0040.

/**
 * Stores the secret of an app that is being set up, and replaces an unconfirmed secret. Returns false if the user
 * already has an app.
 */
export async function insertAuthenticator(
  connection: Connection,
  userId: Id<'usr'>,
  { ciphertext, key_id }: SealedSecret,
): Promise<boolean> {
  const text = `
    insert into authenticators as known (user_id, secret_ciphertext, secret_key_id) values ($1, $2, $3)
    on conflict (user_id) do update
    set secret_ciphertext = excluded.secret_ciphertext, secret_key_id = excluded.secret_key_id,
        created_at = excluded.created_at, last_step = 0
    where known.confirmed_at is null
    returning user_id`
  const rows = await query(connection, { name: 'insert_authenticator', text }, [userId, ciphertext, key_id])
  return rows.length === 1
}

/** Returns the encrypted secret of a user's app, confirmed or unconfirmed, or undefined if there is none. */
export async function findAuthenticator(
  connection: Reader,
  userId: Id<'usr'>,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<SealedSecret | undefined> {
  const [authenticator] = await query<SealedSecret>(
    connection,
    {
      name: 'find_authenticator',
      text: `
        select secret_ciphertext as ciphertext, secret_key_id as key_id from authenticators
        where user_id = $1 and (confirmed_at is not null) = $2`,
    },
    [userId, isConfirmed],
  )
  return authenticator
}

/** Returns whether a sign-in of this user needs a code. */
export async function needsCode(connection: Reader, userId: Id<'usr'>): Promise<boolean> {
  const text = 'select user_id from authenticators where user_id = $1 and confirmed_at is not null'
  return (await query(connection, { name: 'needs_code', text }, [userId])).length === 1
}

/**
 * Marks the code of a time step as used. Returns false if this step or a later step was already used. Of concurrent
 * calls, exactly one returns true.
 */
export async function takeStep(connection: Connection, userId: Id<'usr'>, step: number): Promise<boolean> {
  const text = 'update authenticators set last_step = $2 where user_id = $1 and last_step < $2 returning user_id'
  return (await query(connection, { name: 'take_authenticator_step', text }, [userId, step])).length === 1
}

/** Requires a code for each sign-in from now on. Returns false if codes are already required. */
export async function confirmAuthenticator(transaction: Transaction, userId: Id<'usr'>): Promise<boolean> {
  const text =
    'update authenticators set confirmed_at = now() where user_id = $1 and confirmed_at is null returning user_id'
  return (await query(transaction, { name: 'confirm_authenticator', text }, [userId])).length === 1
}

/** Removes a confirmed app with its recovery codes. Returns false if there is none. */
export async function removeAuthenticator(transaction: Transaction, userId: Id<'usr'>): Promise<boolean> {
  const text = 'delete from authenticators where user_id = $1 and confirmed_at is not null returning user_id'
  return (await query(transaction, { name: 'remove_authenticator', text }, [userId])).length === 1
}

/** Returns since when a sign-in of a user needs a code, and the number of remaining recovery codes. */
export async function readFactors(
  connection: Reader,
  userId: Id<'usr'>,
): Promise<{ authenticator_since: string | null; recovery_codes_left: number }> {
  const text = `
    select (select confirmed_at from authenticators where user_id = $1) as authenticator_since,
           (select count(*)::int from recovery_codes where user_id = $1) as recovery_codes_left`
  return only(await query(connection, { name: 'read_factors', text }, [userId]))
}

/** Replaces all recovery codes of a user who has an app. */
export async function replaceRecoveryCodes(
  transaction: Transaction,
  userId: Id<'usr'>,
  hashes: readonly Buffer[],
): Promise<void> {
  // Concurrent replacements wait for each other, so that only the codes of one of them remain.
  const lock = 'select user_id from authenticators where user_id = $1 for update'
  await query(transaction, { name: 'lock_authenticator', text: lock }, [userId])
  const remove = 'delete from recovery_codes where user_id = $1'
  await query(transaction, { name: 'delete_recovery_codes', text: remove }, [userId])
  const text = 'insert into recovery_codes (user_id, code_hash) select $1, unnest($2::bytea[])'
  await query(transaction, { name: 'insert_recovery_codes', text }, [userId, hashes])
}

/** Marks a recovery code as used. Returns false for an unknown code. Of concurrent calls, exactly one returns true. */
export async function takeRecoveryCode(connection: Connection, userId: Id<'usr'>, hash: Buffer): Promise<boolean> {
  const text = 'delete from recovery_codes where user_id = $1 and code_hash = $2 returning user_id'
  return (await query(connection, { name: 'take_recovery_code', text }, [userId, hash])).length === 1
}

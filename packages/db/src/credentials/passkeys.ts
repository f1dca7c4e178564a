import type { Schemas } from '@generated/portal/server-types'
import { type Id, newId } from '@svc/runtime/ids'
import { type Connection, query, type Reader, type Transaction } from '../connection/database.ts'
import { type Columns, selectList } from '../connection/records.ts'

// Passkeys (WebAuthn Level 3): docs/decisions/0052.

export type Passkey = Schemas['Passkey']

/** The data with which a signature of a passkey is verified. */
export interface PasskeyCredential {
  id: Id<'pky'>
  user_id: Id<'usr'>
  /** On its device, in base64url. */
  credential_id: string
  /** A COSE key (RFC 9052). */
  public_key: Buffer
  /** As the device counted at the last sign-in; 0 for devices that do not count. */
  signature_count: number
}

const passkeyColumns: Columns<Passkey> = {
  id: 'text',
  name: 'text',
  created_at: 'timestamptz',
  last_used_at: 'timestamptz?',
}
const columns = selectList(passkeyColumns)

/** The passkeys of a user, the newest first. */
export function listPasskeys(connection: Reader, userId: Id<'usr'>): Promise<Passkey[]> {
  const text = `select ${columns} from passkeys where user_id = $1 order by id desc`
  return query(connection, { name: 'list_passkeys', text }, [userId])
}

/** The IDs of a user's passkeys on their devices. */
export async function listCredentialIds(connection: Reader, userId: Id<'usr'>): Promise<string[]> {
  const text = 'select credential_id from passkeys where user_id = $1 order by id'
  const rows = await query<{ credential_id: string }>(connection, { name: 'list_passkey_credential_ids', text }, [
    userId,
  ])
  return rows.map(({ credential_id }) => credential_id)
}

/**
 * Adds a passkey. Returns undefined if the user already has `most` passkeys, or the passkey is already registered.
 * Locks the user, so that two requests at the same time do not exceed `most`.
 */
export async function insertPasskey(
  transaction: Transaction,
  passkey: Omit<PasskeyCredential, 'id'> & { name: string; challengedAtMs: number },
  most: number,
): Promise<Passkey | undefined> {
  await query(transaction, { name: 'lock_user_of_passkey', text: 'select id from users where id = $1 for update' }, [
    passkey.user_id,
  ])
  const [added] = await query<Passkey>(
    transaction,
    {
      name: 'insert_passkey',
      text: `
        insert into passkeys (id, user_id, credential_id, public_key, signature_count, name, challenged_at)
        select $1, $2, $3, $4, $5, $6, to_timestamp($7::float8 / 1000)
        where (select count(*) from passkeys where user_id = $2) < $8
        on conflict (credential_id) do nothing
        returning ${columns}`,
    },
    [
      newId('pky'),
      passkey.user_id,
      passkey.credential_id,
      passkey.public_key,
      passkey.signature_count,
      passkey.name,
      passkey.challengedAtMs,
      most,
    ],
  )
  return added
}

/** The passkey with this ID on its device. */
export async function findPasskeyCredential(
  connection: Reader,
  credentialId: PasskeyCredential['credential_id'],
): Promise<PasskeyCredential | undefined> {
  const [found] = await query<PasskeyCredential>(
    connection,
    {
      name: 'find_passkey_credential',
      text: `
        select id, user_id, credential_id, public_key, signature_count::float8 as signature_count
        from passkeys where credential_id = $1`,
    },
    [credentialId],
  )
  return found
}

/**
 * Records a sign-in. Returns false if the passkey has used this challenge or a later one. Of concurrent calls, exactly
 * one returns true.
 */
export async function usePasskey(
  connection: Connection,
  id: Id<'pky'>,
  { signatureCount, challengedAtMs }: { signatureCount: number; challengedAtMs: number },
): Promise<boolean> {
  const text = `
    update passkeys
    set last_used_at = now(), signature_count = $2, challenged_at = to_timestamp($3::float8 / 1000)
    where id = $1 and challenged_at < to_timestamp($3::float8 / 1000)
    returning id`
  return (await query(connection, { name: 'use_passkey', text }, [id, signatureCount, challengedAtMs])).length === 1
}

/** Removes a passkey. Returns false if the user has no such passkey. */
export async function deletePasskey(transaction: Transaction, userId: Id<'usr'>, id: Id<'pky'>): Promise<boolean> {
  const text = 'delete from passkeys where user_id = $1 and id = $2 returning id'
  return (await query(transaction, { name: 'delete_passkey', text }, [userId, id])).length === 1
}

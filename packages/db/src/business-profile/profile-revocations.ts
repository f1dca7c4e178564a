import type { Id } from '@svc/runtime/ids'
import { type Connection, query, type Transaction } from '../connection/database.ts'
import { isOlderThan, purge } from '../connection/purge.ts'
import type { Lease, Owner } from '../connection/records.ts'
import { type ClaimRequest, claim, enqueue, fence, held, type QueueTable } from '../queue/claim.ts'
import type { SealedSecret } from '../webhooks/webhook-endpoints.ts'

// Tokens of ended connections, which are revoked upstream and then forgotten: decision 0063.

/** One row per business whose consent ends. It is open while the flag is off and when the account is deleted. */
export const profileRevocationQueue: QueueTable = {
  name: 'business_profile_revocations',
  table: 'business_profile_revocations',
  group: 'id',
  openGroups: 'select id, account_id, null::int as startable from business_profile_revocations',
  exhausted: 'false',
}

const insert = `
  insert into business_profile_revocations (id, account_id, refresh_token_ciphertext, refresh_token_key_id)`

const replace = `
  on conflict (id) do update
  set refresh_token_ciphertext = excluded.refresh_token_ciphertext,
      refresh_token_key_id = excluded.refresh_token_key_id, created_at = now(), due_at = now(), worker_id = null`

/** Queues the token of a business to be revoked. */
export async function requestRevocation(transaction: Transaction, owner: Owner, token: SealedSecret): Promise<void> {
  const text = `${insert} values ($1, $2, $3, $4) ${replace}`
  const values = [owner.business_id, owner.account_id, token.ciphertext, token.key_id]
  await enqueue(transaction, profileRevocationQueue, { name: 'insert_profile_revocation', text }, values)
}

/** Queues the tokens of an account that is deleted. */
export async function requestRevocationsOf(transaction: Transaction, accountId: Id<'acc'>): Promise<void> {
  const text = `
    ${insert}
    select distinct on (id) id, account_id, ciphertext, key_id from (
      select id, account_id, refresh_token_ciphertext as ciphertext, refresh_token_key_id as key_id, 1 as place
      from business_profile_connections where account_id = $1
      union all
      select business_id, account_id, refresh_token_ciphertext, refresh_token_key_id, 2
      from business_profile_consents where account_id = $1 and refresh_token_ciphertext is not null
    ) as token order by id, place ${replace}`
  await enqueue(transaction, profileRevocationQueue, { name: 'insert_profile_revocations_of', text }, [accountId])
}

/** Keeps the consent of a business whose owner has consented again: revoking the old token would end both. */
export async function cancelRevocation(transaction: Transaction, owner: Owner): Promise<void> {
  const text = 'delete from business_profile_revocations where id = $1'
  await query(transaction, { name: 'cancel_profile_revocation', text }, [owner.business_id])
}

/** A claimed token. */
export interface ClaimedRevocation extends Lease<'biz'> {
  token: SealedSecret
}

/** Claims tokens that are to be revoked. */
export async function claimProfileRevocations(
  connection: Connection,
  request: ClaimRequest,
): Promise<ClaimedRevocation[]> {
  return connection.transaction(async (transaction) => {
    const claimed = await claim(transaction, profileRevocationQueue, request)
    const text = `
      select id, worker_id, attempt_count as attempt, refresh_token_ciphertext as ciphertext, refresh_token_key_id as key_id
      from business_profile_revocations where id = any ($1)`
    const rows = await query<Lease<'biz'> & SealedSecret>(transaction, { name: 'read_claimed_revocations', text }, [
      claimed.map(({ id }) => id),
    ])
    return rows.map(({ ciphertext, key_id, ...lease }) => ({ ...lease, token: { ciphertext, key_id } }))
  })
}

/** Forgets a token that was revoked. */
export async function finishRevocation(connection: Connection, lease: Lease<'biz'>): Promise<void> {
  const text = `delete from business_profile_revocations where ${held}`
  await query(connection, { name: 'finish_profile_revocation', text }, fence(lease))
}

/** Releases a token that could not be revoked yet. */
export async function postponeRevocation(
  connection: Connection,
  lease: Lease<'biz'>,
  { delayMs }: { delayMs: number },
): Promise<void> {
  const text = `
    update business_profile_revocations set worker_id = null, due_at = now() + $4 * interval '1 millisecond'
    where ${held}`
  await query(connection, { name: 'postpone_profile_revocation', text }, [...fence(lease), delayMs])
}

/** The time in days after which a token that could not be revoked is forgotten. */
const keptDays = 30

/** Deletes up to `limit` tokens that could not be revoked, and returns their number. */
export function purgeProfileRevocations(connection: Connection, { limit }: { limit: number }): Promise<number> {
  const condition = isOlderThan('created_at', keptDays)
  return purge(connection, { table: 'business_profile_revocations', condition, oldestFirst: 'created_at', limit })
}

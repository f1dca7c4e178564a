import type { Id } from '@svc/runtime/ids'
import { type Connection, query, type Transaction } from '../connection/database.ts'
import { queryBuilder } from '../connection/knex.ts'
import { purge } from '../connection/purge.ts'
import type { Owner } from '../connection/records.ts'
import type { SealedSecret } from '../webhooks/webhook-endpoints.ts'

/** Identifies a request within its account. */
interface IdempotencyKey {
  operation_id: string
  key: string
}

/**
 * The time in hours for which a response is stored. Within 24 hours, the same key and body get the same 2xx response.
 */
const keptHours = 24

/** A request without a response or progress for this long is considered lost with its process. */
const deadAfterSeconds = 60

/** The state of a key after `beginIdempotent`. */
type KeyState =
  /**
   * Do the work, then call `completeIdempotent` with this attempt. `progress` is what an earlier attempt saved, or
   * null.
   */
  | { state: 'started'; attempt: number; progress: unknown }
  /** Completed before: repeat that response. */
  | { state: 'completed'; response: SealedSecret }
  /** A request with this key is in progress: 409. */
  | { state: 'running' }
  /** The same key came with another body: 409. */
  | { state: 'other_request' }

/**
 * Begins a request with its key, or returns the state of an earlier request with this key. Call it outside the
 * transaction of the work.
 */
export async function beginIdempotent(
  connection: Connection,
  owner: Owner,
  { operation_id: operationId, key }: IdempotencyKey,
  bodyHash: Buffer,
): Promise<KeyState> {
  const [started] = await query<{ attempt: number; progress: unknown }>(
    connection,
    {
      name: 'begin_idempotent',
      text: `
        insert into idempotency_keys as known (account_id, operation_id, key, body_hash) values ($1, $2, $3, $4)
        on conflict (account_id, operation_id, key) do update
        set body_hash = excluded.body_hash, state = 'running', attempt = known.attempt + 1, started_at = now(),
            created_at = now(), response_ciphertext = null, response_key_id = null, resource_id = null,
            progress = case when known.created_at > current_timestamp(3) - interval '${keptHours} hours' then known.progress end
        where known.created_at <= current_timestamp(3) - interval '${keptHours} hours'
           or (known.state = 'running' and known.started_at <= current_timestamp(3) - interval '${deadAfterSeconds} seconds'
               and known.body_hash = excluded.body_hash)
        returning attempt, progress`,
    },
    [owner.account_id, operationId, key, bodyHash],
  )
  if (started !== undefined) return { state: 'started', ...started }
  const [known] = await query<{
    same_body: boolean
    state: 'running' | 'done'
    response_ciphertext: Buffer | null
    response_key_id: string | null
  }>(
    connection,
    {
      name: 'find_idempotent',
      text: `
        select body_hash = $4 as same_body, state, response_ciphertext, response_key_id
        from idempotency_keys where account_id = $1 and operation_id = $2 and key = $3`,
    },
    [owner.account_id, operationId, key, bodyHash],
  )
  // Deleted between the two statements, because its request failed: to the caller it was still running.
  if (known === undefined) return { state: 'running' }
  if (!known.same_body) return { state: 'other_request' }
  const { response_ciphertext: ciphertext, response_key_id: keyId } = known
  if (known.state === 'running' || ciphertext === null || keyId === null) return { state: 'running' }
  return { state: 'completed', response: { ciphertext, key_id: keyId } }
}

/**
 * Saves the progress of the work in the transaction of that part of it, which also shows that the request is alive.
 * Returns false when another request has taken over the key: roll back.
 */
export async function keepProgress(
  transaction: Transaction,
  owner: Owner,
  { operation_id: operationId, key }: IdempotencyKey,
  attempt: number,
  progress: unknown,
): Promise<boolean> {
  const rows = await query(
    transaction,
    {
      name: 'keep_progress',
      text: `
        update idempotency_keys set progress = $5, started_at = now()
        where account_id = $1 and operation_id = $2 and key = $3 and attempt = $4 and state = 'running'
        returning key`,
    },
    [owner.account_id, operationId, key, attempt, JSON.stringify(progress)],
  )
  return rows.length === 1
}

/**
 * Stores the response. In the transaction of the work, either both are stored or neither is. Work that needs several
 * transactions passes the pool. Returns false if another request has taken over the key because this request was
 * considered lost: roll back.
 */
export async function completeIdempotent(
  connection: Connection,
  owner: Owner,
  { operation_id: operationId, key }: IdempotencyKey,
  attempt: number,
  completed: { response: SealedSecret; resource_id: string | null },
): Promise<boolean> {
  const rows = await query(
    connection,
    {
      name: 'complete_idempotent',
      text: `
        update idempotency_keys
        set state = 'done', response_ciphertext = $5, response_key_id = $6, resource_id = $7, progress = null
        where account_id = $1 and operation_id = $2 and key = $3 and attempt = $4 and state = 'running'
        returning key`,
    },
    [
      owner.account_id,
      operationId,
      key,
      attempt,
      completed.response.ciphertext,
      completed.response.key_id,
      completed.resource_id,
    ],
  )
  return rows.length === 1
}

/**
 * Releases the key after a request that failed: 4xx and 5xx responses are not kept. If a part of its work is done, the
 * key is released for the same request only, which continues there.
 */
export async function abandonIdempotent(
  connection: Connection,
  owner: Owner,
  { operation_id: operationId, key }: IdempotencyKey,
  attempt: number,
): Promise<void> {
  await query(
    connection,
    {
      name: 'abandon_idempotent',
      text: `
        with failed as (
          update idempotency_keys
          set started_at = current_timestamp(3) - interval '${deadAfterSeconds} seconds'
          where account_id = $1 and operation_id = $2 and key = $3 and attempt = $4 and state = 'running'
            and progress is not null
        )
        delete from idempotency_keys
        where account_id = $1 and operation_id = $2 and key = $3 and attempt = $4 and state = 'running'
          and progress is null`,
    },
    [owner.account_id, operationId, key, attempt],
  )
}

/** Deletes the stored responses about a resource. The responses about a webhook contain its secret. */
export async function deleteIdempotentResponses(transaction: Transaction, owner: Owner, resourceId: Id): Promise<void> {
  await query(
    transaction,
    {
      name: 'delete_idempotent_responses',
      text: 'delete from idempotency_keys where account_id = $1 and resource_id = $2',
    },
    [owner.account_id, resourceId],
  )
}

/** Deletes up to `limit` keys older than 24 hours, and returns how many. */
export function purgeIdempotencyKeys(connection: Connection, { limit }: { limit: number }): Promise<number> {
  const condition = queryBuilder.raw(`created_at <= current_timestamp(3) - interval '${keptHours} hours'`)
  return purge(connection, { table: 'idempotency_keys', condition, oldestFirst: 'created_at', limit })
}

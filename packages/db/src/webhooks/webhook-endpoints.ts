import type { Schemas } from '@generated/contract/server-types'
import type { Id } from '@svc/runtime/ids'
import { type Connection, query, type Reader, type Transaction } from '../connection/database.ts'
import {
  beyondEveryId,
  type Columns,
  type NoOtherFields,
  type Owner,
  type Page,
  type PageRequest,
  pageOfRows,
  selectList,
} from '../connection/records.ts'
import { enqueue } from '../queue/claim.ts'
import { cancelDeliveriesOf, deliveryQueue } from './delivery-queue.ts'

export type Webhook = Schemas['Webhook']
type CreateWebhookRequest = Schemas['CreateWebhookRequest']

export const webhookEndpointColumns: Columns<
  Omit<Webhook, 'last_succeeded_at' | 'last_failed_at' | 'previous_secret_expires_at'>
> = {
  id: 'text',
  url: 'text',
  event_types: 'ARRAY',
  enabled: 'boolean',
  disabled_reason: 'text?',
  disabled_at: 'timestamptz?',
  description: 'text?',
  metadata: 'json',
  max_attempts_per_minute: 'integer?',
  created_at: 'timestamptz',
  secret_rotated_at: 'timestamptz?',
}
const columns = `
  ${selectList(webhookEndpointColumns)},
  (select last_succeeded_at from webhook_endpoint_health where webhook_id = webhook_endpoints.id),
  (select last_failed_at from webhook_endpoint_health where webhook_id = webhook_endpoints.id),
  case when previous_secret_expires_at > now() then previous_secret_expires_at end as previous_secret_expires_at`

/** A stored signing secret, encrypted with AES-256-GCM under the listed key with this id. */
export interface SealedSecret {
  ciphertext: Buffer
  key_id: string
}

interface NewWebhook extends CreateWebhookRequest {
  /** Chosen by the caller, because the encryption of the secret binds it to its row. */
  id: Id<'whk'>
  secret: SealedSecret
  created_at?: string
}

/**
 * Registers an endpoint. Returns undefined if the account already has `max` endpoints. Call it in a transaction:
 * concurrent registrations of the same account wait until it ends, so the limit is exact.
 */
export async function createWebhook(
  transaction: Transaction,
  owner: Owner,
  webhook: NewWebhook,
  { max }: { max: number },
): Promise<Webhook | undefined> {
  const { id, url, event_types, secret, description, metadata, max_attempts_per_minute, created_at, ...rest } = webhook
  rest satisfies NoOtherFields
  await query(transaction, { name: 'lock_account', text: 'select from accounts where id = $1 for no key update' }, [
    owner.account_id,
  ])
  const [created] = await query<Webhook>(
    transaction,
    {
      name: 'create_webhook',
      text: `
        insert into webhook_endpoints
          (id, account_id, url, event_types, secret_ciphertext, secret_key_id, created_at, description, metadata,
           max_attempts_per_minute)
        select $1, $2, $3, $4, $5, $6, coalesce($7::timestamptz, now()), $9, $10::json, $11::int
        where (select count(*) from webhook_endpoints where account_id = $2 and deleted_at is null) < $8
        returning ${columns}`,
    },
    [
      id,
      owner.account_id,
      url,
      event_types,
      secret.ciphertext,
      secret.key_id,
      created_at ?? null,
      max,
      description ?? null,
      JSON.stringify(metadata ?? {}),
      max_attempts_per_minute ?? null,
    ],
  )
  return created
}

export async function findWebhook(connection: Reader, owner: Owner, id: Id<'whk'>): Promise<Webhook | undefined> {
  const [webhook] = await query<Webhook>(
    connection,
    { name: 'find_webhook', text: `select ${columns} from webhook_endpoints where ${owned}` },
    [owner.account_id, id],
  )
  return webhook
}

/** The endpoints of the account, newest first. */
export async function listWebhooks(
  connection: Reader,
  owner: Owner,
  { limit, after }: PageRequest,
): Promise<Page<Webhook>> {
  const rows = await query<Webhook>(
    connection,
    {
      name: 'list_webhooks',
      text: `
        select ${columns} from webhook_endpoints
        where account_id = $1 and deleted_at is null and id < $2
        order by id desc limit $3`,
    },
    [owner.account_id, after?.id ?? beyondEveryId, limit + 1],
  )
  return pageOfRows(rows, limit)
}

/**
 * Changes the given fields and keeps the other fields and the secret. Returns undefined if the owner has no such
 * endpoint. Deliveries of a disabled endpoint are held and do not fail. Enabling the endpoint or changing its URL
 * resets the count of failures.
 */
export async function updateWebhook(
  connection: Connection,
  owner: Owner,
  id: Id<'whk'>,
  change: Schemas['UpdateWebhookRequest'],
): Promise<Webhook | undefined> {
  const { url, event_types, enabled, description, metadata, max_attempts_per_minute, ...rest } = change
  rest satisfies NoOtherFields
  // Enabling the endpoint opens its group in the queue.
  const [updated] = await enqueue<Webhook>(
    connection,
    deliveryQueue,
    {
      name: 'update_webhook',
      text: `
        with updated as (
          update webhook_endpoints
          set url = coalesce($3, url), event_types = coalesce($4, event_types), enabled = coalesce($5, enabled),
              disabled_reason = case when $5::boolean then null else disabled_reason end,
              disabled_at = case when $5::boolean then null else disabled_at end,
              description = case when $6::boolean then $7 else description end, metadata = coalesce($8::json, metadata),
              max_attempts_per_minute = case when $9::boolean then $10::int else max_attempts_per_minute end
          where ${owned} returning *
        ),
        recovered as (
          update webhook_endpoint_health set failures = 0, failing_since = null
          where webhook_id in (select id from updated) and failing_since is not null
            and ($5::boolean or $3::text is not null)
        )
        select ${columns} from updated as webhook_endpoints`,
    },
    [
      owner.account_id,
      id,
      url ?? null,
      event_types ?? null,
      enabled ?? null,
      description !== undefined,
      description ?? null,
      metadata === undefined ? null : JSON.stringify(metadata),
      max_attempts_per_minute !== undefined,
      max_attempts_per_minute ?? null,
    ],
  )
  return updated
}

/**
 * Replaces the secret: "the old secret is replaced" (INTERFACE.md §4). Claims after the commit use the new secret and,
 * for `keep_previous_for` seconds, also the previous one.
 */
export async function rotateWebhookSecret(
  connection: Connection,
  owner: Owner,
  id: Id<'whk'>,
  secret: SealedSecret,
  { keep_previous_for, ...rest }: Schemas['RotateWebhookSecretRequest'] = { keep_previous_for: 0 },
): Promise<Webhook | undefined> {
  rest satisfies NoOtherFields
  const [rotated] = await query<Webhook>(
    connection,
    {
      name: 'rotate_webhook_secret',
      text: `
        update webhook_endpoints
        set secret_ciphertext = $3, secret_key_id = $4, secret_rotated_at = now(),
            previous_secret_ciphertext = case when $5::int > 0 then secret_ciphertext end,
            previous_secret_key_id = case when $5 > 0 then secret_key_id end,
            previous_secret_expires_at = case when $5 > 0 then now() + $5 * interval '1 second' end
        where ${owned} returning ${columns}`,
    },
    [owner.account_id, id, secret.ciphertext, secret.key_id, keep_previous_for],
  )
  return rotated
}

/** Purges up to `limit` previous secrets that are no longer used, and returns their number. */
export async function purgePreviousSecrets(connection: Connection, { limit }: { limit: number }): Promise<number> {
  const rows = await query(
    connection,
    {
      name: 'purge_previous_secrets',
      text: `
        update webhook_endpoints
        set previous_secret_ciphertext = null, previous_secret_key_id = null, previous_secret_expires_at = null
        where id in (
          select id from webhook_endpoints where previous_secret_expires_at <= now()
          order by previous_secret_expires_at limit $1 for update skip locked
        )
        returning id`,
    },
    [limit],
  )
  return rows.length
}

/**
 * Deletes an endpoint: the API no longer returns it or its history, and unfinished deliveries become `canceled`. An
 * attempt in progress may still reach the receiver, but its result is not recorded. Returns false if the owner has no
 * such endpoint. Call it in a transaction with `deleteIdempotentResponses`, so that no stored response contains the
 * secret.
 */
export async function deleteWebhook(transaction: Transaction, owner: Owner, id: Id<'whk'>): Promise<boolean> {
  const deleted = await query(
    transaction,
    {
      name: 'delete_webhook',
      text: `update webhook_endpoints set deleted_at = now(), enabled = false where ${owned} returning id`,
    },
    [owner.account_id, id],
  )
  if (deleted.length === 0) return false
  // A separate statement, so that it sees deliveries that were published while this statement waited for the row of the
  // endpoint.
  await cancelDeliveriesOf(transaction, id)
  return true
}

const owned = 'account_id = $1 and id = $2 and deleted_at is null'

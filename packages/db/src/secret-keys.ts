import { type Connection, query } from './database.ts'
import type { SealedSecret } from './webhook-endpoints.ts'

export interface SecretKeyUse {
  secret_key_id: string
  /** What the key protects there. */
  kind: 'webhook_secrets' | 'api_key_hashes' | 'client_secret_hashes' | 'idempotent_answers'
  rows: number
}

/**
 * How many rows need each listed key: a key may be taken off the list when none does. Revoked and expired API keys and
 * deleted clients and webhooks do not count.
 */
export async function countSecretKeyUses(connection: Connection): Promise<SecretKeyUse[]> {
  return query(
    connection,
    {
      name: 'count_secret_key_uses',
      text: `
        select secret_key_id, 'webhook_secrets' as kind, count(*) as rows
        from webhook_endpoints where deleted_at is null group by secret_key_id
        union all
        select pepper_key_id, 'api_key_hashes', count(*)
        from api_keys where revoked_at is null and (expires_at is null or expires_at > now()) group by pepper_key_id
        union all
        select pepper_key_id, 'client_secret_hashes', count(*)
        from oauth_clients where deleted_at is null and pepper_key_id is not null group by pepper_key_id
        union all
        select response_key_id, 'idempotent_answers', count(*)
        from idempotency_keys where response_key_id is not null group by response_key_id
        order by 1, 2`,
    },
    [],
  )
}

/** A stored secret and the id of its row, which its encryption is bound to. */
interface StoredSecret extends SealedSecret {
  id: string
}

/** Up to `limit` webhook secrets that are not yet under the current key, of live endpoints. */
export async function listWebhookSecretsToReseal(
  connection: Connection,
  currentKeyId: string,
  { limit }: { limit: number },
): Promise<StoredSecret[]> {
  return query(
    connection,
    {
      name: 'list_webhook_secrets_to_reseal',
      text: `
        select id, secret_ciphertext as ciphertext, secret_key_id as key_id from webhook_endpoints
        where deleted_at is null and secret_key_id <> $1 order by id limit $2`,
    },
    [currentKeyId, limit],
  )
}

/**
 * Stores the same secret under another key. False if the secret was rotated in the meantime: then it is under the
 * current key.
 */
export async function resealWebhookSecret(
  connection: Connection,
  stored: StoredSecret,
  resealed: SealedSecret,
): Promise<boolean> {
  const rows = await query(
    connection,
    {
      name: 'reseal_webhook_secret',
      text: `
        update webhook_endpoints set secret_ciphertext = $3, secret_key_id = $4
        where id = $1 and secret_ciphertext = $2 returning id`,
    },
    [stored.id, stored.ciphertext, resealed.ciphertext, resealed.key_id],
  )
  return rows.length === 1
}

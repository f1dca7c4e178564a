import type { Migration } from './migration.ts'

/** The secret before the last rotation, while it is kept: in the row of the endpoint, so that one update moves it. */
export const previousWebhookSecrets: Migration = {
  name: '0034-previous-webhook-secrets',
  async up(transaction) {
    await transaction.raw(`
      alter table webhook_endpoints
        add column previous_secret_ciphertext bytea,
        add column previous_secret_key_id text,
        add column previous_secret_expires_at timestamptz(3),
        add check (num_nulls(previous_secret_ciphertext, previous_secret_key_id, previous_secret_expires_at) in (0, 3));

      create index webhook_endpoints_with_previous_secret on webhook_endpoints (previous_secret_expires_at)
        where previous_secret_expires_at is not null;
    `)
  },
}

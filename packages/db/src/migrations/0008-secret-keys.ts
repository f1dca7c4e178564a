import type { Migration } from './migration.ts'

/**
 * The secret keys that the stored data was written with, and the keys that each process lists. The first process that
 * starts fills in the check values of the keys that are in use already.
 */
export const secretKeys: Migration = {
  name: '0008-secret-keys',
  async up(transaction) {
    await transaction.raw(`
      -- The current key has no replaced_at. A key that is only listed, and was never current, has no row.
      create table secret_keys (
        id text collate "C" primary key,
        check_value bytea,
        current_since timestamptz(3),
        replaced_at timestamptz(3)
      );
      create unique index secret_keys_current on secret_keys ((true)) where current_since is not null and replaced_at is null;

      insert into secret_keys (id)
      select secret_key_id from webhook_endpoints where deleted_at is null
      union select pepper_key_id from api_keys where revoked_at is null
      union select pepper_key_id from oauth_clients where deleted_at is null and pepper_key_id is not null
      union select response_key_id from idempotency_keys where response_key_id is not null;

      -- check_values has one entry for each of key_ids.
      create table secret_key_holders (
        id text collate "C" primary key,
        program text not null,
        host text not null,
        pid integer not null,
        key_ids text[] not null,
        check_values bytea[] not null,
        seen_at timestamptz(3) not null default now()
      );
    `)
  },
}

import type { Migration } from './migration.ts'

/** Passkeys of users. A new table: milliseconds. */
export const passkeys: Migration = {
  name: '0047-passkeys',
  async up(transaction) {
    await transaction.raw(`
      create table passkeys (
        id text collate "C" primary key,
        user_id text collate "C" not null references users on delete cascade,
        credential_id text collate "C" not null unique,
        public_key bytea not null,
        signature_count bigint not null,
        name text not null,
        created_at timestamptz(3) not null default now(),
        last_used_at timestamptz(3),
        challenged_at timestamptz(3) not null
      );
      create index passkeys_by_user on passkeys (user_id, id desc);
    `)
  },
}

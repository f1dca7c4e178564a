import type { Migration } from './migration.ts'

/** Authenticator apps and their recovery codes. Locks nothing. */
export const secondFactors: Migration = {
  name: '0038-second-factors',
  async up(transaction) {
    await transaction.raw(`
      -- Without confirmed_at it is being set up, and no sign-in asks for it.
      create table authenticators (
        user_id text collate "C" primary key references users on delete cascade,
        secret_ciphertext bytea not null,
        secret_key_id text not null,
        -- The time step of the last code that was accepted: it and earlier ones are refused.
        last_step bigint not null default 0,
        created_at timestamptz(3) not null default now(),
        confirmed_at timestamptz(3)
      );
      create table recovery_codes (
        user_id text collate "C" not null references authenticators on delete cascade,
        code_hash bytea not null,
        primary key (user_id, code_hash)
      );
    `)
  },
}

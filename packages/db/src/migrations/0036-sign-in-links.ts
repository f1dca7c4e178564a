import type { Migration } from './migration.ts'

/** Links that set a password once, by the hash of their token. Locks nothing. */
export const signInLinks: Migration = {
  name: '0036-sign-in-links',
  async up(transaction) {
    await transaction.raw(`
      create table sign_in_links (
        token_hash bytea primary key,
        user_id text collate "C" not null references users on delete cascade,
        expires_at timestamptz(3) not null
      );
      create index sign_in_links_by_user on sign_in_links (user_id);
      create index sign_in_links_by_end on sign_in_links (expires_at);
    `)
  },
}

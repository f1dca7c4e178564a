import type { Migration } from './migration.ts'

/** An account is deleted in steps, and leaves a keyed hash of its id and when it was deleted. */
export const accountErasure: Migration = {
  name: '0025-account-erasure',
  async up(transaction) {
    await transaction.raw(`
      alter table accounts add column erasing_since timestamptz(3);

      create table erased_accounts (
        hash bytea primary key,
        key_id text not null,
        erased_at timestamptz(3) not null default now()
      );
      create index erased_accounts_by_key on erased_accounts (key_id);
    `)
  },
}

import type { Migration } from './migration.ts'

/**
 * Exports of accounts, a queue with its files in encrypted parts, which are stored uncompressed because they are
 * compressed already; and marks for the worker: which accounts changed their retention, and which are being erased.
 * Adds a column without a default, and builds indexes on `accounts` and on empty tables: milliseconds.
 */
export const accountExports: Migration = {
  name: '0046-account-exports',
  async up(transaction) {
    await transaction.raw(`
      create table account_exports (
        id text collate "C" primary key,
        account_id text collate "C" not null references accounts on delete cascade,
        status text not null default 'queued' check (status in ('queued', 'running', 'completed', 'failed')),
        record_count integer not null default 0,
        size_bytes bigint not null default 0,
        created_at timestamptz(3) not null default now(),
        started_at timestamptz(3),
        finished_at timestamptz(3),
        expires_at timestamptz(3),
        due_at timestamptz(3),
        worker_id text,
        attempt_count integer not null default 0,
        interruptions integer not null default 0
      );
      create index account_exports_newest_first on account_exports (account_id, id desc);
      create index account_exports_due on account_exports (account_id, due_at, id) where due_at is not null;
      create index account_exports_leased on account_exports (account_id) where worker_id is not null;
      create index account_exports_by_end on account_exports (expires_at) where expires_at is not null;

      create table account_export_parts (
        export_id text collate "C" not null references account_exports on delete cascade,
        number integer not null,
        key_id text not null,
        ciphertext bytea not null,
        primary key (export_id, number)
      );
      alter table account_export_parts alter column ciphertext set storage external;
      create index account_export_parts_by_key on account_export_parts (key_id);

      alter table accounts add column retention_changed_at timestamptz(3);
      create index accounts_with_changed_retention on accounts (retention_changed_at)
        where retention_changed_at is not null;
      create index accounts_being_erased on accounts (erasing_since) where erasing_since is not null;
    `)
  },
}

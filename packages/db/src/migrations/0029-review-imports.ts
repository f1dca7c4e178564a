import type { Migration } from './migration.ts'

/**
 * Files of reviews: `due_at` is set for the first unfinished import of a business only, so that they run in order. Its
 * file is stored in encrypted parts, uncompressed because they are, until the import ends.
 */
export const reviewImports: Migration = {
  name: '0029-review-imports',
  async up(transaction) {
    await transaction.raw(`
      create table review_imports (
        id text collate "C" primary key,
        account_id text collate "C" not null,
        business_id text collate "C" not null references businesses on delete cascade,
        status text not null default 'uploading'
          check (status in ('uploading', 'queued', 'running', 'completed', 'failed')),
        date_order text,
        size_bytes bigint not null default 0,
        sha256 text,
        read_bytes bigint not null default 0,
        row_count integer not null default 0,
        created_count integer not null default 0,
        updated_count integer not null default 0,
        unchanged_count integer not null default 0,
        rejected_count integer not null default 0,
        rejections json not null default '[]',
        labeled_count integer not null default 0,
        failure_message text,
        created_at timestamptz(3) not null default now(),
        touched_at timestamptz(3) not null default now(),
        started_at timestamptz(3),
        finished_at timestamptz(3),
        due_at timestamptz(3),
        worker_id text,
        attempt_count integer not null default 0,
        interruptions integer not null default 0
      ) with (fillfactor = 50);
      create index review_imports_newest_first on review_imports (business_id, id desc);
      create index review_imports_unfinished on review_imports (business_id, status, id)
        where status in ('uploading', 'queued', 'running');
      create index review_imports_due on review_imports (business_id, due_at, id) where due_at is not null;
      create index review_imports_leased on review_imports (business_id, account_id) where worker_id is not null;
      create index review_imports_by_age on review_imports (created_at);

      create table review_import_parts (
        import_id text collate "C" not null references review_imports on delete cascade,
        number integer not null,
        key_id text not null,
        ciphertext bytea not null,
        primary key (import_id, number)
      );
      alter table review_import_parts alter column ciphertext set storage external;
      create index review_import_parts_by_key on review_import_parts (key_id);
    `)
  },
}

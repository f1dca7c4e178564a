import type { Migration } from './migration.ts'

/**
 * A deleted review leaves a keyed hash of its identity, so that no import brings it back. Reports that quoted it are
 * printed again, by a worker.
 */
export const reviewErasure: Migration = {
  name: '0016-review-erasure',
  async up(transaction) {
    await transaction.raw(`
      create table deleted_reviews (
        business_id text collate "C" not null references businesses on delete cascade,
        hash bytea not null,
        key_id text not null,
        deleted_at timestamptz(3) not null default now(),
        primary key (business_id, hash)
      );
      create index deleted_reviews_by_key on deleted_reviews (key_id);

      alter table reports add column pdf_due boolean not null default false;
      create index reports_to_print on reports (business_id, id) where pdf_due;
    `)
  },
}

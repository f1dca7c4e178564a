import type { Migration } from './migration.ts'

/**
 * Labels of an older engine are found by an index, so that they can be replaced in the background. A worker notes which
 * changes of a business it has followed up, so that it does not count the statistics at every turn. The index build
 * locks writes to `reviews` for a few seconds per million labeled rows.
 */
export const labelsByVersion: Migration = {
  name: '0026-labels-by-version',
  async up(transaction) {
    await transaction.raw(`
      create index reviews_by_labels_version on reviews (business_id, labels_version, id)
        where labels_version is not null;
      alter table review_upkeep add column followed_up integer not null default 0;
    `)
  },
}

import type { Migration } from './migration.ts'

/**
 * The retention of reviews, as their source allows and as their account sets it. `reviews.retain_until` follows from
 * both and is the earlier one; null keeps a review as long as its subject.
 */
export const reviewRetention: Migration = {
  name: '0024-review-retention',
  async up(transaction) {
    await transaction.raw(`
      alter table accounts add column review_retention_days integer check (review_retention_days between 1 and 3650);

      create table review_sources (
        source text primary key,
        retention_days integer not null check (retention_days between 1 and 3650)
      );
    `)
  },
}

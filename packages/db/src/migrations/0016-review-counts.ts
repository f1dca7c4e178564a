import type { Migration } from './migration.ts'

/**
 * The number of stored reviews of a business, which its plan limits: counting a million of them takes longer than a
 * request may. Imports of one business take turns, so the row is no bottleneck.
 */
export const reviewCounts: Migration = {
  name: '0016-review-counts',
  async up(transaction) {
    await transaction.raw(`
      create table review_counts (
        business_id text collate "C" primary key references businesses on delete cascade,
        reviews integer not null
      ) with (fillfactor = 50);
      insert into review_counts select business_id, count(*) from reviews group by business_id;

      create function count_inserted_reviews() returns trigger language plpgsql as $$
        begin
          insert into review_counts as known select business_id, count(*) from added group by business_id
          on conflict (business_id) do update set reviews = known.reviews + excluded.reviews;
          return null;
        end
      $$;
      create trigger count_inserted_reviews after insert on reviews
        referencing new table as added for each statement execute function count_inserted_reviews();

      create function count_deleted_reviews() returns trigger language plpgsql as $$
        begin
          update review_counts set reviews = review_counts.reviews - deleted.reviews
          from (select business_id, count(*) as reviews from gone group by business_id) as deleted
          where review_counts.business_id = deleted.business_id;
          return null;
        end
      $$;
      create trigger count_deleted_reviews after delete on reviews
        referencing old table as gone for each statement execute function count_deleted_reviews();
    `)
  },
}

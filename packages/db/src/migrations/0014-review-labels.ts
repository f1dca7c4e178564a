import type { Migration } from './migration.ts'

/**
 * Reviews can be listed, filtered and searched. `search` is set together with the labels, in the background: making it
 * takes longer than the whole import of a review. It holds the words of the text and the labels, each under a name that
 * begins with `#`, which no word does; `search is null` therefore means that the labels are pending, also for reviews
 * that were labeled before this step. Index builds lock writes to `reviews`, about half a minute per million rows.
 */
export const reviewLabels: Migration = {
  name: '0014-review-labels',
  async up(transaction) {
    await transaction.raw(columns)
    await transaction.raw(indexes)
    await transaction.raw(upkeep)
  },
}

const columns = `
  alter table reviews
    add column updated_at timestamptz(3) not null default now(),
    add column aspects json not null default '[]',
    add column polarity text,
    add column flags json not null default '[]',
    add column search tsvector;
  update reviews set updated_at = created_at;
`

const indexes = `
  create index reviews_by_time on reviews (business_id, (coalesce(published_at, created_at)), id);
  create index reviews_by_rating on reviews
    (business_id, (coalesce(rating, 0)), (coalesce(published_at, created_at)), id);
  create index reviews_to_label on reviews (business_id, id) where search is null;
  create index reviews_by_search on reviews using gin (search);
  -- reviews_by_time begins with the same column.
  drop index reviews_by_business;
`

const upkeep = `
  -- Businesses whose reviews have changed. The id is that of the business; a worker removes the row when it has labeled
  -- the reviews and counted the statistics. \`requests\` grows with every change, so that one that arrives while a worker
  -- finishes is not lost.
  create table review_upkeep (
    id text collate "C" primary key references businesses on delete cascade,
    account_id text collate "C" not null,
    requests integer not null default 1,
    due_at timestamptz(3) not null default now(),
    started_at timestamptz(3),
    worker_id text,
    attempt_count integer not null default 0,
    interruptions integer not null default 0
  ) with (fillfactor = 50);
  create index review_upkeep_leased on review_upkeep (id, account_id) where worker_id is not null;

  insert into review_upkeep (id, account_id)
  select id, account_id from businesses where exists (select from reviews where business_id = businesses.id);
`

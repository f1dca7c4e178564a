import type { Migration } from './migration.ts'

/**
 * The columns that change with every claim move from the wide row of a delivery to a narrow one that is deleted once
 * the delivery has finished. Finishing then changes no column that an index of `webhook_deliveries` has, so no index
 * gets an entry (a heap-only tuple); before, a delivery that succeeded at once cost eleven. An attempt is written once,
 * when it is over.
 */
export const deliveryQueue: Migration = {
  name: '0004-delivery-queue',
  async up(transaction) {
    await transaction.raw(queue)
    await transaction.raw(move)
    await transaction.raw(deliveries)
    await transaction.raw(belongings)
  },
}

const queue = `
  -- One row per unfinished delivery. No foreign key, because each new row would have to look its delivery up; the
  -- trigger below lets the row go with its delivery.
  create table webhook_queue (
    id text collate "C" primary key,
    account_id text collate "C" not null,
    webhook_id text collate "C" not null,
    due_at timestamptz(3) not null default now(),
    attempt_count integer not null default 0,
    interruptions integer not null default 0,
    worker_id text,
    -- When the attempt under way began.
    started_at timestamptz(3),
    check ((worker_id is null) = (started_at is null))
  ) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
  create index webhook_queue_due on webhook_queue (webhook_id, due_at, id);
  create index webhook_queue_leased on webhook_queue (webhook_id, account_id) where worker_id is not null;
`

const move = `
  insert into webhook_queue (id, account_id, webhook_id, due_at, attempt_count, interruptions, worker_id, started_at)
  select id, account_id, webhook_id, due_at, attempt_count, interruptions, worker_id,
         case when worker_id is not null then coalesce(
           (select started_at from webhook_attempts where delivery_id = delivery.id and number = attempt_count), now()) end
  from webhook_deliveries as delivery where due_at is not null;

  -- The attempt under way is the row in the queue.
  delete from webhook_attempts where outcome = 'in_progress';

  -- From now on the attempts that were lost with their workers are added where the limit is reckoned.
  update webhook_deliveries set max_attempts = greatest(1, max_attempts - interruptions) where interruptions > 0;
  update webhook_deliveries set status = case when attempt_count > 1 then 'waiting_retry' else 'pending' end
  where status = 'in_progress';
`

const deliveries = `
  -- Takes along the indexes and the check that name one of them.
  alter table webhook_deliveries drop column due_at, drop column worker_id;
  alter table webhook_deliveries drop constraint webhook_deliveries_status_check;
  alter table webhook_deliveries add constraint webhook_deliveries_status_check
    check (status in ('pending', 'waiting_retry', 'succeeded', 'dead_lettered', 'canceled'));

  -- Deliveries that ended without success are found by an index of their own column, which a success does not change.
  drop index webhook_deliveries_by_status;
  alter table webhook_deliveries add column ended_without text
    generated always as (case when status in ('dead_lettered', 'canceled') then status end) stored;
  create index webhook_deliveries_without_success on webhook_deliveries (webhook_id, ended_without, id desc)
    where ended_without is not null;

  -- By the moment that never changes; nothing finishes before it is created.
  drop index webhook_deliveries_by_age;
  create index webhook_deliveries_by_age on webhook_deliveries (created_at);

  -- Room for the one new version of most rows on their own page; attempts no longer have any.
  alter table webhook_deliveries set (fillfactor = 60);
  alter table webhook_attempts reset (fillfactor);
`

const belongings = `
  alter table webhook_attempts drop constraint webhook_attempts_delivery_id_fkey;
  alter table webhook_attempts drop constraint webhook_attempts_outcome_check;
  alter table webhook_attempts add constraint webhook_attempts_outcome_check
    check (outcome in ('succeeded', 'failed', 'interrupted'));

  create function forget_deliveries() returns trigger language plpgsql as $$
    begin
      delete from webhook_queue where id in (select id from gone);
      delete from webhook_attempts where delivery_id in (select id from gone);
      return null;
    end
  $$;
  create trigger forget_deliveries after delete on webhook_deliveries
    referencing old table as gone for each statement execute function forget_deliveries();
`

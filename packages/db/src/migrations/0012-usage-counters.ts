import type { Migration } from './migration.ts'

/**
 * Requests are counted per hour, day and month when their events are written, so that a year is read as quickly as a
 * day. Usage events also keep the name of the credential and the address of the client, and can be filtered by
 * operation, caller and error.
 *
 * Counts the events of the last 30 days and builds three indexes over them: one to two seconds per 100,000 events, in
 * which no event is written. The API keeps them in memory for that time.
 */
export const usageCounters: Migration = {
  name: '0012-usage-counters',
  async up(transaction) {
    await transaction.raw(counters)
    await transaction.raw(events)
    await transaction.raw(countedSoFar)
  },
}

const counters = `
  create table usage_counters (
    account_id text collate "C" not null references accounts on delete cascade,
    "interval" text not null check ("interval" in ('hour', 'day', 'month')),
    start timestamptz(3) not null,
    -- Empty for requests of no operation.
    operation_id text not null,
    http_status integer not null,
    caller_id text collate "C" not null,
    requests bigint not null,
    primary key (account_id, "interval", start, operation_id, http_status, caller_id)
  ) with (fillfactor = 70);
  create index usage_counters_by_age on usage_counters ("interval", start);
`

const events = `
  alter table usage_events add column actor_name text, add column client_ip text;
  create index usage_events_by_operation on usage_events (account_id, operation_id, id desc);
  create index usage_events_by_caller on usage_events (account_id, (actor ->> 'id'), id desc);
  create index usage_events_of_errors on usage_events (account_id, http_status, id desc) where http_status >= 300;
`

const countedSoFar = `
  insert into usage_counters (account_id, "interval", start, operation_id, http_status, caller_id, requests)
  select account_id, unit, date_trunc(unit, created_at, 'UTC'), coalesce(operation_id, ''), http_status,
         coalesce(actor ->> 'id', ''), count(*)
  from usage_events cross join (values ('hour'), ('day'), ('month')) as units (unit)
  where type in ('api.request', 'api.refused') and http_status is not null
  group by 1, 2, 3, 4, 5, 6
`

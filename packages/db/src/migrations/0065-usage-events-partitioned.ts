import type { Migration } from './migration.ts'

/**
 * Third of three steps to partitions of usage events (decision 0065). The table becomes the partition of the past, and
 * each later day has a partition of its own. No row is moved or read. Locks `usage_events` against everything, and
 * `accounts` against writes, for some milliseconds, and gives up if it has to wait for a lock for more than five
 * seconds.
 */
export const usageEventsPartitioned: Migration = {
  name: '0065-usage-events-partitioned',
  async up(transaction) {
    await transaction.raw("set local lock_timeout = '5s'")
    await transaction.raw(past)
    await transaction.raw(parent)
    await transaction.raw(attach)
    await transaction.raw(protection)
    await transaction.raw(listing)
    await transaction.raw(maintenance)
    await transaction.raw(
      "select create_usage_event_partition((now() at time zone 'UTC')::date + n) from generate_series(0, 7) as n",
    )
  },
}

const past = `
  lock table usage_events in access exclusive mode;
  alter table usage_events rename to usage_events_past;
  alter index usage_events_pkey rename to usage_events_past_pkey;
  alter index usage_events_newest_first rename to usage_events_past_newest_first;
  alter index usage_events_by_type rename to usage_events_past_by_type;
  alter index usage_events_by_request rename to usage_events_past_by_request;
  alter index usage_events_by_age rename to usage_events_past_by_age;
  alter index usage_events_by_operation rename to usage_events_past_by_operation;
  alter index usage_events_by_caller rename to usage_events_past_by_caller;
  alter index usage_events_of_errors rename to usage_events_past_of_errors;
`

// By id, so that the primary key remains and "on conflict (id)" finds it. An id begins with the time of its event.
const parent = `
  create table usage_events (like usage_events_past) partition by range (id);
  alter table usage_events
    add primary key (id),
    add constraint usage_events_account_id_fkey foreign key (account_id) references accounts on delete cascade;
  create index usage_events_newest_first on usage_events (account_id, id desc);
  create index usage_events_by_type on usage_events (account_id, type, id desc);
  create index usage_events_by_request on usage_events (account_id, request_id) where request_id is not null;
  create index usage_events_by_age on usage_events (created_at);
  create index usage_events_by_operation on usage_events (account_id, operation_id, id desc);
  create index usage_events_by_caller on usage_events (account_id, (actor ->> 'id'), id desc);
  create index usage_events_of_errors on usage_events (account_id, http_status, id desc) where http_status >= 300;

  -- What roles were granted on the table, they have on its successor.
  do $$
    declare
      granted record;
    begin
      for granted in
        select privilege_type, case grantee when 0 then 'public' else grantee::regrole::text end as grantee
        from pg_class cross join lateral aclexplode(relacl) where oid = 'usage_events_past'::regclass
      loop
        execute format('grant %s on usage_events to %s', granted.privilege_type, granted.grantee);
      end loop;
    end
  $$;
`

// The constraint of the first step proves that every row fits, so nothing is read, and the indexes fit as they are.
const attach = `
  do $$
    declare
      today timestamptz := date_trunc('day', now(), 'UTC');
      past_end text := (
        select substring(pg_get_constraintdef(oid) from '''([^'']+)''') from pg_constraint
        where conname = 'usage_events_past_bound'
      );
    begin
      -- Without a constraint the table was empty a moment ago. If it still is, today has a partition.
      past_end := coalesce(past_end, first_id_at('act', case when exists (select from usage_events_past)
        then today + interval '7 days' else today end));
      execute format('alter table usage_events attach partition usage_events_past for values from (minvalue) to (%L)', past_end);
      alter table usage_events_past drop constraint if exists usage_events_past_bound;
    end
  $$;

  -- Empty unless a clock is wrong, or no worker has run for a week.
  create table usage_events_default partition of usage_events default;
`

const protection = `
  -- The previous version deletes by ctid, which is unique within one partition only: its purge and its erasure would also
  -- delete other rows. Until no process of it can run, rows are deleted with their account, and others only by the
  -- function below that purges.
  create function protect_usage_event() returns trigger language plpgsql as $$
    begin
      if exists (select from accounts where id = old.account_id and erasing_since is null) then return null; end if;
      return old;
    end
  $$;
  create trigger protect_usage_event before delete on usage_events for each row
    when (current_setting('svc.purges_usage_events', true) is distinct from 'on')
    execute function protect_usage_event();
`

const listing = `
  -- Each partition with the ids that it takes, from (null: the lowest) to, exclusive. The default has neither.
  create function usage_event_partitions() returns table (name text, from_id text, to_id text)
    language sql stable as $$
    select relname, substring(bound from 'FROM \\(''([^'']+)''\\)') collate "C", substring(bound from 'TO \\(''([^'']+)''\\)') collate "C"
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    cross join lateral (select pg_get_expr(relpartbound, pg_class.oid) as bound) as expression
    where inhparent = 'usage_events'::regclass
  $$;
`

/** The settings of the functions below. */
export const settings =
  "settings text := format('security definer set search_path = %I, pg_temp set lock_timeout = ''200ms''', current_schema());"

/** Deletes expired events that are in no partition of a day, up to `rows_max`, and returns how many. */
export const createPurge = `
      execute $create$
        create or replace function purge_usage_events(days integer, rows_max integer) returns integer language plpgsql $create$ || settings || $create$ as $$
          declare
            partition text;
            deleted integer;
            total integer := 0;
          begin
            if days < 1 then raise 'Usage events are kept for at least a day.'; end if;
            if not may_delete_usage_events() then return 0; end if;
            -- Not "set" in the definition, which only a superuser may do with a parameter that no extension defines.
            perform set_config('svc.purges_usage_events', 'on', true);
            foreach partition in array array['usage_events_past', 'usage_events_default'] loop
              continue when to_regclass(partition) is null;
              execute format(
                'delete from %1$I where ctid = any (array(
                   select ctid from %1$I where created_at < $1 order by created_at limit $2 for update skip locked))',
                partition) using now() - days * interval '1 day', rows_max - total;
              get diagnostics deleted = row_count;
              total := total + deleted;
            end loop;
            perform set_config('svc.purges_usage_events', 'off', true);
            return total;
          end
        $$
      $create$;
`

// "security definer", because the role of the service may not change the schema. A lock that is not free at once is
// requested again later: while a session waits for it, every statement on the table waits behind it.
const maintenance = `
  do $schema$
    declare
      ${settings}
    begin
      execute $create$
        create function may_delete_usage_events() returns boolean language plpgsql as $$
          begin
            if not has_table_privilege(session_user, 'usage_events', 'delete') then
              raise insufficient_privilege using message = 'permission denied for table usage_events';
            end if;
            -- One process at a time.
            return pg_try_advisory_xact_lock(7364002);
          end
        $$
      $create$;

      -- Creates the partition of a day, in UTC. Returns false if it exists or the past or the default has events of that day.
      execute $create$
        create function create_usage_event_partition(day date) returns boolean language plpgsql $create$ || settings || $create$ as $$
          declare
            lower_id text := first_id_at('act', day::timestamp at time zone 'UTC');
            upper_id text := first_id_at('act', (day + 1)::timestamp at time zone 'UTC');
            partition text := 'usage_events_' || to_char(day, 'YYYYMMDD');
          begin
            if not may_delete_usage_events()
              or exists (
                select from usage_event_partitions()
                where to_id > lower_id collate "C" and coalesce(from_id, '') < upper_id collate "C"
              )
              or exists (select from usage_events_default where id >= lower_id and id < upper_id)
            then return false; end if;
            -- Attaching locks the parent against changes of the schema only. "partition of" would lock it against everything.
            execute format('create table %I (like usage_events including all)', partition);
            execute format('alter table usage_events attach partition %I for values from (%L) to (%L)', partition, lower_id, upper_id);
            return true;
          end
        $$
      $create$;

      -- Drops the oldest partition if all of its events are older than \`days\`. Returns whether there was one. The time in
      -- an id is up to a minute from that of its event.
      execute $create$
        create function drop_usage_event_partition(days integer) returns boolean language plpgsql $create$ || settings || $create$ as $$
          declare
            expired text := (
              select name from usage_event_partitions()
              where to_id <= first_id_at('act', now() - days * interval '1 day' - interval '1 minute') collate "C"
              order by to_id limit 1
            );
          begin
            if days < 1 then raise 'Usage events are kept for at least a day.'; end if;
            if not may_delete_usage_events() or expired is null then return false; end if;
            execute format('drop table %I', expired);
            return true;
          end
        $$
      $create$;

      ${createPurge}
    end
  $schema$;
`

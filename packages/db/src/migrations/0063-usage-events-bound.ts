import type { Migration } from './migration.ts'

/**
 * First of three steps to partitions of usage events (decision 0065): a constraint that existing and new events are of
 * the time before the first partition of a day. Locks `usage_events` for an instant, and gives up if it has to wait for
 * that lock for more than five seconds. The bound is at least seven days away: run the next two steps before that.
 */
export const usageEventsBound: Migration = {
  name: '0063-usage-events-bound',
  async up(transaction) {
    await transaction.raw("set local lock_timeout = '5s'")
    await transaction.raw(firstIdAt)
    await transaction.raw(bound)
  },
}

const firstIdAt = `
  -- The lowest id of a millisecond: 48 bits of its time in base 32, then zeros (RFC 9562, section 5.7).
  create function first_id_at(prefix text, instant timestamptz) returns text language sql stable parallel safe as $$
    select prefix || '_'
      || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', (ms >> (45 - 5 * digit) & 31)::int + 1, 1), '' order by digit)
      || repeat('0', 16)
    from (select floor(extract(epoch from instant) * 1000)::bigint as ms) as time cross join generate_series(0, 9) as digit
  $$;
`

// A clock that was wrong may have written events of the future, so the bound is moved until none is beyond it.
const bound = `
  do $$
    declare
      today timestamptz := date_trunc('day', now(), 'UTC');
      days integer := 7;
    begin
      if not exists (select from usage_events) then return; end if;
      while exists (select from usage_events where id >= first_id_at('act', today + days * interval '1 day')) loop
        days := days * 2;
      end loop;
      execute format(
        'alter table usage_events add constraint usage_events_past_bound check (id < %L) not valid',
        first_id_at('act', today + days * interval '1 day'));
    end
  $$;
`

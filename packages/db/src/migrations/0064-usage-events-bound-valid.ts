import type { Migration } from './migration.ts'

/**
 * Second of three steps to partitions of usage events: reads the table once to check the constraint. Reads and writes
 * continue; only changes of the schema and VACUUM of this table wait.
 */
export const usageEventsBoundValid: Migration = {
  name: '0064-usage-events-bound-valid',
  async up(transaction) {
    await transaction.raw(`
      do $$
        begin
          if exists (select from pg_constraint where conname = 'usage_events_past_bound') then
            alter table usage_events validate constraint usage_events_past_bound;
          end if;
        end
      $$;
    `)
  },
}

import type { Migration } from './migration.ts'

/** The length of each queue at the last measurement, for metrics and the console. Locks nothing. */
export const queueStatistics: Migration = {
  name: '0045-queue-statistics',
  async up(transaction) {
    await transaction.raw(`
      create table queue_statistics (
        name text primary key,
        waiting_count integer not null default 0,
        running_count integer not null default 0,
        scheduled_count integer not null default 0,
        held_count integer not null default 0,
        oldest_due_at timestamptz(3),
        measured_at timestamptz(3) not null default 'epoch'
      );
      insert into queue_statistics (name)
      values ('webhook_deliveries'), ('analyses'), ('account_exports'), ('review_imports'), ('review_maintenance'), ('emails');
    `)
  },
}

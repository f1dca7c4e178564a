import type { Migration } from './migration.ts'

/** How long each queue is, as one worker measured it last; every worker shows it in its metrics. Locks nothing. */
export const queueStatistics: Migration = {
  name: '0045-queue-statistics',
  async up(transaction) {
    await transaction.raw(`
      create table queue_statistics (
        queue text primary key,
        due integer not null default 0,
        waiting integer not null default 0,
        running integer not null default 0,
        held integer not null default 0,
        oldest_age_s double precision not null default 0,
        measured_at timestamptz(3) not null default 'epoch'
      );
      insert into queue_statistics (queue)
      values ('analyses'), ('deliveries'), ('review_imports'), ('review_upkeep');
    `)
  },
}

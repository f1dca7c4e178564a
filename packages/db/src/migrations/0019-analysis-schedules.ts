import type { Migration } from './migration.ts'

/** The schedules of analyses: at most one for each business. */
export const analysisSchedules: Migration = {
  name: '0019-analysis-schedules',
  async up(transaction) {
    await transaction.raw(`
      create table analysis_schedules (
        business_id text collate "C" primary key references businesses on delete cascade,
        frequency text not null check (frequency in ('none', 'weekly', 'monthly')),
        weekday text not null
          check (weekday in ('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday')),
        hour smallint not null check (hour between 0 and 23),
        next_run_at timestamptz(3),
        last_run_at timestamptz(3),
        last_analysis_id text collate "C" references analyses on delete set null,
        check ((next_run_at is null) = (frequency = 'none'))
      );
      create index analysis_schedules_due on analysis_schedules (next_run_at) where next_run_at is not null;
      create index analysis_schedules_by_analysis on analysis_schedules (last_analysis_id)
        where last_analysis_id is not null;
    `)
  },
}

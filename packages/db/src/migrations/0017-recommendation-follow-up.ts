import type { Migration } from './migration.ts'

/**
 * A recommendation has a note and can be planned, done or dismissed; until it is resolved there is at most one for a
 * problem. Rewrites the table, which has a few rows per business, while it is locked.
 */
export const recommendationFollowUp: Migration = {
  name: '0017-recommendation-follow-up',
  async up(transaction) {
    await transaction.raw(`
      alter table recommendations
        add column note text,
        drop constraint recommendations_status_check,
        add constraint recommendations_status_check
          check (status in ('open', 'planned', 'done', 'dismissed', 'resolved')),
        alter column rank set expression as (priority + case when status in ('open', 'planned') then 0 else 8 end);
      create unique index recommendations_unresolved_problem on recommendations (business_id, problem_key)
        where status <> 'resolved';
      drop index recommendations_open_problem;
    `)
  },
}

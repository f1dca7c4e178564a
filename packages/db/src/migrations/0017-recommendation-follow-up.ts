import type { Migration } from './migration.ts'

/**
 * A recommendation has a note and can be planned, done or dismissed; until it is resolved there is at most one for a
 * problem. Rewrites the table, which has a few rows per business, while it is locked.
 */
export const recommendationFollowUp: Migration = {
  name: '0017-recommendation-follow-up',
  async up(transaction) {
    const { rows } = await transaction.raw("select current_setting('server_version_num')::int as version")
    const rank = "(priority + case when status in ('open', 'planned') then 0 else 8 end)"
    // PostgreSQL 15 and 16 cannot change the expression of a column.
    const changeRank =
      rows[0].version >= 170_000
        ? `alter table recommendations alter column rank set expression as ${rank};`
        : `alter table recommendations drop column rank;
           alter table recommendations add column rank smallint not null generated always as ${rank} stored;
           create index recommendations_in_order on recommendations (business_id, rank, id desc);`
    await transaction.raw(`
      alter table recommendations
        add column note text,
        drop constraint recommendations_status_check,
        add constraint recommendations_status_check
          check (status in ('open', 'planned', 'done', 'dismissed', 'resolved'));
      ${changeRank}
      create unique index recommendations_unresolved_problem on recommendations (business_id, problem_key)
        where status <> 'resolved';
      drop index recommendations_open_problem;
    `)
  },
}

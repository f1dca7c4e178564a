import type { Migration } from './migration.ts'

/**
 * Reports that were granted outside of a plan, one per row. A row names the analysis that uses it, until that fails:
 * then there is no report, and the grant can be used again. The reference is checked at the end of the transaction,
 * because the grant decides whether the analysis counts against a quota before it is requested.
 */
export const reportGrants: Migration = {
  name: '0020-report-grants',
  async up(transaction) {
    await transaction.raw(`
      create table report_grants (
        number bigint generated always as identity primary key,
        account_id text collate "C" not null references accounts on delete cascade,
        analysis_id text collate "C" references analyses on delete cascade deferrable initially deferred,
        created_at timestamptz(3) not null default now()
      );
      create index report_grants_by_account on report_grants (account_id, number);
      create unique index report_grants_by_analysis on report_grants (analysis_id) where analysis_id is not null;
    `)
  },
}

import type { Migration } from './migration.ts'

/**
 * The time at which a recommendation was marked as done, and the result that later analyses find. Marks from before
 * this step have no time and are not followed up: `updated_at` changes with every analysis, so when they were made is
 * not known.
 */
export const followUp: Migration = {
  name: '0023-follow-up',
  async up(transaction) {
    await transaction.raw(`
      alter table recommendations add column done_at timestamptz(3);
      alter table analyses add column follow_up json not null default '[]';
    `)
  },
}

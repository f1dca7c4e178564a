import type { Migration } from './migration.ts'

/**
 * The number of reviews of an analysis by language. Locks `analyses` for some milliseconds: a constant default changes
 * no row, and analyses from before this step have none.
 */
export const languagesOfAnalyses: Migration = {
  name: '0073-languages-of-analyses',
  async up(transaction) {
    await transaction.raw("alter table analyses add column languages json not null default '[]'")
  },
}

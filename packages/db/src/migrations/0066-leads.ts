import type { Migration } from './migration.ts'

/**
 * The aspects in which an analysis finds that the business or one competitor clearly leads. Locks `analyses` for some
 * milliseconds: a constant default changes no row, and analyses from before this step have none.
 */
export const leads: Migration = {
  name: '0066-leads',
  async up(transaction) {
    await transaction.raw("alter table analyses add column leads json not null default '[]'")
  },
}

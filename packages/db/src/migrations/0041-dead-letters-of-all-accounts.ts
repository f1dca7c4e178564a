import type { Migration } from './migration.ts'

/**
 * The dead letters of all accounts, newest first. Blocks the results of deliveries for one scan of the table: seconds
 * per million deliveries.
 */
export const deadLettersOfAllAccounts: Migration = {
  name: '0041-dead-letters-of-all-accounts',
  async up(transaction) {
    await transaction.raw(`
      create index webhook_deliveries_dead_lettered on webhook_deliveries (id desc)
        where ended_without = 'dead_lettered'`)
  },
}

import type { Migration } from './migration.ts'

/**
 * Clients that may create the business of an account that has none. The default is stored in the catalog, so the table
 * is locked for an instant only.
 */
export const clientsThatCreateTheBusiness: Migration = {
  name: '0049-clients-that-create-the-business',
  async up(transaction) {
    await transaction.raw('alter table oauth_clients add column creates_business boolean not null default false')
  },
}

import type { Migration } from './migration.ts'

/**
 * Since when an account has had no access to the API; null while it has. Its deliveries are held from then on, and
 * canceled after their retention. Locks the accounts while those without access are updated: milliseconds.
 */
export const notEntitledSince: Migration = {
  name: '0031-not-entitled-since',
  async up(transaction) {
    await transaction.raw(`
      alter table accounts add column not_entitled_since timestamptz(3);
      update accounts set not_entitled_since = now() where plan = 'starter' and not api_demo;
    `)
  },
}

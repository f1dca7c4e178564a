import type { Migration } from './migration.ts'

const tables = ['accounts', 'api_keys', 'oauth_clients']

/** Rate limits of single accounts, keys and OAuth clients; null where the general one applies. */
export const rateLimitsOfAccountsAndKeys: Migration = {
  name: '0027-rate-limits-of-accounts-and-keys',
  async up(transaction) {
    for (const table of tables) {
      await transaction.raw(`
        alter table ${table} add column rate_limit int check (rate_limit between 1 and 1000000);
        -- Every process reads all of them every few seconds.
        create index ${table}_with_rate_limit on ${table} (id) where rate_limit is not null;
      `)
    }
  },
}

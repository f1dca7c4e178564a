import type { Migration } from './migration.ts'

/** The number of deliveries that an account, and each of its endpoints, has resent in the current hour. */
export const resendBudgets: Migration = {
  name: '0010-resend-budgets',
  async up(transaction) {
    await transaction.raw(`
      create table webhook_resend_budgets (
        subject text collate "C" primary key,
        account_id text collate "C" not null references accounts on delete cascade,
        hour timestamptz(3) not null,
        used integer not null
      ) with (fillfactor = 50);
      create index webhook_resend_budgets_by_account on webhook_resend_budgets (account_id)`)
  },
}

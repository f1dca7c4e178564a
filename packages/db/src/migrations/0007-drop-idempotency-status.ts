import type { Migration } from './migration.ts'

/**
 * The status of a repeated response follows from its operation; the column has had no value since the responses are
 * encrypted whole.
 */
export const dropIdempotencyStatus: Migration = {
  name: '0007-drop-idempotency-status',
  async up(transaction) {
    await transaction.raw('alter table idempotency_keys drop column status')
  },
}

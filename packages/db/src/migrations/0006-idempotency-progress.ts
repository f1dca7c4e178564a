import type { Migration } from './migration.ts'

/**
 * Work that takes several transactions notes how far it has come, so that its repetition with the same key goes on
 * there.
 */
export const idempotencyProgress: Migration = {
  name: '0006-idempotency-progress',
  formerName: '0006-progress-of-keys',
  async up(transaction) {
    await transaction.raw('alter table idempotency_keys add column progress json')
  },
}

import type { Migration } from './migration.ts'

/** The lengths of the queues of the business profile. Locks nothing. */
export const profileQueues: Migration = {
  name: '0058-profile-queues',
  async up(transaction) {
    await transaction.raw(`
      insert into queue_statistics (name)
      values ('business_profile_connections'), ('business_profile_replies'), ('business_profile_revocations');
    `)
  },
}

import type { Migration } from './migration.ts'

/** Whether the upstream service announced a review after the last scan had begun. Locks connections for an instant. */
export const profileNotifications: Migration = {
  name: '0061-profile-notifications',
  async up(transaction) {
    await transaction.raw(`
      alter table business_profile_connections add column is_notified boolean not null default false;
    `)
  },
}

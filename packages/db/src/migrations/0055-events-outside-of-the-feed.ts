import type { Migration } from './migration.ts'

/**
 * Events that a test sent as examples are delivered to one endpoint and are not in the feed of the account, even when
 * they are resent. Locks the table for an instant.
 */
export const eventsOutsideOfTheFeed: Migration = {
  name: '0055-events-outside-of-the-feed',
  async up(transaction) {
    await transaction.raw('alter table webhook_events add column in_feed boolean not null default true')
  },
}

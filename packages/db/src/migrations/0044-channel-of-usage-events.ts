import type { Migration } from './migration.ts'

/** Usage events keep whether a request came in as a call of the REST API or of a tool. Locks the table for an instant. */
export const channelOfUsageEvents: Migration = {
  name: '0044-channel-of-usage-events',
  async up(transaction) {
    await transaction.raw('alter table usage_events add column channel text')
  },
}

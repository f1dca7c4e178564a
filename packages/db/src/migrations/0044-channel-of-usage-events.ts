import type { Migration } from './migration.ts'

/** Usage events keep whether a request was one of the REST API or a call of a tool. Locks the table for an instant. */
export const channelOfUsageEvents: Migration = {
  name: '0044-channel-of-usage-events',
  async up(transaction) {
    await transaction.raw('alter table usage_events add column channel text')
  },
}

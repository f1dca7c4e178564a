import type { Migration } from './migration.ts'

/**
 * The time at which an endpoint was disabled, and an index that finds those to disable. Locks endpoints and their
 * health for one scan: milliseconds per 10,000 endpoints.
 */
export const failingEndpoints: Migration = {
  name: '0033-failing-endpoints',
  async up(transaction) {
    await transaction.raw(`
      alter table webhook_endpoints
        add column disabled_at timestamptz(3),
        add constraint webhook_endpoints_disabled_at_check check ((disabled_reason is null) = (disabled_at is null));

      -- Changes with the first failure and the first success after it, not with each attempt: recorded results remain
      -- heap-only updates.
      create index webhook_endpoint_health_failing on webhook_endpoint_health (failing_since)
        where failing_since is not null;
    `)
  },
}

import type { Migration } from './migration.ts'

/**
 * Owners describe their endpoints, and an endpoint whose attempts have failed for days is disabled. Locks the endpoints
 * for a few milliseconds: no row is rewritten.
 */
export const endpointsDescribedAndDisabled: Migration = {
  name: '0022-endpoints-described-and-disabled',
  async up(transaction) {
    await transaction.raw(`
      alter table webhook_endpoints
        add column description text,
        add column metadata json not null default '{}',
        add column disabled_reason text check (disabled_reason is null or (disabled_reason = 'failing' and not enabled));

      -- Failed attempts since the last success, and when the first of them was recorded.
      alter table webhook_endpoint_health
        add column failures integer not null default 0,
        add column failing_since timestamptz(3);
    `)
  },
}

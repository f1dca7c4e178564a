import type { Migration } from './migration.ts'

/**
 * The number of attempts per minute that an endpoint accepts. Locks the endpoints for milliseconds: no row is
 * rewritten.
 */
export const paceOfEndpoints: Migration = {
  name: '0032-pace-of-endpoints',
  async up(transaction) {
    await transaction.raw(`
      alter table webhook_endpoints
        add column max_attempts_per_minute integer check (max_attempts_per_minute between 1 and 6000);

      -- Apart from the endpoint, because claims write it and must not wait for those that publish, who lock the
      -- endpoint.
      create table webhook_endpoint_pace (
        webhook_id text collate "C" primary key references webhook_endpoints on delete cascade,
        next_start_at timestamptz(3) not null
      ) with (fillfactor = 50);
    `)
  },
}

import type { Migration } from './migration.ts'

/**
 * Events and analyses keep the span that created them, so that the worker continues its trace. Null unless the trace is
 * sampled. Locks both tables for an instant.
 */
export const traces: Migration = {
  name: '0053-traces',
  async up(transaction) {
    await transaction.raw('alter table webhook_events add column traceparent text')
    await transaction.raw('alter table analyses add column traceparent text')
  },
}

import type { Migration } from './migration.ts'

/**
 * A competitor may have a million reviews, whose deletion takes longer than a request may. It is marked as removed,
 * which hides it and its reviews; a worker deletes both in small steps.
 */
export const removeCompetitorsInSteps: Migration = {
  name: '0015-remove-competitors-in-steps',
  async up(transaction) {
    await transaction.raw(`
      alter table competitors add column removed_at timestamptz(3);
      create index competitors_removed on competitors (business_id) where removed_at is not null;
    `)
  },
}

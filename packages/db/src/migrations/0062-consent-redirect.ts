import type { Migration } from './migration.ts'

/**
 * The page to which the browser returns from a consent. A consent that was begun before has none and has to be begun
 * again. Locks consents for an instant.
 */
export const consentRedirect: Migration = {
  name: '0062-consent-redirect',
  async up(transaction) {
    await transaction.raw(`
      alter table business_profile_consents
        add column redirect_uri text,
        add check (redirect_uri is null or state_hash is not null);
    `)
  },
}

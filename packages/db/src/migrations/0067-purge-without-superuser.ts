import { createPurge, settings } from './0065-usage-events-partitioned.ts'
import type { Migration } from './migration.ts'

/**
 * Replaces a function that step 0065 first created with a setting that only a superuser may give a function: its
 * database could not be restored by the owner of the schema. Locks nothing.
 */
export const purgeWithoutSuperuser: Migration = {
  name: '0067-purge-without-superuser',
  async up(transaction) {
    await transaction.raw(`do $schema$ declare ${settings} begin ${createPurge} end $schema$`)
  },
}

import type { Knex } from 'knex'

/** One step of the schema. A released step is never edited; a later step changes what an earlier one created. */
export type Migration = TransactionalMigration | IndexMigration

interface MigrationName {
  /** `0001-accounts`: number and subject, without an extension, so that compiled sources have the same name. */
  name: string
  /** The name under which databases recorded the step before it was renamed. */
  formerName?: string
}

interface TransactionalMigration extends MigrationName {
  transactional?: true
  up(transaction: Knex.Transaction): Promise<void>
}

/** Builds an index outside a transaction, so that the table can be written to while it is built. */
export interface IndexMigration extends MigrationName {
  transactional: false
  /** The index that `up` builds. If an interrupted run left it invalid, it is dropped before `up` runs again. */
  index: string
  /** Runs `create index concurrently if not exists`, and nothing else: an interrupted step runs again as a whole. */
  up(connection: Knex): Promise<void>
}

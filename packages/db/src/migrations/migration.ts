import type { Knex } from 'knex'

/** One step of the schema. A released step is never edited; a later step changes what an earlier one created. */
export interface Migration {
  /** `0001-accounts`: number and subject, without an extension, so that compiled sources have the same name. */
  name: string
  /** The name under which databases recorded the step before it was renamed. */
  formerName?: string
  up(transaction: Knex.Transaction): Promise<void>
}

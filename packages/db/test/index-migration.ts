import type { IndexMigration } from '../src/migrations/migration.ts'

/** A step that builds an index outside a transaction, on a table `large` that the test creates. */
export const buildIndex: IndexMigration = {
  name: '9010-index',
  transactional: false,
  index: 'large_by_id',
  up: async (connection) =>
    void (await connection.raw('create index concurrently if not exists large_by_id on large (id)')),
}

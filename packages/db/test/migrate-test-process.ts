import { openDatabase } from '../src/connection/database.ts'
import type { Migration } from '../src/migrations/migration.ts'
import { migrate } from '../src/schema/migrate.ts'
import { buildIndex } from './index-migration.ts'

/**
 * A process that a test kills. Its migration creates a table, prints a line, and waits; with `index`, it builds the
 * index of the test.
 */
const [url = '', step] = process.argv.slice(2)
const database = openDatabase({ url, applicationName: 'svc-migrate-test' })
const interrupted: Migration = {
  name: '9009-interrupted',
  up: async (transaction) => {
    await transaction.raw('create table half (id int)')
    process.stdout.write('half done\n')
    await transaction.raw('select pg_sleep(60)')
  },
}
await migrate(database, { debug: () => {}, info: () => {} }, [step === 'index' ? buildIndex : interrupted])

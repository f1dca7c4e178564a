import { openDatabase } from '../src/database.ts'
import { migrate } from '../src/migrate.ts'

/** A process that a test kills: its migration creates a table, prints a line, and waits. */
const [url = ''] = process.argv.slice(2)
const database = openDatabase({ url, applicationName: 'svc-migrate-test' })
await migrate(database, { info: () => {} }, [
  {
    name: '9009-interrupted',
    up: async (transaction) => {
      await transaction.raw('create table half (id int)')
      process.stdout.write('half done\n')
      await transaction.raw('select pg_sleep(60)')
    },
  },
])

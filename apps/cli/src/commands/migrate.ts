import { defineCommand } from '@svc/command-line/command'
import { countOf } from '@svc/command-line/text'
import { migrate } from '@svc/db/migrate'
import { withDatabase } from '../operator.ts'

export const migrateCommand = defineCommand({
  name: 'migrate',
  summary: 'Apply all pending database migrations',
  description: `
    Run this before the processes of a new version start, with a role that may change the schema. In development, every process
    runs the migrations when it starts. The command is safe to run concurrently. If it is killed, no partial change remains.`,
  async run(_input, context) {
    const ran = await withDatabase(context, ({ db }) => migrate(db, { debug: () => {}, info: () => {} }), {
      migrated: false,
    })
    const text =
      ran.length === 0
        ? 'The database is up to date.'
        : `Ran ${countOf(ran.length, 'migration')}:\n  ${ran.join('\n  ')}`
    return { data: { ran }, text }
  },
})

import { defineCommand } from '@svc/command-line/command'
import { countOf } from '@svc/command-line/text'
import { migrate } from '@svc/db/migrate'
import { withDatabase } from '../operator.ts'

export const migrateCommand = defineCommand({
  name: 'migrate',
  summary: 'Bring the database up to date',
  description: `
    Run it before the processes of a new version start, with a role that may change the schema. In development every process
    does this when it starts. Several can run at the same time; one that is killed leaves no partial change.`,
  async run(_input, context) {
    const ran = await withDatabase(context, ({ db }) => migrate(db, { info: () => {} }), { migrated: false })
    const text =
      ran.length === 0
        ? 'The database is up to date.'
        : `Ran ${countOf(ran.length, 'migration')}:\n  ${ran.join('\n  ')}`
    return { data: { ran }, text }
  },
})

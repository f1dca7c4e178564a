import { migrate } from '@svc/db/migrate'
import { command } from '../command.ts'
import { withDatabase } from '../operator.ts'
import { countOf } from '../text.ts'

export const migrateCommand = command({
  name: 'migrate',
  summary: 'Bring the database up to date',
  details: `
    Every process does this when it starts, one after the other, so that it is rarely needed by hand. Several may run at
    once; one that is killed leaves nothing half done.`,
  async run(_input, context) {
    const ran = await withDatabase(context, ({ db }) => migrate(db, { info: () => {} }), { migrated: false })
    const text =
      ran.length === 0
        ? 'The database is up to date.'
        : `Ran ${countOf(ran.length, 'migration')}:\n  ${ran.join('\n  ')}`
    return { data: { ran }, text }
  },
})

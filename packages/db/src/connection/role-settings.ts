import { StartError } from '@svc/runtime/start-error'
import type { Reader } from './database.ts'

/**
 * Through a pooler, a connection cannot begin with the settings that the service relies on: times in UTC in ISO 8601,
 * and limits on statements and on idle transactions. The role needs them instead. Rejects with a StartError that has
 * the statements to run if one is missing.
 */
export async function requireRoleSettings(db: Reader): Promise<void> {
  const [current] = await db.execute<Record<string, string>>({ text: readSettings })
  const missing = Object.entries(required).filter(([name, { accepts }]) => !accepts.test(current?.[name] ?? ''))
  if (missing.length === 0) return
  const role = `"${current?.role?.replaceAll('"', '""')}"`
  const statements = missing.map(([name, { value }]) => `  alter role ${role} set ${name} = '${value}';`)
  throw new StartError(
    `With SVC_DATABASE_POOLER=transaction, the role of DATABASE_URL needs settings of its own. Run these statements, and ` +
      `make the pooler connect again:\n${statements.join('\n')}`,
  )
}

/** By the name of the setting: the values that the service works with, and the one to set. */
const required: Readonly<Record<string, { accepts: RegExp; value: string }>> = {
  timezone: { accepts: /^(?:Etc\/)?UTC$/, value: 'UTC' },
  datestyle: { accepts: /^ISO\b/, value: 'ISO' },
  statement_timeout: { accepts: /[1-9]/, value: '4s' },
  idle_in_transaction_session_timeout: { accepts: /[1-9]/, value: '5s' },
}

const columns = Object.keys(required).map((name) => `current_setting('${name}') as ${name}`)
const readSettings = `select current_user as role, ${columns.join(', ')}`

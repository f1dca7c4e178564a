import type { AuditAction } from '@generated/contract/enums'
import type { Context } from '@svc/command-line/context'
import { CommandError } from '@svc/command-line/errors'
import { suggestion } from '@svc/command-line/suggestion'
import { countOf } from '@svc/command-line/text'
import { listAccounts } from '@svc/db/accounts'
import { operatorActor, recordChange } from '@svc/db/audit-log'
import { type Database, directAddress, openDatabase, type Transaction } from '@svc/db/database'
import { SecretKeysError } from '@svc/db/key-register'
import { pendingMigrations } from '@svc/db/migrate'
import { explainDatabaseError } from '@svc/db/prepare-schema'
import type { Owner } from '@svc/db/records'
import { startStoppedPostgres } from '@svc/local-service/database'
import type { Id } from '@svc/runtime/ids'
import { readSettings, type Settings } from '@svc/runtime/settings'
import { StartError } from '@svc/runtime/start-error'
import { addressOf, findDatabaseUrl } from '@svc/startup/database-url'

/** The settings and the database that an operator command uses. */
export interface Operator {
  settings: Settings
  db: Database
}

/**
 * Runs an operator command on the database of the service: either the database of `DATABASE_URL`, without its pooler if
 * that is known, or the database that a running `svc start` has in `SVC_DATA_DIR`. Statements have no timeout, because
 * an operator can interrupt the command.
 */
export async function withDatabase<Result>(
  context: Context,
  work: (operator: Operator) => Promise<Result>,
  { migrated = true, startsPostgres = false }: DatabaseUse = {},
): Promise<Result> {
  const settings = readSettings(context.env, { purpose: 'operator' })
  const postgres = startsPostgres ? await startStoppedPostgres(settings) : undefined
  const address = directAddress(addressOf(postgres?.url ?? (await requireDatabaseUrl(settings)), settings))
  const db = openDatabase({
    ...address,
    applicationName: 'svc-cli',
    poolMax: 4,
    statementTimeoutMs: 0,
  })
  try {
    if (migrated) await requireMigrated(db)
    return await work({ settings, db })
  } catch (error) {
    throw explainedError(
      error,
      address.url,
      settings.databaseDirectUrl === null ? undefined : 'SVC_DATABASE_DIRECT_URL',
    )
  } finally {
    await db.destroy()
    await postgres?.stop()
  }
}

/** An error of the secret keys or of the database as a CommandError that states what to do; any other unchanged. */
export function explainedError(error: unknown, url: string, setting?: string): unknown {
  const explained = explainDatabaseError(error, url, setting)
  const isExplained = explained instanceof SecretKeysError || explained instanceof StartError
  return isExplained ? new CommandError(explained.message) : error
}

interface DatabaseUse {
  /** Whether the schema has to be up to date. Default: true. */
  migrated?: boolean
  /** Starts the local PostgreSQL if it is not running. For commands that are needed before the service can start. */
  startsPostgres?: boolean
}

/** Throws a CommandError that states what to start if no database is found. */
export async function requireDatabaseUrl(settings: Settings): Promise<string> {
  const url = await findDatabaseUrl(settings)
  if (url !== undefined) return url
  throw new CommandError(
    `No service is running with the data in ${settings.dataDir}.\nStart it with "npm start", or set DATABASE_URL or SVC_DATA_DIR.`,
  )
}

async function requireMigrated(db: Database): Promise<void> {
  const pending = await pendingMigrations(db)
  if (pending.length === 0) return
  throw new CommandError(
    `The database lacks ${countOf(pending.length, 'migration')} of this version. Run "svc migrate" first.`,
  )
}

/** The option for `chooseAccount`. */
export const accountOption = {
  value: 'ACCOUNT',
  description: 'Id or name; optional when there is only one account',
} as const

/** Returns the account with this id or name. If none is named, returns the only account. */
export async function chooseAccount(db: Database, named: string | undefined) {
  const accounts = await listAccounts(db)
  const fitting = named === undefined ? accounts : accounts.filter(({ id, name }) => id === named || name === named)
  const [account, another] = fitting
  if (account && !another) return account
  const listed = accounts.slice(0, listedMax).map(({ id, name }) => `  ${id}  ${name}`)
  if (accounts.length > listedMax) listed.push(`  and ${accounts.length - listedMax} more: svc account list`)
  if (accounts.length === 0) throw new CommandError('There are no accounts yet. Create one with "svc account create".')
  if (another && named !== undefined)
    throw new CommandError(`Several accounts are named "${named}". Specify the id.\n${listed.join('\n')}`)
  if (named === undefined) throw new CommandError(`Select an account with --account:\n${listed.join('\n')}`)
  const meant = suggestion(
    named,
    accounts.flatMap(({ id, name }) => [id, name]),
  )
  throw new CommandError(`Unknown account "${named}".${meant}\n${listed.join('\n')}`)
}

const listedMax = 10

/** Returns the owner of a business. Throws a CommandError if the business does not exist. */
export async function requireBusiness(db: Database, businessId: string): Promise<Owner> {
  const accounts = await listAccounts(db)
  const account = accounts.find(({ business_id }) => business_id === businessId)
  if (account?.business_id) return { account_id: account.id, business_id: account.business_id }
  const known = accounts.flatMap(({ business_id, name }) => (business_id ? [`  ${business_id}  ${name}`] : []))
  const listed = known.slice(0, listedMax)
  if (known.length > listedMax) listed.push(`  and ${known.length - listedMax} more: svc account list`)
  throw new CommandError(
    listed.length === 0
      ? `Unknown business "${businessId}". There are no businesses yet; create an account with "svc account create".`
      : `Unknown business "${businessId}". The businesses are:\n${listed.join('\n')}`,
  )
}

/** Records in the audit log, in the same transaction, that an operator changed an account. */
export function recordOperatorChange(
  transaction: Transaction,
  action: AuditAction,
  accountId: Id<'acc'>,
  subjectId: Id,
): Promise<void> {
  return recordChange(transaction, operatorActor, { action, account_id: accountId, subject_id: subjectId })
}

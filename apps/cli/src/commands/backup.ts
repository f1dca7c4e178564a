import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { defineCommand } from '@svc/command-line/command'
import type { Context } from '@svc/command-line/context'
import { CommandError, UsageError } from '@svc/command-line/errors'
import { countOf, table } from '@svc/command-line/text'
import { type BackupCheck, checkBackup, listSealedSecrets, readNewestRecord } from '@svc/db/backup-checks'
import { type Database, directAddress, openDatabase } from '@svc/db/database'
import { openServiceKeyring } from '@svc/db/key-register'
import { pendingMigrations, unknownMigrations } from '@svc/db/migrate'
import { listTombstones, type Tombstone } from '@svc/db/tombstones'
import { eraseAgain, findUnerased } from '@svc/review-erasure/tombstones'
import { errorCode } from '@svc/runtime/error-code'
import { DecryptionError, type Keyring } from '@svc/runtime/secrets'
import { readSettings, type Settings } from '@svc/runtime/settings'
import { addressOf } from '@svc/startup/database-url'
import { secretContext } from '@svc/webhooks/secrets'
import { explainedError, requireDatabaseUrl, withDatabase } from '../operator.ts'
import { readTombstones, writeTombstones } from '../tombstone-file.ts'

const verify = defineCommand({
  name: 'backup verify',
  summary: 'Restore a backup into a temporary database and check it',
  description: `
    Restores the output of pg_dump (formats custom, directory and tar) into a new database on the server of DATABASE_URL,
    checks the database and drops it. The role must be allowed to create databases, and pg_restore must be installed. With
    --restored, the command checks a database that you have restored yourself, for example from archived WAL. It checks that
    the schema is complete, that deliveries, events, queue and counts are consistent, and that the keys of SVC_SECRET_KEYS
    decrypt every secret. With --tombstones, it also checks that nothing is left that was erased after the backup.`,
  arguments: [{ name: 'FILE', optional: true, description: 'File or directory written by pg_dump' }],
  options: {
    restored: { value: 'URL', description: 'Check this database instead. Only its key register is modified' },
    tombstones: { value: 'FILE', description: 'File of "svc backup tombstones"' },
  },
  examples: [
    'svc backup verify /var/backups/svc/2026-11-24.dump',
    'svc backup verify --restored postgres:///svc_restored',
  ],
  async run({ arguments: [file], options }, context) {
    const settings = readSettings(context.env, { purpose: 'operator' })
    if ((file === undefined) === (options.restored === undefined))
      throw new UsageError('Specify either FILE or --restored, not both.')
    const tombstones =
      options.tombstones === undefined
        ? undefined
        : await readTombstones(resolve(context.workingDirectory, options.tombstones))
    const check = (db: Database) => checkDatabase(db, { settings, tombstones })
    const result =
      file === undefined
        ? await onDatabase(options.restored ?? '', restoredOption, check)
        : await checkFile(resolve(context.workingDirectory, file), { settings, context, check })
    const { newest_record, checks } = result
    const broken = checks.filter((check) => check.broken > 0)
    const rows = checks.map(({ invariant, broken }) => [
      broken === 0 ? '✓' : '✗',
      invariant,
      broken === 0 ? '' : String(broken),
    ])
    const verdict =
      broken.length === 0
        ? 'The backup can be restored.'
        : `The backup violates ${countOf(broken.length, 'invariant')}.`
    const newest = newest_record === null ? 'It has no records.' : `Its newest record is of ${newest_record}.`
    return {
      data: { ok: broken.length === 0, newest_record, checks },
      text: `${table(['', 'invariant', 'broken'], rows, '')}\n\n${verdict} ${newest}`,
      exitCode: broken.length === 0 ? 0 : 1,
    }
  },
})

const exportTombstones = defineCommand({
  name: 'backup tombstones',
  summary: 'Write the keyed hashes of everything that was erased to a file',
  description: `
    A backup does not know what is erased after it. Run this command more often than the backup, and keep the file apart from the
    database: after a restore, "svc backup erase-again" erases it again. The file holds keyed hashes and no names or texts, and
    each run replaces it.`,
  arguments: [{ name: 'FILE', description: 'File to write' }],
  options: {},
  examples: ['svc backup tombstones /var/backups/svc/tombstones.jsonl'],
  run({ arguments: [file] }, context) {
    return withDatabase(context, async ({ db }) => {
      const tombstones = await listTombstones(db)
      await writeTombstones(resolve(context.workingDirectory, file), tombstones)
      return {
        data: { tombstones: tombstones.length },
        text: `Wrote ${countOf(tombstones.length, 'tombstone')} to ${file}.`,
      }
    })
  },
})

const eraseAgainCommand = defineCommand({
  name: 'backup erase-again',
  summary: 'Erase from a restored database what was erased after the backup',
  description: `
    Reads a file of "svc backup tombstones", deletes the accounts and reviews that it contains from the restored database, and
    stores the tombstones, so that no import brings them back. Run it before the service uses the database. It can be repeated.`,
  arguments: [{ name: 'FILE', description: 'File of "svc backup tombstones"' }],
  options: { restored: { value: 'URL', required: true, description: 'The restored database' } },
  examples: ['svc backup erase-again tombstones.jsonl --restored postgres:///svc_restored'],
  async run({ arguments: [file], options }, context) {
    const settings = readSettings(context.env, { purpose: 'operator' })
    const tombstones = await readTombstones(resolve(context.workingDirectory, file))
    return onDatabase(options.restored, restoredOption, async (db) => {
      const { accounts, reviews } = await eraseAgain(db, await openServiceKeyring(db, settings), tombstones)
      return {
        data: { accounts: accounts.length, reviews: reviews.length },
        text: `Erased ${countOf(accounts.length, 'account')} and ${countOf(reviews.length, 'review')}.`,
      }
    })
  },
})

export const backupCommands = [verify, exportTombstones, eraseAgainCommand]

interface BackupResult {
  newest_record: string | null
  checks: BackupCheck[]
}

/** Restores the file into a temporary database, which is dropped in any case. */
async function checkFile(
  file: string,
  {
    settings,
    context,
    check,
  }: { settings: Settings; context: Context; check: (db: Database) => Promise<BackupResult> },
): Promise<BackupResult> {
  const { url: serverUrl } = directAddress(addressOf(await requireDatabaseUrl(settings), settings))
  const setting = settings.databaseDirectUrl === null ? 'DATABASE_URL' : 'SVC_DATABASE_DIRECT_URL'
  const run = (text: string) => onDatabase(serverUrl, setting, (db) => db.execute({ text }))
  const name = `svc_backup_${randomBytes(6).toString('hex')}`
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await run(`create database ${name} template template0`)
  try {
    await restore(file, { url, context })
    return await onDatabase(url.href, setting, check)
  } finally {
    await run(`drop database ${name} with (force)`)
  }
}

/** Passes the connection in the environment, because every user of the machine can read the arguments of a program. */
async function restore(file: string, { url, context }: { url: URL; context: Context }): Promise<void> {
  const env = {
    ...context.env,
    PGHOST: url.searchParams.get('host') ?? decodeURIComponent(url.hostname),
    PGPORT: url.port || '5432',
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
  }
  const args = ['--no-owner', '--no-privileges', '--exit-on-error', `--dbname=${url.pathname.slice(1)}`, file]
  const child = spawn('pg_restore', args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  const [output, code] = await Promise.all([readText(child.stderr), ended]).catch((error) => {
    if (errorCode(error) === 'ENOENT')
      throw new CommandError('pg_restore is not installed. Install the client programs of PostgreSQL.')
    throw error
  })
  if (code !== 0) throw new CommandError(`pg_restore could not restore ${file}:\n${output.trim()}`)
}

async function checkDatabase(
  db: Database,
  { settings, tombstones }: { settings: Settings; tombstones: readonly Tombstone[] | undefined },
): Promise<BackupResult> {
  const schema = [...(await pendingMigrations(db)), ...(await unknownMigrations(db))]
  const complete = { invariant: 'every migration of this version has run, and no other', broken: schema.length }
  if (schema.length > 0) return { newest_record: null, checks: [complete] }
  const keyring = await openServiceKeyring(db, settings)
  const checks = [complete, ...(await checkBackup(db))]
  checks.push({ invariant: 'every webhook secret decrypts', broken: await countClosedSecrets(db, keyring) })
  if (tombstones !== undefined) {
    const { accounts, reviews } = await findUnerased(db, keyring, tombstones)
    checks.push({ invariant: 'nothing is left that was erased', broken: accounts.length + reviews.length })
  }
  return { newest_record: await readNewestRecord(db), checks }
}

/** Counts the secrets that the listed keys do not decrypt. */
async function countClosedSecrets(db: Database, keyring: Keyring): Promise<number> {
  const secrets = await listSealedSecrets(db)
  return secrets.filter(({ webhook_id, key_id, ciphertext }) => {
    try {
      keyring.decrypt(key_id, ciphertext, secretContext(webhook_id))
      return false
    } catch (error) {
      if (error instanceof DecryptionError) return true
      throw error
    }
  }).length
}

/** Runs work on a database. Throws a CommandError that names the setting or option if it cannot be used. */
async function onDatabase<Result>(
  url: string,
  setting: string,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const db = openDatabase({ url, applicationName: 'svc-backup', poolMax: 2, statementTimeoutMs: 0 })
  try {
    return await work(db)
  } catch (error) {
    throw explainedError(error, url, setting)
  } finally {
    await db.destroy()
  }
}

const restoredOption = '--restored'

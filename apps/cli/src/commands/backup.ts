import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { text as readText } from 'node:stream/consumers'
import { defineCommand } from '@svc/command-line/command'
import type { Context } from '@svc/command-line/context'
import { CommandError, UsageError } from '@svc/command-line/errors'
import { countOf, table } from '@svc/command-line/text'
import { type BackupCheck, checkBackup, listSealedSecrets, readNewestRecord } from '@svc/db/backup-checks'
import { type Database, directAddress, openDatabase } from '@svc/db/database'
import { openServiceKeyring, SecretKeysError } from '@svc/db/key-register'
import { pendingMigrations, unknownMigrations } from '@svc/db/migrate'
import { DecryptionError } from '@svc/runtime/secrets'
import { readSettings, type Settings } from '@svc/runtime/settings'
import { addressOf } from '@svc/startup/database-url'
import { secretContext } from '@svc/webhooks/secrets'
import { requireDatabaseUrl } from '../operator.ts'

const verify = defineCommand({
  name: 'backup verify',
  summary: 'Restore a backup into a temporary database and check it',
  description: `
    Restores the output of pg_dump (formats custom, directory and tar) into a new database on the server of DATABASE_URL,
    checks the database and drops it. The role must be allowed to create databases, and pg_restore must be installed. With
    --restored, the command checks a database that you have restored yourself, for example from archived WAL. It checks that
    the schema is complete, that deliveries, events, queue and counts are consistent, and that the keys of SVC_SECRET_KEYS
    decrypt every secret.`,
  arguments: [{ name: 'FILE', optional: true, description: 'File or directory written by pg_dump' }],
  options: {
    restored: { value: 'URL', description: 'Check this database instead. Only its key register is modified' },
  },
  examples: [
    'svc backup verify /var/backups/svc/2026-11-24.dump',
    'svc backup verify --restored postgres:///svc_restored',
  ],
  async run({ arguments: [file], options }, context) {
    const settings = readSettings(context.env, { purpose: 'operator' })
    if ((file === undefined) === (options.restored === undefined))
      throw new UsageError('Specify either FILE or --restored, not both.')
    const result =
      file === undefined
        ? await checkDatabase(options.restored ?? '', settings)
        : await checkFile(file, { settings, context })
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

export const backupCommands = [verify]

interface BackupResult {
  newest_record: string | null
  checks: BackupCheck[]
}

/** Restores the file into a temporary database, which is dropped in any case. */
async function checkFile(
  file: string,
  { settings, context }: { settings: Settings; context: Context },
): Promise<BackupResult> {
  const { url: serverUrl } = directAddress(addressOf(await requireDatabaseUrl(settings), settings))
  const name = `svc_backup_${randomBytes(6).toString('hex')}`
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await runOn(serverUrl, `create database ${name} template template0`)
  try {
    await restore(file, { url, context })
    return await checkDatabase(url.href, settings)
  } finally {
    await runOn(serverUrl, `drop database ${name} with (force)`)
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
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new CommandError('pg_restore is not installed. Install the client programs of PostgreSQL.')
    throw error
  })
  if (code !== 0) throw new CommandError(`pg_restore could not restore ${file}:\n${output.trim()}`)
}

async function checkDatabase(url: string, settings: Settings): Promise<BackupResult> {
  const db = openDatabase({ url, applicationName: 'svc-backup', poolMax: 2, statementTimeoutMs: 0 })
  try {
    const schema = [...(await pendingMigrations(db)), ...(await unknownMigrations(db))]
    const complete = { invariant: 'every migration of this version has run, and no other', broken: schema.length }
    if (schema.length > 0) return { newest_record: null, checks: [complete] }
    const secrets = { invariant: 'every webhook secret decrypts', broken: await countClosedSecrets(db, settings) }
    return { newest_record: await readNewestRecord(db), checks: [complete, ...(await checkBackup(db)), secrets] }
  } finally {
    await db.destroy()
  }
}

/** Counts the secrets that the listed keys do not decrypt. Throws a CommandError if a required key is not listed. */
async function countClosedSecrets(db: Database, settings: Settings): Promise<number> {
  const keyring = await openServiceKeyring(db, settings).catch((error) => {
    throw error instanceof SecretKeysError ? new CommandError(error.message) : error
  })
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

async function runOn(url: string, text: string): Promise<void> {
  const db = openDatabase({ url, applicationName: 'svc-backup', poolMax: 1, statementTimeoutMs: 0 })
  try {
    await db.execute({ text })
  } finally {
    await db.destroy()
  }
}

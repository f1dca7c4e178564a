import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rateLimitPolicies } from '@generated/contract/enums'
import contract from '@generated/contract/openapi.strict.json' with { type: 'json' }
import { issueApiKey } from '@svc/credentials/api-keys'
import { createAccount } from '@svc/db/accounts'
import { createBusiness } from '@svc/db/businesses'
import { type Database, openDatabase } from '@svc/db/database'
import { setLimits } from '@svc/db/limit-settings'
import { migrate } from '@svc/db/migrate'
import type { Owner } from '@svc/db/records'
import { knexOf } from '@svc/db/testing'
import { startLocalPostgres } from '@svc/local-postgres'
import { createKeyring, type Keyring } from '@svc/runtime/secrets'

/** A PostgreSQL server with one account, whose rate limits no benchmark reaches. */
export interface BenchDatabase {
  db: Database
  owner: Owner
  /** The account's API key. */
  key: string
  keyring: Keyring
  /** A temporary directory, removed at the end. */
  dataDir: string
  /** The environment variables of a server for this database. */
  environment: Record<string, string>
  close(): Promise<void>
}

/** A PostgreSQL server for one benchmark. */
export interface BenchServer {
  url: string
  stop(): Promise<void>
}

/** Starts the embedded PostgreSQL, with the durability settings of a real installation. */
const startEmbedded = (dataDir: string): Promise<BenchServer> =>
  startLocalPostgres({ dataDir, logger: quiet, settings: { max_wal_size: '4GB' } })

interface BenchDatabaseOptions {
  /** Starts PostgreSQL in a directory. Default: the embedded one. */
  start?: (dataDir: string) => Promise<BenchServer>
  /** Creates the schema and the account. Default: with this release. */
  seed?: (database: Pick<BenchDatabase, 'db' | 'keyring' | 'environment'>) => Promise<SeededAccount>
}

/** Starts a PostgreSQL in a temporary directory, and creates one account there. */
export async function openBenchDatabase({
  start = startEmbedded,
  seed = seedAccount,
}: BenchDatabaseOptions = {}): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-bench-'))
  // Started by root, PostgreSQL runs under another user, which needs access to the directory.
  await chmod(dataDir, 0o711)
  const postgres = await start(dataDir)
  const db = openDatabase({ url: postgres.url, applicationName: 'svc-bench', statementTimeoutMs: 0 })
  const close = async () => {
    await db.destroy()
    await postgres.stop()
    await rm(dataDir, { recursive: true })
  }
  try {
    const secretKey = randomBytes(32)
    const keyring = createKeyring([{ id: 'bench', key: secretKey }])
    const environment = {
      DATABASE_URL: postgres.url,
      SVC_SECRET_KEYS: `bench:${secretKey.toString('base64')}`,
      SVC_MODE: 'production',
      SVC_METRICS_PORT: '0',
      SVC_WORKER_METRICS_PORT: '0',
      SVC_TRUSTED_PROXIES: '127.0.0.1',
      SVC_PUBLIC_URL: 'https://bench.example.net',
      SVC_HOST: '127.0.0.1',
      SVC_PORT: '0',
      SVC_LOG_LEVEL: 'warn',
    }
    const { owner, key } = await seed({ db, keyring, environment })
    return { db, owner, key, keyring, dataDir, environment, close }
  } catch (error) {
    await close()
    throw error
  }
}

export type SeededAccount = Pick<BenchDatabase, 'owner' | 'key'>

async function seedAccount(database: Pick<BenchDatabase, 'db' | 'keyring'>): Promise<SeededAccount> {
  await migrate(database.db, quiet)
  await setLimits(database.db, new Map(rateLimitPolicies.map((name) => [name, highestLimit])))
  return openAccount(database)
}

/** Creates an account with a business and an API key. */
export async function openAccount({ db, keyring }: Pick<BenchDatabase, 'db' | 'keyring'>): Promise<SeededAccount> {
  const account = await createAccount(db, { name: 'Rosso Trattoria', plan: 'scale' })
  const business = await createBusiness(db, account.id, {
    name: 'Rosso Trattoria',
    trade: 'restaurant',
    city: 'Utrecht',
    country: 'NL',
    timezone: 'Europe/Amsterdam',
    website: null,
  })
  const { key } = await issueApiKey(db, keyring, account.id, { kind: 'test', name: 'Benchmark' })
  return { owner: { account_id: account.id, business_id: business.id }, key }
}

/** Inserts `count` completed analyses, one per hour, each with the findings of the contract's example. */
export async function insertAnalyses(db: Database, owner: Owner, count: number): Promise<void> {
  const example = contract.components.examples.AnalysisCompletedExample.value.data
  await knexOf(db).raw(
    `
      insert into analyses (id, account_id, business_id, status, created_at, started_at, finished_at, due_at,
        competitors_analyzed, period, summary, sample, themes, comparison, engine)
      select
        -- An id whose digits rise with the number: time first, then digits that look random.
        'ana_01k' || lpad(to_hex(number), 7, '0') || left(md5(number || :account_id::text), 16),
        :account_id, :business_id, 'completed', instant, instant, instant + interval '45 seconds', null,
        :competitors_analyzed, :period, :summary, :sample, :themes, :comparison, :engine
      from generate_series(1, :count::int) as number,
        lateral (select now() + (number - :count::int) * interval '1 hour' as instant) as times`,
    {
      ...owner,
      count,
      competitors_analyzed: example.competitors_analyzed,
      period: JSON.stringify(example.period),
      summary: JSON.stringify(example.summary),
      sample: JSON.stringify(example.sample),
      themes: JSON.stringify(example.themes),
      comparison: JSON.stringify(example.comparison),
      engine: JSON.stringify(example.engine),
    },
  )
  await knexOf(db).raw('vacuum analyze analyses')
}

/** The id of the main process of the PostgreSQL server. */
export async function postmasterPid(db: Database): Promise<number> {
  const { rows } = await knexOf(db).raw("select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid")
  return rows[0].pid
}

/** The highest limit of the contract, per minute: 16,667 requests per second. */
export const highestLimit = 1_000_000

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

import { randomBytes } from 'node:crypto'
import type { Plan, Scope } from '@generated/contract/enums'
import { issueApiKey, type NewKey } from '@svc/credentials/api-keys'
import { createAccount, updateAccount } from '@svc/db/accounts'
import { createBusiness } from '@svc/db/businesses'
import { setLimits } from '@svc/db/limit-settings'
import type { ListReplica } from '@svc/db/list-replica'
import { noBusiness, type Owner } from '@svc/db/records'
import { createTestDatabase, type TestDatabase } from '@svc/db/testing'
import { basePath } from '@svc/http/base-path'
import { type ApiBodies, type BodyOf, type Reply, readReply } from '@svc/http/testing-reply'
import type { Clock } from '@svc/runtime/clock'
import type { Id } from '@svc/runtime/ids'
import { createLogger } from '@svc/runtime/logger'
import { createKeyring, type Keyring } from '@svc/runtime/secrets'
import { readSettings } from '@svc/runtime/settings'
import type { Tracing } from '@svc/runtime/tracing'
import { openTracing } from '@svc/tracing/open-tracing'
import { Registry } from 'prom-client'
import { createApiMetrics } from '../src/metrics.ts'
import { type Api, openApi } from '../src/start-api.ts'

/** The API on a socket, with a database of its own. */
export interface TestApi {
  api: Api
  database: TestDatabase
  keyring: Keyring
  /** Scheme, host and port. */
  origin: string
  baseUrl: string
  /** Undefined without SVC_TRACES_URL. */
  tracing: Tracing | undefined
  /** The metrics in the text format of Prometheus. */
  metrics(): Promise<string>
  /** Everything that was logged, as JSON lines. */
  log(): string
  /** Opens an account with a business and a key. */
  open(account?: {
    name?: string
    plan?: Plan
    scopes?: Scope[]
    kind?: 'test' | 'live'
    withoutBusiness?: boolean
  }): Promise<TestAccount>
  close(): Promise<void>
}

export interface TestAccount {
  owner: Owner
  key: string
  /** Calls an operation with the account's key. */
  call: Call
  /** Issues another key of the account: a test key with all scopes by default. */
  issue(key?: Partial<NewKey>): Promise<TestKey>
}

export interface TestKey {
  id: Id<'key'>
  key: string
  /** Calls an operation with this key. */
  call: Call
}

type Call = CallOf<ApiBodies>

/** Calls an operation. The type of `data` follows from the method and the path. */
export type CallOf<Bodies> = <const Method extends string, const Path extends string>(
  method: Method,
  path: Path,
  options?: CallOptions,
) => Promise<Reply<BodyOf<Bodies, Method, Path>>>

interface CallOptions {
  body?: unknown
  headers?: Record<string, string>
}

interface TestApiOptions {
  limits?: Record<string, number>
  clock?: Clock
  database?: TestDatabase
  replica?: ListReplica
}

/** High enough that tests of something else never reach a limit. */
const highLimits = { ip: 1_000_000, account: 1_000_000, key: 1_000_000 }

/** Opens an API that serves. */
export async function startApi(options: Parameters<typeof openApi>[0]): Promise<Api> {
  const api = await openApi(options)
  await api.serve()
  return api
}

/**
 * Starts the API for a test file. `env` contains settings that differ from the defaults; `limits` the limits that an
 * operator has set, by default so high that no test reaches them; `clock` replaces that of the system; `database` is
 * dropped by `close`, by default a new one.
 */
export async function startTestApi(
  env: Record<string, string> = {},
  { limits = highLimits, clock, database: given, replica }: TestApiOptions = {},
): Promise<TestApi> {
  const database = given ?? (await createTestDatabase())
  await setLimits(database.db, new Map(Object.entries(limits)))
  const keyring = createKeyring([{ id: 'test', key: randomBytes(32) }])
  const settings = readSettings({ SVC_PORT: '0', SVC_STOP_DELAY: '1ms', ...env }, { purpose: 'api' })
  const lines: string[] = []
  const logger = createLogger({
    name: 'api',
    level: settings.logLevel,
    stream: { write: (line) => void lines.push(line) },
  })
  const registry = new Registry()
  const tracing = await openTracing({ process: 'api', settings, logger })
  const api = await startApi({
    settings,
    logger,
    db: database.db,
    keyring,
    metrics: createApiMetrics(registry, database.db),
    tracing,
    replica,
    ...(clock && { clock }),
  })
  const origin = `${settings.tls ? 'https' : 'http'}://127.0.0.1:${api.port}`
  const baseUrl = `${origin}${basePath}`

  return {
    api,
    database,
    keyring,
    origin,
    baseUrl,
    tracing,
    metrics: () => registry.metrics(),
    log: () => lines.join(''),

    async open({ name = 'Rosso Trattoria', plan = 'growth', scopes, kind = 'test', withoutBusiness = false } = {}) {
      const account = await createAccount(database.db, { name, plan: 'scale' })
      const business = {
        name,
        trade: 'restaurant',
        city: 'Utrecht',
        country: 'NL',
        timezone: 'Europe/Amsterdam',
        website: null,
      } as const
      const created = withoutBusiness ? undefined : await createBusiness(database.db, account.id, business)
      const issue = async (wanted: Partial<NewKey> = {}): Promise<TestKey> => {
        const { key, record } = await issueApiKey(database.db, keyring, account.id, {
          kind: 'test',
          name: 'Test',
          ...wanted,
        })
        const call: Call = (method, path, options) =>
          request(`${baseUrl}${path}`, method, { ...options, headers: { 'X-API-Key': key, ...options?.headers } })
        return { id: record.id, key, call }
      }
      const { key, call } = await issue({ kind, ...(scopes && { scopes }) })
      // Afterwards, because accounts without the API get no test keys.
      await updateAccount(database.db, account.id, { plan })
      return { owner: { account_id: account.id, business_id: created?.id ?? noBusiness }, key, call, issue }
    },

    async close() {
      await api.close()
      await tracing?.close()
      await database.drop()
    },
  }
}

/** Sends one request without following redirects. The body of the response is parsed if there is one. */
export async function request<Body = unknown>(
  url: string,
  method: string,
  { body, headers = {} }: CallOptions = {},
): Promise<Reply<Body>> {
  const response = await fetch(url, {
    method,
    headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    redirect: 'manual',
  })
  return readReply(response)
}

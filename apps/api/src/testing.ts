import { randomBytes } from 'node:crypto'
import { issueApiKey } from '@svc/credentials/api-keys'
import type { Scope } from '@svc/credentials/scopes'
import { createAccount, type Plan } from '@svc/db/accounts'
import { createBusiness } from '@svc/db/businesses'
import type { Owner } from '@svc/db/records'
import { createTestDatabase, type TestDatabase } from '@svc/db/testing'
import { createLogger } from '@svc/process/logger'
import { createKeyring, type Keyring } from '@svc/process/secrets'
import { readSettings } from '@svc/process/settings'
import { type Api, startApi } from './api.ts'
import { basePath } from './documents.ts'

/** The API on a socket, over a database of its own. */
export interface TestApi {
  api: Api
  database: TestDatabase
  keyring: Keyring
  /** Scheme, host and port. */
  origin: string
  baseUrl: string
  /** Opens an account with a business and a key. */
  open(account?: { name?: string; plan?: Plan; scopes?: Scope[]; kind?: 'test' | 'live' }): Promise<TestAccount>
  close(): Promise<void>
}

export interface TestAccount {
  owner: Owner
  key: string
  /** Calls an operation with the account's key. */
  call(method: string, path: string, options?: CallOptions): Promise<Reply>
}

export interface CallOptions {
  body?: unknown
  headers?: Record<string, string>
}

export interface Reply {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into bodies of every shape, and the contract check has judged them already
  body: any
}

/** Starts the API for a test file. `env` holds settings that differ from the defaults. */
export async function startTestApi(env: Record<string, string> = {}): Promise<TestApi> {
  const database = await createTestDatabase()
  const keyring = createKeyring([{ id: 'test', key: randomBytes(32) }])
  const settings = readSettings({ SVC_PORT: '0', ...env }, { purpose: 'api' })
  const logger = createLogger({ name: 'api', level: 'silent' })
  const api = await startApi({ settings, logger, db: database.db, databaseUrl: database.url, keyring })
  const origin = `http://127.0.0.1:${api.port}`
  const baseUrl = `${origin}${basePath}`

  return {
    api,
    database,
    keyring,
    origin,
    baseUrl,

    async open({ name = 'Rosso Trattoria', plan = 'growth', scopes, kind = 'test' } = {}) {
      const account = await createAccount(database.db, { name, plan })
      const business = await createBusiness(database.db, account.id, {
        name,
        trade: 'restaurant',
        city: 'Utrecht',
        country: 'NL',
        timezone: 'Europe/Amsterdam',
        website: null,
      })
      const { key } = await issueApiKey(database.db, keyring, account.id, {
        kind,
        name: 'Test',
        ...(scopes && { scopes }),
      })
      const call = (method: string, path: string, options?: CallOptions) =>
        request(`${baseUrl}${path}`, method, { ...options, headers: { 'X-API-Key': key, ...options?.headers } })
      return { owner: { account_id: account.id, business_id: business.id }, key, call }
    },

    async close() {
      await api.close()
      await database.drop()
    },
  }
}

/** One request; the body of the answer is parsed when there is one. */
export async function request(url: string, method: string, { body, headers = {} }: CallOptions = {}): Promise<Reply> {
  const response = await fetch(url, {
    method,
    headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    redirect: 'manual',
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}

import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { createAccount } from '@svc/db/accounts'
import { createBusiness } from '@svc/db/businesses'
import { setFlag } from '@svc/db/flags'
import { setLimits } from '@svc/db/limit-settings'
import { createTestDatabase } from '@svc/db/testing'
import { createKeyring, parseSecretKeys } from '@svc/runtime/secrets'
import {
  authorization,
  Browser,
  consent,
  createDriver,
  newVerifier,
  type OAuthDriver,
  openPerson,
  redirectUri,
  type Target,
  type Tenant,
  type TestClient,
} from '../oauth-client.ts'

/** Two API processes over one database, with an account, a person who is logged in, and an app. */
export interface Fleet extends Target, Tenant {
  oauth: OAuthDriver
  app: TestClient
  /** The origin of each process; both accept the tokens of the other. */
  origins: readonly [string, string]
  /** The person allows the app again, and the app gets a code. */
  newCode(): Promise<{ code: string; verifier: string }>
  stop(): Promise<void>
}

export async function startFleet(): Promise<Fleet> {
  const database = await createTestDatabase()
  const { db } = database
  const secretKeys = `fleet:${randomBytes(32).toString('base64')}`
  await setLimits(db, new Map(['ip', 'account', 'key'].map((name) => [name, 1_000_000])))
  await setFlag(db, 'oauth_authcode_enabled', true)

  const environment = {
    DATABASE_URL: database.url,
    SVC_SECRET_KEYS: secretKeys,
    SVC_LOG_LEVEL: 'error',
    // On a busy machine, requests wait for a connection instead of getting 503, which would end a race.
    SVC_DATABASE_WAIT: '60s',
  }
  const first = await startProcess(environment)
  const second = await startProcess({ ...environment, SVC_PUBLIC_URL: first.origin })

  const account = await createAccount(db, { name: 'Rosso Trattoria', plan: 'growth' })
  const business = await createBusiness(db, account.id, {
    name: account.name,
    trade: 'restaurant',
    city: 'Utrecht',
    country: 'NL',
    timezone: 'Europe/Amsterdam',
    website: null,
  })
  const shared = {
    database,
    keyring: createKeyring(parseSecretKeys(secretKeys)),
    origin: first.origin,
    baseUrl: `${first.origin}/api/public/v1`,
    owner: { account_id: account.id, business_id: business.id },
  }
  const oauth = createDriver(shared, shared)
  const app = await oauth.register({ redirect_uris: [redirectUri], name: 'Dashboard' })
  const person = await openPerson(shared, shared)
  const browser = new Browser(shared.origin)
  const allow = async () => {
    const { verifier, challenge } = newVerifier()
    const back = await consent(shared, person, authorization(app, challenge), browser)
    return { code: back.searchParams.get('code') ?? '', verifier }
  }
  // Consents run one after another, in one browser.
  let latest: ReturnType<typeof allow> | undefined

  return {
    ...shared,
    oauth,
    app,
    origins: [first.origin, second.origin],
    newCode() {
      latest = (latest ?? Promise.resolve()).then(allow)
      return latest
    },
    async stop() {
      await Promise.all([first.stop(), second.stop()])
      await database.drop()
    },
  }
}

const program = fileURLToPath(new URL('../../../src/main.ts', import.meta.url))

async function startProcess(environment: Record<string, string>) {
  const child = fork(program, [], {
    // A folder without a .env file.
    cwd: tmpdir(),
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      SVC_PORT: '0',
      ...environment,
    },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const [message] = await Promise.race([once(child, 'message'), ended])
  if (typeof message?.port !== 'number') throw new Error(`An API process did not start: ${message}`)
  return {
    origin: `http://127.0.0.1:${message.port}`,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

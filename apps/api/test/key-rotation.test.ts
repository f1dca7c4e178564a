import { randomBytes, randomUUID } from 'node:crypto'
import { issueApiKey } from '@svc/credentials/api-keys'
import { createOAuthClient } from '@svc/credentials/oauth-clients'
import { findSession, openSession } from '@svc/credentials/sessions'
import { createUser, newPassword, type User } from '@svc/credentials/users'
import { createAccount } from '@svc/db/accounts'
import { createBusiness } from '@svc/db/businesses'
import { openDatabase } from '@svc/db/database'
import { isUnavailable } from '@svc/db/database-errors'
import { type HeldKeyring, holdKeyring, makeFirstKeyCurrent, openServiceKeyring } from '@svc/db/key-register'
import { setLimits } from '@svc/db/limit-settings'
import { only } from '@svc/db/records'
import { knexOf, testAcquireTimeoutMs } from '@svc/db/testing'
import { openTestDatabase } from '@svc/db/testing-hooks'
import { storedEndpoints } from '@svc/db/testing-webhooks'
import { basePath } from '@svc/http/base-path'
import type { ApiBodies } from '@svc/http/testing-reply'
import type { Id } from '@svc/runtime/ids'
import { createLogger } from '@svc/runtime/logger'
import { createKeyring, type Keyring } from '@svc/runtime/secrets'
import { readSettings } from '@svc/runtime/settings'
import { secretContext } from '@svc/webhooks/secrets'
import { beforeAll, expect, test } from 'vitest'
import { basic, form, send, type TestClient } from './oauth/oauth-client.ts'
import { request, startApi } from './testing.ts'

// Two API processes over one database, restarted one after the other with other lists of secret keys, while callers use
// what either of them made: API keys, tokens, sessions, webhook secrets and stored responses.

const [k1, k2, k3] = ['k1', 'k2', 'k3'].map((id) => ({ id, key: randomBytes(32) }))
type Keys = Parameters<typeof createKeyring>[0]

interface ApiProcess {
  keyring: Keyring
  held: HeldKeyring
  origin: string
  /** Callers that use it now: it is not stopped while they use it, as behind a load balancer. */
  uses: number
  stop(): Promise<void>
}

const database = openTestDatabase()
let accountId: Id<'acc'>
let user: User
beforeAll(async () => {
  await setLimits(database.db, new Map(['ip', 'account', 'key'].map((name) => [name, 1_000_000])))
  const account = await createAccount(database.db, { name: 'Rosso Trattoria', plan: 'growth' })
  accountId = account.id
  await createBusiness(database.db, account.id, {
    name: account.name,
    trade: 'restaurant',
    city: 'Utrecht',
    country: 'NL',
    timezone: 'Europe/Amsterdam',
    website: null,
  })
  user = await createUser(database.db, account.id, { email: 'owner@rosso-trattoria.nl', password: newPassword() })
})

async function startProcess(keys: Keys): Promise<ApiProcess> {
  const db = openDatabase({
    url: database.url,
    applicationName: 'svc-api',
    poolMax: 4,
    acquireTimeoutMs: testAcquireTimeoutMs,
  })
  const logger = createLogger({ name: 'api', level: 'silent' })
  const keyring = createKeyring(keys)
  const held = await holdKeyring(db, keyring, { program: 'api', logger })
  const environment = {
    SVC_PORT: '0',
    SVC_STOP_DELAY: '1ms',
    SVC_PUBLIC_URL: 'http://reviews.example.net',
    WEBHOOK_ENDPOINTS_MAX: '10000',
    WEBHOOK_CONNECT_TO: '*=127.0.0.1:9',
  }
  const settings = readSettings(environment, { purpose: 'api' })
  const api = await startApi({ settings, logger, db, keyring })
  return {
    keyring,
    held,
    origin: `http://127.0.0.1:${api.port}`,
    uses: 0,
    async stop() {
      await api.close()
      await held.stop()
      await db.destroy()
    },
  }
}

/** A loaded machine has no connection free: a caller tries again, and nothing was refused. */
class BusyError extends Error {
  override readonly name = 'BusyError'
}

function isAccepted({ status }: { status: number }, expected: number): boolean {
  if (status === 503) throw new BusyError()
  return status === expected
}

/** Callers that go on until they are stopped; each use involves two processes, which may be one. */
function startLoad(running: readonly ApiProcess[]) {
  const refused: string[] = []
  let checks = 0
  let isStopped = false

  const check = (what: string, passed: boolean) => {
    checks += 1
    if (!passed) refused.push(what)
  }
  const businesses = async ({ origin }: ApiProcess, headers: Record<string, string>) =>
    isAccepted(await request(`${origin}${basePath}/businesses`, 'GET', { headers }), 200)

  const uses: Record<string, (maker: ApiProcess, user: ApiProcess) => Promise<void>> = {
    async oldKey(_maker, other) {
      check('an API key from the beginning', await businesses(other, { 'X-API-Key': oldKey }))
    },
    async newKey(maker, other) {
      const { key } = await issueApiKey(database.db, maker.keyring, accountId, { kind: 'test', name: 'Till' })
      check('a new API key', await businesses(other, { 'X-API-Key': key }))
    },
    async token(maker, other) {
      const body = form({ grant_type: 'client_credentials' })
      const headers = { ...basic(client), 'Content-Type': 'application/x-www-form-urlencoded' }
      const issued = await send(`${maker.origin}/api/oauth/token`, { method: 'POST', headers, body })
      const Authorization = `Bearer ${issued.body.access_token}`
      check('an access token', isAccepted(issued, 200) && (await businesses(other, { Authorization })))
    },
    async oldToken(_maker, other) {
      check('an access token from the beginning', await businesses(other, { Authorization: `Bearer ${oldToken}` }))
    },
    async session(maker, other) {
      const id = String(await openSession(database.db, maker.keyring, user))
      check('a login', (await findSession(database.db, other.keyring, id))?.user_id === user.id)
      check(
        'a login from the beginning',
        (await findSession(database.db, other.keyring, oldSession))?.user_id === user.id,
      )
    },
    async webhook(maker, other) {
      const create = ({ origin }: ApiProcess, key: string) =>
        request<ApiBodies['POST /webhooks']>(`${origin}${basePath}/webhooks`, 'POST', {
          headers: { 'X-API-Key': oldKey, 'Idempotency-Key': key },
          body: { url: 'https://hooks.rosso-trattoria.nl/svc' },
        })
      const key = randomUUID()
      const [created, repeated] = [await create(maker, key), await create(other, key)]
      const isCreated = isAccepted(created, 201) && isAccepted(repeated, 201)
      const isSame = isCreated && repeated.data.signing_secret === created.data.signing_secret
      check('a stored response', isSame)
      const { id, signing_secret: secret } = created.data
      const row = only(await storedEndpoints(database.db, { id }))
      const opened = other.keyring.decrypt(row.secret_key_id, row.secret_ciphertext, secretContext(id)).toString()
      check('a webhook secret', opened === secret)
    },
  }

  async function call(turn: number): Promise<void> {
    for (let number = turn; !isStopped; number++) {
      const [name = '', use] = Object.entries(uses)[number % Object.keys(uses).length] ?? []
      const [maker, other] = [running[number % running.length], running[(number >> 1) % running.length]]
      if (!maker || !other || !use) throw new Error('Nothing runs.')
      maker.uses += 1
      other.uses += 1
      await use(maker, other).catch((error) => {
        if (!(error instanceof BusyError || isUnavailable(error))) refused.push(`${name}: ${error}`)
      })
      maker.uses -= 1
      other.uses -= 1
    }
  }
  const callers = [0, 1, 2, 3].map(call)

  return {
    refused,
    /** Resolves after enough further checks to have involved every pair of processes in every use. */
    async pass() {
      const until = checks + 40
      while (checks < until && refused.length === 0) await new Promise(setImmediate)
    },
    async stop() {
      isStopped = true
      await Promise.all(callers)
    },
  }
}

/** Half a day passes for what a former key protects, and its stored data ends. */
async function endWhatNeeds(id: string): Promise<void> {
  const rows = knexOf(database.db)
  await rows('idempotency_keys').where({ response_key_id: id }).delete()
  await rows('webhook_endpoints').where({ secret_key_id: id }).delete()
  await rows('api_keys').where({ pepper_key_id: id }).delete()
  await rows('secret_keys')
    .where({ id })
    .update({ replaced_at: rows.raw("replaced_at - interval '13 hours'") })
}

let oldKey = ''
let oldToken = ''
let oldSession = ''
let client: TestClient = { id: 'cli_', secret: '' }

test('a rotation of the secret keys refuses no request, in any order of restarts and under load', {
  timeout: 120_000,
}, async () => {
  if (!k1 || !k2 || !k3) throw new Error('No keys.')
  const running = [await startProcess([k1]), await startProcess([k1])]
  const [first] = running
  if (!first) throw new Error('Nothing runs.')
  oldKey = (await issueApiKey(database.db, first.keyring, accountId, { kind: 'test', name: 'Old' })).key
  oldSession = String(await openSession(database.db, first.keyring, user))
  const created = await createOAuthClient(database.db, first.keyring, accountId, { name: 'Nightly sync' })
  client = { id: created.client_id, secret: created.client_secret ?? '' }
  const issueToken = async () => {
    const issued = await send(`${running[0]?.origin}/api/oauth/token`, {
      method: 'POST',
      headers: { ...basic(client), 'Content-Type': 'application/x-www-form-urlencoded' },
      body: form({ grant_type: 'client_credentials' }),
    })
    return String(issued.body.access_token)
  }
  oldToken = await issueToken()

  const load = startLoad(running)
  const restart = async (index: number, keys: Keys) => {
    const [leaving] = running.splice(index, 1)
    while (leaving && leaving.uses > 0) await new Promise(setImmediate)
    await leaving?.stop()
    running.splice(index, 0, await startProcess(keys))
    await load.pass()
  }
  const rotate = async (keys: Keys) =>
    makeFirstKeyCurrent(
      database.db,
      await openServiceKeyring(database.db, { secretKeys: [...keys], dataDir: '/nowhere' }),
    )
  const refresh = async (index: number) => {
    await running[index]?.held.refresh()
    await load.pass()
  }

  try {
    await load.pass()
    for (const [from, to, [one, two]] of [
      [k1, k2, [0, 1]],
      [k2, k3, [1, 0]],
    ] as const) {
      await restart(one, [to, from])
      await expect(rotate([to, from])).rejects.toThrow(`do not list the secret key "${to.id}"`)
      await restart(two, [to, from])
      await rotate([to, from])
      await load.pass()
      await refresh(two)
      await refresh(one)
      // A restart without the former key is refused as long as something needs it.
      await expect(startProcess([to])).rejects.toThrow(`"${from.id}" is not listed`)
      await load.pass()

      // Half a day later, when it is no longer needed: restarts in the other order.
      oldToken = await issueToken()
      oldSession = String(await openSession(database.db, running[0]?.keyring ?? first.keyring, user))
      await load.pass()
      await endWhatNeeds(from.id)
      await restart(two, [to])
      await restart(one, [to])
    }
    expect(running.map(({ keyring }) => keyring.currentId)).toEqual(['k3', 'k3'])
  } finally {
    await load.stop()
    await Promise.all(running.map((process) => process.stop()))
  }
  expect(load.refused).toEqual([])
})

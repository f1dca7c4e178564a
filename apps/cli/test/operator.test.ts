import { authenticate } from '@svc/credentials/authenticate'
import { authenticatorContext, beginAuthenticator } from '@svc/credentials/second-factors'
import { claimAnalyses } from '@svc/db/analyses'
import { findAuthenticator } from '@svc/db/authenticators'
import { knexOf } from '@svc/db/testing'
import { storedEndpoints } from '@svc/db/testing-webhooks'
import { listUsageEvents } from '@svc/db/usage-events'
import { insertUser } from '@svc/db/users'
import { createWebhook, findWebhook } from '@svc/db/webhook-endpoints'
import { newId } from '@svc/runtime/ids'
import { createKeyring, parseSecretKeys } from '@svc/runtime/secrets'
import { newSigningSecret, secretContext } from '@svc/webhooks/secrets'
import { Secret } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAccount, openSvc, type Svc } from './svc.ts'

const keyK1 = `k1:${Buffer.alloc(32, 1).toString('base64')}`
const keyK2 = `k2:${Buffer.alloc(32, 2).toString('base64')}`
const env = { SVC_SECRET_KEYS: keyK1 }
const keyring = createKeyring(parseSecretKeys(keyK1))

let svc: Svc
let rosso: { accountId: string; businessId: string }
let owner: { account_id: `acc_${string}`; business_id: `biz_${string}` }
beforeAll(async () => {
  svc = await openSvc()
  rosso = await openAccount(svc)
  owner = { account_id: rosso.accountId as `acc_${string}`, business_id: rosso.businessId as `biz_${string}` }
})
afterAll(() => svc.close())

type Key = Record<'id' | 'key' | 'expires_at', string>

describe('keys', () => {
  test('an issued key authenticates immediately, with its scopes, and not after it is revoked', async () => {
    const words = 'key issue --kind test --name till --scopes businesses:read,webhooks:manage --expires-in 30d --json'
    const issued = (await svc.run(words, { env })).json<Key>()
    expect(issued.key).toMatch(/^svc_test_[0-9A-Za-z_-]{43}$/)
    expect(Date.parse(issued.expires_at) - Date.now()).toBeGreaterThan(29 * 86_400_000)

    const found = await authenticate(svc.database.db, keyring, { 'x-api-key': issued.key })
    if (!('caller' in found)) throw new Error(found.message)
    expect(found.caller.owner).toEqual(owner)
    expect([...found.caller.scopes]).toEqual(['businesses:read', 'webhooks:manage'])

    expect((await svc.run(`key revoke ${issued.id}`)).exitCode).toBe(0)
    expect(await authenticate(svc.database.db, keyring, { 'x-api-key': issued.key })).toMatchObject({
      code: 'invalid_api_key',
    })
    const list = await svc.run('key list')
    expect(list.stdout).toMatch(new RegExp(`${issued.id} .*till +revoked`))
    expect(list.stdout).not.toContain(issued.key)
  })

  test('the events of the account show that an operator issued and revoked a key', async () => {
    const issued = (await svc.run('key issue --kind live --name shop --json', { env })).json<Key>()
    await svc.run(`key revoke ${issued.id}`)
    const { items } = await listUsageEvents(svc.database.db, owner, { limit: 100 })
    expect(items.filter((event) => event.resource_id === issued.id)).toMatchObject([
      { type: 'key.revoked', actor: { type: 'operator', id: null, label: null } },
      { type: 'key.issued', actor: { type: 'operator', id: null, label: null } },
    ])
  })

  test('a key that the account does not have cannot be revoked', async () => {
    const { exitCode, stderr } = await svc.run('key revoke key_01kjpx4gtrex7rhcb4yfrgw100')
    expect(exitCode).toBe(1)
    expect(stderr).toContain('The account has no key "key_01kjpx4gtrex7rhcb4yfrgw100"')
  })
})

test('the suggested next command can be pasted, with and without npm', async () => {
  const words = 'account create --name X --plan growth --trade hotel --country NL --timezone Europe/Amsterdam'
  const live = 'key issue --kind live --name shop'
  const own = await openSvc()
  try {
    expect((await own.run('account list')).stdout).toContain('Create one with "svc account create".')
    expect((await own.run(words)).stdout).toContain('\nNext: svc key issue --account acc_')
    expect((await own.run(live, { env })).stdout).toContain('enabled: svc flag set live_keys_enabled on\n')
    const npm = { ...env, npm_lifecycle_event: 'svc' }
    expect((await own.run(words, { env: npm })).stdout).toContain('\nNext: npm run -s svc -- key issue --account acc_')
    const [first] = (await own.run('account list --json')).json<{ id: string }[]>()
    expect((await own.run(`${live} --account ${first?.id}`, { env: npm })).stdout).toContain(
      'enabled: npm run -s svc -- flag set live_keys_enabled on\n',
    )
  } finally {
    await own.close()
  }
})

describe('accounts and competitors', () => {
  test('an account can be created without its business, but not with half of one', async () => {
    const half = await svc.run('account create --name Half --plan growth --trade hotel')
    expect([half.exitCode, half.stderr]).toEqual([2, expect.stringContaining('--trade, --country and --timezone')])
    const none = (await svc.run('account create --name None --plan growth --json')).json<{ account: { id: string } }>()
    expect(none).toMatchObject({ business: null })
    const accounts = (await svc.run('account list --json')).json<{ id: string; business_id: string | null }[]>()
    expect(accounts.find(({ id }) => id === none.account.id)).toMatchObject({ business_id: null })
    await svc.run(['account', 'delete', none.account.id, '--confirm', 'None'], { env })
  })

  test('details of a business outside the contract are refused', async () => {
    const words = 'account create --name X --plan growth --trade hotel --country NL --timezone Europe/Amsterdam'
    expect((await svc.run(words.replace('NL', 'XQ'))).stderr).toContain('--country must be an ISO 3166-1 code')
    expect((await svc.run(words.replace('Europe/Amsterdam', 'Mars/Base'))).stderr).toContain(
      '--timezone must be an IANA time zone',
    )
    expect((await svc.run(`${words} --website ftp://x`)).stderr).toContain('--website must be a URL')
    expect((await svc.run(words.replace('X', 'x'.repeat(121)))).exitCode).toBe(2)
  })

  test('an account moves to another plan and is entitled, by name or id', async () => {
    await svc.run(['account', 'set-plan', 'Rosso Trattoria', 'starter'])
    const refused = await svc.run('key issue --kind test --name till', { env })
    expect([refused.exitCode, refused.stderr]).toEqual([
      1,
      expect.stringContaining('The plan "starter" of the account does not include the API. Change the plan with'),
    ])
    await svc.run(`account entitle ${rosso.accountId} on`)
    expect((await svc.run('account list --json')).json()).toMatchObject([{ plan: 'starter', api_demo: true }])
    await svc.run(`account set-plan ${rosso.accountId} growth`)
  })

  test('reviews are kept as their account and source are configured, and permanently after "off"', async () => {
    expect((await svc.run(['account', 'set-retention', 'Rosso Trattoria', '395'])).stdout).toBe(
      'Rosso Trattoria keeps reviews for 395 days after they were posted.\n',
    )
    expect((await svc.run('account list --json')).json()).toMatchObject([{ review_retention_days: 395 }])
    expect((await svc.run('source set-retention yelp 1')).stdout).toBe('Reviews from yelp are stored for 1 day.\n')
    expect((await svc.run('source list')).stdout).toMatch(/^yelp +1 day$/m)
    await svc.run('source set-retention yelp off')
    expect((await svc.run('source list --json')).json()).toContainEqual({ source: 'yelp', retention_days: null })
    await svc.run(['account', 'set-retention', 'Rosso Trattoria', 'off'])
    expect((await svc.run('account list --json')).json()).toMatchObject([{ review_retention_days: null }])
    const { exitCode, stderr } = await svc.run('source set-retention yelp 0')
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('must be a number of days from 1 to 3650, or off')])
  })

  test('competitors are tracked, listed and removed, for their own business only', async () => {
    const other = await openAccount(svc, 'Brightside Dental')
    const added = (
      await svc.run(['competitor', 'add', '--business', rosso.businessId, '--name', 'Bella Vista', '--json'])
    ).json<{ id: string }>()
    expect(added).toMatchObject({ name: 'Bella Vista', trade: 'restaurant', business_id: rosso.businessId })
    expect((await svc.run(`competitor remove ${added.id} --business ${other.businessId}`)).exitCode).toBe(1)
    expect((await svc.run(`competitor list --business ${rosso.businessId} --json`)).json()).toHaveLength(1)
    expect((await svc.run(`competitor remove ${added.id} --business ${rosso.businessId}`)).exitCode).toBe(0)
    expect((await svc.run(`competitor list --business ${rosso.businessId}`)).stdout).toBe(
      'The business does not track any competitors.\n',
    )
  })

  test('if there are several accounts, a command must name one', async () => {
    const { exitCode, stderr } = await svc.run('key list')
    expect(exitCode).toBe(1)
    expect(stderr).toContain('Select an account with --account:')
    expect(stderr).toContain(`${rosso.accountId}  Rosso Trattoria`)
  })

  test('the error for an unknown business lists the businesses', async () => {
    const { stderr } = await svc.run('analysis run --business biz_01kjpx4gtrex7rhcb4yfrgw100')
    expect(stderr).toContain(`${rosso.businessId}  Rosso Trattoria`)
  })
})

test('a granted report is used by the next analysis, which then makes a one-time purchase', async () => {
  await svc.run(['report', 'grant', '--account', 'Rosso Trattoria'])
  const second = await svc.run(['report', 'grant', '--account', 'Rosso Trattoria', '--json'])
  expect(second.json()).toEqual({ account_id: rosso.accountId, report_grants: 2 })
  const { id } = (await svc.run(`analysis run --business ${rosso.businessId} --json`)).json<{ id: string }>()
  const claimed = await claimAnalyses(svc.database.db, {
    workerId: 'test',
    limit: 1,
    leaseMs: 60_000,
    perGroupMax: 1,
    perAccountMax: 1,
  })
  expect(claimed).toMatchObject([{ id, report_origin: 'one_time_purchase' }])
  expect((await svc.run(['report', 'grant', '--account', 'Rosso Trattoria'])).stdout).toBe(
    'Rosso Trattoria has 2 granted reports left.\n',
  )
})

test('a flag is set for the platform, or switched off for one account', async () => {
  await svc.run('flag set live_keys_enabled on')
  await svc.run(['flag', 'set', 'live_keys_enabled', 'off', '--account', 'Rosso Trattoria'])
  expect((await svc.run('flag list --json')).json()).toContainEqual({
    name: 'live_keys_enabled',
    enabled: true,
    accounts: [{ account_id: rosso.accountId, enabled: false }],
  })
  const typo = await svc.run('flag set live_key_enabled on')
  expect(typo.exitCode).toBe(1)
  expect(typo.stderr).toContain('Did you mean live_keys_enabled?')
})

type Limits = Record<'windows' | 'quotas', { name: string; limit: number }[]>

test('limits are set together or not at all, and can be reset to their defaults', async () => {
  await svc.run('limits set ip=2400 quota.analyses=0')
  const shown = (await svc.run('limits show --json')).json<Limits>()
  expect(shown.windows).toContainEqual({ name: 'ip', limit: 2400, default: 1200 })
  expect(shown.quotas).toContainEqual(expect.objectContaining({ name: 'quota.analyses', limit: 0 }))
  expect((await svc.run('limits set ip=5 key=0')).exitCode).toBe(2)
  expect((await svc.run('limits show --json')).json<Limits>().windows[0]?.limit).toBe(2400)
  await svc.run('limits set ip=default quota.analyses=default')
  expect((await svc.run('limits show --json')).json<Limits>().windows[0]?.limit).toBe(1200)
})

test('one account or one key can be throttled and reset to the general limit', async () => {
  const name = 'Rosso Trattoria'
  const issued = await svc.run(['key', 'issue', '--account', name, '--kind', 'test', '--name', 'slow', '--json'], {
    env,
  })
  const { id } = issued.json<{ id: string }>()
  const shown = async () =>
    (await svc.run('limits show --json')).json<{ accounts_and_keys: unknown }>().accounts_and_keys
  await svc.run(['limits', 'set', 'account=60', '--account', 'Rosso Trattoria'])
  expect((await svc.run(['limits', 'set', 'key=5', '--key', id])).stdout).toBe(`The limit of ${id} is 5 per 60 s.\n`)
  expect(await shown()).toEqual([
    { id: rosso.accountId, limit: 60 },
    { id, limit: 5 },
  ])
  const wrong = await svc.run(['limits', 'set', 'key=5', '--account', 'Rosso Trattoria'])
  expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringContaining('only the limit "account" can be set')])
  const unknown = await svc.run('limits set key=5 --key key_0')
  expect([unknown.exitCode, unknown.stderr]).toEqual([1, expect.stringContaining('"svc key list"')])
  await svc.run(['limits', 'set', 'account=default', '--account', 'Rosso Trattoria'])
  await svc.run(['limits', 'set', 'key=default', '--key', id])
  expect(await shown()).toEqual([])
})

test('an analysis is queued for the worker without using the quota of the account', async () => {
  const requested = (await svc.run(`analysis run --business ${rosso.businessId} --json`)).json()
  expect(requested).toMatchObject({ business_id: rosso.businessId, status: 'queued' })
  expect(await knexOf(svc.database.db)('quota_counters').count()).toEqual([{ count: 0 }])
})

test('rotating makes the first listed key current and moves every stored secret to it', async () => {
  const secrets = new Map<string, string>()
  for (let count = 0; count < 3; count++) {
    const id = newId('whk')
    const secret = newSigningSecret()
    secrets.set(id, secret)
    const webhook = {
      id,
      url: 'https://hooks.rosso-trattoria.nl/svc',
      event_types: ['webhook.test' as const],
      secret: keyring.encrypt('encryption', secret, secretContext(id)),
    }
    await svc.database.db.transaction((transaction) => createWebhook(transaction, owner, webhook, { max: 20 }))
  }
  const { db } = svc.database
  const person = { email: 'app@rosso-trattoria.nl', password_hash: '', role: 'viewer' } as const
  const user = await insertUser(db, owner.account_id, person)
  const app = await beginAuthenticator(db, keyring, { user_id: user.id, email: user.email, issuer: 'rosso' })
  expect((await svc.run('secrets rotate', { env: { SVC_SECRET_KEYS: keyK2 } })).stderr).toContain(
    'The secret key "k1" is not listed, but stored data needs it',
  )

  const both = { SVC_SECRET_KEYS: `${keyK2},${keyK1}` }
  const before = (await svc.run('secrets status', { env: both })).stdout
  expect(before).toMatch(/k1 +current +.*1 authenticator secret.*3 webhook secrets/)
  expect(before).toMatch(/k2 +next +nothing: "svc secrets rotate" makes it the current key/)
  expect((await svc.run('secrets rotate --json', { env: both })).json()).toEqual({
    current_key_id: 'k2',
    resealed_count: 4,
  })
  expect((await svc.run('secrets rotate --json', { env: both })).json()).toEqual({
    current_key_id: 'k2',
    resealed_count: 0,
  })
  const after = (await svc.run('secrets status', { env: both })).stdout
  expect(after).toMatch(/k2 +current +1 authenticator secret, 3 webhook secrets/)
  expect(after).toMatch(/k1 +former/)
  expect((await svc.run('secrets remove k7')).stderr).toContain('The database has no secret key "k7"')

  const current = createKeyring(parseSecretKeys(keyK2))
  const rows = await storedEndpoints(svc.database.db)
  for (const row of rows) {
    const opened = current.decrypt(row.secret_key_id, row.secret_ciphertext, secretContext(row.id)).toString()
    expect(opened).toBe(secrets.get(row.id))
  }
  expect(await findWebhook(svc.database.db, owner, rows[0]?.id ?? 'whk_')).toBeDefined()
  const sealed = await findAuthenticator(db, user.id, { isConfirmed: false })
  const opened = current.decrypt(sealed?.key_id ?? '', sealed?.ciphertext ?? Buffer.of(), authenticatorContext(user.id))
  expect(Secret.fromBase32(app?.secret ?? '').bytes).toEqual(new Uint8Array(opened))
})

test('the signature of a received delivery is verified from a file or standard input, with the secret from the environment', async () => {
  const words = ['webhooks', 'verify', '-', '--timestamp', '1795163400', '--signature', `sha256=${'0'.repeat(64)}`]
  expect((await svc.run(words, { stdin: '{}' })).stderr).toContain('Set SVC_WEBHOOK_SECRET')
  const failed = await svc.run(words, { stdin: '{}', env: { SVC_WEBHOOK_SECRET: newSigningSecret() } })
  expect(failed.exitCode).toBe(1)
  expect(failed.stdout).toContain('The signature does not match.')
})

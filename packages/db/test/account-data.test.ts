import { randomBytes } from 'node:crypto'
import type { Schemas } from '@generated/contract/server-types'
import { type Id, newId } from '@svc/runtime/ids'
import { createKeyring } from '@svc/runtime/secrets'
import { beforeEach, expect, test } from 'vitest'
import { eraseAccount, findErasedAccount } from '../src/accounts/account-erasure.ts'
import { type ExportedRecord, exportAccount, exportedKinds, omittedFromExport } from '../src/accounts/account-export.ts'
import {
  claimAccountExports,
  finishAccountExport,
  requestAccountExport,
  storeExportPart,
} from '../src/accounts/account-exports.ts'
import { listAccounts } from '../src/accounts/accounts.ts'
import { addCompetitor } from '../src/accounts/competitors.ts'
import { setFlag } from '../src/accounts/flags.ts'
import { insertUsageEvents } from '../src/accounts/usage-events.ts'
import { requestAnalysis } from '../src/analyses/analyses.ts'
import { setAnalysisSchedule } from '../src/analyses/analysis-schedules.ts'
import { type FoundProblem, saveRecommendations } from '../src/analyses/recommendations.ts'
import { grantReport } from '../src/analyses/report-grants.ts'
import { insertReport } from '../src/analyses/reports.ts'
import { connectProfile, profileFlag } from '../src/business-profile/profile-connections.ts'
import { storeProfileConsent } from '../src/business-profile/profile-consents.ts'
import {
  approveProfileReply,
  beginSend,
  claimProfileReplies,
  createProfileReply,
} from '../src/business-profile/profile-replies.ts'
import type { Owner } from '../src/connection/records.ts'
import { insertApiKey, listApiKeys } from '../src/credentials/api-keys.ts'
import { insertOAuthClient } from '../src/credentials/oauth-clients.ts'
import { insertUser } from '../src/credentials/users.ts'
import { operatorActor, recordChange } from '../src/platform/audit-log.ts'
import { recordDeletedReview } from '../src/reviews/review-erasure.ts'
import { beginUpload, finishUpload, storePart } from '../src/reviews/review-imports.ts'
import { requestReviewMaintenance } from '../src/reviews/review-maintenance.ts'
import { type NewReview, storeReviews } from '../src/reviews/reviews.ts'
import { openBrightside, openRosso, publish, registerWebhook } from './fixtures.ts'
import { knexOf } from './testing.ts'
import { openTestDatabase } from './testing-hooks.ts'

const database = openTestDatabase()
const keyring = createKeyring([{ id: 'k1', key: randomBytes(32) }])
beforeEach(async () => {
  await knexOf(database.db)('accounts').delete()
  await openBrightside(database.db)
})

/** Tables without an owner: they belong to the platform, name nobody, or have tokens that are still to be revoked. */
const platformTables = [
  'schema_migrations',
  'flags',
  'limit_settings',
  'queue_statistics',
  'replica_heartbeat',
  'review_sources',
  'secret_keys',
  'secret_key_holders',
  'revoked_tokens',
  'login_attempts',
  'erased_accounts',
  'business_profile_requests',
  'business_profile_revocations',
]

/** The number of rows of each table. */
async function countRows(): Promise<Record<string, number>> {
  const knex = knexOf(database.db)
  const { rows } = await knex.raw<{ rows: { name: string }[] }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition",
  )
  const counts = rows.map(async ({ name }) => [name, Number((await knex(name).count({ rows: '*' }))[0]?.rows)] as const)
  return Object.fromEntries(await Promise.all(counts))
}

const review = (source_id: string): NewReview => ({
  source: 'google',
  source_id,
  rating: 2,
  text: 'We waited an hour for cold pizza.',
  language: 'en',
  published_at: '2026-11-01T12:00:00.000Z',
  owner_replied: false,
  retain_until: null,
})

const secret = 'never-to-be-exported'

/** An account with at least one row in every table that has an owner. */
async function openFullAccount(reviews = 3): Promise<Owner> {
  const { db } = database
  const knex = knexOf(db)
  const owner = await openRosso(db)
  const { account_id, business_id } = owner
  const scopes = ['businesses:read'] as const
  const hash = { hash: Buffer.from(secret), key_id: 'k1' }
  await insertApiKey(db, account_id, {
    kind: 'test',
    name: 'Laptop',
    scopes: [...scopes],
    prefix: 'svc_test_abc',
    hash,
    expires_at: null,
  })
  const client = await insertOAuthClient(db, account_id, {
    name: 'App',
    scopes: [...scopes],
    redirect_uris: [],
    secret: hash,
  })
  const user = await insertUser(db, account_id, {
    email: 'owner@rosso-trattoria.nl',
    password_hash: secret,
    role: 'owner',
  })
  await knex('sessions').insert({ id_hash: Buffer.from(secret), user_id: user.id, expires_at: '2099-01-01' })
  await knex('sign_in_links').insert({ token_hash: Buffer.from(secret), user_id: user.id, expires_at: '2099-01-01' })
  const sealed = { secret_ciphertext: Buffer.from(secret), secret_key_id: 'k1' }
  await knex('authenticators').insert({ user_id: user.id, ...sealed })
  await knex('recovery_codes').insert({ user_id: user.id, code_hash: Buffer.from(secret) })
  const passkey = { id: newId('pky'), user_id: user.id, credential_id: secret, name: 'Laptop', signature_count: 0 }
  await knex('passkeys').insert({ ...passkey, public_key: Buffer.from(secret), challenged_at: '2026-11-24' })
  const grant = { kind: 'Grant', id: secret, payload: '{}', client_id: client.id, user_id: user.id }
  await knex('oauth_records').insert({ ...grant, expires_at: '2099-01-01' })
  await knex('account_flags').insert({ account_id, name: 'live_keys_enabled', enabled: false })

  const osteria = { name: 'Osteria del Ponte', trade: 'restaurant', distance_m: 400 } as const
  await db.transaction(async (transaction) => {
    const competitor = await addCompetitor(transaction, owner, osteria)
    await storeReviews(
      transaction,
      owner,
      null,
      Array.from({ length: reviews }, (_, n) => review(`own-${n}`)),
    )
    await storeReviews(transaction, owner, competitor?.id ?? null, [review('theirs')])
    await recordDeletedReview(transaction, owner, keyring.hmac('tombstone', 'deleted'))
    await requestReviewMaintenance(transaction, owner)
  })
  await publishReply(owner, user.id)
  await importFile(owner)
  await exportOnce(owner)
  const analysis = await requestAnalysis(db, owner)
  const section = {
    key: 'overview',
    heading: 'Overview',
    text: 'All is well.',
    quotes: [],
    chart: null,
  } satisfies Schemas['ReportSection']
  await db.transaction(async (transaction) => {
    await insertReport(transaction, owner, {
      analysis_id: analysis.id,
      origin: 'subscription',
      title: 'November',
      sections: [section],
      period: analysis.period,
      files: [{ format: 'html', content: Buffer.from('<p>November</p>') }],
    })
    await saveRecommendations(transaction, owner, analysis.id, [problem])
  })
  await db.transaction((transaction) =>
    setAnalysisSchedule(transaction, owner, { frequency: 'weekly', weekday: 'monday', hour: 6 }, Date.now()),
  )
  await grantReport(db, account_id)
  const draft = { review: '{"rating":2,"text":"","source":"google"}', variants: '[]', warnings: '[]', engine: '{}' }
  await knex('reply_drafts').insert({ ...draft, id: newId('drf'), business_id, text: 'We are sorry.', language: 'en' })

  await registerWebhook(db, owner)
  await publish(db, owner, 2)
  const [delivery] = await knex('webhook_deliveries').select('id', 'webhook_id')
  await knex('webhook_endpoint_health').insert({ webhook_id: delivery.webhook_id }).onConflict().ignore()
  const failing = { failures: 20, failing_since: '2026-11-01' }
  await knex('emails').insert({
    kind: 'endpoint_disabled',
    webhook_id: delivery.webhook_id,
    user_id: user.id,
    ...failing,
  })
  await knex('webhook_endpoint_pace').insert({ webhook_id: delivery.webhook_id, next_start_at: '2026-11-01' })
  await knex('webhook_attempts').insert({
    delivery_id: delivery.id,
    number: 1,
    started_at: '2026-11-01',
    outcome: 'failed',
  })
  await knex('account_writes').insert({ account_id, write_id: knex.raw('gen_random_uuid()') })
  await knex('webhook_resend_budgets').insert({ subject: account_id, account_id, hour: '2026-11-01', used: 1 })

  const actor = { type: 'system', id: null, label: null } as const
  const event = {
    type: 'api.request',
    request_id: null,
    actor,
    operation_id: 'listBusinesses',
    error_code: null,
  } as const
  const outcome = { http_status: 200, duration_ms: 5, resource_id: null, quota: null }
  await insertUsageEvents(db, [{ ...event, ...outcome, account_id, created_at: '2026-11-01T12:00:00.000Z' }])
  await db.transaction((transaction) =>
    recordChange(transaction, operatorActor, { action: 'account.plan_changed', account_id, after: { plan: 'growth' } }),
  )
  await knex('quota_counters').insert({ account_id, name: 'analyses', kind: 'live', month: '2026-11-01', used: 1 })
  const response = { state: 'done', response_ciphertext: Buffer.from(secret), response_key_id: 'k1' }
  await knex('idempotency_keys').insert({
    ...response,
    account_id,
    operation_id: 'createWebhook',
    key: 'k',
    body_hash: Buffer.from('h'),
  })
  return owner
}

/** A connected location with a reply that is being sent. */
async function publishReply(owner: Owner, userId: Id<'usr'>): Promise<void> {
  const { db } = database
  const knex = knexOf(db)
  const sessionId = newId('ses')
  await knex('sessions').insert({
    id: sessionId,
    id_hash: Buffer.from(`${secret} 2`),
    user_id: userId,
    expires_at: '2099-01-01',
  })
  const refreshToken = { key_id: 'k1', ciphertext: Buffer.from(secret) }
  const location = 'accounts/1/locations/2'
  await db.transaction((transaction) => connectProfile(transaction, owner, { location, title: 'Rosso', refreshToken }))
  const session = { ...owner, id: sessionId }
  await db.transaction((transaction) => storeProfileConsent(transaction, session, refreshToken))
  const { business_id } = owner
  await knex('business_profile_reviews').insert({ business_id, source_id: 'own-0', scan_number: 1 })
  const { id: review_id } = await knex('reviews').where({ subject_id: business_id, source_id: 'own-0' }).first('id')
  await db.transaction(async (transaction) => {
    const text = 'We are sorry.'
    const reply = await createProfileReply(transaction, owner, { review_id, text })
    if (typeof reply === 'string') throw new Error(`No reply was created: ${reply}.`)
    const approver = { actor: { type: 'member', id: userId, request_id: null }, sessionId } as const
    await approveProfileReply(transaction, owner, reply.id, { text, approver })
  })
  const request = { workerId: 'worker', limit: 1, leaseMs: 60_000, perGroupMax: 1, perAccountMax: 1 }
  await setFlag(db, profileFlag, true)
  const [claimed] = await claimProfileReplies(db, request)
  if (claimed === undefined || !(await beginSend(db, claimed))) throw new Error('No send has begun.')
}

/** A completed export with a file. */
async function exportOnce({ account_id }: Owner): Promise<void> {
  const { db } = database
  await requestAccountExport(db, operatorActor, account_id)
  const request = { workerId: 'worker', limit: 1, leaseMs: 60_000, perGroupMax: 1, perAccountMax: 1 }
  const [claimed] = await claimAccountExports(db, request)
  if (claimed === undefined) throw new Error('No export was claimed.')
  const sealed = { key_id: 'k1', ciphertext: Buffer.from(secret) }
  await storeExportPart(db, claimed, { number: 0, sizeBytes: 1, recordCount: 1, sealed })
  await finishAccountExport(db, claimed, { status: 'completed', recordCount: 1 })
}

/** A file of reviews that waits to be imported. */
async function importFile(owner: Owner): Promise<void> {
  const limits = { dateOrder: undefined, perDayMax: 1, simultaneousMax: 1 }
  const sealed = { key_id: 'k1', ciphertext: Buffer.from(secret) }
  await database.db.transaction(async (transaction) => {
    const beginning = await beginUpload(transaction, owner, limits)
    if (!('id' in beginning)) throw new Error('The upload may not begin.')
    await storePart(transaction, owner, beginning.id, { number: 0, sizeBytes: 1, sealed })
    await finishUpload(transaction, owner, beginning.id, '0'.repeat(64))
  })
}

const problem = {
  problem_key: 'wait',
  priority: 1,
  aspect: 'wait',
  score: 50,
  title: 'Shorten the wait',
  action: 'Seat guests within ten minutes.',
  rationale: 'Many reviews name the wait.',
  urgent: false,
  effort: 'low',
  metric: { name: 'negative_share', current: 0.4, target: 0.2, horizon_days: 90 },
  factors: { frequency: 0.5, impact: 0.5, gap: 1.5, trend: 1.1, severity: 1.2, confidence: 0.5 },
  evidence: [],
} satisfies FoundProblem

async function exported(accountId: Id<'acc'>): Promise<ExportedRecord[]> {
  const records: ExportedRecord[] = []
  await exportAccount(database.db, accountId, async (record) => void records.push(record))
  return records
}

const jsonOf = (records: readonly ExportedRecord[], kind: string) =>
  records.flatMap((record) => (record.kind === kind && 'json' in record ? [JSON.parse(record.json)] : []))

test('every table with an owner is exported or left out for a reason, and is empty after the account was erased', async () => {
  const before = await countRows()
  const owner = await openFullAccount()
  const full = await countRows()
  const owned = Object.keys(full).filter((table) => !platformTables.includes(table))
  // A table that is missing here is new: give it a row above, export it or say why not, and see that it is erased.
  expect(owned.filter((table) => (full[table] ?? 0) <= (before[table] ?? 0))).toEqual([])
  expect(
    [...Object.values(exportedKinds).flatMap(({ tables }) => tables), ...Object.keys(omittedFromExport)].sort(),
  ).toEqual(owned.sort())

  const erased = await eraseAccount(database.db, owner.account_id, { keyring })
  expect(erased?.deleted).toMatchObject({ reviews: 4, analyses: 1, webhook_events: 2, usage_events: 1 })
  // The token of the connection stays until it is revoked.
  const added = (table: string) => ({ [table]: (before[table] ?? 0) + 1 })
  expect(await countRows()).toEqual({
    ...before,
    ...added('erased_accounts'),
    ...added('business_profile_revocations'),
  })
})

test('an export has every record of the account, none of another one, and no secret', async () => {
  const owner = await openFullAccount(1_200)
  const other = await exported((await listAccounts(database.db))[0]?.id ?? 'acc_')
  const records = await exported(owner.account_id)
  expect(jsonOf(records, 'reviews')).toHaveLength(1_201)
  expect(new Set(jsonOf(records, 'reviews').map(({ source_id }) => source_id)).size).toBe(1_201)
  expect(jsonOf(records, 'reports')).toMatchObject([{ title: 'November', sections: [{ text: 'All is well.' }] }])
  expect(jsonOf(records, 'webhook_deliveries')).toHaveLength(2)
  expect(jsonOf(records, 'usage_counts')).toHaveLength(3)
  expect(jsonOf(records, 'accounts')).toMatchObject([{ id: owner.account_id, name: 'Rosso Trattoria' }])
  expect(records.filter(({ kind }) => kind === 'report_files')).toMatchObject([
    { format: 'html', content: Buffer.from('<p>November</p>') },
  ])
  const text = JSON.stringify(records)
  for (const form of [secret, Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('hex')])
    expect(text).not.toContain(form)
  expect(JSON.stringify(other)).not.toContain(owner.business_id)
})

test('an export shows one instant, so that what is written while it runs is not in it', async () => {
  const owner = await openFullAccount()
  const records: ExportedRecord[] = []
  await exportAccount(database.db, owner.account_id, async (record) => {
    records.push(record)
    if (record.kind !== 'accounts') return
    await database.db.transaction((transaction) => storeReviews(transaction, owner, null, [review('later')]))
  })
  expect(
    jsonOf(records, 'reviews')
      .map(({ source_id }) => source_id)
      .sort(),
  ).toEqual(['own-0', 'own-1', 'own-2', 'theirs'])
})

test('an interrupted erasure ends access immediately and is completed by the next one', async () => {
  const owner = await openFullAccount(4_500)
  const interrupt = (table: string) => {
    if (table === 'reviews') throw new Error('Interrupted.')
  }
  await expect(eraseAccount(database.db, owner.account_id, { keyring, onProgress: interrupt })).rejects.toThrow()
  expect(await listApiKeys(database.db, owner.account_id)).toEqual([])
  const remaining = await knexOf(database.db)('reviews').where({ business_id: owner.business_id })
  expect(remaining).toHaveLength(2_501)
  expect((await listAccounts(database.db)).map(({ erasing_since }) => erasing_since)).toEqual([
    null,
    expect.any(String),
  ])
  expect(await findErasedAccount(database.db, owner.account_id, keyring)).toBeUndefined()

  expect(await eraseAccount(database.db, owner.account_id, { keyring })).toMatchObject({ deleted: { reviews: 2_501 } })
  expect(await findErasedAccount(database.db, owner.account_id, keyring)).toMatch(/Z$/)
  expect(await eraseAccount(database.db, owner.account_id, { keyring })).toBeUndefined()
})

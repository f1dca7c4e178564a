import type { QuotaName } from '@generated/contract/enums'
import { createAccount } from '@svc/db/accounts'
import { createBusiness } from '@svc/db/businesses'
import { openTestDatabase } from '@svc/db/testing-hooks'
import { createTestClock } from '@svc/runtime/testing'
import { beforeEach, expect, test } from 'vitest'
import { planQuotas, testKeyQuotas } from '../src/plans.ts'
import { checkQuota, type QuotaOptions, type QuotaSubject, takeQuota } from '../src/quotas.ts'

const database = openTestDatabase()
let subject: QuotaSubject

beforeEach(async () => {
  const account = await createAccount(database.db, { name: 'Brightside Dental', plan: 'growth' })
  const business = await createBusiness(database.db, account.id, {
    name: 'Brightside Dental',
    trade: 'dentist',
    city: 'Leeds',
    country: 'GB',
    timezone: 'Europe/London',
    website: null,
  })
  subject = { owner: { account_id: account.id, business_id: business.id }, plan: 'growth', kind: 'live' }
})

/** Takes a quota in a transaction of its own. */
function take(subject: QuotaSubject, name: QuotaName, options?: QuotaOptions) {
  return database.db.transaction((transaction) => takeQuota(transaction, subject, name, options))
}

test('a check decides as the next use would, and counts nothing', async () => {
  const options = { quotaLimit: () => 1, clock: createTestClock('2026-06-15T12:00:00.000Z') }
  const allowed = await checkQuota(database.db, subject, 'reply_drafts', options)
  expect(allowed).toMatchObject({ allowed: true, used: 0, limit: 1 })
  expect(await checkQuota(database.db, subject, 'reply_drafts', options)).toEqual(allowed)
  expect(await take(subject, 'reply_drafts', options)).toEqual({ ...allowed, used: 1 })
  const refused = await checkQuota(database.db, subject, 'reply_drafts', options)
  expect(refused).toMatchObject({ allowed: false, used: 1, limit: 1 })
  expect(await take(subject, 'reply_drafts', options)).toEqual(refused)
})

test('a use is undone when its transaction is rolled back', async () => {
  const work = database.db.transaction(async (transaction) => {
    await takeQuota(transaction, subject, 'analyses')
    throw new Error('The work failed')
  })
  await expect(work).rejects.toThrow('The work failed')
  expect(await take(subject, 'analyses')).toMatchObject({ allowed: true, used: 1 })
})

test('a quota allows exactly ten of a hundred simultaneous uses when ten are left', async () => {
  const quotaLimit = () => 10
  const decisions = await Promise.all(Array.from({ length: 100 }, () => take(subject, 'analyses', { quotaLimit })))
  const allowed = decisions.filter((decision) => decision.allowed)
  expect(allowed.map(({ used }) => used).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  for (const { allowed, used, retry_after_s } of decisions) {
    if (!allowed) expect({ used, waits: (retry_after_s ?? 0) >= 1 }).toEqual({ used: 10, waits: true })
  }
})

test("applies the plan's quota to live keys and OAuth clients, and the small quota to test keys", async () => {
  for (const plan of ['starter', 'growth', 'scale'] as const) {
    const live = await take({ ...subject, plan }, 'analyses')
    expect(live.limit).toBe(planQuotas[plan].analyses)
    const test = await take({ ...subject, plan, kind: 'test' }, 'analyses')
    expect(test.limit).toBe(testKeyQuotas.analyses)
  }
})

test('test and live use, and analyses and drafts, count separately', async () => {
  const quotaLimit = () => 1
  const takeAs = (kind: 'test' | 'live', name: QuotaName) => take({ ...subject, kind }, name, { quotaLimit })
  expect(await takeAs('live', 'analyses')).toMatchObject({ allowed: true, used: 1 })
  expect(await takeAs('live', 'analyses')).toMatchObject({ allowed: false, used: 1 })
  expect(await takeAs('test', 'analyses')).toMatchObject({ allowed: true, used: 1 })
  expect(await takeAs('live', 'reply_drafts')).toMatchObject({ allowed: true, used: 1 })
})

test('a quota starts at zero at the first instant of the next month in UTC, as a refusal states', async () => {
  const clock = createTestClock('2026-12-31T23:59:30.500Z')
  const options = { clock, quotaLimit: () => 1 }
  const taken = await take(subject, 'analyses', options)
  expect(taken).toEqual({ allowed: true, name: 'analyses', used: 1, limit: 1, resets_at: '2027-01-01T00:00:00.000Z' })
  const refused = await take(subject, 'analyses', options)
  expect(refused).toEqual({ ...taken, allowed: false, retry_after_s: 30 })
  clock.advance(29_499)
  expect(await take(subject, 'analyses', options)).toMatchObject({ allowed: false, retry_after_s: 1 })
  clock.advance(1)
  expect(await take(subject, 'analyses', options)).toMatchObject({
    allowed: true,
    used: 1,
    resets_at: '2027-02-01T00:00:00.000Z',
  })
})

test("applies the operator's limit to every plan and to test keys, also below what was used", async () => {
  let operatorLimit = 2
  const options = { quotaLimit: () => operatorLimit }
  await take(subject, 'analyses', options)
  await take(subject, 'analyses', options)
  operatorLimit = 1
  expect(await take(subject, 'analyses', options)).toMatchObject({
    allowed: false,
    used: 2,
    limit: 1,
  })
  operatorLimit = 0
  expect(await take({ ...subject, kind: 'test' }, 'analyses', options)).toMatchObject({
    allowed: false,
    used: 0,
    limit: 0,
  })
  operatorLimit = 3
  expect(await take(subject, 'analyses', options)).toMatchObject({ allowed: true, used: 3 })
})

test('a quota counts nothing for a transaction that is rolled back', async () => {
  await expect(
    database.db.transaction(async (transaction) => {
      expect(await takeQuota(transaction, subject, 'analyses')).toMatchObject({ used: 1 })
      throw new Error('the work failed')
    }),
  ).rejects.toThrow('the work failed')
  expect(await take(subject, 'analyses')).toMatchObject({ used: 1 })
})

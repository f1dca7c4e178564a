import { newId } from '@svc/runtime/ids'
import { beforeEach, expect, test } from 'vitest'
import { setFlag } from '../src/accounts/flags.ts'
import { profileFlag, takeProfileRequest } from '../src/business-profile/profile-connections.ts'
import { knexOf } from './testing.ts'
import { openTestDatabase } from './testing-hooks.ts'

// The budget of requests to the search company, which all processes share.

const database = openTestDatabase()
beforeEach(() => setFlag(database.db, profileFlag, true))

const account = newId('acc')

async function take(perMinuteMax: number, accountId: typeof account | null = account) {
  return takeProfileRequest(database.db, accountId, { perMinuteMax })
}

async function minuteOfDatabase(): Promise<number> {
  const { rows } = await knexOf(database.db).raw('select floor(extract(epoch from now()) / 60)::int as minute')
  return rows[0].minute
}

test('no minute has more requests than the budget, regardless of the number of workers', async () => {
  const before = await minuteOfDatabase()
  const taken = await Promise.all(Array.from({ length: 200 }, () => take(50)))
  const minutes = (await minuteOfDatabase()) - before + 1
  const allowed = taken.filter((permission) => permission.allowed).length
  expect(allowed).toBeGreaterThanOrEqual(50)
  expect(allowed).toBeLessThanOrEqual(50 * minutes)
  const [refused] = taken.filter((permission) => !permission.allowed)
  expect(refused).toMatchObject({ isOn: true, retryAfterMs: expect.any(Number) })
})

test('a new minute has a new budget', async () => {
  const knex = knexOf(database.db)
  await knex('business_profile_requests').update({ sent: 50, minute: '2026-01-01T00:00:00Z' })
  expect(await take(50)).toEqual({ allowed: true })
  expect(await knex('business_profile_requests').pluck('sent')).toEqual([1])
})

test('while the flag is off, only a request that ends a consent is allowed, within the budget', async () => {
  await setFlag(database.db, profileFlag, false)
  const knex = knexOf(database.db)
  await knex('business_profile_requests').update({ sent: 0, minute: knex.raw("now() + interval '1 day'") })
  expect(await take(50)).toMatchObject({ allowed: false, isOn: false })
  expect(await knex('business_profile_requests').pluck('sent')).toEqual([0])
  expect(await take(50, null)).toEqual({ allowed: true })
})

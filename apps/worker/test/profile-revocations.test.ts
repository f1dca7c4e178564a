import { beginErasure } from '@svc/db/account-erasure'
import { setFlag } from '@svc/db/flags'
import { connectProfile, disconnectProfile, profileFlag } from '@svc/db/profile-connections'
import type { Owner } from '@svc/db/records'
import { knexOf } from '@svc/db/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eventually } from './harness.ts'
import { type ProfileHarness, startProfileHarness } from './profile-harness.ts'

let harness: ProfileHarness
beforeAll(async () => {
  harness = await startProfileHarness()
})
afterEach(() => harness.reset())
afterAll(() => harness.close())

const stored = () => knexOf(harness.database.db)('business_profile_revocations')
const sent = () => harness.upstream.requests.map(({ path }) => path)

async function revoked(): Promise<void> {
  await eventually('the end of the consent', async () => (await stored()).length === 0)
}

const disconnect = (owner: Owner) =>
  harness.database.db.transaction((transaction) => disconnectProfile(transaction, owner))

test.each([
  ['a disconnected location', (owner: Owner) => disconnect(owner)],
  ['a deleted account', (owner: Owner) => beginErasure(harness.database.db, owner.account_id)],
])('the consent of %s is revoked although the flag is off, and nothing else is sent', async (_name, end) => {
  const { owner } = await harness.connect()
  await setFlag(harness.database.db, profileFlag, false)
  await end(owner)
  harness.work(harness.profileEnvironment)
  await revoked()
  expect(harness.upstream.hasConsent).toBe(false)
  expect(sent()).toEqual(['/revoke'])
})

test.each([
  ['429', { status: 429, retryAfterSeconds: 0 }],
  ['a broken connection', 'lost'],
  ['an error of the upstream service', { status: 503 }],
] as const)('after %s the token is kept, and revoked later', async (_name, fault) => {
  const { owner } = await harness.connect()
  await disconnect(owner)
  let isFirst = true
  harness.upstream.fault = () => {
    const isFaulty = isFirst
    isFirst = false
    return isFaulty ? fault : undefined
  }
  harness.work(harness.profileEnvironment)
  await eventually('the first request', () => sent().length > 0)
  await eventually('a released token', async () => {
    const rows = await stored().where({ worker_id: null })
    if (rows.length > 0) await stored().update({ due_at: new Date(0) })
    return (await stored()).length === 0
  })
  expect(sent()).toEqual(['/revoke', '/revoke'])
})

test('a token that the upstream service no longer knows is deleted', async () => {
  const { owner } = await harness.connect()
  await disconnect(owner)
  harness.upstream.fault = () => ({ status: 400 })
  harness.work(harness.profileEnvironment)
  await revoked()
  expect(sent()).toEqual(['/revoke'])
})

test('a business that is connected again keeps its consent', async () => {
  const { owner } = await harness.connect()
  await disconnect(owner)
  const [queued] = await stored()
  const refreshToken = { ciphertext: queued.refresh_token_ciphertext, key_id: queued.refresh_token_key_id }
  const { location } = harness.upstream
  await harness.database.db.transaction((transaction) =>
    connectProfile(transaction, owner, { location, title: 'Rosso', refreshToken }),
  )
  expect(await stored()).toEqual([])
})

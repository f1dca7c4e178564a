import { gunzipSync } from 'node:zlib'
import { beginErasure, findErasedAccount } from '@svc/db/account-erasure'
import { exportPartContext, findCompletedExport, readExportPart, requestAccountExport } from '@svc/db/account-exports'
import { operatorActor } from '@svc/db/audit-log'
import type { Owner } from '@svc/db/records'
import { setAccountRetention } from '@svc/db/review-retention'
import { storeReviews } from '@svc/db/reviews'
import { abandonExport, expireExport, storedExport } from '@svc/db/testing-accounts'
import { storedReviews } from '@svc/db/testing-reviews'
import type { Id } from '@svc/runtime/ids'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eventually, type Harness, startHarness } from './harness.ts'

// Jobs that owners start in the portal and workers finish.

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterEach(() => harness.reset())
afterAll(() => harness.close())

async function addReviews(owner: Owner, count: number): Promise<void> {
  const reviews = Array.from({ length: count }, (_, index) => ({
    source: 'google' as const,
    source_id: `own-${index}`,
    rating: 4,
    text: '',
    language: null,
    published_at: '2026-11-01T12:00:00.000Z',
    owner_replied: false,
    retain_until: null,
  }))
  await harness.database.db.transaction((transaction) => storeReviews(transaction, owner, null, reviews))
}

/** The lines of the file of a completed export. */
async function exportedLines({ account_id }: Owner, id: Id<'exp'>) {
  const { db } = harness.database
  const parts: Buffer[] = []
  for (let number = 0; ; number++) {
    const part = await readExportPart(db, account_id, id, number)
    if (part === undefined) break
    parts.push(harness.keyring.decrypt(part.key_id, part.ciphertext, exportPartContext(id, number)))
  }
  const lines = gunzipSync(Buffer.concat(parts)).toString().trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as { kind: string; record: Record<string, unknown> })
}

const completed = (owner: Owner, id: Id<'exp'>) =>
  eventually('the export to be complete', () => findCompletedExport(harness.database.db, owner.account_id, id), 20_000)

test('an export is written in full, also after a worker died with it', async () => {
  const { db } = harness.database
  const owner = await harness.owner()
  await addReviews(owner, 1_200)
  const { id } = await requestAccountExport(db, operatorActor, owner.account_id)
  // The worker that held it is gone, and its lease has ended.
  await abandonExport(db, id, { part: 'of the dead worker' })
  harness.work()
  const found = await completed(owner, id)
  const lines = await exportedLines(owner, found.id)
  expect(lines.filter(({ kind }) => kind === 'reviews')).toHaveLength(1_200)
  expect(lines.at(-1)).toMatchObject({ kind: 'export', record: { records: { reviews: 1_200, accounts: 1 } } })
  expect(found.record_count).toBe(lines.length - 1)
})

test('an export that crashes several workers fails and leaves no file', async () => {
  const { db } = harness.database
  const owner = await harness.owner()
  const { id } = await requestAccountExport(db, operatorActor, owner.account_id)
  await abandonExport(db, id, { interruptions: 5 })
  harness.work()
  await eventually('the export to fail', async () => (await storedExport(db, id))?.status === 'failed')
  expect(await storedExport(db, id)).toEqual({ status: 'failed', parts: 0 })
})

test('the rule of an account reaches its stored reviews, and the file of an export ends after a day', async () => {
  const { db } = harness.database
  const owner = await harness.owner()
  await addReviews(owner, 3)
  const { id } = await requestAccountExport(db, operatorActor, owner.account_id)
  await expireExport(db, id, '2026-11-01')
  await setAccountRetention(db, owner.account_id, 400)
  harness.work()
  await eventually('the reviews to get an end', async () => {
    const ends = (await storedReviews(db, owner.business_id)).map(({ retain_until }) => retain_until)
    return ends.every((end) => end !== null && new Date(end).toISOString() === '2027-12-06T12:00:00.000Z')
  })
  await eventually('the export to be purged', async () => (await storedExport(db, id)) === undefined)
})

test('a worker erases an account that its owner has deleted', async () => {
  const { db } = harness.database
  const owner = await harness.owner()
  await addReviews(owner, 2_500)
  await harness.subscribe(owner)
  await harness.publish(owner, 2)
  await beginErasure(db, owner.account_id)
  harness.work()
  await eventually('the account to be erased', () => findErasedAccount(db, owner.account_id, harness.keyring))
  expect(await storedReviews(db, owner.business_id)).toEqual([])
})

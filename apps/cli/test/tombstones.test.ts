import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { hasDeletedReviews } from '@svc/db/review-erasure'
import { type NewReview, storeReviews } from '@svc/db/reviews'
import { copyRows } from '@svc/db/testing'
import { listSourceIds } from '@svc/db/testing-reviews'
import { eraseReview } from '@svc/review-erasure/erase'
import { createKeyring, parseSecretKeys } from '@svc/runtime/secrets'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openAccount, openSvc, type Svc } from './svc.ts'

// A restored backup must not bring back what its owner has erased since.

const secretKeys = `k1:${Buffer.alloc(32, 1).toString('base64')}`
const keyring = createKeyring(parseSecretKeys(secretKeys))
const env = { SVC_SECRET_KEYS: secretKeys }

let live: Svc
let restored: Svc
beforeEach(async () => {
  live = await openSvc()
  restored = await openSvc()
})
afterEach(async () => {
  await live.close()
  await restored.close()
})

const run = (words: string[], environment = env) => live.run(words, { env: environment })
const ofRestored = () => ['--restored', restored.database.url]

/** An account with a review for each id. */
async function openWithReviews(name: string, ...sourceIds: string[]) {
  const { accountId, businessId } = await openAccount(live, name)
  const owner = { account_id: accountId, business_id: businessId }
  const reviews = sourceIds.map(
    (source_id): NewReview => ({
      source: 'google',
      source_id,
      rating: 5,
      text: 'Lovely terrace.',
      language: 'en',
      published_at: '2026-11-20T12:00:00.000Z',
      owner_replied: null,
      retain_until: null,
    }),
  )
  const stored = await live.database.db.transaction((transaction) => storeReviews(transaction, owner, null, reviews))
  return { owner, stored }
}

/** An account with one of its two reviews erased and another account erased, both after the backup. */
async function eraseAfterBackup() {
  const rosso = await openWithReviews('Rosso Trattoria', 'erased', 'kept')
  await openWithReviews('Bella Vista', 'of-erased-account')
  await copyRows(live.database.db, restored.database.db, ['accounts', 'businesses', 'reviews'])
  const { db } = live.database
  for (const { id } of rosso.stored.slice(0, 1))
    await db.transaction((transaction) => eraseReview(transaction, rosso.owner, id, keyring))
  const deletion = ['account', 'delete', 'Bella Vista', '--confirm', 'Bella Vista']
  expect((await run(deletion)).exitCode).toBe(0)
  return rosso.owner
}

test('what was erased after the backup is found in the restored database and erased again', async () => {
  const owner = await eraseAfterBackup()
  expect((await run(['backup', 'tombstones', 'tombstones.jsonl'])).stdout).toContain('Wrote 2 tombstones')
  const verify = ['backup', 'verify', ...ofRestored(), '--tombstones', 'tombstones.jsonl']
  const before = await run(verify)
  expect([before.exitCode, before.stdout]).toEqual([1, expect.stringMatching(/✗ +nothing is left that was erased +2/)])

  const replay = ['backup', 'erase-again', 'tombstones.jsonl', ...ofRestored()]
  expect((await run(replay)).stdout).toContain('Erased 1 account and 1 review.')
  expect(await listSourceIds(restored.database.db)).toEqual(['kept'])
  expect((await run(verify)).exitCode).toBe(0)
  expect((await run(replay)).stdout).toContain('Erased 0 accounts and 0 reviews.')

  // An import of the restored database does not store the review again.
  expect(await hasDeletedReviews(restored.database.db, owner)).toBe(true)
})

test('the file contains no text and no name, and others cannot read it', async () => {
  await eraseAfterBackup()
  await run(['backup', 'tombstones', 'tombstones.jsonl'])
  const path = join(live.dir, 'tombstones.jsonl')
  expect(readFileSync(path, 'utf8')).not.toMatch(/Bella|Lovely|of-erased-account|acc_/)
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('hashes of a key that is not listed and lines that are no tombstones are refused, and nothing is erased', async () => {
  await eraseAfterBackup()
  await run(['backup', 'tombstones', 'tombstones.jsonl'])
  const others = { SVC_SECRET_KEYS: `k9:${Buffer.alloc(32, 9).toString('base64')}` }
  const unknownKey = await run(['backup', 'erase-again', 'tombstones.jsonl', ...ofRestored()], others)
  expect([unknownKey.exitCode, unknownKey.stderr]).toEqual([1, expect.stringContaining('"k1"')])
  live.file('broken.jsonl', '{"hash":"00"}\n')
  const broken = await run(['backup', 'erase-again', 'broken.jsonl', ...ofRestored()])
  expect([broken.exitCode, broken.stderr]).toEqual([1, expect.stringContaining('broken.jsonl, line 1')])
  expect(await listSourceIds(restored.database.db)).toEqual(['erased', 'kept', 'of-erased-account'])
})

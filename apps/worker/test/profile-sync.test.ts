import { setFlag } from '@svc/db/flags'
import {
  disconnectProfile,
  findProfileConnection,
  notifyProfileLocation,
  profileFlag,
} from '@svc/db/profile-connections'
import { knexOf } from '@svc/db/testing'
import { makeProfileSyncsDue } from '@svc/db/testing-profile'
import type { Keyring } from '@svc/runtime/secrets'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createWorkerMetrics } from '../src/metrics.ts'
import { eventually } from './harness.ts'
import { type ProfileHarness, startProfileHarness, storedReviews } from './profile-harness.ts'

let harness: ProfileHarness
beforeAll(async () => {
  harness = await startProfileHarness()
})
afterEach(() => harness.reset())
afterAll(() => harness.close())

const work = () => harness.work(harness.profileEnvironment)

function addReviews(count: number): void {
  for (let n = 0; n < count; n++) harness.upstream.addReview(`g${n}`)
}

const rowsOf = (table: string) => knexOf(harness.database.db)(table)

const connections = () => rowsOf('business_profile_connections')

const listRequests = () => harness.upstream.requests.filter(({ path }) => path.endsWith('/reviews'))

/** Makes the next scan a full one, as after a day. */
async function dayLater(): Promise<void> {
  await connections().update({ full_scan_at: '2026-01-01' })
}

test('all reviews are read once, with their replies, and the progress is shown', async () => {
  addReviews(120)
  harness.upstream.setReply('g7', 'Thank you.')
  const { owner, synchronized } = await harness.connect()
  work()
  await synchronized()
  const reviews = await storedReviews(harness, owner)
  expect(reviews.size).toBe(120)
  expect(reviews.get('g7')).toMatchObject({
    rating: 2,
    text: 'We waited an hour for cold pizza (g7).',
    owner_replied: true,
  })
  expect(reviews.get('g8')).toMatchObject({ owner_replied: false })
  expect(await findProfileConnection(harness.database.db, owner)).toMatchObject({
    scanned_count: 120,
    review_total: 120,
  })
  expect(listRequests()).toHaveLength(3)
})

test('a later scan reads the first page only, and takes over new, edited and replied-to reviews', async () => {
  addReviews(120)
  const { owner, synchronized } = await harness.connect()
  work()
  await synchronized()
  const before = listRequests().length
  const edited = harness.upstream.reviews.get('g3')
  harness.upstream.addReview('g3', {
    ...edited,
    comment: 'It was lovely.',
    starRating: 'FIVE',
    updateTime: '2026-11-20T00:00:00Z',
  })
  harness.upstream.addReview('new')
  await synchronized()
  expect(listRequests()).toHaveLength(before + 1)
  const reviews = await storedReviews(harness, owner)
  expect(reviews.get('g3')).toMatchObject({ rating: 5, text: 'It was lovely.' })
  expect(reviews.size).toBe(121)
})

test.each([
  ['ahead of', 86_400_000],
  ['behind', -86_400_000],
])('a clock of the upstream service that is a day %s ours hides no later review', async (_name, skewMs) => {
  const startMs = Date.now() + skewMs
  const add = (id: string, seconds: number) => {
    const time = new Date(startMs + seconds * 1_000).toISOString()
    harness.upstream.addReview(id, { createTime: time, updateTime: time })
  }
  add('g0', 0)
  const { owner, synchronized } = await harness.connect()
  work()
  await synchronized()
  add('g1', 1)
  await synchronized()
  expect([...(await storedReviews(harness, owner)).keys()].sort()).toEqual(['g0', 'g1'])
})

describe('a notification', () => {
  const notify = () => notifyProfileLocation(harness.database.db, '2')

  /** Starts a worker, which reads ten reviews. The next scan is due after a quarter of an hour. */
  async function synchronizedLocation() {
    addReviews(10)
    const profile = await harness.connect()
    work()
    await profile.synchronized()
    return profile
  }

  test('brings a new review without waiting for the schedule', async () => {
    const { owner } = await synchronizedLocation()
    harness.upstream.addReview('new')
    await notify()
    await eventually('the new review', async () => (await storedReviews(harness, owner)).has('new'))
  })

  test('that arrives during a scan causes another one, which reads what the first has missed', async () => {
    const { owner, synchronized } = await synchronizedLocation()
    harness.upstream.observe = async ({ path }, moment) => {
      if (moment !== 'after' || !path.endsWith('/reviews')) return
      harness.upstream.observe = () => {}
      harness.upstream.addReview('missed')
      await notify()
    }
    await synchronized()
    await eventually('the missed review', async () => (await storedReviews(harness, owner)).has('missed'))
  })

  test('does not shorten the wait that the upstream service asks for', async () => {
    await synchronizedLocation()
    const paused = { due_at: '2099-01-01', scan_kind: 'incremental' }
    await connections().update(paused)
    await notify()
    const [{ due_at }] = await connections().select('due_at')
    expect(new Date(due_at).getUTCFullYear()).toBe(2099)
  })
})

test('a full scan removes what was deleted upstream, but not a review that a page lacks', async () => {
  addReviews(60)
  const { owner, synchronized } = await harness.connect()
  work()
  await synchronized()
  harness.upstream.reviews.delete('g1')
  // The list lacks g2 although it exists.
  const hidden = harness.upstream.reviews.get('g2')
  if (hidden === undefined) throw new Error('The double has no review g2.')
  harness.upstream.observe = ({ path }) => {
    if (path.endsWith('/reviews')) harness.upstream.reviews.delete('g2')
    else harness.upstream.reviews.set('g2', hidden)
  }
  await dayLater()
  await synchronized()
  const rows = await rowsOf('reviews').where({ subject_id: owner.business_id }).whereNotNull('retain_until')
  expect(rows.map(({ source_id }) => source_id)).toEqual(['g1'])
  expect(harness.upstream.requests.filter(({ path }) => path.endsWith('/g2'))).toHaveLength(1)
})

test('faults, expired tokens and truncated pages lose and repeat nothing', async () => {
  addReviews(400)
  let requests = 0
  harness.upstream.fault = ({ path }) => {
    if (!path.endsWith('/reviews')) return undefined
    requests += 1
    if (requests === 2) return { status: 429, retryAfterSeconds: 0 }
    if (requests === 3) return { status: 503 }
    if (requests === 4) return 'truncated'
    if (requests === 5) return 'lost'
    if (requests === 7) harness.upstream.expireAccessTokens()
    if (requests === 9) harness.upstream.expirePageTokens()
    return undefined
  }
  const { owner, synchronized } = await harness.connect()
  work()
  await synchronized()
  expect((await storedReviews(harness, owner)).size).toBe(400)
  expect(await findProfileConnection(harness.database.db, owner)).toMatchObject({ scanned_count: 400, problem: null })
})

test('a scan goes on where a stopped worker has left it', async () => {
  addReviews(200)
  const first = work()
  let pages = 0
  harness.upstream.observe = ({ path }, moment) => {
    if (path.endsWith('/reviews') && moment === 'after') pages += 1
    if (pages === 2) void first.stop()
  }
  const { owner, synchronized } = await harness.connect()
  await eventually('two pages', () => pages >= 2)
  await first.stop()
  harness.upstream.observe = () => {}
  const before = await findProfileConnection(harness.database.db, owner)
  expect(before).toMatchObject({ running_scan: 'full' })
  work()
  await synchronized()
  expect((await storedReviews(harness, owner)).size).toBe(200)
  expect(listRequests().length).toBeLessThanOrEqual(5)
})

test.each(['consent_revoked', 'access_lost'] as const)(
  '"%s" holds the connection until it is made again',
  async (problem) => {
    addReviews(1)
    const held = await harness.connect()
    if (problem === 'consent_revoked') harness.upstream.hasConsent = false
    else harness.upstream.fault = ({ path }) => (path.endsWith('/reviews') ? { status: 403 } : undefined)
    work()
    const { db } = harness.database
    await eventually('the problem', async () => (await findProfileConnection(db, held.owner))?.problem === problem)

    harness.upstream.hasConsent = true
    harness.upstream.fault = () => undefined
    await makeProfileSyncsDue(db)
    const other = await harness.connect()
    await other.synchronized()
    expect(await findProfileConnection(db, held.owner)).toMatchObject({ problem, synced_at: null })
  },
)

test('while the flag is off, no request is sent and no token is decrypted; switched on, the scan follows', async () => {
  addReviews(3)
  const { db } = harness.database
  await setFlag(db, profileFlag, false)
  const { owner, synchronized } = await harness.connect()
  let iterations = 0
  const metrics = createWorkerMetrics(new Registry())
  const decrypted: string[] = []
  const decrypt: Keyring['decrypt'] = (keyId, ciphertext, context) => {
    decrypted.push(context)
    return harness.keyring.decrypt(keyId, ciphertext, context)
  }
  harness.work(harness.profileEnvironment, {
    keyring: Object.create(harness.keyring, { decrypt: { value: decrypt } }),
    metrics: {
      ...metrics,
      loopIterated(loop, result) {
        if (loop === 'business profile reviews') iterations += 1
        metrics.loopIterated(loop, result)
      },
    },
  })
  await eventually('an iteration', () => iterations > 0)
  expect(harness.upstream.requests).toEqual([])
  expect(decrypted).toEqual([])
  await setFlag(db, profileFlag, true)
  await synchronized()
  expect((await storedReviews(harness, owner)).size).toBe(3)
  expect(decrypted).toEqual([`business_profile_connections/${owner.business_id}/refresh_token_ciphertext`])
})

test('a flag that is off for one account stops that account and no other', async () => {
  addReviews(3)
  const { db } = harness.database
  const stopped = await harness.connect()
  await setFlag(db, profileFlag, false, stopped.owner.account_id)
  const other = await harness.connect()
  work()
  await other.synchronized()
  expect((await storedReviews(harness, other.owner)).size).toBe(3)
  expect(await findProfileConnection(db, stopped.owner)).toMatchObject({ synced_at: null })
})

test('disconnecting deletes the token and what was read of the location, and keeps the reviews', async () => {
  addReviews(3)
  const { owner, synchronized } = await harness.connect()
  work()
  await synchronized()
  const removed = await harness.database.db.transaction((transaction) => disconnectProfile(transaction, owner))
  expect(removed).toBe(true)
  expect(await findProfileConnection(harness.database.db, owner)).toBeUndefined()
  expect(await rowsOf('business_profile_reviews').where({ business_id: owner.business_id })).toEqual([])
  expect((await storedReviews(harness, owner)).size).toBe(3)
})

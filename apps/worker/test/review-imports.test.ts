import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { addCompetitor } from '@svc/db/competitors'
import type { Owner } from '@svc/db/records'
import { beginUpload, findReviewImport, finishUpload, type ReviewImport } from '@svc/db/review-imports'
import { listReviews } from '@svc/db/review-list'
import { knexOf } from '@svc/db/testing'
import { setReviewCount, storedReviews } from '@svc/db/testing-reviews'
import { planCapacities } from '@svc/limits/plans'
import { eraseReview } from '@svc/review-erasure/erase'
import { storeFile } from '@svc/review-import/uploaded-file'
import type { Id } from '@svc/runtime/ids'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eventually, type Harness, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterEach(() => harness.reset())
afterAll(() => harness.close())

/** Uploads a file as the API does. */
async function upload(owner: Owner, content: string | Buffer, dateOrder?: 'dmy' | 'mdy'): Promise<Id<'imp'>> {
  const { db } = harness.database
  const limits = { dateOrder, perDayMax: 100, simultaneousMax: 100 }
  const beginning = await db.transaction((transaction) => beginUpload(transaction, owner, limits))
  if (!('id' in beginning)) throw new Error('The upload may not begin.')
  const file = { db, owner, importId: beginning.id, keyring: harness.keyring }
  const sha256 = await storeFile(Readable.from([Buffer.from(content)]), file, { bytesMax: 1e9 })
  await db.transaction((transaction) => finishUpload(transaction, owner, beginning.id, sha256))
  return beginning.id
}

/** The import once it has ended. */
const ended = (owner: Owner, id: Id<'imp'>, timeoutMs?: number): Promise<ReviewImport> =>
  eventually(
    'the import to end',
    async () => {
      const found = await findReviewImport(harness.database.db, owner, id)
      return found?.finished_at != null && found
    },
    timeoutMs,
  )

async function imported(content: string | Buffer, dateOrder?: 'dmy' | 'mdy') {
  const owner = await harness.owner()
  const id = await upload(owner, content, dateOrder)
  harness.work()
  return { owner, record: await ended(owner, id) }
}

const all = async (owner: Owner) =>
  (await listReviews(harness.database.db, owner, { limit: 100, sort: 'oldest' })).items

const items = [
  { source: 'google', source_id: 'a1', rating: 5, text: 'Lovely pasta.', published_at: '2026-11-01' },
  { source: 'yelp', source_id: 'a2', rating: 2, text: 'We waited an hour.', published_at: '2026-11-02' },
]
const csv =
  'source,source_id,rating,text,published_at\ngoogle,a1,5,Lovely pasta.,2026-11-01\nyelp,a2,2,We waited an hour.,2026-11-02\n'

test.each([
  ['CSV', csv],
  ['JSON', JSON.stringify(items)],
  ['an object with a list', JSON.stringify({ reviews: items })],
  ['NDJSON', items.map((item) => JSON.stringify(item)).join('\n')],
  ['UTF-16', Buffer.from(`\ufeff${csv}`, 'utf16le')],
])('%s is read, and labels follow', async (_name, content) => {
  const { owner, record } = await imported(content)
  expect(record).toMatchObject({ status: 'completed', row_count: 2, created_count: 2, rejected_count: 0 })
  expect(record.read_bytes).toBe(record.size_bytes)
  expect((await all(owner)).map(({ source_id, rating }) => [source_id, rating])).toEqual([
    ['a1', 5],
    ['a2', 2],
  ])
  await eventually('the labels', async () => {
    const found = await findReviewImport(harness.database.db, owner, record.id)
    return found?.labeled_count === 2
  })
  expect(await knexOf(harness.database.db)('review_import_parts').where({ import_id: record.id })).toEqual([])
})

test('rows that cannot be stored are listed with line, column and reason, and the others are stored', async () => {
  const owner = await harness.owner()
  const { db } = harness.database
  const sole = await addCompetitor(db, owner, { name: 'Trattoria Sole' })
  const bad = Array.from({ length: 120 }, (_, n) => `own,x${n},6,Bad stars,2026-11-01`)
  const lines = [
    'subject,source_id,Star Rating,text,date',
    'own,a1,5,Good,2026-11-01',
    'Trattoria Sole,b1,4,Fine,2026-11-01',
    'Nobody,c1,4,Fine,2026-11-01',
    'own,a2,4,Fine,03/04/2026',
    'own,a1,5,Good,2026-11-01',
    ...bad,
  ]
  const id = await upload(owner, lines.join('\n'))
  harness.work()
  const record = await ended(owner, id)
  expect(record).toMatchObject({ status: 'completed', created_count: 2, unchanged_count: 1, rejected_count: 122 })
  expect(record.rejections).toHaveLength(100)
  expect(record.rejections.slice(0, 3)).toEqual([
    { line: 4, column: 'subject', reason: expect.stringMatching(/"Nobody" is not a competitor of this business/) },
    { line: 5, column: 'date', reason: expect.stringMatching(/ambiguous.*date_order=dmy or date_order=mdy/) },
    { line: 7, column: 'Star Rating', reason: expect.stringMatching(/"6" is not a rating/) },
  ])
  expect((await all(owner)).map(({ competitor_id }) => competitor_id)).toContain(sole?.id)
})

test('text of a file that PostgreSQL cannot store is quoted with U+FFFD, and the import ends', async () => {
  const owner = await harness.owner()
  const cut = `${'x'.repeat(39)}😀`
  const files = await Promise.all([
    upload(owner, 'na\0me,pri\0ce\nAnna,5'),
    upload(owner, `rating,date,text\n5,no\0day,Good\n${cut},2026-11-01,Good`),
    upload(owner, '[{"rating": 5, "text": "a" \0}, {"rating": 4, "text": "b"}]'),
  ])
  harness.work()
  const [columns, cells, json] = await Promise.all(files.map((id) => ended(owner, id)))
  expect(columns).toMatchObject({
    status: 'failed',
    failure_message: expect.stringContaining('na\ufffdme, pri\ufffdce'),
  })
  expect(cells).toMatchObject({ status: 'completed', rejected_count: 2 })
  expect(cells?.rejections[0]?.reason).toContain('"no\ufffdday" is not a date')
  expect(cells?.rejections[1]?.reason).toContain('x\ufffd…" is not a rating')
  expect(json).toMatchObject({ status: 'completed', created_count: 1, rejected_count: 1 })
  expect(json?.rejections[0]?.reason).toContain('not valid JSON')
})

test('date_order decides what 03/04/2026 is', async () => {
  const { owner } = await imported('rating,date\n5,03/04/2026', 'dmy')
  expect((await all(owner))[0]?.published_at).toBe('2026-04-03T00:00:00.000Z')
})

test.each([
  ['an empty file', '', /The file is empty/, 0],
  ['a workbook', Buffer.from('PK\u0003\u0004 and so on'), /ZIP archive or an Excel workbook.*save the sheet as CSV/, 0],
  ['no heading line', 'Lovely,5\nBad,1', /first line must list the columns/, 0],
  ['a list that ends in the middle', '[{"rating":5,"source_id":"a"},{"rating":4', /Line 1: .*truncated/, 1],
  ['another encoding', Buffer.from('rating,text\n5,Café', 'latin1'), /not valid utf-8.*Save it as UTF-8/, 0],
])(
  '%s fails with a sentence that says what to do, and keeps the rows before it',
  async (_name, content, message, kept) => {
    const { owner, record } = await imported(content)
    expect(record).toMatchObject({
      status: 'failed',
      created_count: kept,
      failure_message: expect.stringMatching(message),
    })
    expect(await all(owner)).toHaveLength(kept)
  },
)

test('a deleted review is not brought back', async () => {
  const { owner } = await imported(csv)
  const [first] = await all(owner)
  await harness.database.db.transaction((transaction) =>
    eraseReview(transaction, owner, first?.id ?? 'rev_', harness.keyring),
  )
  const record = await ended(owner, await upload(owner, csv))
  expect(record).toMatchObject({ created_count: 0, unchanged_count: 1, rejected_count: 1 })
  expect(record.rejections).toEqual([{ line: 2, column: null, reason: 'was deleted by the account' }])
})

test("an import ends when the plan's limit is reached, and states this", async () => {
  const owner = await harness.owner()
  const limit = planCapacities.growth.reviews
  await setReviewCount(harness.database.db, owner.business_id, limit - 1)
  const id = await upload(owner, csv)
  harness.work()
  expect(await ended(owner, id)).toMatchObject({
    status: 'failed',
    created_count: 0,
    failure_message: expect.stringContaining(`${limit} stored reviews`),
  })
})

test('files of an account are imported one after the other, in the order of their uploads', async () => {
  const owner = await harness.owner()
  const ids = [await upload(owner, csv), await upload(owner, csv.replaceAll(',5,', ',1,')), await upload(owner, csv)]
  harness.work()
  harness.work()
  const records = await Promise.all(ids.map((id) => ended(owner, id)))
  expect(records.map(({ created_count, updated_count }) => [created_count, updated_count])).toEqual([
    [2, 0],
    [0, 1],
    [0, 1],
  ])
})

const kills = Number(process.env.IMPORT_KILLS ?? 2)
/** Enough that an import is not over before a worker can be killed. */
const rowsPerKill = 6_000

test(`a worker that is killed ${kills} times stores every row once`, { timeout: 120_000 }, async () => {
  const owner = await harness.owner()
  // Without ids, and some without a text: their ids count the rows before them.
  const rows = Array.from({ length: kills * rowsPerKill }, (_, n) =>
    n % 10 === 0 ? '4,,2026-11-01' : `5,Review number ${n},2026-11-01`,
  )
  const id = await upload(owner, `rating,text,published_at\n${rows.join('\n')}\n`)
  const env = { ...process.env, ...harness.environment }
  let reached = 0
  for (let killed = 0; killed < kills; killed++) {
    const worker = fork(join(import.meta.dirname, 'worker-process.ts'), ['1000'], { env })
    reached = await eventually('progress', async () => {
      const found = await findReviewImport(harness.database.db, owner, id)
      return found !== undefined && found.row_count > reached && found.row_count
    })
    worker.kill('SIGKILL')
    await once(worker, 'exit')
  }
  expect(reached).toBeLessThan(rows.length)
  harness.work()
  const record = await ended(owner, id, 60_000)
  expect(record).toMatchObject({
    status: 'completed',
    row_count: rows.length,
    created_count: rows.length,
    rejected_count: 0,
  })
  expect(await storedReviews(harness.database.db, owner.business_id)).toHaveLength(rows.length)
})

import { Readable } from 'node:stream'
import { seededRandom } from '@svc/runtime/testing-random'
import { expect, test } from 'vitest'
import { readCsv } from '../src/csv.ts'
import { readJsonArray, readJsonLines } from '../src/json.ts'
import { readReviewFile } from '../src/review-file.ts'
import type { Problem, Row } from '../src/row.ts'

async function readAll(rows: AsyncIterable<Row | Problem>): Promise<(Row | Problem)[]> {
  const all: (Row | Problem)[] = []
  for await (const row of rows) all.push(row)
  return all
}

async function read(content: string | Uint8Array, encoding?: string) {
  const file = await readReviewFile(Readable.from([Buffer.from(content)]), encoding)
  return { format: file.format, rows: await readAll(file.rows) }
}

const cellsOf = (rows: (Row | Problem)[]) => rows.map((row) => ('cells' in row ? row.cells : row.reason))

test('the format of a file is recognized by its content', async () => {
  expect((await read('rating,text\n5,Good')).format).toBe('csv')
  expect((await read('\n [{"rating":5}]')).format).toBe('json')
  expect((await read('{"reviews":[{"rating":5}],"totalReviewCount":1}')).format).toBe('json')
  expect((await read('{"rating":5,"text":"Good"}\n{"rating":4,"text":"Fine"}\n')).format).toBe('jsonl')
})

test.each([',', ';', '\t'])(
  'CSV may be delimited by %j, with cells over several lines and doubled quotation marks',
  async (delimiter) => {
    const lines = ['Star Rating|Review', '5|"Good | ""very"" good\r\nand cheap"', '', '4|Fine']
    const { rows } = await read(lines.map((line) => line.replaceAll('|', delimiter)).join('\r\n'))
    expect(cellsOf(rows)).toEqual([
      { rating: '5', text: `Good ${delimiter} "very" good\r\nand cheap` },
      { rating: '4', text: 'Fine' },
    ])
    expect(rows[0]).toMatchObject({ line: 2, headings: { rating: 'Star Rating', text: 'Review' } })
  },
)

test.each(['utf-16le', 'utf-16be', 'utf-8'])('a file in %s with a byte order mark is read', async (encoding) => {
  const text = '\ufeffrating,text\n5,Café'
  const little = Buffer.from(text, 'utf16le')
  const content = { 'utf-16le': little, 'utf-16be': Buffer.from(little).swap16(), 'utf-8': Buffer.from(text) }[encoding]
  expect(cellsOf((await read(content ?? '')).rows)).toEqual([{ rating: '5', text: 'Café' }])
})

test('another encoding is read if it is named', async () => {
  const content = Buffer.from('rating,text\n5,Café', 'latin1')
  await expect(read(content)).rejects.toThrow(/not valid utf-8 .* Save it as UTF-8/)
  expect(cellsOf((await read(content, 'windows-1252')).rows)).toEqual([{ rating: '5', text: 'Café' }])
  await expect(read(content, 'klingon')).rejects.toThrow(/Unknown encoding "klingon"/)
})

test('a file without a list of reviews is refused', async () => {
  await expect(read('')).rejects.toThrow('The file is empty.')
  await expect(read('name,phone\nA,1')).rejects.toThrow(/must list the columns.* It is: name, phone/)
  expect((await read('{"a":{"b":1}}\n\n')).rows).toMatchObject([{ line: 1, cells: {} }])
  expect((await read('{"places":\n[]}')).rows).toMatchObject([
    { reason: 'the file does not contain a list of reviews' },
  ])
})

test('a CSV row with too few or too many cells is named by its line; stray quotation marks are part of the text', async () => {
  const { rows } = await read(
    'rating,text,id\n5,Good,1\n4,Fine\n3,Bad,2,extra\n2,Meh,3,\n1,so "bad" it was,4\n5,"Good" pizza,5\n5,Last,6\n',
  )
  expect(
    rows.map((row) => ('reason' in row ? `${row.line}: ${row.reason}` : `${row.line}: ${row.cells.text}`)),
  ).toEqual([
    '2: Good',
    '3: has 2 cells where the first line has 3',
    '4: has 4 cells where the first line has 3',
    '5: Meh',
    '6: so "bad" it was',
    '7: "Good" pizza',
    '8: Last',
  ])
})

test.each([10, 200_000])('a missing quotation mark in %i rows is reported', async (count) => {
  const { rows } = await read(`rating,text\n5,Good\n4,"Fine\n${'2,Meh\n'.repeat(count)}`)
  expect(rows).toMatchObject([
    { line: 2 },
    { line: 3, column: null, reason: expect.stringMatching(/quotation mark is .*the rest of the file cannot be read/) },
  ])
})

test('a truncated array or a missing comma is reported, and the rows before it are read', async () => {
  expect(cellsOf((await read('[{"rating":5},\n{"rating":4}')).rows).at(-1)).toMatch(/truncated/)
  expect(cellsOf((await read('[{"rating":5},{"rating":4')).rows).at(-1)).toMatch(/truncated/)
  expect(cellsOf((await read('[{"rating":5} {"rating":4}]')).rows)).toEqual([
    { rating: '5' },
    'a comma or the end of the list is missing',
  ])
  expect(cellsOf((await read('[]')).rows)).toEqual([])
  expect(cellsOf((await read('[1, "x", [2], null]')).rows)).toEqual(Array(4).fill('not a JSON object'))
})

test("Google's own export is understood, a missing reply included", async () => {
  const { rows } = await read(
    JSON.stringify({
      reviews: [
        {
          reviewId: 'abc',
          reviewer: { displayName: 'Jane Doe' },
          starRating: 'FIVE',
          comment: 'Lovely',
          createTime: '2026-10-02T10:00:00.123456Z',
          reviewReply: { comment: 'Thank you', updateTime: '2026-10-03T10:00:00Z' },
        },
        { reviewId: 'def', reviewer: { isAnonymous: true }, starRating: 'ONE', createTime: '2026-10-02T10:00:00Z' },
      ],
      totalReviewCount: 2,
    }),
  )
  expect(cellsOf(rows)).toEqual([
    {
      source: 'google',
      source_id: 'abc',
      rating: 'FIVE',
      text: 'Lovely',
      published_at: '2026-10-02T10:00:00.123456Z',
      owner_reply: 'Thank you',
    },
    { source: 'google', source_id: 'def', rating: 'ONE', published_at: '2026-10-02T10:00:00Z', owner_reply: '' },
  ])
  expect(JSON.stringify(rows)).not.toContain('Jane')
})

test.each([
  [
    'Google',
    'Reviewer Name,Star Rating,Review Text,Review Date,Review ID,Owner Response',
    ['rating', 'text', 'published_at', 'source_id', 'owner_reply'],
  ],
  [
    'Google scrapers',
    'reviewId,name,stars,text,publishedAtDate,responseFromOwnerText',
    ['source_id', 'rating', 'text', 'published_at', 'owner_reply'],
  ],
  ['Yelp', 'id,user,rating,text,time_created', ['source_id', 'rating', 'text', 'published_at']],
  [
    'TripAdvisor',
    'Review Title,Review Text,Bubble Rating,Date of Review,Management Response',
    ['title', 'text', 'rating', 'published_at', 'owner_reply'],
  ],
  [
    'ours',
    'subject,source,source_id,rating,title,text,language,published_at,owner_replied',
    ['subject', 'source', 'source_id', 'rating', 'title', 'text', 'language', 'published_at', 'owner_replied'],
  ],
])('headings of %s are understood, and names of reviewers have no column', async (_tool, headings, columns) => {
  const { rows } = await read(`${headings}\n${headings.replaceAll(/[^,]+/g, '5')}`)
  expect(Object.keys((rows[0] as Row).cells).sort()).toEqual(columns.toSorted())
})

test('the rows and lines do not depend on how the file is divided into chunks', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  const random = seededRandom(seed)
  const reviews = Array.from({ length: 200 }, (_, index) => ({
    rating: 1 + random.below(5),
    text: ['plain', 'quo"te', 'back\\slash\\', 'br[ack]et{s}', 'new\nline', 'snow ☃ 😀', 'comma, end]'][
      random.below(7)
    ],
    source_id: `r${index}`,
  }))
  const expected = reviews.map(({ rating, text, source_id }) => ({ rating: String(rating), text, source_id }))
  const csvCell = (text: unknown) => `"${String(text).replaceAll('"', '""')}"`
  const texts = {
    array: JSON.stringify(reviews, undefined, 1),
    wrapped: `{"count": 200,\n "reviews" : ${JSON.stringify(reviews)} , "next": []}`,
    lines: reviews.map((review) => JSON.stringify(review)).join('\r\n'),
    csv: `rating,text,source_id\n${reviews.map((review) => Object.values(review).map(csvCell).join(',')).join('\n')}`,
  }
  async function* chunks(text: string) {
    // A decoder never cuts a character in two.
    const characters = [...text]
    while (characters.length > 0) yield characters.splice(0, 1 + random.below(40)).join('')
  }
  const message = `seed ${seed}`
  expect(cellsOf(await readAll(readJsonArray(chunks(texts.array)))), message).toEqual(expected)
  expect(cellsOf(await readAll(readJsonArray(chunks(texts.wrapped)))), message).toEqual(expected)
  expect(cellsOf(await readAll(readJsonLines(chunks(texts.lines)))), message).toEqual(expected)
  expect(cellsOf(await readAll(readCsv(chunks(texts.csv), texts.csv))), message).toEqual(expected)
  const rows = await readAll(readJsonArray(chunks(texts.array)))
  expect(
    rows.map(({ line }) => line),
    message,
  ).toEqual(reviews.map((_, index) => 2 + index * 5))
})

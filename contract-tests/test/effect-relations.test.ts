import { isRecord } from '@svc/runtime/json'
import { expect, test } from 'vitest'
import { type Document, operationsOf } from '../src/contract.ts'
import type { Client, Exchange } from '../src/relations/client.ts'
import { kindsCounted, metered, notStoredAgain, wholeIntervals } from '../src/relations/effect-relations.ts'
import { readFacts } from '../src/relations/facts.ts'
import type { Relation } from '../src/relations/relation.ts'
import { createValues } from '../src/relations/values.ts'

// A document that is not of this product: other names of parameters and fields, and no envelope.

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const list = (properties: object) => ({ type: 'array', items: { type: 'object', properties } })
const ok = (properties: object, links = {}) => ({
  '200': { description: 'Done.', ...json({ type: 'object', properties }), links },
})
const [text, number] = [{ type: 'string' }, { type: 'integer' }]
const instant = (description: string) => ({ type: 'string', format: 'date-time', description })
const readBookLink = { operationId: 'readBook', parameters: { bookId: '$response.body#/results/0/id' } }
const document: Document = {
  paths: {
    '/books': {
      post: {
        operationId: 'addBooks',
        requestBody: json({ type: 'object', properties: { books: list({ isbn: text }) } }),
        responses: ok(
          {
            added_count: number,
            skipped_count: number,
            results: list({ id: text, outcome: { type: 'string', enum: ['added', 'skipped'] } }),
          },
          { readBook: readBookLink },
        ),
      },
    },
    '/books/{bookId}': {
      get: { operationId: 'readBook', responses: ok({ id: text, isbn: text }) },
      delete: {
        operationId: 'removeBook',
        responses: { '204': { description: 'Gone.' } },
        'x-relations': { not_stored_again_by: 'addBooks' },
      },
    },
    '/loans': {
      post: { operationId: 'lend', responses: ok({ due: text }), 'x-quota': 'loans' },
    },
    '/member': {
      get: {
        operationId: 'readMember',
        responses: ok({
          allowances: list({ name: { type: 'string', enum: ['loans', 'holds'] }, used: number, remaining: number }),
        }),
      },
    },
    '/loan-counts': {
      get: {
        operationId: 'countLoans',
        parameters: [
          { name: 'unit', in: 'query', schema: { type: 'string', enum: ['hour', 'day', 'month'] } },
          { ...instant(''), name: 'begin', in: 'query', schema: instant(''), description: 'The start, rounded down.' },
        ],
        responses: ok({
          begin: instant('Start of the first interval.'),
          groups: list({ points: list({ at: instant('Start of the interval.') }) }),
        }),
      },
    },
  },
  components: {},
}

type Fault =
  | 'the counts are zero'
  | 'a deleted book is added again'
  | 'a loan uses no allowance'
  | 'a loan uses two allowances'
  | 'a loan uses the allowance of holds too'
  | 'a used allowance remains'
  | 'days begin at any hour'
  | 'months begin on any day'
  | 'the begin is rounded up'

/** A library in memory: the response to each operation. */
function createLibrary(fault: Fault | undefined): (request: Parameters<Client['send']>[0]) => unknown {
  const books = new Map([['book-1', '978-0']])
  const deleted = new Set<string>()
  const used = { loans: 2, holds: 1 }
  let remaining = 7
  let added = 1

  function add(isbn: string): { id: string | null; outcome: string } {
    const known = [...books].find(([, one]) => one === isbn)
    if (known) return { id: known[0], outcome: 'skipped' }
    if (deleted.has(isbn) && fault !== 'a deleted book is added again') return { id: null, outcome: 'skipped' }
    added += 1
    books.set(`book-${added}`, isbn)
    return { id: `book-${added}`, outcome: 'added' }
  }

  function lend(): { due: string } {
    if (fault !== 'a loan uses no allowance') used.loans += fault === 'a loan uses two allowances' ? 2 : 1
    if (fault === 'a loan uses the allowance of holds too') used.holds += 1
    if (fault !== 'a used allowance remains') remaining = 9 - used.loans
    return { due: 'tomorrow' }
  }

  return ({ operation: { operationId }, id = 'book-1', body, query = {} }) => {
    switch (operationId) {
      case 'addBooks': {
        const sent = isRecord(body) && Array.isArray(body.books) ? body.books : [{ isbn: '978-1' }, { isbn: '978-2' }]
        const results = sent.map(({ isbn }) => add(isbn))
        const count = (kind: string) =>
          fault === 'the counts are zero' ? 0 : results.filter(({ outcome }) => outcome === kind).length
        return { added_count: count('added'), skipped_count: count('skipped'), results }
      }
      case 'readBook':
        return books.has(id) ? { id, isbn: books.get(id) } : undefined
      case 'removeBook':
        deleted.add(books.get(id) ?? '')
        books.delete(id)
        return {}
      case 'lend':
        return lend()
      case 'readMember':
        return {
          allowances: [
            { name: 'loans', used: used.loans, remaining },
            { name: 'holds', used: used.holds, remaining: 4 },
          ],
        }
      default: {
        const begin = beginOf(query, fault)
        return { begin, groups: [{ points: [{ at: begin }] }] }
      }
    }
  }
}

function beginOf({ unit = 'day', begin = '2026-05-17T08:41:00.000Z' }, fault: Fault | undefined): string {
  const isShort = (fault === 'days begin at any hour' && unit === 'day') || unit === 'hour'
  const daysOnly = fault === 'months begin on any day' || unit === 'day'
  if (fault === 'the begin is rounded up') return '2999-01-01T00:00:00.000Z'
  if (isShort) return `${begin.slice(0, 13)}:00:00.000Z`
  return daysOnly ? `${begin.slice(0, 10)}T00:00:00.000Z` : `${begin.slice(0, 7)}-01T00:00:00.000Z`
}

/** The problems of a relation with each operation that it applies to; null if it compared nothing. */
async function check(relation: Relation, fault?: Fault): Promise<(string[] | null)[]> {
  const respond = createLibrary(fault)
  const client: Client = {
    async send(request): Promise<Exchange> {
      const { operation, id } = request
      const record = respond(request)
      const status = record === undefined ? 404 : 200
      const reply = { status, headers: new Headers(), text: '', seconds: 0, curl: `curl ${operation.path}` }
      return { operation, id, reply, body: record, record }
    },
    readList: async () => ({ items: [], sizes: [], ended: true, curl: null }),
    succeeded: () => [],
    versions: () => new Map(),
  }
  const facts = readFacts(document)
  const context = {
    document,
    facts,
    values: createValues(document, {}),
    client,
    exampleFor: () => undefined,
    unique: (_operation: unknown, body: unknown) => body,
    freshId: async () => 'book-1',
    usualId: async () => 'book-1',
    unknownId: () => undefined,
    mayCreate: () => true,
    fast: true,
    credentials: [],
    signal: new AbortController().signal,
  }
  const outcomes: (string[] | null)[] = []
  for (const operation of operationsOf(document).filter((one) => relation.applies(one, facts))) {
    const { problems, untested } = await relation.check(operation, context)
    outcomes.push(untested === undefined ? problems.map(({ message }) => message) : null)
  }
  return outcomes
}

test.each([kindsCounted, notStoredAgain, metered, wholeIntervals])(
  '$name applies to one operation of a third-party document, and holds for a service that follows it',
  async (relation) => {
    expect(await check(relation)).toEqual([[]])
  },
)

test.each<[Fault, Relation, string]>([
  ['the counts are zero', kindsCounted, 'added_count is 0, and 2 of results have the outcome added.'],
  ['a deleted book is added again', notStoredAgain, 'A deleted record is stored again as book-2.'],
  ['a loan uses no allowance', metered, 'It used 0 of the quota loans instead of 1.'],
  ['a loan uses two allowances', metered, 'It used 2 of the quota loans instead of 1.'],
  ['a loan uses the allowance of holds too', metered, 'It changed the quota holds by 1.'],
  ['a used allowance remains', metered, 'The quota loans has 1 more used, and 0 more remaining.'],
  ['days begin at any hour', wholeIntervals, 'begin is 2026-05-17T08:00:00.000Z, within a day.'],
  ['months begin on any day', wholeIntervals, 'groups.points.at is 2026-05-17T00:00:00.000Z, within a month.'],
])('a relation finds that %s', async (fault, relation, message) => {
  const [problems] = await check(relation, fault)
  expect(problems).toContain(message)
})

test('an instant that is rounded up is a problem, although it is whole', async () => {
  const [problems] = await check(wholeIntervals, 'the begin is rounded up')
  expect(problems).toEqual(
    [1, 2, 3].map(() => expect.stringMatching(/ was rounded up to 2999-01-01T00:00:00\.000Z\.$/)),
  )
})

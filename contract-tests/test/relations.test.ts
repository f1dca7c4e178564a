import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { createConformance } from '../src/conformance.ts'
import { type Document, operationsOf } from '../src/contract.ts'
import { createProber } from '../src/prober.ts'
import { createClient } from '../src/relations/client.ts'
import { readFacts } from '../src/relations/facts.ts'
import { listOf } from '../src/relations/lists.ts'
import { firstOutOfOrder } from '../src/relations/orders.ts'
import { writtenIsRead } from '../src/relations/record-relations.ts'
import { checkRelations } from '../src/relations/relations.ts'
import { createValues } from '../src/relations/values.ts'
import { portOf } from '../src/service.ts'
import { createCounter } from '../src/tally.ts'

// A document that is not of this product: other names of parameters and fields, no envelope, nothing declared.

const genres = ['essay', 'novel', 'poem']
const book = { $ref: '#/components/schemas/Book' }
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const found = { description: 'The book.', headers: { ETag: { schema: { type: 'string' } } }, ...json(book) }
const missing = { description: 'No such book.' }
const instant = { type: 'string', format: 'date-time' }
const document: Document = {
  paths: {
    '/books': {
      get: {
        operationId: 'findBooks',
        description: 'The books, newest first.',
        parameters: [
          { name: 'genre', in: 'query', schema: { type: 'string', enum: genres } },
          { name: 'created_before', in: 'query', schema: instant },
          { name: 'page_size', in: 'query', schema: { type: 'integer', maximum: 50 } },
          { name: 'page_token', in: 'query', schema: { type: 'string' } },
        ],
        responses: {
          '200': {
            description: 'A page.',
            ...json({
              type: 'object',
              properties: { books: { type: 'array', items: book }, next_page_token: { type: 'string' } },
            }),
          },
        },
      },
      post: {
        operationId: 'addBook',
        parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }],
        requestBody: json({ $ref: '#/components/schemas/NewBook' }),
        responses: { '201': { description: 'The book.', ...json(book) } },
      },
    },
    '/books/{bookId}': {
      get: { operationId: 'readBook', responses: { '200': found, '404': missing } },
      patch: {
        operationId: 'changeBook',
        requestBody: json({ $ref: '#/components/schemas/NewBook' }),
        responses: { '200': { description: 'The book.', ...json(book) }, '404': missing },
      },
      delete: { operationId: 'removeBook', responses: { '204': { description: 'Gone.' }, '404': missing } },
    },
  },
  components: {
    schemas: {
      NewBook: {
        type: 'object',
        properties: {
          title: { type: 'string', minLength: 1, examples: ['Emma'] },
          genre: { type: 'string', enum: genres },
        },
      },
      Book: {
        type: 'object',
        required: ['id', 'title', 'genre', 'created_at'],
        properties: {
          id: { type: 'string' },
          title: { type: 'string' },
          genre: { type: 'string', enum: genres },
          created_at: instant,
        },
      },
    },
  },
}

interface Book {
  id: string
  title: string
  genre: string
  created_at: string
}

type Fault =
  | 'a page skips a book'
  | 'an empty page follows a full one'
  | 'the genre filters nothing'
  | 'the end of a period belongs to it'
  | 'the oldest book is first'
  | 'a change of the title resets the genre'
  | 'a genre is not stored'
  | 'the tag stays when the content changes'
  | 'the tag changes when the content stays'
  | 'a deletion deletes nothing'
  | 'a replay adds a book'

interface Circumstances {
  fault?: Fault
  /** Another client adds a book while the first replay of a request is served. */
  otherClient?: boolean
}

/** An API of books in memory. */
function createBooks(fault?: Fault) {
  let books: Book[] = []
  const startMs = Date.UTC(2026, 0, 1)
  let created = 0
  const add = ({ title = 'Emma', genre = 'novel' }: Partial<Book>): Book => {
    created += 1
    const created_at = new Date(startMs + created * 60_000).toISOString()
    const added = {
      id: `book-${created}`,
      title,
      genre: fault === 'a genre is not stored' ? 'novel' : genre,
      created_at,
    }
    books = [added, ...books]
    return added
  }
  for (let index = 0; index < 12; index += 1)
    add({ title: `Book ${index}`, genre: genres[index % genres.length] ?? '' })

  const page = (query: URLSearchParams) => {
    const [genre, before] = [query.get('genre'), query.get('created_before')]
    const inPeriod = ({ created_at }: Book) =>
      before === null ||
      Date.parse(created_at) < Date.parse(before) + Number(fault === 'the end of a period belongs to it')
    const ofGenre = (one: Book) => genre === null || fault === 'the genre filters nothing' || one.genre === genre
    const all = books.filter((one) => inPeriod(one) && ofGenre(one))
    const sorted = fault === 'the oldest book is first' ? all.toReversed() : all
    const start = Number(query.get('page_token') ?? 0)
    const end = start + Number(query.get('page_size') ?? 50)
    const next = end + Number(fault === 'a page skips a book')
    const isLast = fault === 'an empty page follows a full one' ? next > sorted.length : next >= sorted.length
    return { books: sorted.slice(start, end), ...(!isLast && { next_page_token: String(next) }) }
  }
  const change = (old: Book, body: Partial<Book>): Book => {
    const reset =
      fault === 'a change of the title resets the genre' && body.genre === undefined ? { genre: 'novel' } : {}
    const changed = { ...old, ...reset, ...body }
    books = books.map((one) => (one.id === old.id ? changed : one))
    return changed
  }
  const remove = (id: string) => {
    if (fault !== 'a deletion deletes nothing') books = books.filter((one) => one.id !== id)
  }
  return { add, page, change, remove, find: (id: string) => books.find((one) => one.id === id) }
}

async function startServer({ fault, otherClient = false }: Circumstances) {
  const books = createBooks(fault)
  const added = new Map<unknown, Book>()
  let replays = 0
  const add = async (request: IncomingMessage): Promise<Book> => {
    const body = await bodyOf(request)
    const key = request.headers['idempotency-key']
    const known = key === undefined || fault === 'a replay adds a book' ? undefined : added.get(key)
    if (known) {
      replays += 1
      if (otherClient && replays === 1) books.add({})
    }
    const one = known ?? books.add(body)
    added.set(key, one)
    return one
  }
  let reads = 0
  const tagOf = (one: Book) => {
    reads += 1
    if (fault === 'the tag stays when the content changes') return `"${one.id}"`
    return fault === 'the tag changes when the content stays'
      ? `"${reads}"`
      : `"${JSON.stringify(one).length}${one.title}${one.genre}"`
  }
  const respond = async (request: IncomingMessage): Promise<{ status: number; body?: unknown; etag?: string }> => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1')
    if (pathname === '/books')
      return request.method === 'POST'
        ? { status: 201, body: await add(request) }
        : { status: 200, body: books.page(searchParams) }
    const one = books.find(pathname.replace('/books/', ''))
    if (!one) return { status: 404 }
    if (request.method === 'PATCH') return { status: 200, body: books.change(one, await bodyOf(request)) }
    if (request.method === 'DELETE') {
      books.remove(one.id)
      return { status: 204 }
    }
    return { status: 200, body: one, etag: tagOf(one) }
  }
  const server = createServer(async (request, response) => {
    const { status, body, etag } = await respond(request)
    const text = body === undefined ? undefined : JSON.stringify(body)
    response.writeHead(status, { ...(text && { 'content-type': 'application/json' }), ...(etag && { etag }) }).end(text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    first: 'book-1',
    fresh: () => books.add({}).id,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<Partial<Book>> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return JSON.parse(Buffer.concat(parts).toString())
}

/** The relations that a server violates in these circumstances, and those compared, as `operation relation`. */
async function check(circumstances: Circumstances = {}): Promise<{ failed: string[]; compared: string[] }> {
  const server = await startServer(circumstances)
  const { signal } = new AbortController()
  const counter = createCounter('relations', new Map())
  const freshId = async () => server.fresh()
  const defaults = {
    headersFor: async () => ({}),
    idFor: async ({ method }: { method: string }) => (method === 'DELETE' ? server.fresh() : server.first),
    bodyFor: ({ method }: { method: string }) => (method === 'POST' ? { title: 'Emma', genre: 'novel' } : undefined),
  }
  const conformance = createConformance(document)
  const prober = createProber({ baseUrl: server.url, document, conformance, counter, defaults, signal })
  let relation = ''
  const context = {
    document,
    facts: readFacts(document),
    values: createValues(document, {}),
    client: createClient(document, prober, () => relation),
    exampleFor: defaults.bodyFor,
    unique: (_operation: unknown, body: unknown) => body,
    freshId,
    usualId: async () => server.first,
    unknownId: () => 'book-0',
    mayCreate: () => true,
    fast: true,
    credentials: [],
    signal,
  }
  const compared: string[] = []
  try {
    await checkRelations(context, {
      wants: () => true,
      begin(name) {
        relation = name
      },
      report({ operation: { operationId }, relation: { name, statement }, outcome }) {
        const cell = { operation: operationId, relation: name, statement, outcome: 'holds' } as const
        counter.relation(cell, outcome.problems)
        if (outcome.untested === undefined) compared.push(`${operationId} ${name}`)
      },
    })
  } finally {
    await server.close()
  }
  const failures = [...counter.tally.found.values()]
  return { failed: failures.map(({ operation, check }) => `${operation} ${check}`), compared }
}

test('a service that keeps its contract violates no relation, and each that applies is compared', async () => {
  const { failed, compared } = await check()
  expect(failed).toEqual([])
  expect(compared.sort()).toEqual([
    'addBook replayed_once',
    'addBook written_is_read',
    'changeBook unsent_stays',
    'findBooks declared_order',
    'findBooks filtered',
    'findBooks filters_combined',
    'findBooks listed_as_read',
    'findBooks pages_joined',
    'findBooks time_window',
    'readBook tag_of_content',
    'removeBook deleted_is_gone',
  ])
})

test.each<[Fault, string]>([
  ['a page skips a book', 'findBooks pages_joined'],
  ['an empty page follows a full one', 'findBooks pages_joined'],
  ['the genre filters nothing', 'findBooks filtered'],
  ['the end of a period belongs to it', 'findBooks time_window'],
  ['the oldest book is first', 'findBooks declared_order'],
  ['a change of the title resets the genre', 'changeBook unsent_stays'],
  ['a genre is not stored', 'addBook written_is_read'],
  ['the tag stays when the content changes', 'readBook tag_of_content'],
  ['the tag changes when the content stays', 'readBook tag_of_content'],
  ['a deletion deletes nothing', 'removeBook deleted_is_gone'],
  ['a replay adds a book', 'addBook replayed_once'],
])('of a service where %s, %s fails', async (fault, expected) => {
  const { failed } = await check({ fault })
  expect(failed).toContain(expected)
})

test('a record that another client adds while a request is replayed is not an effect of the replay', async () => {
  const { failed, compared } = await check({ otherClient: true })
  expect(failed).toEqual([])
  expect(compared).toContain('addBook replayed_once')
})

test('neighbors that were created within two seconds may change places, but not most of them, and none beyond', () => {
  const newestFirst = [{ fields: ['created_at'], descending: true }]
  const at = (...seconds: number[]) => seconds.map((second) => ({ created_at: new Date(second * 1_000).toISOString() }))
  expect(firstOutOfOrder(at(30, 20, 21, 10), newestFirst)).toBeUndefined()
  expect(firstOutOfOrder(at(30, 20, 23, 10), newestFirst)).toBe(2)
  expect(firstOutOfOrder(at(20, 21, 22, 21), newestFirst)).toBe(1)
})

/** A list of books with these parameters, and a field for its next page. */
function bookList({ parameters, next }: { parameters: Record<string, unknown>[]; next: object }) {
  const body = { type: 'object', properties: { books: { type: 'array', items: book }, next } }
  const get = { operationId: 'listBooks', parameters, responses: { '200': { description: 'Books.', ...json(body) } } }
  const own: Document = { ...document, paths: { '/books': { get } } }
  const [operation] = operationsOf(own)
  return operation && listOf(own, operation)
}

const [limit, page] = ['limit', 'page'].map((name) => ({ name, in: 'query', schema: { type: 'integer' } }))

test('pages follow the URL of the next one, and a list whose next page cannot be found is not known to be whole', () => {
  const linked = bookList({ parameters: [{ ...limit }, { ...page }], next: { type: 'string', format: 'uri' } })
  expect(linked).toMatchObject({ mayBePartial: false, pages: { limit: 'limit', cursor: 'page' } })
  expect(linked?.pages?.nextOf({ next: 'https://books.example.org/books?limit=1&page=2' })).toBe('2')
  expect(linked?.pages?.nextOf({})).toBeUndefined()
  const numbered = bookList({ parameters: [{ ...limit }, { ...page }], next: { type: 'string' } })
  expect([numbered?.pages, numbered?.mayBePartial]).toEqual([undefined, true])
  expect(bookList({ parameters: [], next: { type: 'string' } })?.mayBePartial).toBe(false)
})

test('a filter by names compares the names of the elements of a list', () => {
  const tags = { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } }
  const item = { type: 'object', properties: { tags } }
  const parameter = { name: 'tags', in: 'query', schema: { type: 'array', items: { type: 'string' } } }
  const get = {
    operationId: 'listTagged',
    parameters: [parameter],
    responses: { '200': { description: 'Books.', ...json({ type: 'array', items: item }) } },
  }
  const own: Document = { ...document, paths: { '/tagged': { get } } }
  const [operation] = operationsOf(own)
  expect(operation && listOf(own, operation)?.filters).toMatchObject([{ kind: 'equals', path: ['tags', 'name'] }])
})

test('a PUT of a record sends the id of its path', async () => {
  const put = { operationId: 'putBook', requestBody: json(book), responses: { '200': found } }
  const get = { operationId: 'readBook', responses: { '200': found } }
  const own: Document = { ...document, paths: { '/books/{bookId}': { get, put } } }
  const sent: unknown[] = []
  const facts = readFacts(own)
  const [operation] = operationsOf(own).filter(({ method }) => method === 'PUT')
  const client = {
    send: async ({ body }: { body?: unknown }) => void (body !== undefined && sent.push(body)),
    readList: async () => ({ items: [], sizes: [], ended: true, curl: null }),
    succeeded: () => [],
    versions: () => new Map(),
  }
  const context = {
    document: own,
    facts,
    values: createValues(own, {}),
    client,
    exampleFor: () => ({ id: 'other', title: 'Emma', genre: 'novel' }),
    unique: (_operation: unknown, body: unknown) => body,
    freshId: async () => 'book-1',
    usualId: async () => 'book-1',
    unknownId: () => undefined,
    mayCreate: () => true,
    fast: true,
    credentials: [],
    signal: new AbortController().signal,
  }
  await (operation && writtenIsRead.check(operation, context))
  expect(sent.length).toBeGreaterThan(1)
  expect(sent).toEqual(sent.map(() => expect.objectContaining({ id: 'book-1' })))
})

test('a required writeOnly field may be absent from a response', () => {
  const owner = {
    type: 'object',
    required: ['name', 'password'],
    properties: { name: { type: 'string' }, password: { type: 'string', writeOnly: true } },
  }
  const get = { operationId: 'readOwner', responses: { '200': { description: 'The owner.', ...json(owner) } } }
  const { ofResponse } = createConformance({ ...document, paths: { '/owner': { get } } })
  const violations = (body: object) =>
    ofResponse({
      operationId: 'readOwner',
      status: 200,
      headers: new Headers({ 'Content-Type': 'application/json' }),
      text: JSON.stringify(body),
    })
  expect(violations({ name: 'Ann' })).toEqual([])
  expect(violations({})).toMatchObject([{ check: 'response_schema_conformance' }])
})

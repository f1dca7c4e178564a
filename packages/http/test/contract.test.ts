import { createContract, toApiError } from '@svc/http/contract'
import express, { type ErrorRequestHandler } from 'express'
import { expect, test } from 'vitest'
import { listen } from './listen.ts'

/** A contract with one example of everything that the contract module treats specially. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Shelves', version: '1.0.0' },
  paths: {
    '/shelves': {
      get: {
        operationId: 'listShelves',
        'x-pagination': { cursor: 'after' },
        parameters: [
          { name: 'limit', in: 'query', schema: { $ref: '#/components/schemas/Limit' } },
          { name: 'after', in: 'query', schema: { type: 'string', pattern: '^[a-z]{4}$' } },
        ],
        responses: { 200: { description: 'ok', content: json({ type: 'array', items: { type: 'string' } }) } },
      },
      post: {
        operationId: 'createShelf',
        requestBody: { $ref: '#/components/requestBodies/Shelf' },
        responses: { 201: { description: 'created', content: json({ type: 'object' }) } },
      },
    },
    '/shelves/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^shf_[0-9]+$' } }],
      get: {
        operationId: 'getShelf',
        responses: { 200: { description: 'ok', content: json({ type: 'object', required: ['id'] }) } },
      },
    },
  },
  components: {
    schemas: {
      Limit: { type: 'integer', minimum: 1, maximum: 100, default: 25 },
      Book: { type: 'string', maxLength: 3 },
      Books: { type: 'array', maxItems: 4, uniqueItems: true, items: { $ref: '#/components/schemas/Book' } },
    },
    requestBodies: {
      Shelf: {
        required: true,
        content: json({
          type: 'object',
          additionalProperties: false,
          required: ['name'],
          properties: {
            name: { type: 'string', minLength: 2 },
            color: { type: 'string', enum: ['oak', 'birch'] },
            wood: { type: 'string', format: 'wood' },
            books: { $ref: '#/components/schemas/Books' },
          },
        }),
      },
    },
  },
}

function json(schema: object): object {
  return { 'application/json': { schema } }
}

/** Starts a server that returns the operation and the input of every request, or the error. Returns its origin. */
async function serve(response: unknown = undefined): Promise<string> {
  const contract = createContract({
    document,
    operations: {},
    basePath: '/v1',
    formats: { wood: (value) => (value.startsWith('w') ? undefined : 'must be a kind of wood') },
  })
  const app = express()
  app.enable('strict routing')
  app.enable('case sensitive routing')
  app.set('query parser', 'simple')
  app.use(...contract.route())
  app.use(async (request, reply) => {
    const input = await contract.readInput(request, reply)
    if (response !== undefined) await contract.assertResponse(request, 200, response)
    reply.json({ operation: contract.operationIdOf(request), input })
  })
  const fail: ErrorRequestHandler = (thrown, _request, reply, _next) => {
    const { status, code, message, details, headers, cause } = toApiError(thrown)
    reply
      .status(status)
      .set(headers)
      .json({ code, message, details, cause: String(cause) })
  }
  app.use(fail)
  return listen(app)
}

/** The fields of an error or a success that `serve` sends. */
interface Body {
  code: string
  message: string
  details: { path: string; message: string }[]
  cause: string
  operation: string
  input: { path: unknown; query: unknown; body: unknown }
}

async function call(url: string, init: RequestInit = {}) {
  const response = await fetch(url, init)
  const body: Body = JSON.parse(await response.text())
  return { status: response.status, headers: response.headers, body }
}

const post = (body: string, headers: Record<string, string> = { 'Content-Type': 'application/json' }) => ({
  method: 'POST',
  body,
  headers,
})

test('a valid request reaches its operation, with defaults for omitted parameters', async () => {
  const origin = await serve()
  const { body } = await call(`${origin}/v1/shelves`)
  expect(body).toEqual({ operation: 'listShelves', input: { path: {}, query: { limit: 25 } } })
  const created = await call(`${origin}/v1/shelves`, post('{"name":"hall"}'))
  expect(created.body).toEqual({ operation: 'createShelf', input: { path: {}, query: {}, body: { name: 'hall' } } })
  const read = await call(`${origin}/v1/shelves/shf_12`)
  expect(read.body.input.path).toEqual({ id: 'shf_12' })
})

test('each of two requests for one operation gets the id of its own path', async () => {
  const origin = await serve()
  const [first, second] = ['1', '2'].map((digit) => `shf_${digit.repeat(26)}`)
  for (const id of [first, second, first]) {
    const { body } = await call(`${origin}/v1/shelves/${id}`)
    expect(body.input.path).toEqual({ id })
  }
})

test.each([
  ['/v1/unknown', 'an unknown path'],
  ['/v1/shelves/', 'a trailing slash'],
  ['/v1/Shelves', 'another case'],
  ['/v2/shelves', 'another base path'],
  ['/v1/shelves/nine', 'an id that cannot exist'],
])('the request of %s, which has %s, is 404', async (path) => {
  const origin = await serve()
  expect(await call(`${origin}${path}`)).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test('another method is 405, with the methods of the path', async () => {
  const origin = await serve()
  const { status, headers, body } = await call(`${origin}/v1/shelves`, { method: 'DELETE' })
  expect({ status, code: body.code }).toEqual({ status: 405, code: 'method_not_allowed' })
  expect(headers.get('allow')?.split(/, ?/).sort()).toEqual(['GET', 'POST'])
})

test.each([
  ['limit=0', 'query.limit', 'must be at least 1'],
  ['limit=101', 'query.limit', 'must be at most 100'],
  ['limit=1e1', 'query.limit', 'must be a whole number'],
  ['limit=010', 'query.limit', 'must be a whole number'],
  ['limit=', 'query.limit', 'must not be empty'],
  ['limits=3', 'query.limits', 'is not a parameter of this operation'],
  [
    'after=ABC',
    'query.after',
    'must be the meta.page.next_cursor of the previous page, unchanged; omit it for the first page',
  ],
])('the query %s is refused with 400 and the reason', async (query, path, message) => {
  const origin = await serve()
  const { status, body } = await call(`${origin}/v1/shelves?${query}`)
  expect({ status, details: body.details }).toEqual({ status: 400, details: [{ path, message }] })
  expect(body.message).toBe(`${path} ${message}`)
})

test('one response reports every invalid parameter', async () => {
  const origin = await serve()
  const { body } = await call(`${origin}/v1/shelves?limit=x&color=oak&after=`)
  expect(body.details.map(({ path }) => path).sort()).toEqual(['query.after', 'query.color', 'query.limit'])
})

test.each([
  ['{"color":"oak"}', 'body.name', 'is required'],
  ['{"name":"a"}', 'body.name', 'must have at least 2 characters'],
  ['{"name":"hall","size":3}', 'body.size', 'is not a field of this request; remove it'],
  ['{"name":"hall","color":"red"}', 'body.color', 'must be one of oak, birch'],
  ['{"name":"hall","wood":"oak"}', 'body.wood', 'must be a kind of wood'],
  ['{"name":"hall","books":["a","a"]}', 'body.books', 'must not list the same value twice'],
  ['{"name":', 'body', 'is not valid JSON'],
])('the body %s is 400 with the reason', async (sent, path, message) => {
  const origin = await serve()
  const { status, body } = await call(`${origin}/v1/shelves`, post(sent))
  expect({ status, details: body.details }).toEqual({ status: 400, details: [{ path, message }] })
})

test.each([
  ['many more items than the list takes', { books: list(105, {}) }, 'body.books', 'must have at most 4 items'],
  ['a very long string', { books: ['a', 'a'.repeat(10_007)] }, 'body.books.1', 'must have at most 3 characters'],
  ['a list where none is expected', { name: list(1_101, 0) }, 'body.name', 'must have at most 1000 items'],
  ['very many unknown fields', { ...list(25, 0) }, 'body', 'must have at most 24 fields'],
  ['an unknown field with very many', { x: { ...list(101, 0) } }, 'body.x', 'must have at most 100 fields'],
  ['too many levels', { x: nest(32) }, 'body.x.0.0.0.0.0.0.0', 'must not be nested more than 32 levels deep'],
])('%s is refused before anything else is checked', async (_case, body, path, message) => {
  const origin = await serve()
  const response = await call(`${origin}/v1/shelves`, post(JSON.stringify({ size: 1, ...body })))
  expect(response).toMatchObject({ status: 400, body: { details: [{ path, message }] } })
  expect(response.body.details).toHaveLength(1)
})

test('sizes a little beyond their limit are reported with every other mistake', async () => {
  const origin = await serve()
  const books = ['😀😀😀', '😀😀😀😀', 'a', 'a', 'a']
  const { body } = await call(`${origin}/v1/shelves`, post(JSON.stringify({ size: 1, books })))
  expect(body.details.map(({ path }) => path).sort()).toEqual(['body.books', 'body.books.1', 'body.name', 'body.size'])
})

function list(length: number, item: unknown): unknown[] {
  return Array(length).fill(item)
}

function nest(levels: number): unknown {
  return levels === 0 ? 1 : [nest(levels - 1)]
}

test('different objects in a list of unique values are each refused for their type, and never compared', async () => {
  const origin = await serve()
  const { body } = await call(`${origin}/v1/shelves`, post('{"name":"hall","books":[{"a":1},{"a":1}]}'))
  expect(body.details).toEqual([
    { path: 'body.books.0', message: 'must be string' },
    { path: 'body.books.1', message: 'must be string' },
  ])
})

test.each([
  ['text/plain', 'must be application/json'],
  ['application/json; charset=latin1', 'must have no charset other than utf-8'],
])('the content type %s is 400 with the reason', async (contentType, message) => {
  const origin = await serve()
  const { status, body } = await call(`${origin}/v1/shelves`, post('{"name":"hall"}', { 'Content-Type': contentType }))
  expect({ status, details: body.details }).toEqual({
    status: 400,
    details: [{ path: 'header.content-type', message }],
  })
})

test('a missing body is 400 if the contract requires one, and so is one over 256 KB', async () => {
  const origin = await serve()
  const none = await call(`${origin}/v1/shelves`, { method: 'POST' })
  expect(none.body.details).toEqual([{ path: 'body', message: 'is required, as application/json' }])
  const large = await call(`${origin}/v1/shelves`, post(JSON.stringify({ name: 'x'.repeat(300_000) })))
  expect(large.body.details).toEqual([{ path: 'body', message: 'is larger than 256 KB' }])
})

test('an error does not repeat a field name with special characters', async () => {
  const origin = await serve()
  const { body } = await call(`${origin}/v1/shelves`, post('{"name":"hall","<script>":1}'))
  expect(body.details).toEqual([{ path: 'body', message: 'is not a field of this request; remove it' }])
})

test('a URL that is not valid percent-encoding is 400', async () => {
  const origin = await serve()
  expect(await call(`${origin}/v1/shelves/%E0%A4`)).toMatchObject({
    status: 400,
    body: { message: 'The URL is not valid percent-encoding.' },
  })
})

test('a response that does not match the contract is an error that names the field', async () => {
  const origin = await serve({ name: 'no id' })
  const { status, body } = await call(`${origin}/v1/shelves/shf_1`)
  expect(status).toBe(500)
  expect(body.cause).toContain(
    "GET /v1/shelves/shf_1: the 200 response breaks the contract: body.id must have required property 'id'",
  )
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { type DocumentCall, serveDocument } from '@svc/http/document'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { serveForTest } from './testing-document.ts'

const json = { 'application/json': { schema: { type: 'object' } } }
const document = {
  openapi: '3.1.0',
  info: { title: 'Shelves', version: '1.0.0' },
  security: [{ session: [] }],
  paths: {
    '/shelf': {
      get: {
        operationId: 'getShelf',
        parameters: [{ name: 'theme', in: 'cookie', schema: { type: 'string', maxLength: 9 } }],
        responses: { 200: { description: 'ok', content: json } },
      },
    },
    '/books/{number}': {
      get: {
        operationId: 'getBook',
        parameters: [{ name: 'number', in: 'path', required: true, schema: { type: 'string', pattern: '^[0-9]+$' } }],
        responses: { 200: { description: 'ok', content: json } },
      },
    },
  },
  components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } } },
}

let server: Awaited<ReturnType<typeof serveForTest>>
beforeAll(async () => {
  server = await serveForTest<string>({
    document,
    operations: {
      getShelf: ({ cookie, caller }: DocumentCall<string>) => ({ cookie, caller }),
      getBook: ({ path }: DocumentCall<string>) => path,
    },
    authenticate: ({ value }) => value,
  })
})
afterAll(() => server.close())

/** Sends a request as it is; `fetch` has no absolute targets. */
async function send(path: string, { method = 'GET', cookie }: { method?: string; cookie: string }) {
  const { hostname, port } = new URL(server.origin)
  const sent = request({ hostname, port, path, method, headers: { Cookie: cookie } })
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number | undefined; body: string }>()
  sent.on('response', async (response) => resolve({ status: response.statusCode, body: await text(response) }))
  sent.on('error', reject).end()
  return promise
}

test.each([
  ['a percent-encoded value', 'session=a%20b; theme=d%C3%A9co', { caller: 'a b', theme: 'déco' }],
  ['a value that is not percent-encoded', 'session=100%; theme=dark', { caller: '100%', theme: 'dark' }],
  [
    'two values of one name, of which the first counts',
    'session=1; theme=a; session=2; theme=b',
    { caller: '1', theme: 'a' },
  ],
  ['a pair without a name, and a name without a value', '=x; flag; session=1;theme=a=b', { caller: '1', theme: 'a=b' }],
])('cookies are credentials and parameters: %s', async (_case, cookie, { caller, theme }) => {
  const { status, body } = await send('/shelf', { cookie })
  expect([status, JSON.parse(body)]).toEqual([200, { caller, cookie: { theme } }])
})

test('a request without the cookie of the credential gets 401, and a cookie that its schema refuses 400', async () => {
  expect((await send('/shelf', { cookie: 'theme=dark' })).status).toBe(401)
  expect((await send('/shelf', { cookie: 'session=1; theme=0123456789' })).status).toBe(400)
})

test('HEAD gets the status of GET without its body, and a path with another case or a final slash 404', async () => {
  const cookie = 'session=1'
  expect(await send('/shelf', { method: 'HEAD', cookie })).toEqual({ status: 200, body: '' })
  expect((await send('/Shelf', { cookie })).status).toBe(404)
  expect((await send('/shelf/', { cookie })).status).toBe(404)
})

test('the 404 of an invalid path parameter says so, that of an unknown path that the path does not exist', async () => {
  const cookie = 'session=1'
  expect((await send('/books/7', { cookie })).status).toBe(200)
  const details = await Promise.all(
    ['/books/seven', '/novels/7'].map(async (path) => JSON.parse((await send(path, { cookie })).body).detail),
  )
  expect(details).toEqual([
    'There is nothing at this path: its parameters do not have the documented form.',
    'This path does not exist. Paths are case-sensitive and have no trailing slash.',
  ])
})

test('an error lists the invalid parts of a request if the document describes such a list', async () => {
  const text = { type: 'string' }
  const part = { type: 'object', required: ['path', 'message'], properties: { path: text, message: text } }
  const problem = { type: 'object', properties: { detail: text, errors: { type: 'array', items: part } } }
  const content = { 'application/problem+json': { schema: problem } }
  const { responses, ...get } = document.paths['/shelf'].get
  const withErrors = { ...get, responses: { ...responses, default: { description: 'An error.', content } } }
  const other = await serveForTest<string>({
    document: { ...document, paths: { '/shelf': { get: withErrors } } },
    operations: { getShelf: () => ({}) },
    authenticate: ({ value }) => value,
  })
  onTestFinished(() => other.close())
  const refused = await fetch(`${other.origin}/shelf`, { headers: { cookie: 'session=1; theme=0123456789' } })
  expect([refused.status, JSON.parse(await refused.text()).errors]).toEqual([
    400,
    [{ path: 'header.cookie.theme', message: expect.any(String) }],
  ])
  const unauthorized = await fetch(`${other.origin}/shelf`)
  expect(await unauthorized.json()).not.toHaveProperty('errors')
})

test('an absolute target is served for the host of the request alone', async () => {
  const cookie = 'session=1'
  expect((await send(`${server.origin}/shelf`, { cookie })).status).toBe(200)
  expect((await send('http://other.example/shelf', { cookie })).status).toBe(400)
})

const list = {
  type: 'object',
  properties: { books: { type: 'array', items: { type: 'object', properties: { title: { type: 'string' } } } } },
}
const listing = {
  ...document,
  security: [],
  paths: {
    '/books': {
      get: {
        operationId: 'listBooks',
        responses: { 200: { description: 'ok', content: { 'application/json': { schema: list } } } },
      },
    },
  },
}

/** The response and the logged errors of a handler that returns five books without a valid title. */
async function wrongList({ checkResponses }: { checkResponses: boolean }) {
  const logged: unknown[] = []
  await using closing = new AsyncDisposableStack()
  const running = await serveDocument({
    document: listing,
    operations: { listBooks: () => ({ books: [1, 2, 3, 4, 5].map((title) => ({ title })) }) },
    authenticate: () => undefined,
    checkResponses,
    onServerError: (error) => void logged.push(error),
    host: '127.0.0.1',
    port: 0,
    settings: { host: 'host', port: 'port' },
  })
  closing.defer(() => running.close())
  const response = await fetch(`${running.baseUrl}/books`)
  return { status: response.status, text: await response.text(), logged }
}

test('a response that breaks the contract gets a 500 with the operation, three rules with paths, and the place', async () => {
  const { status, text, logged } = await wrongList({ checkResponses: true })
  const sentence =
    'The response of listBooks does not match the contract (paths › /books › get › responses): ' +
    'body.books.0.title must be string; body.books.1.title must be string; body.books.2.title must be string; and 2 more.'
  expect([status, JSON.parse(text).detail]).toEqual([500, sentence])
  expect(logged).toEqual([expect.objectContaining({ name: 'ResponseViolationError' })])
  const [error] = logged
  const line = inspect(error)
  expect(line).toContain('GET /books: the 200 response breaks the contract: body.books.0.title must be string;')
  expect(line).not.toMatch(/\n|\.ts:/)
})

test('in production, a response that breaks the contract is sent as it is, without an explanation', async () => {
  const { status, text, logged } = await wrongList({ checkResponses: false })
  expect([status, JSON.parse(text).books.length, logged]).toEqual([200, 5, []])
})

test('the pages of the docs name the server at which they are served, and no other URL is changed', async () => {
  await using closing = new AsyncDisposableStack()
  const docs = await mkdtemp(join(tmpdir(), 'docs-'))
  closing.defer(() => rm(docs, { recursive: true }))
  await writeFile(
    join(docs, 'reference.html'),
    '<a href="https://shelves.example/v1/shelf">https://shelves.example.org</a>',
  )
  const running = await serveDocument({
    document: { ...document, servers: [{ url: 'https://shelves.example/v1' }] },
    operations: {},
    authenticate: () => undefined,
    checkResponses: false,
    onServerError: () => {},
    docs,
    host: '127.0.0.1',
    port: 0,
    settings: { host: 'host', port: 'port' },
  })
  closing.defer(() => running.close())
  const response = await fetch(`${running.origin}/docs/reference`)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await response.text()).toBe(`<a href="${running.origin}/v1/shelf">https://shelves.example.org</a>`)
})

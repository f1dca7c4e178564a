import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { DocumentCall } from '@svc/http/document'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveForTest } from './testing-document.ts'

// Requests as any client writes them. `packages/codegen/test/sdk/parameter-styles.test.ts` has every style in paths and
// queries, written by a generated client.

const texts = { type: 'array', items: { type: 'string' } }
const counts = { type: 'array', items: { type: 'integer' } }
const point = { type: 'object', properties: { x: { type: 'integer' }, name: { type: 'string' } } }
const json = (schema: object) => ({ content: { 'application/json': { schema } } })

const parameters = [
  { name: 'key', in: 'query', schema: { type: 'string' } },
  { name: 'ids', in: 'query', explode: false, schema: texts },
  { name: 'counts', in: 'query', explode: false, schema: counts },
  { name: 'filter', in: 'query', style: 'deepObject', schema: { type: 'object' } },
  { name: 'point', in: 'query', schema: point },
  { name: 'X-Ids', in: 'header', schema: counts },
  { name: 'X-Point', in: 'header', explode: true, schema: point },
  { name: 'X-Json', in: 'header', ...json(point) },
  { name: 'X-Count', in: 'header', schema: { type: 'integer' } },
  { name: 'seen', in: 'cookie', explode: false, schema: counts },
  { name: 'all', in: 'cookie', schema: texts },
  { name: 'place', in: 'cookie', explode: false, schema: point },
  { name: 'size', in: 'cookie', schema: { type: 'integer' } },
  { name: 'dark', in: 'cookie', schema: { type: 'boolean' } },
  { name: 'json', in: 'cookie', ...json(point) },
]
const responses = { 200: { description: 'What arrived.', ...json({ type: 'object' }) } }
const document = {
  openapi: '3.1.0',
  info: { title: 'Styles', version: '1.0.0' },
  servers: [{ url: 'http://127.0.0.1/v1' }],
  paths: {
    '/things': { get: { operationId: 'getThings', parameters, responses } },
    '/points/at{point}.json': {
      get: {
        operationId: 'getPoint',
        parameters: [{ name: 'point', in: 'path', required: true, style: 'matrix', explode: true, schema: point }],
        responses,
      },
    },
    '/flat/{point}': {
      get: {
        operationId: 'getFlatPoint',
        parameters: [{ name: 'point', in: 'path', required: true, schema: point }],
        responses,
      },
    },
  },
}

let server: Awaited<ReturnType<typeof serveForTest>>
beforeAll(async () => {
  server = await serveForTest({
    document,
    operations: ({ path, query, header, cookie }: DocumentCall) => ({ path, query, header, cookie }),
    authenticate: () => undefined,
  })
})
afterAll(() => server.close())

/** Sends a request as it is: `fetch` would encode the target, and join headers. */
async function send(path: string, headers: Record<string, string | string[]> = {}) {
  const { hostname, port } = new URL(server.origin)
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number | undefined; body: unknown }>()
  request({ hostname, port, path: `/v1${path}`, headers })
    .on('response', async (response) =>
      resolve({ status: response.statusCode, body: JSON.parse(await text(response)) }),
    )
    .on('error', reject)
    .end()
  return promise
}

test.each([
  ['a list', { 'X-Ids': '1, 2,3' }, { 'X-Ids': [1, 2, 3] }],
  ['a list in two headers', { 'X-Ids': ['1', '2'] }, { 'X-Ids': [1, 2] }],
  ['a list of one item', { 'X-Ids': '7' }, { 'X-Ids': [7] }],
  ['an object', { 'X-Point': 'x=1,name=a%20b' }, { 'X-Point': { x: 1, name: 'a%20b' } }],
  ['JSON', { 'X-Json': '{"x":1,"name":"a,b"}' }, { 'X-Json': { x: 1, name: 'a,b' } }],
  ['a number', { 'X-Count': '5' }, { 'X-Count': 5 }],
])('a handler gets a header in the type of its schema: %s', async (_case, headers, header) => {
  expect(await send('/things', headers)).toEqual({ status: 200, body: { path: {}, query: {}, header, cookie: {} } })
})

test.each([
  ['a list', 'seen=1,2', { seen: [1, 2] }],
  ['an exploded list', 'all=a%2Cb&all=c', { all: ['a,b', 'c'] }],
  ['an object', 'place=x,1,name,a%2Cb', { place: { x: 1, name: 'a,b' } }],
  ['a number and a boolean', 'size=5; dark=true', { size: 5, dark: true }],
  ['JSON', 'json=%7B%22x%22%3A1%7D', { json: { x: 1 } }],
])('a handler gets a cookie in the type of its schema: %s', async (_case, sent, cookie) => {
  expect(await send('/things', { cookie: sent })).toEqual({
    status: 200,
    body: { path: {}, query: {}, header: {}, cookie },
  })
})

test.each([
  ['a comma that is encoded belongs to an item', '?ids=a%2Cb,c', { ids: ['a,b', 'c'] }],
  ['a list of numbers with encoded commas', '?counts=1%2C2', { counts: [1, 2] }],
  ['a plus is a space', '?ids=a+b,c&key=d+e', { ids: ['a b', 'c'], key: 'd e' }],
  ['an object among other parameters', '?key=1&x=5&name=n', { key: '1', point: { x: 5, name: 'n' } }],
  ['an object in brackets that are encoded', '?filter%5Ba%5D=1&filter[b]=2', { filter: { a: '1', b: '2' } }],
  ['an object within an object', '?filter[a][b]=1', { filter: { a: { b: '1' } } }],
  ['a text that is not valid percent-encoding', '?ids=100%,b', { ids: ['100%', 'b'] }],
  ['no query', '', {}],
])('a handler gets the query in the types of its schemas: %s', async (_case, sent, query) => {
  expect(await send(`/things${sent}`)).toEqual({ status: 200, body: { path: {}, query, header: {}, cookie: {} } })
})

test('a parameter within a segment of a path is read without the text around it', async () => {
  expect(await send('/points/at;x=1;name=a%3Bb.json')).toMatchObject({
    status: 200,
    body: { path: { point: { x: 1, name: 'a;b' } } },
  })
})

test.each([
  ['a header', '/things', { 'X-Ids': '1,two' }, 400],
  ['a header with a key twice', '/things', { 'X-Point': 'x=1,x=2' }, 400],
  ['a cookie', '/things', { cookie: 'place=x,1,name' }, 400],
  ['a cookie without JSON', '/things', { cookie: 'json=x' }, 400],
  ['a query', '/things?counts=1,two', {}, 400],
  ['an unknown parameter of a query', '/things?y=1', {}, 400],
  ['a path', '/points/at;x=one.json', {}, 404],
  ['a path in another style', '/points/at.x=1.json', {}, 404],
  ['a path with a key without a value', '/flat/x,1,name', {}, 404],
])('a request with a value of another form is refused: %s', async (_case, path, headers, status) => {
  expect(await send(path, headers)).toMatchObject({ status })
})

import { expect, test } from 'vitest'
import type { Document } from '../src/contract.ts'
import { type FacetExchange, facetKey, facetsOf } from '../src/facets.ts'
import { createCounter } from '../src/tally.ts'

const book = {
  type: 'object',
  properties: {
    genre: { $ref: '#/components/schemas/Genre' },
    formats: { type: 'array', items: { enum: ['paper', 'audio'] } },
    // A schema that contains itself.
    sequel: { $ref: '#/components/schemas/Book' },
  },
}

const error = {
  properties: { error: { properties: { code: { enum: ['bad', 'gone', 'full'] }, field: { enum: ['limit'] } } } },
}

const shelf = { name: 'shelf', in: 'path', required: true, schema: { type: 'string', minLength: 1, maxLength: 3 } }

const document: Document = {
  paths: {
    '/shelves/{shelf}/books': {
      get: {
        operationId: 'listBooks',
        'x-error-codes': ['bad', 'gone'],
        parameters: [
          shelf,
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50 } },
          { name: 'genre', in: 'query', schema: { type: 'array', maxItems: 2, items: { enum: ['novel', 'poetry'] } } },
          { name: 'If-None-Match', in: 'header', schema: { type: 'string', maxLength: 100 } },
        ],
        responses: {
          200: {
            content: {
              'application/json': {
                schema: { type: 'array', items: { $ref: '#/components/schemas/Book' } },
              },
              'text/csv': {},
            },
          },
          '4XX': { content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Error' } } } },
        },
      },
      post: {
        operationId: 'addBook',
        parameters: [shelf],
        requestBody: {
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/Book' } },
            'application/x-www-form-urlencoded': { schema: { $ref: '#/components/schemas/Book' } },
          },
        },
        responses: { 201: {} },
      },
    },
  },
  components: { schemas: { Book: book, Genre: { type: 'string', enum: ['novel', 'poetry'] }, Error: error } },
}

const facets = facetsOf([document])
const exchange: Omit<FacetExchange, 'operation'> = {
  uri: 'http://127.0.0.1/v1/shelves/a/books',
  requestHeaders: {},
  requestBody: undefined,
  status: 200,
  responseHeaders: {},
  responseBody: '',
}

/** The facets that an exchange tests, without the name of the operation. */
function testedBy(operation: string, changes: Partial<FacetExchange>): string[] {
  const keys = new Set(facets.read({ operation, ...exchange, ...changes }))
  return facets.documented.filter((facet) => keys.has(facetKey(facet))).map(({ kind, name }) => `${kind}: ${name}`)
}

test('the media types, parameters, bounds and enum values of an operation are listed', () => {
  const listed = (operation: string) =>
    facets.documented.filter((facet) => facet.operation === operation).map(({ kind, name }) => `${kind}: ${name}`)
  expect(listed('listBooks')).toEqual([
    'response media type: 200 application/json',
    'response media type: 200 text/csv',
    'response media type: 4XX application/problem+json',
    'parameter: path shelf',
    'parameter: query limit',
    'parameter: query genre',
    'parameter: header If-None-Match',
    'bound of a parameter: path shelf minLength 1',
    'bound of a parameter: path shelf maxLength 3',
    'bound of a parameter: query limit minimum 1',
    'bound of a parameter: query limit maximum 50',
    'bound of a parameter: query genre maxItems 2',
    'enum value of a request: query genre = "novel"',
    'enum value of a request: query genre = "poetry"',
    'enum value of a response: [].genre = "novel"',
    'enum value of a response: [].genre = "poetry"',
    'enum value of a response: [].formats[] = "paper"',
    'enum value of a response: [].formats[] = "audio"',
    'enum value of a response: error.code = "bad"',
    'enum value of a response: error.code = "gone"',
  ])
  expect(listed('addBook').slice(0, 2)).toEqual([
    'request media type: application/json',
    'request media type: application/x-www-form-urlencoded',
  ])
})

test('a parameter is tested when it is sent, and its bounds only at their values', () => {
  expect(testedBy('listBooks', { uri: '/v1/shelves/ab/books?limit=49' })).toEqual([
    'parameter: path shelf',
    'parameter: query limit',
  ])
  const uri = '/v1/shelves/%C3%A9%C3%A9%C3%A9/books?limit=50&genre=novel&genre=essay'
  expect(testedBy('listBooks', { uri, requestHeaders: { 'if-none-match': '"a"' } })).toEqual([
    'parameter: path shelf',
    'parameter: query limit',
    'parameter: query genre',
    'parameter: header If-None-Match',
    'bound of a parameter: path shelf maxLength 3',
    'bound of a parameter: query limit maximum 50',
    'bound of a parameter: query genre maxItems 2',
    'enum value of a request: query genre = "novel"',
  ])
})

test('media types and enum values are tested by the bodies that have them', () => {
  const responseBody = JSON.stringify([{ genre: 'poetry', formats: ['audio', 'vinyl'] }])
  const responseHeaders = { 'content-type': 'application/json; charset=utf-8' }
  expect(testedBy('listBooks', { responseHeaders, responseBody })).toEqual(
    expect.arrayContaining([
      'response media type: 200 application/json',
      'enum value of a response: [].genre = "poetry"',
      'enum value of a response: [].formats[] = "audio"',
    ]),
  )
  const refusal = { status: 404, responseHeaders: { 'content-type': 'application/problem+json' } }
  expect(testedBy('listBooks', { ...refusal, responseBody: '{"error":{"code":"bad"}}' })).toEqual(
    expect.arrayContaining([
      'response media type: 4XX application/problem+json',
      'enum value of a response: error.code = "bad"',
    ]),
  )
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  expect(testedBy('addBook', { requestHeaders: form, requestBody: 'genre=novel' })).toEqual(
    expect.arrayContaining([
      'request media type: application/x-www-form-urlencoded',
      'enum value of a request: body.genre = "novel"',
    ]),
  )
  expect(testedBy('addBook', { requestHeaders: form, requestBody: '{"genre"' })).not.toContain(
    'enum value of a request: body.genre = "novel"',
  )
})

test('requests of Schemathesis and of scripts are counted alike, once per exchange', () => {
  const counter = createCounter('main', new Map([['GET /shelves/{shelf}/books', 'listBooks']]), undefined, facets)
  const uri = 'http://127.0.0.1/v1/shelves/ab/books?limit=1&genre=novel&genre=novel'
  const base64 = (text: string) => ({ $base64: Buffer.from(text).toString('base64') })
  const recorder = {
    label: 'x',
    cases: { one: { value: { method: 'GET', path: '/shelves/{shelf}/books' } } },
    interactions: {
      one: {
        request: { method: 'GET', uri, headers: {} },
        response: {
          status_code: 200,
          elapsed: 0,
          headers: { 'Content-Type': ['application/json'] },
          content: base64('[{"genre":"novel"}]'),
        },
        timestamp: 1,
      },
    },
  }
  counter.take({ ScenarioFinished: { phase: 'fuzzing', status: 'success', recorder } })
  const ofSchemathesis = new Map(counter.tally.facets)
  expect(ofSchemathesis.get('listBooks\tenum value of a request\tquery genre = "novel"')).toBe(1)
  expect(ofSchemathesis.get('listBooks\tenum value of a response\t[].genre = "novel"')).toBe(1)
  const responseHeaders = { 'content-type': 'application/json' }
  const sent = { ...exchange, uri, responseHeaders, responseBody: '[{"genre":"novel"}]' }
  counter.record({ operation: 'listBooks', line: 'x', status: 200, exchange: sent, checks: [], failures: [] })
  expect(counter.tally.facets).toEqual(new Map([...ofSchemathesis].map(([key, count]) => [key, count * 2])))
})

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type Generated, generate } from '../../src/generate/generate.ts'
import type { OpenApi, SchemaObject } from '../../src/source/openapi.ts'
import { fixtures, houseRules } from '../helpers.ts'

const library = {
  folder: join(fixtures, 'library'),
  spec: 'openapi.yaml',
  companions: ['opening-hours.yaml'],
  rules: houseRules,
}

let generated: Generated
const file = (path: string) => generated.files.get(path) ?? `nothing was generated at ${path}`
const schema = (bundle: string, name: string) => {
  const document: OpenApi = JSON.parse(file(`contract/openapi.${bundle}.json`))
  return document.components?.schemas?.[name] as SchemaObject
}

beforeAll(async () => {
  generated = await generate(library, () => {})
})

describe('bundles', () => {
  test('the strict one closes every object as the spec does', () => {
    for (const name of ['Book', 'BookResponse', 'LoanOverdueEvent', 'BorrowRequest']) {
      expect(schema('strict', name).additionalProperties, name).toBe(false)
    }
  })

  test('the published one opens what the service sends, so that a new field breaks no client', () => {
    for (const name of ['Book', 'BookResponse', 'ErrorResponse', 'LoanOverdueEvent']) {
      expect(schema('published', name).additionalProperties, name).toBeUndefined()
    }
    expect(schema('published', 'LoanOverdueEvent').properties?.data).not.toHaveProperty('additionalProperties')
  })

  test('the published one keeps request bodies closed', () => {
    expect(schema('published', 'BorrowRequest').additionalProperties).toBe(false)
  })

  test('a schema of requests and responses stays closed, which a note states', () => {
    expect(schema('published', 'Pickup').additionalProperties).toBe(false)
    expect(generated.notes.join('\n')).toContain(
      'Pickup: a schema of requests and responses, so it refuses unknown fields in both.',
    )
  })

  test('JSON and YAML are equal', () => {
    for (const name of ['openapi.strict', 'openapi.published', 'opening-hours']) {
      expect(parse(file(`contract/${name}.yaml`))).toEqual(JSON.parse(file(`contract/${name}.json`)))
    }
  })
})

describe('the operation table', () => {
  test('has the scopes, statuses and pages of a list operation', () => {
    expect(row('listBooks')).toMatchObject({
      method: 'get',
      path: '/books',
      status: 200,
      statuses: [200, 400],
      scopes: ['catalogue:read'],
      pagination: { limit: 'limit', cursor: 'cursor', items: 'data', next: 'meta.page.next_cursor' },
      public: false,
    })
  })

  test('reads the quota of a POST, its idempotency and its location', () => {
    expect(row('borrowBook')).toMatchObject({
      status: 202,
      scopes: ['loans:write'],
      quota: 'loans',
      idempotent: true,
      location: { path: '/loans/{id}', parameter: 'id', field: 'id' },
    })
  })

  test('reads conditional reads and deprecation', () => {
    expect(row('getBook')).toMatchObject({ etag: true, location: null })
    expect(row('returnBook')).toMatchObject({ etag: false, status: 204 })
  })

  test('holds every operation of the document and no webhook', () => {
    expect(Object.keys(table())).toEqual(['listBooks', 'getBook', 'borrowBook', 'getLoan', 'returnBook'])
  })
})

test('event-catalog.ts has the fields of every event by their path, with what they refer to', () => {
  expect(file('contract/event-catalog.ts')).toContain("type: 'loan.overdue'")
  for (const field of [
    `{ name: 'type', type: '"loan.overdue"', description: '' }`,
    "{ name: 'data.days', type: 'integer', description: '' }",
  ])
    expect(file('contract/event-catalog.ts')).toContain(field)
})

test('webhooks.ts names the payload schema of every event', () => {
  expect(file('contract/webhooks.ts')).toContain("'loan.overdue': 'LoanOverdueEvent',")
  expect(file('contract/webhooks.ts')).toContain("'loan.closed': Schemas['LoanClosedEvent']")
})

test('a reference page can make no request: its policy forbids them, and it has no URL to fetch from', () => {
  for (const path of ['docs/reference.html', 'docs/opening-hours.html']) {
    const page = file(path)
    expect(page).toContain(`<meta http-equiv="Content-Security-Policy" content="default-src 'none';`)
    expect(page).not.toMatch(/<(script|img|link|iframe)[^>]*\s(src|href)=["']?(https?:)?\/\//)
    expect(page).not.toMatch(/https:\/\/cdn\./)
  }
})

test('the manifest lists every file with its hash', () => {
  const [, contract, ...lines] = file('MANIFEST').trimEnd().split('\n')
  expect(contract).toMatch(/^[0-9a-f]{64} {2}contract$/)
  const paths = [...generated.files.keys()].filter((path) => path !== 'MANIFEST')
  expect(lines).toEqual(paths.map((path) => `${createHash('sha256').update(file(path)).digest('hex')}  ${path}`))
})

/** The table as data: it is written as a TypeScript literal, which is an expression of JavaScript too. */
function table(): Record<string, unknown> {
  const literal = /export const operations = (\{.*?\n\}) as const/s.exec(file('contract/operations.ts'))?.[1]
  return new Function(`return ${literal}`)()
}

function row(operationId: string): unknown {
  return table()[operationId]
}

describe('the client', () => {
  test('passes its runtime the facts of each operation', () => {
    const functions = file('sdk/functions.ts')
    expect(functions).toMatch(
      /caller\.call\(\{\s+values: \{ id \},\s+method: 'GET',\s+id: 'getBook',\s+path: '\/books\/\{id\}'\s+\}, options\)/,
    )
    expect(functions).toMatch(/\{[^;{]*\{ id \},\s+body,\s+method: 'POST',\s+id: 'borrowBook',/)
    expect(functions).toMatch(
      /caller\.list\(\{[^;]*pagination: \{\s+cursor: 'cursor',\s+items: 'data',\s+next: 'meta\.page\.next_cursor'\s+\},[^;]*id: 'listBooks'/,
    )
    expect(file('sdk/constants.ts')).toContain("export const specVersion = '2.3.0'")
  })

  test('has the descriptions, scopes, examples and deprecations of the contract', () => {
    const [, books] = /export type BooksResourceMethods = (\{.*?\n\})/s.exec(file('sdk/resources.ts')) ?? []
    expect(books).toContain('The catalogue, newest acquisition first.')
    expect(books).toContain('`GET /books` · scope `catalogue:read`')
    expect(books).toContain('for await (const item of client.books.list()) console.log(item)')
    expect(file('sdk/resources.ts')).toContain('counts against the quota `loans` · beta')
    expect(file('sdk/functions.ts')).toMatch(/@deprecated[^/]*\*\/\nexport function returnBook\(/)
  })

  test('contains only what its runtime uses, and no client of hey-api', () => {
    const names = [...generated.files.keys()].filter((path) => path.startsWith('sdk/')).sort()
    const modules = ['constants', 'events', 'functions', 'resources', 'runtime', 'types'].map(
      (name) => `sdk/${name}.ts`,
    )
    expect(names).toEqual(['sdk/api.md', 'sdk/package.json', 'sdk/resources.json', ...modules].sort())
  })

  test('has an index of everything that can be called', () => {
    expect(file('sdk/api.md')).toContain(
      '| `client.books.list(query?, options?)` | `listBooks` | `GET /books` | `List<BookListResponse, Book>` |',
    )
  })

  test('is described as a resource tree for generators of other languages', () => {
    const { resources, events } = JSON.parse(file('sdk/resources.json'))
    const [books] = resources
    expect(books).toMatchObject({ name: 'books', path: ['books'], resources: [] })
    expect(books.methods[0]).toMatchObject({
      name: 'list',
      operationId: 'listBooks',
      httpMethod: 'GET',
      queryParameters: [{ name: 'limit' }, { name: 'cursor' }, { name: 'shelf', schema: 'Shelf' }],
      response: { status: 200, schema: 'BookListResponse' },
      pagination: { cursor: 'cursor', items: 'data', itemSchema: 'Book' },
      idempotent: false,
    })
    expect(events.map(({ type }: { type: string }) => type)).toEqual(['loan.overdue', 'loan.closed'])
  })
})

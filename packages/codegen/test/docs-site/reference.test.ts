import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { sitePages } from '../../src/docs-site/pages.ts'
import { shapeOf } from '../../src/docs-site/reference/schema-shape.ts'
import { repository } from '../../src/our-contract.ts'
import type { OpenApi, Schema } from '../../src/source/openapi.ts'

const schemas: Record<string, Schema> = {
  ErrorCode: {
    type: 'string',
    enum: ['gone', 'busy'],
    description:
      'Codes.\n\n- `gone` (404): the book was lost; choose another\n- `busy` (503): the desk is closed; wait',
  },
  Shelf: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 20, default: 'A' },
      kind: {
        type: 'string',
        enum: ['low', 'high'],
        description: 'Its kind.\n\n- `low`: below the eyes\n- `high`: above',
      },
      upper: { anyOf: [{ $ref: '#/components/schemas/Shelf' }, { type: 'null' }] },
      labels: { type: 'object', additionalProperties: { type: 'string', maxLength: 9 } },
      books: {
        type: 'array',
        maxItems: 3,
        items: { oneOf: [{ type: 'string' }, { $ref: '#/components/schemas/Book' }] },
      },
    },
  },
  Book: {
    allOf: [
      { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
      { properties: { title: { type: ['string', 'null'] } } },
    ],
  },
}

const library: OpenApi = {
  openapi: '3.1.0',
  info: { title: 'Library', version: '1', description: 'Books.' },
  servers: [{ url: 'https://library.example/v1' }],
  security: [{ key: [] }],
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Card' } as { type: string } },
    schemas,
  },
  paths: {
    '/shelves/{id}': {
      put: {
        operationId: 'setShelf',
        tags: ['Shelves'],
        summary: 'Set a shelf',
        description: 'Sends `shelf.changed`.',
        'x-error-codes': ['gone'],
        parameters: [{ name: 'id', in: 'path', required: true, description: 'Its id.', example: 's 1' }],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Shelf' },
              example: { name: `it's "B"`, upper: null },
            },
          },
        },
        responses: {
          200: {
            description: 'Set.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Shelf' } } },
          },
          404: {
            description: '`gone`: nobody has seen it.',
            content: { 'application/json': { examples: { gone: { value: { error: { code: 'gone' } } } } } },
          },
        },
      },
    },
  },
  webhooks: {
    'shelf.changed': {
      post: {
        operationId: 'onShelfChanged',
        tags: ['Events'],
        summary: 'A shelf changed',
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Shelf' }, example: { name: 'B' } } },
        },
        responses: { 200: { description: 'Received.' } },
      },
    },
  },
}

let files: Map<string, string>
const file = (path: string) => files.get(path) ?? `nothing at ${path}`

beforeAll(() => {
  const site = {
    folder: '',
    title: 'Library',
    guides: [],
    links: [],
    try: { server: 'http://127.0.0.1:9', key: 'k', start: 'run' },
  }
  const documents = [{ address: '/docs/reference', title: 'API reference', document: library }]
  files = new Map(sitePages({ site, documents }))
})

describe('a schema', () => {
  const shelf = () => shapeOf(library, { $ref: '#/components/schemas/Shelf' })
  const field = (name: string) => shelf().fields.find((one) => one.name === name)

  test('is described by its fields with type, limits and default', () => {
    expect(field('name')).toMatchObject({
      required: true,
      shape: { type: 'string', limits: ['1 to 20 characters', 'default "A"'] },
    })
    expect(field('labels')?.shape).toMatchObject({ type: 'map of string', limits: ['each at most 9 characters'] })
  })

  test('without fields that contains itself has its name as the type of its parts', () => {
    const $ref = '#/components/schemas/Nested'
    const schemas = { Nested: { oneOf: [{ type: 'string' }, { type: 'array', items: { $ref } }] } }
    const nested = { ...library, components: { schemas } }
    expect(shapeOf(nested, { $ref })).toMatchObject({ type: 'string or array of Nested' })
    expect(shapeOf(nested, { type: 'array', items: { $ref } }).type).toBe('array of string or array of Nested')
  })

  test('has the meaning of each permitted value, which its description no longer repeats', () => {
    expect(field('kind')?.shape).toMatchObject({
      description: 'Its kind.',
      values: [
        { value: 'low', meaning: 'below the eyes' },
        { value: 'high', meaning: 'above' },
      ],
    })
  })

  test('that contains itself is named instead of repeated, and null is part of its type', () => {
    expect(field('upper')?.shape).toMatchObject({
      type: 'Shelf or null',
      component: 'Shelf',
      isRecursive: true,
      fields: [],
    })
  })

  test('has the alternatives of its items, and the parts of allOf as one', () => {
    const { type, limits, variants } = field('books')?.shape ?? { variants: [] }
    expect([type, limits]).toEqual(['array of string or Book', ['at most 3 items']])
    expect(variants.map(({ title }) => title)).toEqual(['string', 'Book'])
    expect(variants[1]?.shape.fields.map(({ name, required }) => [name, required])).toEqual([
      ['id', true],
      ['title', false],
    ])
  })
})

describe('the page of an operation', () => {
  const page = () => file('docs/reference/set-shelf.html')

  test('has a place for each parameter, field, response and error', () => {
    for (const id of ['path.id', 'body.name', 'body.books', 'response-200', 'response-200.kind', 'error-gone'])
      expect(page()).toContain(`id="${id}"`)
  })

  test('has the cause of an error as the operation states it, what to do, and an example', () => {
    expect(page()).toMatch(/id="error-gone">.*Nobody has seen it\..*What to do.*Choose another\..*Example/)
    expect(page()).not.toContain('error-busy')
  })

  test('links to the event that it sends, and the event back', () => {
    expect(page()).toContain('<a class="operation" href="/docs/reference/shelf-changed"><code>shelf.changed</code></a>')
    expect(file('docs/reference/shelf-changed.html')).toContain('<a href="/docs/reference/set-shelf">Set a shelf</a>')
  })

  test('has the same facts as Markdown', () => {
    const markdown = file('docs/reference/set-shelf.md')
    expect(markdown).toContain('`PUT https://library.example/v1/shelves/{id}`')
    expect(markdown).toContain('- `name` (string, required, 1 to 20 characters, default "A")')
    expect(markdown).toContain('- `gone` (404): Nobody has seen it. Choose another.')
    expect(markdown).toContain('- [A shelf changed](/docs/reference/shelf-changed.md)')
  })

  test('has samples in six languages that quote what needs quotes', () => {
    const markdown = file('docs/reference/set-shelf.md')
    expect([...markdown.matchAll(/^### (.*)$/gm)].map(([, title]) => title)).toEqual([
      'curl',
      'TypeScript',
      'Python',
      'Go',
      'Java',
      'PHP',
    ])
    expect(markdown).toContain(`"name": "it'\\''s \\"B\\""`)
    expect(markdown).toContain("await client.shelves.setShelf('s 1', { name: 'it\\'s \"B\"', upper: null })")
    expect(markdown).toContain(`client.shelves.set_shelf("s 1", {"name": "it's \\"B\\"", "upper": None})`)
    expect(markdown.match(/https:\/\/library\.example\/v1\/shelves\/s%201/g)).toHaveLength(4)
  })
})

test('error codes and schemas have pages of their own, and the search finds both', () => {
  expect(file('docs/reference/errors.html')).toMatch(/id="gone".*Returned by 1 operations/s)
  expect(file('docs/reference/schemas.html')).toContain('id="Shelf"')
  const index = file('docs/assets/search-index.js')
  for (const href of ['errors#gone', 'schemas#Shelf', 'set-shelf', 'shelf-changed'])
    expect(index).toContain(`"/docs/reference/${href}"`)
})

test('with many operations, a page links to the other groups instead of to all of their pages', () => {
  const operation = (tag: string, id: string) => ({ get: { operationId: id, tags: [tag], responses: {} } })
  const many = Array.from({ length: 450 }, (_, index): [string, object] => [
    `/${index}`,
    operation(index < 3 ? 'Few' : 'Many', `get${index}`),
  ])
  const documents = [
    { address: '/docs/reference', title: 'API reference', document: { ...library, paths: Object.fromEntries(many) } },
  ]
  const pages = new Map(sitePages({ site: { folder: '', title: 'Library', guides: [], links: [] }, documents }))
  const addresses = (page: string) => new Set(pages.get(page)?.match(/(?<=href=")\/docs\/reference\/[^"#]+/g))
  const few = addresses('docs/reference/get0.html')
  expect([...few]).toEqual(expect.arrayContaining(['get1', 'many'].map((page) => `/docs/reference/${page}`)))
  expect(few).not.toContain('/docs/reference/get4')
  expect(addresses('docs/reference/many.html')).toContain('/docs/reference/get449')
})

test('no generated page of our contract has more than 300 KB compressed, and all files together less than 6 MB', () => {
  const folder = join(repository, 'generated/docs')
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const contents = paths.map((entry) => readFileSync(join(entry.parentPath, entry.name)))
  expect(contents.length).toBeGreaterThan(100)
  expect(Math.max(...contents.map((content) => gzipSync(content).length))).toBeLessThan(300_000)
  expect(contents.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(6_000_000)
})

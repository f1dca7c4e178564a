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
  info: { title: 'Library', version: '1', description: 'Books.\n\n## Loans & fees\n\nTwo weeks.' },
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
            content: {
              'application/json': { schema: { $ref: '#/components/schemas/Shelf' }, example: { name: 'C' } },
            },
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

test('an example that is the only one of its response is named by its status', () => {
  expect(file('docs/reference/set-shelf.html')).toContain('<figcaption>200 OK</figcaption>')
  expect(file('docs/reference/shelf-changed.html')).toContain('<figcaption>shelf.changed</figcaption>')
})

test('the page of a tag has the object that its operations return, with its fields and an example', () => {
  const page = file('docs/reference/shelves.html')
  expect(page).toContain('<h2 id="object"><a class="anchor" href="#object">The object <code>Shelf</code></a></h2>')
  expect(page).toContain('<li id="object.kind">')
  expect(page).toMatch(/<figcaption>Shelf<\/figcaption>.*name.*: .*C/s)
  expect(file('docs/reference/shelves.md')).toMatch(/## The object Shelf\n.*- `kind` \(string\): Its kind\./s)
  expect(file('docs/reference/events.html')).not.toContain('id="object"')
})

test('each heading of the introduction has a link, and the page lists them', () => {
  const page = file('docs/reference.html')
  expect(page).toContain('<h2 id="loans--fees"><a class="anchor" href="#loans--fees">Loans &amp; fees</a></h2>')
  expect(page).toMatch(/On this page.*<a href="#loans--fees">.*<a href="#operations">/s)
})

test('the search finds a schema by the name of a field', () => {
  expect(file('docs/assets/search-index.js')).toContain(
    '"href":"/docs/reference/schemas#Shelf","name":"","text":"name, kind, upper, labels, books"',
  )
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

describe('the generated pages of our contract', () => {
  const folder = join(repository, 'generated/docs')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'))
  const pages = new Map(
    names
      .filter((name) => name.endsWith('.html'))
      .map((name) => [`/docs/${name.slice(0, -'.html'.length)}`, readFileSync(join(folder, name), 'utf8')]),
  )
  const idsOf = (page: string) => [...page.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id)

  test('are all there as Markdown, which llms.txt lists', () => {
    const listed = readFileSync(join(folder, 'llms.txt'), 'utf8')
    expect(pages.size).toBeGreaterThan(80)
    // The page for unknown paths has no address of its own.
    for (const address of [...pages.keys()].filter((one) => one !== '/docs/404')) {
      expect(names).toContain(`${address.slice('/docs/'.length)}.md`)
      expect(listed).toContain(`](${address}.md): `)
    }
  })

  test('have no place twice, and their links lead to pages and places that exist', () => {
    const places = new Map([...pages].map(([address, page]) => [address, new Set(idsOf(page))]))
    const broken = [...pages].flatMap(([address, page]) => {
      const links = [...page.matchAll(/<a [^>]*href="(\/docs\/[^"]*|#[^"]*)"/g)].map(([, href = '']) => href)
      return links.filter((href) => {
        const [path = '', place] = href.split('#')
        const ids = places.get(path || address)
        if (ids === undefined) return !/\.(json|txt|atom)$/.test(path)
        return place !== undefined && !ids.has(decodeURIComponent(place))
      })
    })
    expect(broken).toEqual([])
    for (const [address, page] of pages)
      expect([address, idsOf(page).length]).toEqual([address, places.get(address)?.size])
  })

  test('have one heading of the first level, and no section without text', () => {
    for (const [address, page] of pages) {
      expect([address, page.match(/<h1/g)?.length]).toEqual([address, 1])
      expect([address, page.match(/<\/h2>\s*(<\/section>|<h2)/g)]).toEqual([address, null])
    }
  })

  test('have at most 300 KB compressed, and all files together less than 6 MB', () => {
    const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const contents = paths.map((entry) => readFileSync(join(entry.parentPath, entry.name)))
    expect(contents.length).toBeGreaterThan(100)
    expect(Math.max(...contents.map((content) => gzipSync(content).length))).toBeLessThan(300_000)
    expect(contents.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(6_000_000)
  })
})

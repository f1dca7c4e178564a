import { randomUUID } from 'node:crypto'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { escapeHtml, highlight } from '../../src/docs-site/highlight.ts'
import { guidePages } from '../../src/docs-site/pages.ts'
import { readSite, type Site } from '../../src/docs-site/site.ts'
import { BrokenSpecError } from '../../src/lint/findings.ts'
import type { OpenApi } from '../../src/source/openapi.ts'
import { temporaryFolder } from '../helpers.ts'

const library: OpenApi = {
  openapi: '3.1.0',
  info: { title: 'Library', version: '1' },
  security: [{ key: [] }],
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Card' } as { type: string } },
    schemas: { BookId: { type: 'string', examples: ['bok_1'] } },
  },
  paths: {
    '/books': {
      post: {
        operationId: 'addBook',
        tags: ['All books'],
        summary: 'Add a book',
        requestBody: { content: { 'application/json': { examples: { short: { value: { title: '</script>' } } } } } },
        responses: {
          201: { links: { book: { operationId: 'getBook', parameters: { id: '$response.body#/data/id' } } } },
        },
      },
    },
    '/books/{id}': {
      get: {
        operationId: 'getBook',
        tags: ['All books'],
        summary: 'Read a book',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { $ref: '#/components/schemas/BookId' } }],
        responses: { 200: {} },
      },
    },
  },
}

let folders: string

beforeAll(async () => {
  folders = await temporaryFolder(afterAll)
})

/** A repository with these guides, the first of them the home page. */
async function siteOf(guides: Record<string, string>, files: Record<string, string> = {}): Promise<Site> {
  const root = join(folders, randomUUID())
  const folder = join(root, 'docs/guides')
  await mkdir(folder, { recursive: true })
  const names = Object.keys(guides)
  const tryIt = { server: 'http://127.0.0.1:9/v1', key: 'card-1', start: 'run it' }
  await writeFile(join(folder, 'site.json'), JSON.stringify({ title: 'Library', guides: names, links: [], try: tryIt }))
  for (const [name, text] of Object.entries(guides)) await writeFile(join(folder, `${name}.md`), text)
  for (const [path, text] of Object.entries(files)) await writeFile(join(root, path), text)
  return readSite(folder)
}

async function render(guides: Record<string, string>, files?: Record<string, string>): Promise<Map<string, string>> {
  const site = await siteOf(guides, files)
  return new Map(guidePages(site, [{ address: '/docs/reference', document: library }]))
}

describe('a guide', () => {
  let page: string

  beforeAll(async () => {
    const home = [
      '# Start & go',
      'Read `getBook`, then [more](more.md#deep-down) or `nothing`.',
      '## Twice\n\n## Twice',
      '```sh\necho "a < b" # hi\n```',
      '[tool.py](../../tool.py)',
    ]
    page =
      (await render({ home: home.join('\n\n'), more: '# More\n\n## Deep down' }, { 'tool.py': 'import os\n' })).get(
        'index',
      ) ?? ''
  })

  test('links the name of an operation to its place in the reference, and other code to nothing', () => {
    expect(page).toContain('<a class="operation" href="/docs/reference#/all-books/getbook"><code>getBook</code></a>')
    expect(page).toContain('or <code>nothing</code>.')
  })

  test('links to other guides by their URLs', () => {
    expect(page).toContain('<a href="/docs/more#deep-down">more</a>')
  })

  test('gives each heading a unique id', () => {
    expect(page).toContain('<h2 id="twice">')
    expect(page).toContain('<h2 id="twice-1">')
  })

  test('escapes code, and groups related lines', () => {
    expect(page).toContain(
      '<span class="keyword">echo</span> <span class="string">&quot;a &lt; b&quot;</span> <span class="comment"># hi</span>',
    )
  })

  test('shows a source file in the place of a link to it', () => {
    expect(page).toMatch(
      /<figcaption>tool\.py<\/figcaption><pre><code class="py"><span class="keyword">import<\/span> os/,
    )
  })

  test('a page may run its own scripts and fetch nothing', () => {
    expect(page).toContain(`http-equiv="Content-Security-Policy" content="default-src 'none';`)
    expect(page).not.toContain('connect-src')
    expect(page).not.toMatch(/<(script|link|img)[^>]+(src|href)=/)
  })

  test('finds guides, their sections and operations', () => {
    const index = JSON.parse(/id="index">(.*?)<\/script>/.exec(page)?.[1] ?? '')
    const places = index.map(({ title, href }: { title: string; href: string }) => [title, href])
    expect(places).toContainEqual(['Deep down', '/docs/more#deep-down'])
    expect(places).toContainEqual(['Read a book', '/docs/reference#/all-books/getbook'])
  })
})

describe('a guide is refused, with file and line,', () => {
  test.each([
    [
      'when a link leads out of the guides',
      '# A\n\nSee [that](../elsewhere.md).',
      /home\.md:3:1 {2}guides\n.*elsewhere\.md leads out/,
    ],
    ['when a link leads to a guide that is not there', '# A\n\n[B](b.md) it is.', /home\.md:3:1.*\n.*b\.md leads out/],
  ])('%s', async (_, text, message) => {
    await expect(render({ home: text })).rejects.toThrow(message)
  })

  test('a guide with the name of another page is refused, with file and line', async () => {
    await expect(render({ home: '# A', reference: '# B' })).rejects.toThrow(/reference\.md:1:1.*\n.*Rename the guide/)
  })

  test('a guide in the list without a file is refused, with file and line', async () => {
    const { folder } = await siteOf({ home: '# A' })
    const other = join(await temporaryFolder(), 'guides')
    await cp(folder, other, { recursive: true })
    await writeFile(join(other, 'site.json'), JSON.stringify({ guides: ['home', 'lost'] }))
    expect(() => readSite(other)).toThrow(BrokenSpecError)
    expect(() => readSite(other)).toThrow(/lost\.md/)
  })
})

describe('the page on which operations are tried', () => {
  let page: string
  let data: { keyHeader: string; operations: Record<string, unknown>[] }

  beforeAll(async () => {
    page = (await render({ home: '# A' })).get('try') ?? ''
    data = JSON.parse(/id="operations">(.*?)<\/script>/.exec(page)?.[1] ?? '')
  })

  test('may send requests to the one server that it is for', () => {
    expect(page).toContain('connect-src http://127.0.0.1:9;')
  })

  test('has the header of the key, and parameters and bodies as the examples have them', () => {
    expect(data.keyHeader).toBe('X-Card')
    expect(data.operations).toMatchObject([
      { id: 'addBook', method: 'POST', bodies: [{ name: 'short', text: '{\n  "title": "</script>"\n}' }] },
      { id: 'getBook', method: 'GET', parameters: [{ name: 'id', example: 'bok_1', sources: ['addBook'] }] },
    ])
  })

  test('passes values of a response to other operations', () => {
    expect(data.operations[0]).toMatchObject({ links: [{ operation: 'getBook', parameter: 'id', pointer: 'data/id' }] })
  })
})

test('code in an unknown language is escaped and otherwise unchanged', () => {
  expect(highlight('if <b>', 'cobol')).toBe(escapeHtml('if <b>'))
})

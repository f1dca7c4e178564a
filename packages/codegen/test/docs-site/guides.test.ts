import { randomUUID } from 'node:crypto'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { escapeHtml, highlight } from '../../src/docs-site/highlight.ts'
import { sitePages } from '../../src/docs-site/pages.ts'
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
  return new Map(
    sitePages({ site, documents: [{ address: '/docs/reference', title: 'API reference', document: library }] }),
  )
}

describe('a guide', () => {
  let page: string
  let files: Map<string, string>

  beforeAll(async () => {
    const home = [
      '# Start & go',
      'Read `getBook`, then [more](more.md#deep-down) or `nothing`.',
      '## Twice\n\n## Twice',
      '```sh\necho "a < b" # hi\n```',
      '[tool.py](../../tool.py)',
    ]
    files = await render({ home: home.join('\n\n'), more: '# More\n\n## Deep down' }, { 'tool.py': 'import os\n' })
    page = files.get('docs/home.html') ?? ''
  })

  test('links the name of an operation to its place in the reference, and other code to nothing', () => {
    expect(page).toContain('<a class="operation" href="/docs/reference/get-book"><code>getBook</code></a>')
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
      /<figcaption>tool\.py<\/figcaption><pre tabindex="0"><code class="py"><span class="keyword">import<\/span> os/,
    )
  })

  test('a page may run the scripts of the site and fetch nothing, and refers to no other host', () => {
    expect(page).toContain(`http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self';`)
    expect(page).toContain("connect-src 'none'")
    expect(page).not.toMatch(/<(script|link|img)[^>]+(src|href)="(https?:)?\/\//)
    expect(page).not.toMatch(/<script>|<style|style="/)
  })

  test('finds guides, their sections and operations', () => {
    const script = files.get('docs/assets/search-index.js') ?? ''
    const index = JSON.parse(script.replace('globalThis.docsIndex = ', ''))
    const places = index.map(({ title, href }: { title: string; href: string }) => [title, href])
    expect(places).toContainEqual(['Deep down', '/docs/more#deep-down'])
    expect(places).toContainEqual(['Read a book', '/docs/reference/get-book'])
  })

  test('is also Markdown, with the source file in the place of the link, and listed in llms.txt', () => {
    expect(files.get('docs/home.md')).toContain('Read `getBook`, then [more](more.md#deep-down) or `nothing`.')
    expect(files.get('docs/home.md')).toContain('```py\nimport os\n```')
    expect(files.get('docs/llms.txt')).toContain('- [Start & go](/docs/home.md): Read getBook')
    expect(files.get('docs/llms.txt')).toContain('- [Read a book](/docs/reference/get-book.md)')
  })
})

describe('a guide with a mistake', () => {
  test.each([
    [
      'when a link leads out of the guides',
      '# A\n\nSee [that](../elsewhere.md).',
      /home\.md:3:1 {2}guides\n.*elsewhere\.md leads out/,
    ],
    ['when a link leads to a guide that is not there', '# A\n\n[B](b.md) it is.', /home\.md:3:1.*\n.*b\.md leads out/],
  ])('is refused with file and line %s', async (_, text, message) => {
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

describe('the form on the page of an operation', () => {
  let page: string
  let dataOf: (file: string) => { keyHeader: string; server: string; operation: Record<string, unknown> }

  beforeAll(async () => {
    const files = await render({ home: '# A' })
    page = files.get('docs/reference/add-book.html') ?? ''
    dataOf = (file) => JSON.parse(/id="operation">(.*?)<\/script>/.exec(files.get(file) ?? '')?.[1] ?? '')
  })

  test('may send requests to the server of the site and to the one that has the page', () => {
    expect(page).toContain("connect-src http://127.0.0.1:9 'self';")
  })

  test('has the header of the key, and parameters and bodies as the examples have them', () => {
    expect(dataOf('docs/reference/add-book.html')).toMatchObject({
      keyHeader: 'X-Card',
      operation: { id: 'addBook', method: 'POST', bodies: [{ name: 'short', text: '{\n  "title": "</script>"\n}' }] },
    })
    expect(dataOf('docs/reference/get-book.html').operation).toMatchObject({
      parameters: [{ name: 'id', example: 'bok_1', sources: ['addBook'] }],
    })
  })

  test('passes values of a response to other operations', () => {
    expect(dataOf('docs/reference/add-book.html').operation).toMatchObject({
      links: [{ operation: 'getBook', parameter: 'id', pointer: 'data/id' }],
    })
  })
})

test('code in an unknown language is escaped and otherwise unchanged', () => {
  expect(highlight('if <b>', 'cobol')).toBe(escapeHtml('if <b>'))
})

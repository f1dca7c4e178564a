import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { DocumentCall } from '@svc/http/document'
import { serveForTest } from '@svc/http/testing-document'
import { createCaller } from '@svc/sdk/functions'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientFiles } from '../../src/sdk/hey-api.ts'
import { parameterNotes } from '../../src/sdk/parameter-styles.ts'
import { forGenerators, type OpenApi, type Parameter } from '../../src/source/openapi.ts'
import { temporaryFolder } from '../helpers.ts'
import { randomValues } from './random-values.ts'
import { hasParts, type StyledCase, schemas, styledCases, styledDocument } from './styled-documents.ts'

// The generated client of a document with every style calls a server of the same document, which reads the values by
// code of its own. The URLs are those of an independent implementation of RFC 6570.

const seed = Number(process.env.SVC_TEST_SEED ?? Date.now() % 1_000_000)
const random = randomValues(seed)
const rounds = 10

interface UriTemplates {
  expand(template: string, values: Record<string, unknown>): string
}

const { URI: uriTemplates }: { URI: UriTemplates } = createRequire(import.meta.url)('uri-template-lite')

const document = styledDocument(styledCases)

type ClientFunction = (...args: unknown[]) => Promise<unknown>

let folder: string
let files: ReadonlyMap<string, string>
let server: Awaited<ReturnType<typeof serveForTest>>
let functions: Record<string, ClientFunction>
/** The target of the last request. */
let target = ''

beforeAll(async () => {
  folder = await temporaryFolder(afterAll)
  files = new Map(await clientFiles(forGenerators(document), folder))
  for (const [name, text] of [...files, ['package.json', '{ "type": "module" }'] as const]) {
    const path = join(folder, 'client', name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
  functions = await import(join(folder, 'client/functions.ts'))
  server = await serveForTest({
    document,
    operations: ({ path, query, request }: DocumentCall) => {
      target = request.originalUrl
      return { path, query }
    },
    authenticate: () => undefined,
  })
})
afterAll(() => server.close())

/** Calls a function of the client. Returns what the handler of the server got. */
function call(name: string, ...args: unknown[]): Promise<unknown> {
  const caller = createCaller({ apiKey: 'none', baseUrl: server.baseUrl, maxRetries: 0 })
  const [, id] =
    Object.entries(functions).find(([key]) => key.toLowerCase() === name.replaceAll('_', '').toLowerCase()) ?? []
  if (id === undefined) throw new Error(`The client has no function ${name}.`)
  return id(caller, ...args)
}

function callCase({ operationId, parameter }: StyledCase, value: unknown): Promise<unknown> {
  return call(operationId, parameter.in === 'path' ? value : { value })
}

/** The characters that members cannot have because their style does not encode them. */
function delimitersOf({ parameter: { style, explode, in: place }, kind }: StyledCase): string {
  if (style === 'label' && explode && hasParts(kind)) return '.'
  if (style === 'deepObject') return '[]'
  if (place === 'query' && !explode) return { spaceDelimited: ' ', pipeDelimited: '|' }[style ?? ''] ?? ''
  return ''
}

/** A value that the style of a case can express. */
function expressible(one: StyledCase): unknown {
  const { parameter, kind } = one
  for (;;) {
    const value = random.value(kind, delimitersOf(one))
    const isDotted = JSON.stringify(value)?.includes('.') && parameter.style === 'label' && parameter.explode
    const isDotsAlone = [value].flat().every((member) => ['', '.', '..'].includes(String(member)))
    if (!(isDotted && hasParts(kind)) && !(isDotsAlone && parameter.in === 'path')) return value
  }
}

/** A program that uses the client, with one error that the compiler has to find. */
const program = `
import { mixed, pathLabelWholeFlag, pathMatrixExplodedPoint, pathSimpleWholeCounts } from './functions.ts'
import { Resources } from './resources.ts'
import type { Caller } from './runtime.ts'
declare const caller: Caller
pathLabelWholeFlag(caller, true)
pathSimpleWholeCounts(caller, [1, 2])
pathMatrixExplodedPoint(caller, { x: 1, open: false })
mixed(caller, 'a', true, { x: 1 }, { limit: 5, ids: ['a'], filter: { status: 'open' } })
export const resources = new Resources(caller)
pathSimpleWholeCounts(caller, ['one'])
`

test('the client compiles with the strictest options, and refuses an item of another type', async () => {
  const main = join(folder, 'client/program.ts')
  await writeFile(main, program)
  const compiled = ts.createProgram(
    [main, ...[...files.keys()].filter((name) => name.endsWith('.ts')).map((name) => join(folder, 'client', name))],
    {
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
      module: ts.ModuleKind.NodeNext,
      types: [],
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      noUnusedLocals: true,
      erasableSyntaxOnly: true,
      verbatimModuleSyntax: true,
      allowImportingTsExtensions: true,
      noEmit: true,
    },
  )
  const messages = ts
    .getPreEmitDiagnostics(compiled)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
  expect(messages).toEqual(["Type 'string' is not assignable to type 'number'."])
})

describe(`seed ${seed}`, () => {
  test.each(styledCases)('a value arrives as it was sent: $operationId', async (one) => {
    for (let round = 0; round < rounds; round++) {
      const value = expressible(one)
      const place = one.parameter.in === 'path' ? 'path' : 'query'
      const other = place === 'path' ? 'query' : 'path'
      expect(await callCase(one, value), target).toEqual({ [place]: { value }, [other]: {} })
    }
  })

  // uri-template-lite 22.9.0 separates the members of an exploded object by commas in this style, does not encode `*`,
  // and leaves out a list of one empty text.
  const expanded = styledCases.filter(({ operationId, kind, parameter: { style, explode, content } }) => {
    const isWritten = hasParts(kind) || style === 'label' || style === 'matrix'
    const isTemplate = ['simple', 'label', 'matrix'].includes(style ?? '') || (style === 'form' && !explode)
    return isWritten && isTemplate && !content && !/path_label_exploded_(point|labels)/.test(operationId)
  })
  test.each(expanded)('a URL is that of RFC 6570: $operationId', async (one) => {
    const { operationId, parameter } = one
    const operator = { label: '.', matrix: ';', form: '?' }[parameter.style ?? ''] ?? ''
    const variable = `{${operator}value${parameter.explode && hasParts(one.kind) ? '*' : ''}}`
    const template = `/v1/${operationId}${parameter.in === 'path' ? `/${variable}/end` : variable}`
    for (let round = 0; round < rounds; round++) {
      const value = expressible(one)
      if (/\*|""/.test(JSON.stringify(value))) continue
      await callCase(one, value)
      expect(target).toBe(uriTemplates.expand(template, { value }))
    }
  })

  test('several parameters of one operation arrive together, with those of the options', async () => {
    for (let round = 0; round < rounds; round++) {
      const path = { id: random.segment(), open: random.value('flag') === true, point: random.value('point') }
      const query = {
        limit: random.value('count'),
        tags: random.value('texts'),
        ids: random.value('texts'),
        filter: random.value('labels', '[]'),
        since: '2026-11-28T10:00:00+01:00',
      }
      const page = random.value('count')
      const got = await call('mixed', path.id, path.open, path.point, query, { query: { page } })
      expect(got, target).toEqual({ path, query: { ...query, page } })
    }
  })
})

const color = ['blue', 'black', 'brown']
const channels = { R: '100', G: '200', B: '150' }

// The table "Style Examples" of OpenAPI 3.1.1, with the name `value`.
test.each([
  ['path_simple_whole_text', 'blue', '/blue'],
  ['path_simple_whole_texts', color, '/blue,black,brown'],
  ['path_simple_whole_labels', channels, '/R,100,G,200,B,150'],
  ['path_simple_exploded_labels', channels, '/R=100,G=200,B=150'],
  ['path_label_whole_text', 'blue', '/.blue'],
  ['path_label_whole_texts', color, '/.blue,black,brown'],
  ['path_label_whole_labels', channels, '/.R,100,G,200,B,150'],
  ['path_label_exploded_texts', color, '/.blue.black.brown'],
  ['path_label_exploded_labels', channels, '/.R=100.G=200.B=150'],
  ['path_matrix_whole_text', '', '/;value'],
  ['path_matrix_whole_text', 'blue', '/;value=blue'],
  ['path_matrix_whole_texts', color, '/;value=blue,black,brown'],
  ['path_matrix_whole_labels', channels, '/;value=R,100,G,200,B,150'],
  ['path_matrix_exploded_texts', color, '/;value=blue;value=black;value=brown'],
  ['path_matrix_exploded_labels', channels, '/;R=100;G=200;B=150'],
  ['query_form_whole_text', '', '?value='],
  ['query_form_whole_texts', color, '?value=blue,black,brown'],
  ['query_form_whole_labels', channels, '?value=R,100,G,200,B,150'],
  ['query_form_exploded_texts', color, '?value=blue&value=black&value=brown'],
  ['query_form_exploded_labels', channels, '?R=100&G=200&B=150'],
  ['query_spaceDelimited_whole_texts', color, '?value=blue%20black%20brown'],
  ['query_spaceDelimited_whole_labels', channels, '?value=R%20100%20G%20200%20B%20150'],
  ['query_pipeDelimited_whole_texts', color, '?value=blue%7Cblack%7Cbrown'],
  ['query_pipeDelimited_whole_labels', channels, '?value=R%7C100%7CG%7C200%7CB%7C150'],
  ['query_deepObject_whole_labels', channels, '?value%5BR%5D=100&value%5BG%5D=200&value%5BB%5D=150'],
])('%s writes %j as in the table of OpenAPI: %s', async (operationId, value, written) => {
  const one = styledCases.find((candidate) => candidate.operationId === operationId)
  if (one === undefined) throw new Error(`There is no case ${operationId}.`)
  await callCase(one, value)
  const end = one.parameter.in === 'path' ? '/end' : ''
  expect(target).toBe(`/v1/${operationId}${written}${end}`)
})

test.each([
  ['path_simple_whole_texts', []],
  ['path_simple_whole_texts', ['']],
  ['path_simple_whole_texts', ['..']],
  ['path_simple_whole_labels', {}],
  ['path_label_whole_text', '.'],
  ['path_label_exploded_texts', ['1.5']],
  ['path_label_exploded_labels', { price: '1.5' }],
  ['path_matrix_whole_texts', [undefined, null]],
  ['path_matrix_whole_labels', { nested: { deeper: 1 } }],
  ['path_json_labels', undefined],
  ['query_form_whole_texts', [['a']]],
  ['query_form_exploded_labels', { nested: ['a'] }],
  ['query_spaceDelimited_whole_texts', ['a b']],
  ['query_pipeDelimited_whole_texts', ['a|b']],
  ['query_deepObject_exploded_labels', { 'a[b]': '1' }],
  ['query_deepObject_exploded_labels', ['a']],
])('%s sends no request for %j, which its style cannot express', async (operationId, value) => {
  const one = styledCases.find((candidate) => candidate.operationId === operationId)
  if (one === undefined) throw new Error(`There is no case ${operationId}.`)
  target = 'nothing was sent'
  await expect(async () => callCase(one, value)).rejects.toThrow(TypeError)
  expect(target).toBe('nothing was sent')
})

test('members that are undefined or null are left out, and so is a query parameter without members', async () => {
  expect(await call('path_matrix_exploded_labels', { a: '1', b: undefined, c: null })).toMatchObject({
    path: { value: { a: '1' } },
  })
  expect(await call('query_form_whole_texts', { value: ['a', null, 'b'] })).toMatchObject({
    query: { value: ['a', 'b'] },
  })
  await call('query_form_whole_texts', { value: [] })
  expect(target).toBe('/v1/query_form_whole_texts')
})

test('a client without styled parameters has no code for them', async () => {
  const plain = styledCases.filter(({ operationId }) =>
    /^path_simple_.*_(text|count|flag)$|^query_form_exploded_texts$/.test(operationId),
  )
  const { paths } = styledDocument(plain)
  delete paths?.['/mixed/{id}/{open}/at{point}']
  const names = (await clientFiles(forGenerators({ ...document, paths: paths ?? {} }), await temporaryFolder())).map(
    ([name]) => name,
  )
  expect(names).toContain('functions.ts')
  expect(names).not.toContain('styles.ts')
})

test('a paginated list with a parameter that has all members in one value is refused, by name', async () => {
  const list: OpenApi = {
    openapi: '3.1.0',
    info: { title: 'Lists', version: '1' },
    paths: {
      '/things': {
        get: {
          operationId: 'listThings',
          'x-pagination': { style: 'cursor', limit: 'limit', cursor: 'cursor', items: 'data', next: 'next' },
          parameters: [{ name: 'ids', in: 'query', explode: false, schema: schemas.texts }],
          responses: { 200: { description: 'ok', content: { 'application/json': { schema: { type: 'object' } } } } },
        },
      },
    },
  }
  await expect(clientFiles(forGenerators(list), await temporaryFolder())).rejects.toThrow(
    'listThings: a client cannot combine the list parameter ids, whose members are separated within one value',
  )
})

test('a note names each parameter that clients cannot express', () => {
  const parameters: Parameter[] = [
    { name: 'X-Ids', in: 'header', schema: schemas.counts },
    { name: 'X-Id', in: 'header', schema: schemas.text },
    { name: 'theme', in: 'cookie', schema: schemas.labels },
    {
      name: 'filter',
      in: 'query',
      style: 'deepObject',
      schema: { type: 'object', properties: { ids: schemas.counts } },
    },
    { name: 'flat', in: 'query', style: 'deepObject', schema: schemas.labels },
  ]
  const noted = { ...document, paths: { '/a': { get: { operationId: 'getA', parameters, responses: {} } } } }
  expect(parameterNotes(noted)).toEqual([
    'getA: the header parameter X-Ids is a list or an object. Clients have no argument for it: pass its text in `headers` of the options.',
    'getA: the cookie parameter theme is a list or an object. Clients have no argument for it: pass its text in `headers` of the options.',
    'getA: the query parameter filter has a list or an object within another, for which no style of OpenAPI has a form. A call with one throws an error.',
  ])
})

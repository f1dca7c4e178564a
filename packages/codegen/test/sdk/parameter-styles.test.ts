import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type DocumentCall, serveDocument } from '@svc/http/document'
import { createCaller } from '@svc/sdk/functions'
import ts from 'typescript'
import URI from 'uri-template-lite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientFiles } from '../../src/sdk/hey-api.ts'
import { forGenerators } from '../../src/source/openapi.ts'
import { temporaryFolder } from '../helpers.ts'
import { randomValues } from './random-values.ts'
import { hasParts, type StyledCase, styledCases, styledDocument } from './styled-documents.ts'

// The generated client of a document with every style calls a server of the same document, which reads the values by
// code of its own. The URLs are those of an independent implementation of RFC 6570.

const seed = Number(process.env.SVC_TEST_SEED ?? Date.now() % 1_000_000)
const random = randomValues(seed)
const rounds = 20

const document = styledDocument(styledCases)

type ClientFunction = (...args: unknown[]) => Promise<unknown>

let folder: string
let files: ReadonlyMap<string, string>
let server: Awaited<ReturnType<typeof serveDocument>>
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
  server = await serveDocument({
    document,
    operations: ({ path, query, request }: DocumentCall) => {
      target = request.originalUrl
      return { path, query }
    },
    authenticate: () => undefined,
    checkResponses: true,
    onServerError(error) {
      throw error
    },
    host: '127.0.0.1',
    port: 0,
    settings: { host: 'host', port: 'port' },
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
    const [only, ...others] = [value].flat()
    const isDotsAlone = parameter.in === 'path' && others.length === 0 && ['', '.', '..'].includes(String(only))
    if (!(isDotted && hasParts(kind)) && !isDotsAlone) return value
  }
}

describe(`seed ${seed}`, () => {
  test.each(styledCases)('a value arrives as it was sent: $operationId', async (one) => {
    for (let round = 0; round < rounds; round++) {
      const value = expressible(one)
      const place = one.parameter.in === 'path' ? 'path' : 'query'
      const other = place === 'path' ? 'query' : 'path'
      expect(await callCase(one, value), target).toEqual({ [place]: { value }, [other]: {} })
    }
  })
})

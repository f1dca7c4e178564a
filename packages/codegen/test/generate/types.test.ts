import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generate } from '../../src/generate/generate.ts'
import { clientTypes } from '../../src/generate/openapi-typescript.ts'
import type { Files } from '../../src/generate/output.ts'
import { fixtures, houseRules, temporaryFolder, validityRules } from '../helpers.ts'

const handlers = `
  async listBooks({ query, caller }) { return { items: [await book(caller.reader)], next_cursor: query.cursor ?? null } },
  async getBook({ path }) { return book(path.id) },
  borrowBook({ path, body }) { return { id: 'lon_0001', book_id: path.id, due_on: '2026-12-01', pickup: body.pickup } },
  getLoan({ path }) { return { id: path.id, book_id: 'bok_0001', due_on: '2026-12-01', pickup: { branch: 'Centrum' } } },
  async returnBook() {},
`

const header = `
  import type { Operations } from './contract/operations.ts'
  import type { components } from './contract/server-types.ts'
  type Book = components['schemas']['Book']
  interface Reader { reader: string }
  const book = async (id: string): Promise<Book> =>
    ({ id, title: 'Max Havelaar', shelf: 'fiction', subtitle: null, condition: { kind: 'good' }, lendable: true })
`

const operations = (body: string) => `${header} export const operations: Operations<Reader> = {${body}}`

/** True only for identical types; `any` is identical to nothing else. */
const same = 'type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false'

/** Each program is compiled against the code generated for the library; the messages are the compiler's. */
const programs: Record<string, string> = {
  'complete.ts': operations(handlers),
  'missing.ts': operations(handlers.replace(/ {2}async getBook.*\n/, '')),
  'misspelled.ts': operations(handlers.replace('getBook(', 'getBok(')),
  'additional.ts': operations(`${handlers} async burnBook() {},`),
  'wrong-field.ts': operations(
    handlers.replace("due_on: '2026-12-01', pickup: body", 'due_on: 20261201, pickup: body'),
  ),
  'wrong-input.ts': operations(handlers.replace('book(path.id)', 'book(path.isbn)')),
  'wrong-enum.ts': `${header} export const shelf: Book['shelf'] = 'poetry'`,
  'exact.ts': `
    import type { Shelf, shelves } from './contract/enums.ts'
    import type { components, operations as wire } from './contract/server-types.ts'
    import type { components as clientComponents, operations as clientWire } from './contract/client-types.ts'
    import type { Operations } from './contract/operations.ts'
    import type { WebhookEventType, WebhookPayloads } from './contract/webhooks.ts'
    ${same}
    type Schemas = components['schemas']
    const proof = <T extends true>() => {}
    // nullable, enum, const, union
    proof<Same<Schemas['Book']['subtitle'], string | null>>()
    proof<Same<Schemas['Book']['shelf'], 'fiction' | 'history' | 'children'>>()
    proof<Same<Schemas['Book']['lendable'], true>>()
    proof<Same<Schemas['Condition'], { kind: 'good' } | { kind: 'damaged'; note: string }>>()
    proof<Same<Schemas['Book']['waiting'], number | undefined>>()
    // An id has the prefix of its pattern for the server, and is a plain string for a client.
    proof<Same<wire['getBook']['parameters']['path'], { id: \`bok_\${string}\` }>>()
    proof<Same<clientWire['getBook']['parameters']['path'], { id: string }>>()
    // An enum is a value and a type.
    proof<Same<typeof shelves, readonly ['fiction', 'history', 'children']>>()
    proof<Same<Shelf, Schemas['Shelf']>>()
    // The server fills in a default before validation, and clients may omit the field.
    type Query<T extends { listBooks: { parameters: { query?: unknown } } }> = T['listBooks']['parameters']['query']
    proof<Same<Query<wire>, { limit: number; cursor?: string; shelf?: Schemas['Shelf'] }>>()
    proof<Same<NonNullable<Query<clientWire>>['limit'], number | undefined>>()
    proof<Same<Schemas['BorrowRequest']['weeks'], number>>()
    proof<Same<clientComponents['schemas']['BorrowRequest']['weeks'], number | undefined>>()
    // The input and result of a handler: existing parts only, without the envelope.
    type Input<Id extends keyof Operations<'me'>> = Parameters<Operations<'me'>[Id]>[0]
    type Result<Id extends keyof Operations<'me'>> = Awaited<ReturnType<Operations<'me'>[Id]>>
    proof<Same<keyof Input<'getBook'>, 'path' | 'caller'>>()
    proof<Same<keyof Input<'borrowBook'>, 'path' | 'body' | 'caller'>>()
    proof<Same<Input<'getBook'>['path'], { id: \`bok_\${string}\` }>>()
    proof<Same<Input<'getBook'>['caller'], 'me'>>()
    proof<Same<Result<'getBook'>, Schemas['Book']>>()
    proof<Same<Exclude<Result<'listBooks'>['items'][number], { jsonText: string }>, Schemas['Book']>>()
    proof<Same<Result<'listBooks'>['next_cursor'], string | null>>()
    proof<Same<Result<'returnBook'>, void>>()
    // Webhooks
    proof<Same<WebhookEventType, 'loan.overdue' | 'loan.closed'>>()
    proof<Same<WebhookPayloads['loan.overdue']['type'], 'loan.overdue'>>()
    proof<Same<WebhookPayloads['loan.overdue']['data'], { loan_id: string; days: number }>>()
  `,
  'resources.ts': `
    import type { WebhookEvents } from './sdk/events.ts'
    import { borrowBook } from './sdk/functions.ts'
    import { Resources } from './sdk/resources.ts'
    import type { Caller } from './sdk/runtime.ts'
    ${same}
    const proof = <T extends true>() => {}
    declare const caller: Caller
    const client = new Resources(caller)
    const { data } = await client.books.get('bok_0001')
    proof<Same<typeof data.shelf, 'fiction' | 'history' | 'children'>>()
    proof<Same<typeof data.subtitle, string | null>>()
    for await (const book of client.books.list({ shelf: 'history' }, { maxRetries: 0 })) {
      proof<Same<typeof book.title, string>>()
    }
    const page = await client.books.list()
    proof<Same<typeof page.meta.page.next_cursor, string | null>>()
    proof<Same<(typeof page.items)[number]['id'], string>>()
    const loan = await borrowBook(caller, 'bok_0001', { pickup: { branch: 'Centrum' } })
    proof<Same<typeof loan, Awaited<ReturnType<typeof client.loans.borrowBook>>>>()
    const returned = await client.loans.returnBook('lon_0009')
    proof<Same<typeof returned, void>>()
    proof<Same<WebhookEvents['loan.overdue']['data'], { loan_id: string; days: number }>>()
  `,
  'misused-resources.ts': `
    import { Resources } from './sdk/resources.ts'
    import type { Caller } from './sdk/runtime.ts'
    declare const caller: Caller
    new Resources(caller).books.list({ shelf: 'poetry' })
  `,
}

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
  module: ts.ModuleKind.NodeNext,
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noUnusedLocals: false,
  erasableSyntaxOnly: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
}

let unnamedOperations = ''
let messages: (file: string) => string[]

beforeAll(async () => {
  const folder = await temporaryFolder(afterAll)
  const library = { folder: join(fixtures, 'library'), spec: 'openapi.yaml', companions: [], rules: houseRules }
  const unnamed = { folder: fixtures, spec: 'unnamed.yaml', companions: [], rules: validityRules }
  const [{ files }, bare] = await Promise.all([generate(library, () => {}), generate(unnamed, () => {})])
  unnamedOperations = bare.files.get('contract/operations.ts') ?? ''
  const paths = [
    ...(await write(folder, files)),
    ...(await write(join(folder, 'unnamed'), bare.files)),
    ...(await write(folder, new Map(Object.entries(programs)))),
    ...(await write(folder, new Map([['package.json', '{ "type": "module" }']]))),
  ]
  const program = ts.createProgram(
    paths.filter((path) => path.endsWith('.ts')),
    options,
  )
  const diagnostics = ts.getPreEmitDiagnostics(program)
  messages = (file) =>
    diagnostics
      .filter((diagnostic) => (diagnostic.file?.fileName ?? '') === join(folder, file))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
  const generatedFiles = paths.filter((path) => !(path.slice(folder.length + 1) in programs))
  expect(generatedFiles.flatMap((path) => messages(path.slice(folder.length + 1)))).toEqual([])
})

async function write(folder: string, files: Files): Promise<string[]> {
  const paths: string[] = []
  for (const [name, text] of files) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
    paths.push(path)
  }
  return paths
}

test('nullable, enum, union, const and defaults are converted exactly, and handlers get plain data', () => {
  expect(messages('exact.ts')).toEqual([])
})

test('a complete set of handlers compiles', () => {
  expect(messages('complete.ts')).toEqual([])
})

test('a missing operation is a compile error that names it', () => {
  expect(messages('missing.ts')).toEqual([
    expect.stringMatching(
      /^Property 'getBook' is missing in type .* but required in type 'Operations<Reader, object>'\.$/s,
    ),
  ])
})

test('a misspelled operation is a compile error that names the right one', () => {
  expect(messages('misspelled.ts')[0]).toBe(
    "Object literal may only specify known properties, but 'getBok' does not exist in type 'Operations<Reader, object>'. Did you mean to write 'getBook'?",
  )
})

test('an operation that the contract does not have is a compile error', () => {
  expect(messages('additional.ts')).toEqual([
    "Object literal may only specify known properties, and 'burnBook' does not exist in type 'Operations<Reader, object>'.",
  ])
})

test('a field of the wrong type is a compile error that names the field', () => {
  expect(messages('wrong-field.ts')).toEqual([
    expect.stringMatching(
      /Types of property 'due_on' are incompatible\.\n +Type 'number' is not assignable to type 'string'\.$/,
    ),
  ])
})

test('reading an input that the operation does not have is a compile error', () => {
  expect(messages('wrong-input.ts')).toEqual([`Property 'isbn' does not exist on type '{ id: \`bok_\${string}\`; }'.`])
})

test('a value outside an enum is a compile error that lists the values', () => {
  expect(messages('wrong-enum.ts')).toEqual([
    expect.stringContaining(`Type '"poetry"' is not assignable to type '"fiction" | "history" | "children"'`),
  ])
})

test('the methods and functions of a client have exactly the types of the contract', () => {
  expect(messages('resources.ts')).toEqual([])
  expect(messages('misused-resources.ts')).toEqual([expect.stringContaining(`Type '"poetry"' is not assignable`)])
})

test('an operation without a name gets one from its method and path', () => {
  expect(unnamedOperations).toMatch(/^ {2}getClocksByZoneAlarms: \{$/m)
  expect(unnamedOperations).toMatch(/^ {2}postClocksByZoneAlarms: \(input: \{$/m)
})

test('a public operation has no caller, and one with an optional credential may have none', () => {
  expect(unnamedOperations.match(/caller: .*/g)).toEqual(['caller: Caller | null'])
})

test('two operations with the same id have no types, also if the lint rules permit them', async () => {
  const operation = { operationId: 'getBook', responses: {} }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Library', version: '1' },
    paths: { '/a': { get: operation }, '/b': { get: operation } },
  }
  await expect(clientTypes(document)).rejects.toThrow('The operationId `getBook` is used twice.')
})

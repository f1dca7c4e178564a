import { describe, expect, test } from 'vitest'
import { clauseComments, silentCatches, untypedIds, writingReaders } from './rules.ts'
import { parse } from './source-files.ts'

const store = (text: string) => parse('packages/db/src/webhooks/store.ts', text)
const linesOf = (findings: readonly { line: number }[]) => findings.map(({ line }) => line)

describe('ids that a store takes as any string', () => {
  test.each([
    'export function find(db: Connection, id: string) {}',
    'export async function find(db: Connection, accountId: string | null = null) {}',
    'export function remove(db: Connection, ids: readonly string[]) {}',
    'export function list(db: Connection, { limit, keyId }: Page & { keyId?: string }) {}',
    'export const find = (db: Connection, id: string) => id',
    'export class Store { find(webhookId: string) {} }',
  ])('are found in "%s"', (text) => {
    expect(untypedIds(store(text))).toMatchObject([{ path: 'packages/db/src/webhooks/store.ts', line: 1 }])
  })

  test.each([
    "export function find(db: Connection, id: Id<'whk'>) {}",
    "export function remove(db: Connection, id: StoredKey['id']) {}",
    'export function find(db: Connection, name: string, subject: { width: string }) {}',
    'function lock(db: Connection, id: string) {}',
  ])('are not found in "%s"', (text) => {
    expect(untypedIds(store(text))).toEqual([])
  })

  test('are found at their line, and in stores only', () => {
    const text = '// A store.\nexport function find(\n  db: Connection,\n  id: string,\n) {}\n'
    expect(linesOf(untypedIds(store(text)))).toEqual([4])
    expect(untypedIds(parse('packages/webhooks/src/publish.ts', text))).toEqual([])
  })
})

describe('functions that write with a Reader', () => {
  test.each([
    "export function remove(db: Reader) { return query(db, { text: 'delete from webhooks' }) }",
    'const rename = (db: Reader) => query(db, { text: `update webhooks as webhook\n set name = $1` })',
    'export function add(db: Reader) { const text = `with a as (insert into webhooks values ($1))` }',
  ])('are found in %j', (text) => {
    expect(writingReaders(store(text))).toMatchObject([{ line: 1 }])
  })

  test.each([
    "export function remove(db: Transaction) { return query(db, { text: 'delete from webhooks' }) }",
    "export function find(db: Reader) { return query(db, { text: 'select 1 from webhooks for update' }) }",
    'export function find(db: Reader) { /* insert into webhooks */ }',
  ])('are not found in %j', (text) => {
    expect(writingReaders(store(text))).toEqual([])
  })
})

describe('errors dropped without a reason', () => {
  const file = (text: string) => parse('apps/api/src/file.ts', text)

  test('are found at their line', () => {
    const text = "try {\n  read()\n} catch {\n  open('https://status.example')\n}\n"
    expect(silentCatches(file(text))).toMatchObject([{ path: 'apps/api/src/file.ts', line: 3 }])
    expect(linesOf(silentCatches(file('try { read() } catch {}')))).toEqual([1])
    expect(linesOf(silentCatches(file('// Reads the file.\nread()\nclose().catch(() => {})')))).toEqual([3])
  })

  test.each([
    'read().catch(() => undefined)',
    'const text = await read().catch(async () => {\n  await close()\n})',
    'read().catch(function () {})',
  ])('are found in %j', (text) => {
    expect(silentCatches(file(text))).toHaveLength(1)
  })

  test.each([
    'try { read() } catch { /* The file is optional. */ }',
    'try { read() } catch {\n  // The file is optional.\n  use(undefined)\n}',
    "try { read() } catch { throw new CommandError('The file cannot be read.') }",
    'try { read() } catch (error) { log(error) }',
    '// The file is optional.\nconst text = await read().catch(() => undefined)',
    '// The file is optional.\nfor (const file of files) read(file).catch(() => {})',
    'const text = await read(\n  file,\n  // The file is optional.\n).catch(() => undefined)',
    'read()\n  // The file is optional.\n  .catch(() => {})',
    "read().catch(() => {\n  throw new CommandError('The file cannot be read.')\n})",
    'read().catch((error) => log(error))',
    'read().catch(report)',
  ])('are not found in %j', (text) => {
    expect(silentCatches(file(text))).toEqual([])
  })
})

describe('doc comments that begin with a clause', () => {
  test.each([
    '/** What clients saw during an interval. */\nexport interface View {}',
    '/**\n * How often the process is started.\n */\nconst starts = 3',
    '/** Then the client connects again. */\nfunction limit() {}',
    'interface Options {\n  /** Why it was refused. */\n  reason: string\n}',
  ])('are found in %j', (text) => {
    expect(clauseComments(store(text))).toHaveLength(1)
  })

  test.each([
    '/** The results that clients observed. */\nexport interface View {}',
    '/** Whether the response is complete. */\nconst isComplete = true',
    '/** However it ends, the file is closed. */\nfunction close() {}',
    '// Then the client connects again.\nconst starts = 3',
    "const text = '/** What follows */'",
  ])('are not found in %j', (text) => {
    expect(clauseComments(store(text))).toEqual([])
  })

  test('are found at their line', () => {
    const text = 'const starts = 3\n\n/** Where the process is started. */\nconst folder = 1\n'
    expect(linesOf(clauseComments(store(text)))).toEqual([3])
  })
})

import { describe, expect, test } from 'vitest'
import { untypedIds } from './rules.ts'
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

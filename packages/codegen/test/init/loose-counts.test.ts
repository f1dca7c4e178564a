import { expect, test } from 'vitest'
import { notesOnLooseCounts } from '../../src/init/loose-counts.ts'
import type { Schema } from '../../src/source/openapi.ts'

function notesOn(name: string, ...schemas: Schema[]): string[] {
  const operations = schemas.map((schema, index) => {
    const parameters = [{ name, in: 'query' as const, schema }]
    return [`/list-${index}`, { get: { operationId: `list${index}`, parameters, responses: {} } }] as const
  })
  return notesOnLooseCounts({
    openapi: '3.1.0',
    info: { title: 'Lists', version: '1' },
    paths: Object.fromEntries(operations),
  })
}

test('a number of items that may be negative or a fraction is one note, with the number of operations', () => {
  expect(notesOn('limit', { type: 'number' }, { type: 'number' })).toEqual([
    'Query parameter `limit` of 2 operations accepts negative numbers and fractions: give it a `minimum` and `type: integer`.',
  ])
  expect(notesOn('per_page', { type: 'integer' })).toEqual([
    'Query parameter `per_page` of 1 operation accepts negative numbers: give it a `minimum`.',
  ])
})

test('a bounded number of items and a number that counts nothing need no note', () => {
  expect(notesOn('limit', { type: 'integer', minimum: 1 })).toEqual([])
  expect(notesOn('page', { type: 'integer', exclusiveMinimum: 0 })).toEqual([])
  expect(notesOn('temperature', { type: 'number' })).toEqual([])
})

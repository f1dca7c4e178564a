import { expect, test } from 'vitest'
import type { Columns } from '../src/connection/records.ts'
import { rowSerializer } from '../src/connection/serialized-row.ts'

interface Row {
  id: string
  name: string
  count: number | null
  open: boolean
  at: string
  findings: object
}

const columns: Columns<Row> = {
  id: 'text',
  name: 'text',
  count: 'integer?',
  open: 'boolean',
  at: 'timestamptz',
  findings: 'json',
}

test('a serialized row parses to the record of its columns, in the order of the contract', () => {
  const { id, jsonText } = rowSerializer(columns)([
    'ana_1',
    'Caffè "Sole"\n',
    null,
    't',
    '2026-11-20 08:30:05.4+00',
    '{"a" : [1, 0.50]}',
  ])
  expect(id).toBe('ana_1')
  expect(JSON.parse(jsonText)).toEqual({
    id: 'ana_1',
    name: 'Caffè "Sole"\n',
    count: null,
    open: true,
    at: '2026-11-20T08:30:05.400Z',
    findings: { a: [1, 0.5] },
  })
  expect(Object.keys(JSON.parse(jsonText))).toEqual(Object.keys(columns))
})

test('a column type without a JSON form is refused when the serializer is created', () => {
  expect(() => rowSerializer<{ id: string; tags: string[] }>({ id: 'text', tags: 'ARRAY' })).toThrow(/tags/)
})

import { describe, expect, test } from 'vitest'
import type { OpenApi } from '../../src/source/openapi.ts'
import { workflowOf } from '../../src/workflow/definition.ts'
import { fieldsOf } from '../../src/workflow/fields.ts'

const document: OpenApi = {
  openapi: '3.1.0',
  info: { title: 'Library', version: '1' },
  paths: {},
  components: {
    schemas: {
      ShelfId: { type: 'string' },
      Book: {
        type: 'object',
        required: ['shelf_id', 'author'],
        properties: {
          shelf_id: { $ref: '#/components/schemas/ShelfId', description: 'Where it is.' },
          author: { type: 'object', required: ['name'], properties: { name: { type: 'string', examples: ['Ada'] } } },
          note: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
          kind: { type: 'string', enum: ['novel', 'atlas'], default: 'novel' },
          tags: { type: 'array', items: { type: 'string' } },
          loans: { type: 'array', items: { type: 'object', properties: { at: { type: 'string' } } } },
          pages: { type: ['integer', 'null'] },
          printed_at: { type: 'string', format: 'date-time' },
        },
      },
    },
  },
}

describe('fields', () => {
  const dropdowns = new Map([['ShelfId', 'shelf']])
  const fields = fieldsOf(document, { $ref: '#/components/schemas/Book' }, dropdowns)
  const field = (key: string) => fields.find((one) => one.key === key)

  test('have a path, a label, a help text and a sample from the contract', () => {
    expect(fields.map(({ key }) => key)).toEqual([
      'shelf_id',
      'author.name',
      'note.text',
      'kind',
      'tags',
      'pages',
      'printed_at',
    ])
    expect(field('author.name')).toMatchObject({ label: 'Author name', sample: 'Ada', required: true })
    expect(field('shelf_id')).toMatchObject({ help: 'Where it is.', dropdown: 'shelf' })
    expect(field('kind')).toMatchObject({ choices: ['novel', 'atlas'], default: 'novel' })
    expect([field('tags')?.list, field('pages')?.type, field('printed_at')?.type]).toEqual([
      true,
      'integer',
      'datetime',
    ])
  })

  test('a member of an optional object is optional', () => {
    expect(field('note.text')?.required).toBe(false)
  })
})

test('a contract without marks has no app', () => {
  expect(workflowOf(document)).toBeUndefined()
})

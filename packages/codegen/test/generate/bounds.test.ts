import { describe, expect, test } from 'vitest'
import { boundsModule } from '../../src/generate/bounds.ts'
import { enumsModule } from '../../src/generate/enums.ts'
import type { OpenApi } from '../../src/source/openapi.ts'

const document = (components: OpenApi['components']): OpenApi => ({
  openapi: '3.1.0',
  info: { title: 'Library', version: '1.0.0' },
  ...(components && { components }),
})

const library = document({
  schemas: {
    Title: { type: 'string', minLength: 1, maxLength: 200 },
    Book: {
      type: 'object',
      properties: {
        title: { $ref: '#/components/schemas/Title' },
        pages: { type: 'integer', minimum: 1, maximum: 9999 },
        authors: { type: 'array', maxItems: 8, items: { type: 'string', maxLength: 80 } },
        lendable: { type: 'boolean' },
      },
    },
    Shelf: { type: 'string', enum: ['fiction', 'history'] },
  },
  parameters: {
    QueryParam: { name: 'q', in: 'query', schema: { type: 'string', maxLength: 120 } },
    ShelfParam: { name: 'shelf', in: 'query', schema: { $ref: '#/components/schemas/Shelf' } },
  },
})

test('each schema and parameter with bounds is an export of its own', () => {
  expect(boundsModule([library]).split('\n').slice(4)).toEqual([
    'export const Title = { minLength: 1, maxLength: 200 } as const',
    'export const Book = { pages: { minimum: 1, maximum: 9999 }, authors: { maxItems: 8, items: { maxLength: 80 } } } as const',
    'export const QueryParam = { maxLength: 120 } as const',
    '',
  ])
})

test('a component that several documents share is written once', () => {
  const { Title = {} } = library.components?.schemas ?? {}
  expect(boundsModule([library, document({ schemas: { Title } })])).toBe(boundsModule([library]))
})

test('two documents with different bounds for one name are an error that names it', () => {
  const other = document({ schemas: { Title: { type: 'string', maxLength: 100 } } })
  expect(() => boundsModule([library, other])).toThrow('Two documents have a different Title; rename one of them.')
})

describe('names that TypeScript cannot declare as they are', () => {
  const issues = document({
    schemas: {
      'issue-state': { type: 'string', enum: ['open', 'closed'], maxLength: 9 },
      issue_state: { type: 'string', enum: ['open', 'closed'], maxLength: 9 },
      IssueState: { type: 'string', enum: ['new', 'old'], maxLength: 5 },
    },
  })

  test('are written in Pascal case, and what would have the name of another one gets a number', () => {
    expect(boundsModule([issues]).split('\n').slice(4)).toEqual([
      'export const IssueState = { maxLength: 9 } as const',
      'export const IssueState2 = { maxLength: 5 } as const',
      '',
    ])
    expect(enumsModule([issues]).match(/^export type \w+|\['.*'\]/gm)).toEqual([
      "['open', 'closed']",
      'export type IssueState',
      "['new', 'old']",
      'export type IssueState2',
    ])
  })
})

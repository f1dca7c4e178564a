import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { forForeignGenerators } from '../../src/generate/foreign-generators.ts'
import { withOneTypeEach, withoutPrivate } from '../../src/generate/public-document.ts'
import { repository } from '../../src/our-contract.ts'
import type { OpenApi } from '../../src/source/openapi.ts'

const body = (name: string) => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
})

const library = (): OpenApi => ({
  openapi: '3.1.0',
  info: { title: 'Library', version: '1' },
  paths: {
    '/books': {
      get: { operationId: 'listBooks', security: [{ oauth2: ['read'] }], responses: { '200': body('Book') } },
      post: {
        operationId: 'addBook',
        'x-visibility': 'private',
        security: [{ oauth2: ['stock'] }],
        requestBody: body('NewBook'),
        responses: { '201': body('Book') },
      },
    },
    '/shelves': { delete: { operationId: 'clear', 'x-visibility': 'private', security: [{ oauth2: ['read'] }] } },
  },
  components: {
    schemas: {
      Book: { type: 'object' },
      NewBook: { type: 'object', properties: { place: { $ref: '#/components/schemas/Place' } } },
      Place: { type: 'string' },
      Unused: { type: 'string' },
    },
    securitySchemes: {
      oauth2: { type: 'oauth2', flows: { clientCredentials: { scopes: { read: 'Read.', stock: 'Add.' } } } },
    },
  },
})

describe('the published document', () => {
  test('has no private operation, no path without operations, and neither their scopes nor their components', () => {
    const before = library()
    const published = withoutPrivate(before)
    expect(Object.keys(published.paths ?? {})).toEqual(['/books'])
    expect(JSON.stringify(published)).not.toMatch(/addBook|stock|NewBook|Place|x-visibility/)
    expect(Object.keys(published.components?.schemas ?? {})).toEqual(['Book', 'Unused'])
    expect(published.components?.securitySchemes?.oauth2).toMatchObject({
      flows: { clientCredentials: { scopes: { read: 'Read.' } } },
    })
    expect(before).toEqual(library())
  })

  test('everything generated from it for consumers is without the private operations of our contract', () => {
    const read = (file: string) => readFileSync(join(repository, 'generated', file), 'utf8')
    expect(read('contract/openapi.strict.json')).toContain('createBusiness')
    const docs = readdirSync(join(repository, 'generated/docs'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(html|md|js|txt)$/.test(file))
      .map((file) => join('docs', file))
    const folders = ['contract/openapi.published.json', 'contract/client-types.ts', ...docs]
    for (const file of [...folders, 'sdk/constants.ts', 'sdk/types.ts', 'postman/collection.json'])
      expect(read(file), file).not.toMatch(/createBusiness|CreateBusiness|businesses:write|x-visibility/)
  })
})

function converted(schema: object): unknown {
  const document: OpenApi = {
    openapi: '3.1.0',
    info: { title: 'Types', version: '1' },
    paths: {},
    components: { schemas: { Thing: { ...schema } } },
  }
  return withOneTypeEach(document).components?.schemas?.Thing
}

test('a schema of several types gets an alternative for each, with the keywords of that type', () => {
  const items = { type: 'object' }
  expect(
    converted({
      description: 'A list or an object.',
      type: ['array', 'object', 'null'],
      maxItems: 3,
      items,
      additionalProperties: true,
    }),
  ).toEqual({
    description: 'A list or an object.',
    anyOf: [{ type: 'array', items, maxItems: 3 }, { type: 'object', additionalProperties: true }, { type: 'null' }],
  })
})

test('a schema of one type, and one of a type and null, stay as they are', () => {
  for (const schema of [{ type: 'string' }, { type: ['string', 'null'], maxLength: 3 }])
    expect(converted(schema)).toEqual(schema)
})

describe('the document for generators of other authors', () => {
  const header = { name: 'X-Sent', in: 'header' as const, schema: { type: 'string' } }
  const limit = { name: 'limit', in: 'query' as const, schema: { type: 'integer' } }
  const refer = (name: string) => ({ $ref: `#/components/parameters/${name}` })
  const document: OpenApi = {
    openapi: '3.1.0',
    info: { title: 'Foreign', version: '1' },
    paths: { '/plans': { get: { parameters: [refer('Limit')], responses: {} } } },
    webhooks: {
      sent: { post: { parameters: [refer('Sent'), refer('Limit')], responses: {} } },
      again: { post: { parameters: [refer('Sent')], responses: {} } },
    },
    components: {
      parameters: { Sent: header, Limit: limit },
      schemas: {
        Plan: { type: 'string', enum: ['small'] },
        Size: { type: 'string', enum: ['small', 'extra_large'] },
        Access: { type: 'string', enum: ['plan', 'trial_access'] },
        Items: { description: 'Anything.', anyOf: [{ type: 'array', items: true }, { type: 'object' }] },
        Time: { type: 'string', format: 'date-time', pattern: 'Z$', maxLength: 24 },
        Text: { anyOf: [{ type: 'string' }, { type: 'object' }] },
        Deleted: { type: 'object', properties: { deleted: { type: 'boolean', const: true }, kind: { const: 'a' } } },
      },
    },
  }
  const { components, webhooks, paths } = forForeignGenerators(document)

  test('has the parameters of a webhook in place, and as components those of operations', () => {
    expect(webhooks?.sent).toEqual({ post: { parameters: [header, limit], responses: {} } })
    expect(paths).toEqual(document.paths)
    expect(components?.parameters).toEqual({ Limit: limit })
  })

  test('names the values of an enum if one has the name of another enum', () => {
    const { Plan, Size, Access } = components?.schemas ?? {}
    expect([Plan, Size]).toEqual([document.components?.schemas?.Plan, document.components?.schemas?.Size])
    expect(Access).toHaveProperty('x-enumNames', ['AccessPlan', 'TrialAccess'])
  })

  test('has no union with a list, no boolean of one value, and no pattern of a time', () => {
    const { Items, Text, Time, Deleted } = components?.schemas ?? {}
    expect(Time).toEqual({ type: 'string', format: 'date-time' })
    expect(Items).toEqual({ description: 'Anything.' })
    expect(Text).toEqual(document.components?.schemas?.Text)
    expect(Deleted).toHaveProperty('properties', { deleted: { type: 'boolean' }, kind: { const: 'a' } })
  })
})

import { expect, test } from 'vitest'
import { compare, type Json } from './edits.ts'

/** A document with one response, whose schema is the component `A0`. */
function documentOf(components: Record<string, Json>): Json {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/A0' } } }
  return {
    openapi: '3.1.0',
    info: { title: 'Large', version: '1.0.0' },
    paths: { '/a': { get: { operationId: 'getA', responses: { 200: { description: 'A', content } } } } },
    components: { schemas: components },
  }
}

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })

test('a schema that is reached by 2^60 paths of references is read once, and a change in it is found', async () => {
  const depth = 60
  const doubled = (last: Json) =>
    documentOf({
      ...Object.fromEntries(
        Array.from({ length: depth }, (_, level) => {
          const next = reference(`A${level + 1}`)
          // Whether a condition changed is decided by what it means, references included.
          return [
            `A${level}`,
            { type: 'object', properties: { left: next, right: next }, not: { anyOf: [next, next] } },
          ]
        }),
      ),
      [`A${depth}`]: last,
    })
  const changes = await compare(doubled({ type: 'string', maxLength: 5 }), doubled({ type: 'string', maxLength: 9 }))
  expect(changes.map(({ rule }) => rule)).toContain('maxLength-changed')
})

test('schemas that refer to each other in a cycle mean the same under every name outside of it, and change with it', async () => {
  const cyclic = (maximum: number) =>
    documentOf({
      A0: { not: { $ref: '#/components/schemas/Tree' } },
      Tree: { type: 'object', properties: { branches: { type: 'array', items: reference('Branch') } } },
      Branch: { type: 'object', properties: { tree: reference('Tree'), leaf: reference('Leaf') } },
      Leaf: { type: 'integer', maximum },
    })
  const renamed = cyclic(5)
  renamed.components.schemas.Blatt = renamed.components.schemas.Leaf
  renamed.components.schemas.Branch.properties.leaf = reference('Blatt')
  expect(await compare(cyclic(5), renamed)).toEqual([])
  expect((await compare(cyclic(5), cyclic(6))).map(({ rule }) => rule)).toEqual(['not-changed'])
})

import { expect, test } from 'vitest'
import { compare, type Json } from './edits.ts'

const properties = { term: { type: 'string' } }
const withBodies = (schema: Json) => ({
  openapi: '3.1.0',
  info: { title: 'A', version: '1.0.0' },
  paths: {
    '/a': {
      post: {
        operationId: 'postA',
        requestBody: { content: { 'application/json': { schema } } },
        responses: { 200: { description: 'One.', content: { 'application/json': { schema } } } },
      },
    },
  },
})
const judge = async (old: Json, now: Json) =>
  (await compare(withBodies(old), withBodies(now))).map(
    ({ verdict, rule, direction }) => `${direction}: ${verdict} ${rule}`,
  )

test.for([['object'], ['object', 'null']])(
  'callers who sent other values are at risk where `properties` get the type %s, which the server then requires',
  async (...[type]) => {
    const found = await judge({ properties }, { type, properties })
    expect(found.sort()).toEqual(['request: risky type-stated', 'response: safe type-stated'])
  },
)

test('readers are at risk where a stated type is removed, as the server no longer refuses other values', async () => {
  const found = await judge({ type: 'object', properties }, { properties })
  expect(found.sort()).toEqual(['request: safe type-stated', 'response: risky type-stated'])
})

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

test('readers are not affected by a schema for the content of a text, which callers then have to fit', async () => {
  const text = { type: 'string', contentMediaType: 'application/json' }
  const described = { ...text, contentSchema: { type: 'object' } }
  expect((await judge(text, described)).sort()).toEqual([
    'request: breaking contentSchema-added',
    'response: safe contentSchema-added',
  ])
  expect((await judge(described, text)).sort()).toEqual([
    'request: safe contentSchema-removed',
    'response: breaking contentSchema-removed',
  ])
})

test('callers are not affected where the schema of a request is removed, as it accepts everything then', async () => {
  const found = await judge({ type: 'object', properties, required: ['term'] }, {})
  expect(found.filter((one) => one.startsWith('request'))).toEqual(['request: safe type-widened'])
})

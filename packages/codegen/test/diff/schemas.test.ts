import { describe, expect, test } from 'vitest'
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

describe('a field under another name', () => {
  const week = { type: 'integer', minimum: 1, description: 'How long, in weeks.' }
  const id = { type: 'string', maxLength: 30, description: 'The item.' }
  const object = (properties: Json) => ({ type: 'object', additionalProperties: false, properties })
  const sentences = async (old: Json, now: Json) =>
    (await compare(withBodies(object(old)), withBodies(object(now)))).map(
      ({ direction, at, sentence }) => `${direction} ${at}: ${sentence}`,
    )

  test('is one breaking change for callers and one for readers, with both names', async () => {
    expect((await sentences({ id, weeks: week }, { id, duration: week })).sort()).toEqual([
      'request body.weeks: `weeks` is now `duration`: callers of `postA` who send the old name are refused.',
      'response 200 body.weeks: `weeks` is now `duration`: clients of `postA` no longer find the old name.',
    ])
    expect(await judge(object({ id, weeks: week }), object({ id, duration: week }))).toEqual([
      'request: breaking property-renamed',
      'response: breaking property-renamed',
    ])
  })

  test('is recognized by its description at another position, and by its position with another description', async () => {
    const renamed = ['request: breaking property-renamed', 'response: breaking property-renamed']
    expect(await judge(object({ id, weeks: week }), object({ duration: week, id }))).toEqual(renamed)
    const reworded = await judge(
      object({ id, weeks: week }),
      object({ id, duration: { ...week, description: 'The length of the loan.' } }),
    )
    expect(reworded.filter((one) => one.includes('breaking'))).toEqual(renamed)
  })

  test.for<[string, Json, Json]>([
    ['its type changes as well', { id, weeks: week }, { id, duration: { ...week, type: 'number' } }],
    ['a bound changes as well', { id, weeks: week }, { id, duration: { ...week, minimum: 2 } }],
    [
      'neither description nor position is the same',
      { weeks: week, id },
      { id, days: { ...week, description: 'Days.' } },
    ],
    ['two new fields could be the old one', { id, weeks: week }, { id, least: week, most: week }],
    ['two old fields could be the new one', { id, least: week, most: week }, { weeks: week, id }],
  ])('is a removed field and a new one where %s', async ([, old, now]) => {
    const found = await judge(object(old), object(now))
    expect(found.filter((one) => one.includes('renamed'))).toEqual([])
    expect(found).toEqual(
      expect.arrayContaining(['response: breaking property-removed', 'response: safe property-added']),
    )
  })

  test('is a field that is now read-only where its old name is still there', async () => {
    const found = await judge(
      object({ id, weeks: week }),
      object({ id, weeks: { ...week, readOnly: true }, duration: week }),
    )
    expect(found).toContain('request: breaking property-removed')
  })
})

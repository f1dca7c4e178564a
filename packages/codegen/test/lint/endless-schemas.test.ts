import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endlessSchemas } from '../../src/lint/endless-schemas.ts'
import { loadDocument } from '../../src/source/document.ts'
import { temporaryFolder } from '../helpers.ts'

async function sentencesFor(schemas: Record<string, object>): Promise<string[]> {
  const folder = await temporaryFolder()
  const document = { openapi: '3.1.0', info: { title: 'Selves', version: '1' }, paths: {}, components: { schemas } }
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document))
  const findings = endlessSchemas(await loadDocument('openapi.json', { folder }))
  expect(findings.every(({ severity }) => severity === 'error')).toBe(true)
  return findings.map(({ sentence }) => sentence)
}

const to = (name: string) => ({ $ref: `#/components/schemas/${name}` })

test.each([
  ['an alternative of itself', { A: { oneOf: [to('A'), to('B')] }, B: { type: 'string' } }, 'A → A'],
  ['a part of itself', { A: { allOf: [to('A')], type: 'object' } }, 'A → A'],
  ['an alternative of its alternative', { A: { anyOf: [to('B')] }, B: { allOf: [to('A')] } }, 'A → B → A'],
  [
    'a reference with alternatives',
    { A: { oneOf: [to('B')] }, B: { $ref: '#/components/schemas/A', not: {} } },
    'A → A',
  ],
])('a schema is an error that names it, if it is %s', async (_case, schemas, circle) => {
  const sentences = await sentencesFor(schemas)
  expect(sentences).toEqual([expect.stringContaining(`The schema \`A\` applies to the same value again (${circle})`)])
})

test('a schema that contains itself in a property, a list or a value of a map is no error', async () => {
  const inner = [
    { type: 'object', properties: { a: to('A') } },
    { type: 'array', items: to('A') },
    { type: 'object', additionalProperties: to('A') },
  ]
  expect(await sentencesFor({ A: { oneOf: inner } })).toEqual([])
})

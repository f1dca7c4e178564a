import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runSpec, temporaryFolder } from '../helpers.ts'

// Documents in which `additionalProperties: false` is composed with other schemas, and their examples.

/** A document with a list of cats, of which the example has two with the same three fields. */
function documentOf({ item, parts = '' }: { item: string; parts?: string }): string {
  return `openapi: 3.1.0
info: { title: Cats, version: '1' }
paths:
  /cats:
    get:
      operationId: listCats
      responses:
        default: { description: Refused. }
        '200':
          description: The cats.
          content:
            application/json:
              schema:
                type: object
                properties: { result: { type: array, items: ${item} } }
              examples:
                two: { $ref: '#/components/examples/two' }
components:
  examples:
    two:
      value:
        result:
          - { id: 1, name: Tom, kind: tabby }
          - { id: 2, name: Kit, kind: tabby }
  schemas:
    Cat:
      type: object
      required: [id]
      properties:
        id: { type: integer }
        name: { type: string }
        kind: { type: string, enum: [tabby] }
${parts}`
}

async function lint(document: string) {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'cats.yaml'), document)
  const { code, output } = await runSpec(folder, 'lint', '--spec', 'cats.yaml')
  return { code, output, places: output.match(/^cats\.yaml:\d+:\d+ {2}.+$/gm) ?? [] }
}

const closedReference = "{ $ref: '#/components/schemas/Cat', additionalProperties: false }"

test('a closed schema next to a reference is one note at the schema, and none at the fields of its examples', async () => {
  const { code, output, places } = await lint(documentOf({ item: closedReference }))
  expect(places).toEqual(['cats.yaml:15:97  closed-schema (note)'])
  expect(output).toContain('It refuses `id`, `name`, and `kind` of `Cat`')
  expect(output).toContain('and no object is valid here. Write `unevaluatedProperties: false`')
  expect(code).toBe(0)
})

test('members of allOf that exclude the properties of each other are one note', async () => {
  const parts = `    Named: { type: object, additionalProperties: false, properties: { id: {}, name: {} } }
`
  const item = "{ allOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Named' }] }"
  const { output, places } = await lint(documentOf({ item, parts }))
  expect(places).toEqual(['cats.yaml:33:28  closed-schema (note)'])
  expect(output).toContain('It refuses `kind` of `Cat`')
  expect(output).not.toContain('no object is valid')
})

test.each([
  ['unevaluatedProperties', "{ $ref: '#/components/schemas/Cat', unevaluatedProperties: false }"],
  [
    'all properties next to it',
    "{ $ref: '#/components/schemas/Cat', properties: { id: {}, name: {}, kind: {} }, additionalProperties: false }",
  ],
  ['a pattern', "{ $ref: '#/components/schemas/Cat', patternProperties: { '^.': {} }, additionalProperties: false }"],
])('a schema that is closed with %s is not a finding', async (_with, item) => {
  expect((await lint(documentOf({ item }))).places).toEqual([])
})

test('the same mistake in several examples is one note, which counts the places, and the fix is printed once', async () => {
  const item =
    '{ type: object, required: [age], properties: { id: {}, name: {}, kind: { type: string, enum: [siamese] } } }'
  const { code, output, places } = await lint(documentOf({ item }))
  expect(places).toHaveLength(2)
  expect(output).toContain('must be equal to one of the allowed values "siamese". The same in 1 other place.\n')
  expect(output).toMatch(/item 0 of `result` must have required property 'age'\. The same in 1 other place\.\n/)
  expect(output.match(/correct each example/g)).toHaveLength(1)
  expect(code).toBe(0)
})

test('lint of a document with an error exits with 1, and counts errors and notes', async () => {
  const document = documentOf({ item: closedReference }).replace('description: The cats.', 'descripton: The cats.')
  const { code, output } = await lint(document)
  expect([code, output]).toEqual([1, expect.stringContaining('1 error, 2 notes')])
})

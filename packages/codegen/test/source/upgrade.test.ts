import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runSpec, temporaryFolder } from '../helpers.ts'

const head = (version: string) => `openapi: ${version}
info: { title: Books, version: 1.0.0 }
paths:
  /books:
    get:
      operationId: listBooks
      responses:
        "200":
          description: Books.
          content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } }
components:
  schemas:
`

const old = `${head('3.0.3')}    Book:
      type: object
      properties:
        title: { type: string, nullable: true, example: Emma }
        pages: { type: integer, minimum: 0, exclusiveMinimum: true }
        author: { nullable: true, allOf: [{ $ref: "#/components/schemas/Author" }] }
        genre: { type: string, nullable: true, enum: [novel, poem] }
        publisher: { $ref: "#/components/schemas/Author", required: [name] }
        kind: { type: string, const: book }
        code: { nullable: true, anyOf: [{ type: string }, { type: integer }] }
    Author: { type: object, properties: { name: { type: string } } }
`

const meant = `${head('3.1.0')}    Book:
      type: object
      properties:
        title: { type: [string, "null"], examples: [Emma] }
        pages: { type: integer, exclusiveMinimum: 0 }
        author: { anyOf: [{ $ref: "#/components/schemas/Author" }, { type: "null" }] }
        genre: { type: [string, "null"], enum: [novel, poem] }
        publisher: { $ref: "#/components/schemas/Author", required: [name] }
        kind: { type: string, const: book }
        code: { anyOf: [{ type: string }, { type: integer }] }
    Author: { type: object, properties: { name: { type: string } } }
`

async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await temporaryFolder()
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

test.for(['new.yaml', 'new.json'])('an OpenAPI 3.0 document is written as %s with the same values', async (name) => {
  const folder = await folderWith({ 'old.yaml': old, 'meant.yaml': meant })
  const { code } = await runSpec(folder, 'upgrade', 'old.yaml', name)
  expect(code).toBe(0)
  expect((await runSpec(folder, 'diff', 'meant.yaml', name)).output).toContain('no difference.')
  expect(await readFile(join(folder, name), 'utf8')).not.toContain('nullable')
  expect(await readFile(join(folder, 'old.yaml'), 'utf8')).toBe(old)
})

test('each kind of change in meaning is listed once, with the places in the old document', async () => {
  const folder = await folderWith({ 'old.yaml': old })
  const { output } = await runSpec(folder, 'upgrade', 'old.yaml', 'new.yaml')
  const lines = old.split('\n')
  const lineOf = (field: string) => lines.findIndex((line) => line.trimStart().startsWith(`${field}:`)) + 1
  expect(output).toMatch(
    new RegExp(`^\`nullable\` without a \`type\` is ignored in 3\\.0\\.3, .*:\n  old\\.yaml:${lineOf('author')}:`, 'm'),
  )
  expect(output).toMatch(new RegExp(`^\`nullable\` next to an \`enum\` .*:\n  old\\.yaml:${lineOf('genre')}:`, 'm'))
  expect(output).toMatch(
    new RegExp(`^\`required\` next to a \`\\$ref\` .*:\n  old\\.yaml:${lineOf('publisher')}:`, 'm'),
  )
  expect(output).toMatch(new RegExp(`^\`const\` is ignored .*:\n  old\\.yaml:${lineOf('kind')}:`, 'm'))
  expect(output).toMatch(
    new RegExp(`^\`nullable\` without a \`type\` .* is dropped:\n  old\\.yaml:${lineOf('code')}:`, 'm'),
  )
  expect(output).toMatch(/Wrote new\.yaml as OpenAPI 3\.1: 5 kinds of changes in meaning\.\n$/)
})

test('a document of another version, or of several files, is refused', async () => {
  const several = old.replace('"#/components/schemas/Author", required', '"author.yaml", required')
  const folder = await folderWith({ 'new.yaml': meant, 'old.yaml': several, 'author.yaml': 'type: object\n' })
  const other = await runSpec(folder, 'upgrade', 'new.yaml', 'out.yaml')
  expect([other.code, other.output]).toEqual([
    2,
    expect.stringMatching(/^new\.yaml: this is OpenAPI 3\.1\.0, not 3\.0/),
  ])
  const files = await runSpec(folder, 'upgrade', 'old.yaml', 'out.yaml')
  expect([files.code, files.output]).toEqual([2, expect.stringMatching(/^old\.yaml refers to other files\. Bundle it/)])
})

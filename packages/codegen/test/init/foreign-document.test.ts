import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { compiler, type NewService, newService, runSpec } from '../helpers.ts'

// A document with what published documents have and ours do not: none of it is a reason to refuse the document.

const document = `openapi: 3.1.0
info: { title: Depots, version: '1' }
servers: [{ url: 'https://depots.example/v1' }]
paths:
  /depots:
    summary: Depots
    description: The path has a description of its own.
    get:
      operationId: listDepots
      responses:
        '200':
          description: The depots.
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Depot' } } } }
    post:
      operationId: createDepot
      requestBody: { content: { application/json: { schema: null } } }
      responses: { '204': { description: Created. } }
  /städte\u200e/{id}:
    post:
      operationId: createCity
      parameters: [{ in: path, name: id, required: true, schema: { type: string } }]
      responses: { '204': { description: Created. } }
components:
  schemas:
    Depot:
      type: object
      unevaluatedProperites: false
      properties:
        name: { type: string, nullable: true, examples: { north: North, south: { value: South } } }
        owner: { nullable: true }
        nullable: { type: boolean }
        url: { type: string, pattern: '^(http|https)://(.+)/(.+)$' }
        tags: { type: array, uniqueItems: true, items: { type: object, unevaluatedProperites: false } }
        near: { oneOf: [{ type: string }, { $ref: '#/components/schemas/Depot' }] }
`

// These start programs, which takes seconds on a quiet machine; this is for one that runs much else.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

let service: NewService
beforeAll(async () => {
  service = await newService(document, afterAll)
})

test('a document with unknown keywords, recursion and null schemas becomes a service', async () => {
  const { printed, folder } = service
  expect([printed.code, printed.output]).toEqual([0, expect.stringContaining('a service with 3 operations')])
  expect(printed.output).toContain('note: 1 schema that is null removed.')
  expect(await readFile(join(folder, 'spec/openapi.yaml'), 'utf8')).not.toContain('schema: null')
})

test('a path that a URL cannot have is percent-encoded, and keywords of OpenAPI 3.0 and of media types are corrected', async () => {
  const { printed, folder } = service
  expect(printed.output).toContain('note: 1 path with characters that a URL cannot have is percent-encoded.')
  expect(printed.output).toContain('note: `nullable` of OpenAPI 3.0 in 2 schemas became the type null')
  expect(printed.output).toContain('note: The named examples of 1 schema became lists')
  const { paths, components } = parse(await readFile(join(folder, 'spec/openapi.yaml'), 'utf8'))
  expect(Object.keys(paths)).toContain('/st%C3%A4dte%E2%80%8E/{id}')
  const { name, owner, nullable } = components.schemas.Depot.properties
  expect(name).toEqual({ type: ['string', 'null'], examples: ['North', 'South'] })
  expect([owner, nullable]).toEqual([{}, { type: 'boolean' }])
})

test('init prints a note for each unknown keyword, and for what takes more than linear time', () => {
  const notes = service.printed.output
    .split('\n')
    .filter((line) => /^note: service\/spec\/openapi\.yaml:\d+:\d+ /.test(line))
  expect(notes).toHaveLength(4)
  expect(notes.join('\n')).toContain('OpenAPI has no `unevaluatedProperites` here and in 1 other place')
})

test('its service compiles although no header has a credential, and passes its contract tests', async () => {
  expect(await service.run(compiler, '-p', 'tsconfig.json')).toEqual({ code: 0, output: '' })
  const { code, output } = await service.run('test/contract.ts', '--without-fuzzing')
  expect(output).toContain('not implemented yet: listDepots, createDepot, createCity')
  expect([code, output]).toEqual([0, expect.stringContaining('No failures')])
})

test('lint has one note for each unknown keyword and for what takes more than linear time', async () => {
  const { code, output } = await runSpec(service.folder, 'lint', '--spec', 'spec/openapi.yaml')
  expect([code, output]).toEqual([0, expect.stringContaining('0 errors, 4 notes')])
  expect(output.match(/unknown-keyword \(note\)/g)).toHaveLength(1)
  expect(output).toContain('OpenAPI has no `unevaluatedProperites` here and in 1 other place, so it has no effect.')
  expect(output.match(/linear-validation \(note\)/g)).toHaveLength(3)
})

test('with lint rules of its own, a document is refused for the same mistakes', async () => {
  await writeFile(join(service.folder, 'rules.yaml'), 'extends: [spec]\n')
  const { code, output } = await runSpec(service.folder, 'lint', '--spec', 'spec/openapi.yaml', '--rules', 'rules.yaml')
  expect(code).toBe(1)
  expect(output.match(/ struct\n/g)).toHaveLength(2)
  expect(output.match(/ linear-validation\n/g)).toHaveLength(3)
})

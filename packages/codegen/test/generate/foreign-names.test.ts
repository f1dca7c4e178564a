import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { resourceTree } from '../../src/sdk/resource-tree.ts'
import { compiler, type NewService, newService } from '../helpers.ts'

// Names of published documents that are equal, reserved or taken in TypeScript, and schemas that contain themselves.

const document = `openapi: 3.1.0
info: { title: Names, version: '1' }
paths:
  /guilds/{guild-id}/members/{member-id}:
    get:
      operationId: get-member
      tags: [Guilds]
      parameters:
        - { in: path, name: guild-id, required: true, schema: { $ref: '#/components/schemas/Snowflake' } }
        - { in: path, name: member-id, required: true, schema: { $ref: '#/components/schemas/Snowflake' } }
      responses: { '200': { $ref: '#/components/responses/File' } }
  /guilds/{default}/{body}/{a-b}/{a_b}/{4th}:
    get:
      operationId: get_guild
      tags: [Guilds]
      parameters:
        - { in: path, name: default, required: true, schema: { type: string } }
        - { in: path, name: body, required: true, schema: { type: integer } }
        - { in: path, name: a-b, required: true, schema: { type: string } }
        - { in: path, name: a_b, required: true, schema: { type: string } }
        - { in: path, name: 4th, required: true, schema: { type: integer } }
      responses: { '200': { description: One. } }
  /guilds/bans:
    get:
      operationId: guildsBans
      tags: [Guilds]
      responses: { '200': { description: All. } }
  /guild-bans:
    post:
      operationId: import
      tags: [Guilds bans]
      responses: { '204': { description: Done. } }
    get:
      operationId: listGuildBans
      tags: [Guilds bans]
      responses: { '200': { description: All. } }
webhooks:
  changed:
    post: { requestBody: { $ref: '#/components/requestBodies/Change' }, responses: { '204': { description: Read. } } }
    put: { requestBody: { $ref: '#/components/requestBodies/Change' }, responses: { '204': { description: Read. } } }
components:
  requestBodies:
    Change: { content: { application/json: { schema: { $ref: '#/components/schemas/line-item' } } } }
  responses:
    File: { description: A file., content: { application/json: { schema: { $ref: '#/components/schemas/Upload-form' } } } }
  schemas:
    Snowflake: { type: string }
    File: { type: string, format: binary }
    OpenAIFile: { type: object, properties: { id: { type: string } } }
    OpenAiFile: { type: object, properties: { name: { type: string } } }
    line-item: { type: object, properties: { upper: { $ref: '#/components/schemas/OpenAIFile' } } }
    line_item: { type: object, properties: { lower: { $ref: '#/components/schemas/OpenAiFile' } } }
    Value: { oneOf: [{ type: string }, { type: array, items: { $ref: '#/components/schemas/Value' } }] }
    Chain: { $ref: '#/components/schemas/links' }
    links: { type: array, items: { $ref: '#/components/schemas/Chain' } }
    Upload-form: { type: object, properties: { file: { $ref: '#/components/schemas/File' }, of: { $ref: '#/components/schemas/line_item' } } }
`

// These start programs, which takes seconds on a quiet machine; this is for one that runs much else.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

let service: NewService
beforeAll(async () => {
  service = await newService(document, afterAll)
})

test('everything that is generated from them compiles, with the client', async () => {
  expect([service.printed.code, service.printed.output]).toEqual([0, expect.stringContaining('with 5 operations')])
  const configuration = { extends: './tsconfig.json', include: ['src', 'test', 'generated'] }
  await writeFile(join(service.folder, 'tsconfig.all.json'), JSON.stringify(configuration))
  expect(await service.run(compiler, '-p', 'tsconfig.all.json')).toEqual({ code: 0, output: '' })
})

test('equal and reserved names of arguments become different ones, and a method gets another name than a namespace', () => {
  const [guilds] = resourceTree(parse(document)).resources
  const methods = guilds?.methods.map(({ name, pathParameters }) => [
    name,
    pathParameters.map((one) => one.argumentName),
  ])
  expect(methods).toEqual([
    ['getMember', ['guildId', 'memberId']],
    ['get', ['_default', 'body2', 'aB', 'aB2', '_4th']],
    ['guildsBans', []],
  ])
  expect(guilds?.resources.map(({ name }) => name)).toEqual(['bans'])
})

import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { compiler, type NewService, newService } from '../helpers.ts'

// A document with errors in a form of its own, operations without a success, a key in the query, and a request body
// that can only be generated from its schema.

const document = `openapi: 3.1.0
info: { title: Doors, version: '1' }
servers: [{ url: 'https://doors.example/v1' }]
security: [{ key: [] }, { token: [] }]
paths:
  /doors:
    post:
      operationId: createDoor
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [name, width], properties: { name: { type: string, format: letters } } }
      responses:
        '200': { description: Created. }
        '400': { $ref: '#/components/responses/Refused' }
  /doors/batch:
    post:
      operationId: createDoors
      parameters: [{ in: query, name: dry, schema: { type: boolean } }]
      requestBody:
        content:
          application/json:
            schema: { required: [format], properties: { format: { enum: [csv, json] } } }
      responses:
        '204': { description: Created. }
        '400': { $ref: '#/components/responses/Refused' }
  /doors/open:
    post:
      operationId: openDoor
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses:
        '401': { $ref: '#/components/responses/Refused' }
  /doors/enter:
    get:
      operationId: enterDoor
      responses:
        '302': { description: The way in. }
        '400': { $ref: '#/components/responses/Refused' }
components:
  securitySchemes:
    key: { type: apiKey, in: query, name: key }
    token: { type: http, scheme: bearer }
  responses:
    Refused:
      description: Refused.
      content:
        application/json:
          schema:
            type: object
            properties: { errors: { type: array, items: { $ref: '#/components/schemas/Mistake' } } }
  schemas:
    Mistake:
      type: object
      required: [message, extensions]
      properties:
        message: { type: string }
        extensions: { type: object, required: [code], properties: { code: { type: string } } }
`

// These start programs, which takes seconds on a quiet machine; this is for one that runs much else.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

let service: NewService
beforeAll(async () => {
  service = await newService(document, afterAll)
})

test('init adds a success to an operation that describes only errors, and a default response to all', () => {
  expect(service.printed.code).toBe(0)
  expect(service.printed.output).toContain(
    'note: 1 operation with errors only got a response for success, without a body.',
  )
  expect(service.printed.output).toContain('note: 4 operations got a default response for errors, by RFC 9457.')
})

test('its service compiles, and passes its contract tests with all operations pending and none refused', async () => {
  expect(await service.run(compiler, '-p', 'tsconfig.json')).toEqual({ code: 0, output: '' })
  const { code, output } = await service.run('test/contract.ts', '--without-fuzzing')
  expect(output).toContain('not implemented yet: createDoor, createDoors, openDoor, enterDoor')
  expect(output).not.toContain('refused')
  expect(output).not.toContain('unknown format')
  expect([code, output]).toEqual([0, expect.stringContaining('No failures')])
})

test('its mock passes the same contract tests', async () => {
  const { code, output } = await service.run('test/contract.ts', '--mock', '--without-fuzzing')
  expect([code, output]).toEqual([0, expect.stringContaining('No failures')])
})

import { expect, test } from 'vitest'
import { clientFiles } from '../../src/sdk/hey-api.ts'
import { temporaryFolder } from '../helpers.ts'

test('an error of the client generator has its reason in the message, and its cause', async () => {
  const schema = { $ref: '#/components/schemas/Missing' }
  const responses = { 200: { description: 'One.', content: { 'application/json': { schema } } } }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Depots', version: '1' },
    paths: { '/depots': { get: { operationId: 'listDepots', responses } } },
  }
  const failure: unknown = await clientFiles(document, await temporaryFolder()).catch((error: unknown) => error)
  const { cause }: { cause?: unknown } = failure instanceof Error ? failure : {}
  const reason = cause instanceof Error ? cause.message : ''
  expect(reason).not.toBe('')
  expect(String(failure)).toBe(`Error: The client generator failed on this document: ${reason}`)
})

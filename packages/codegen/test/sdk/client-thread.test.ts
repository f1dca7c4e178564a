import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { clientTypes } from '../../src/generate/openapi-typescript.ts'
import { startClient } from '../../src/sdk/client-thread.ts'
import { clientFiles } from '../../src/sdk/hey-api.ts'
import type { OpenApi } from '../../src/source/openapi.ts'

/** A document that is large enough for a thread of its own. */
function largeDocument(responses: object): OpenApi {
  return {
    openapi: '3.1.0',
    info: { title: 'Library', version: '1.0.0', description: 'A sentence. '.repeat(200_000) },
    paths: { '/books': { get: { operationId: 'listBooks', tags: ['books'], responses: Object(responses) } } },
  }
}

const content = { 'application/json': { schema: { type: 'array', items: { type: 'string' } } } }

async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'client-thread-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('the client of a large document, which has a thread of its own, has the same files as any other', async () => {
  const document = largeDocument({ 200: { description: 'All books.', content } })
  await using client = startClient(document, await scratchFolder())
  const files = new Map(await client.files())
  expect(files.get('contract/client-types.ts')).toContain(await clientTypes(document))
  for (const [path, text] of await clientFiles(document, await scratchFolder()))
    expect(files.get(`sdk/${path}`), path).toBe(text)
})

test('a large document that the client generator refuses fails with the same reason as any other', async () => {
  const broken = largeDocument({ 200: { $ref: '#/components/responses/Missing' } })
  const scratch = await scratchFolder()
  const reason = await clientFiles(broken, scratch).catch((error: Error) => error.message)
  expect(reason).toContain('Missing')
  await using client = startClient(broken, await scratchFolder())
  await expect(client.files()).rejects.toThrow(reason)
})

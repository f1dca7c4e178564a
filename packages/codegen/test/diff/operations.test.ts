import { expect, test } from 'vitest'
import { compare, type Json } from './edits.ts'

const documentOf = (item: Json) => ({ openapi: '3.2.0', info: { title: 'A', version: '1.0.0' }, paths: { '/a': item } })
const operationWith = (type: string) => ({
  requestBody: { content: { 'application/json': { schema: { type: 'object', properties: { term: { type } } } } } },
  responses: { 204: { description: 'None.' } },
})

test('an operation without an operationId is named by its method and path', async () => {
  const [change] = await compare(
    documentOf({ post: operationWith('string') }),
    documentOf({ post: operationWith('integer') }),
  )
  expect(change?.affects.map(({ name }) => name)).toEqual(['POST /a'])
  expect(change?.sentence).toMatch(/: callers of `POST \/a` who /)
})

test.for(['query', 'LOCK'])('operations with the method %s of OpenAPI 3.2 are compared', async (method) => {
  const itemOf = (type: string) =>
    method === 'query' ? { query: operationWith(type) } : { additionalOperations: { [method]: operationWith(type) } }
  const rulesOf = async (now: Json) =>
    (await compare(documentOf(itemOf('string')), documentOf(now))).map(({ verdict, rule }) => `${verdict} ${rule}`)
  expect(await rulesOf(itemOf('integer'))).toEqual(['breaking type-changed'])
  expect(await rulesOf({})).toEqual(['breaking operation-removed'])
})

import { expect, test } from 'vitest'
import { firstRequest } from '../../src/init/first-request.ts'
import type { OpenApi } from '../../src/source/openapi.ts'

const responses = { 200: { description: 'ok' } }

function requestOf(paths: NonNullable<OpenApi['paths']>): string | undefined {
  const document = { openapi: '3.1.0', info: { title: 'Cats', version: '1' }, paths }
  return firstRequest(document, { baseUrl: 'http://127.0.0.1:3000', credential: 'secret' })
}

test('the first request of a service is of a list to which POST adds, as it is implemented first', () => {
  const request = requestOf({
    '/grants': { get: { operationId: 'getGrant', responses } },
    '/cats': { get: { operationId: 'listCats', responses }, post: { operationId: 'createCat', responses } },
  })
  expect(request).toBe("curl 'http://127.0.0.1:3000/cats'")
})

test('an operation that needs no value without an example comes before such a list', () => {
  const name = { name: 'name', in: 'query', required: true, schema: { type: 'string' } } as const
  const request = requestOf({
    '/cats': {
      get: { operationId: 'findCat', parameters: [name], responses },
      post: { operationId: 'createCat', responses },
    },
    '/grants': { get: { operationId: 'getGrant', responses } },
  })
  expect(request).toBe("curl 'http://127.0.0.1:3000/grants'")
})

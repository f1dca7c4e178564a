import { expect, test } from 'vitest'
import { publicPathsModule } from '../../src/generate/operations.ts'

test('a path is public if one of its operations needs no credential, and is listed once', () => {
  const responses = { 200: { description: 'Done.' } }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Library', version: '1.0.0' },
    security: [{ session: [] }],
    paths: {
      '/session': {
        get: { operationId: 'getSession', responses },
        post: { operationId: 'signIn', security: [], responses },
        put: { operationId: 'renewSession', security: [], responses },
      },
      '/loans': { get: { operationId: 'listLoans', responses } },
    },
  }
  expect(publicPathsModule(document)).toContain("publicPaths: readonly string[] = ['/session']\n")
})

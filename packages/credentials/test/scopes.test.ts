import { expect, it } from 'vitest'
import { readScopes, scopes } from '../src/scopes.ts'

it('has the four scopes of the interface', () => {
  expect(scopes).toEqual(['businesses:read', 'analyses:write', 'replies:write', 'webhooks:manage'])
})

it('reads scopes in any order, each once', () => {
  expect(readScopes(['webhooks:manage', 'businesses:read', 'webhooks:manage'])).toEqual([
    'businesses:read',
    'webhooks:manage',
  ])
  expect(readScopes([])).toEqual([])
})

it.each(['businesses:write', 'Businesses:read', '', 'businesses:read '])(
  'refuses the word "%s" and names it',
  (word) => {
    expect(() => readScopes(['businesses:read', word])).toThrow(`"${word}" is no scope`)
  },
)

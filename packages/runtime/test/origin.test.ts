import { expect, test } from 'vitest'
import { originOf } from '../src/origin.ts'

test.each([
  ['127.0.0.1', 'http', 'http://127.0.0.1:3000'],
  ['localhost', 'https', 'https://localhost:3000'],
  ['::1', 'http', 'http://[::1]:3000'],
  ['0.0.0.0', 'http', 'http://127.0.0.1:3000'],
  ['::', 'http', 'http://[::1]:3000'],
] as const)('a server on %s over %s is reached at %s', (host, scheme, origin) => {
  expect(originOf(host, 3000, scheme)).toBe(origin)
})

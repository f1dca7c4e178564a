import { expect, it } from 'vitest'
import { parseApiKey } from '../src/sent-credential.ts'

const tail = 'Q7mvN0dTz3kRw5xYb1cGhJ2pLs8uEa4iOfXnKtHqZW_'

it.each([
  [`svc_test_${tail}`, { kind: 'test' }],
  [`svc_live_${tail}`, { kind: 'live' }],
])('accepts %s as a key', (value, expected) => {
  expect(parseApiKey(value)).toEqual(expected)
})

it.each([
  '',
  tail,
  'svc_test_',
  `svc_prod_${tail}`,
  `SVC_TEST_${tail}`,
  `svc_test_${tail}A`,
  `svc_test_${tail.slice(1)}`,
  `svc_test_${tail.slice(1)}+`,
  `svc_test_${tail.slice(1)}é`,
  ` svc_test_${tail}`,
  `svc_test_${tail} `,
  `svc_test_${tail}\n`,
  `svc_tеst_${tail}`,
  `svc_test_${'A'.repeat(10_240)}`,
])('does not accept %j as a key', (value) => {
  expect(parseApiKey(value)).toBeUndefined()
})

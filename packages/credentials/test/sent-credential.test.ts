import { expect, test } from 'vitest'
import { parseApiKey } from '../src/sent-credential.ts'

const tail = 'Q7mvN0dTz3kRw5xYb1cGhJ2pLs8uEa4iOfXnKtHqZW_'

test.each([
  [`svc_test_${tail}`, { kind: 'test' }],
  [`svc_live_${tail}`, { kind: 'live' }],
])('%s is accepted as a key', (value, expected) => {
  expect(parseApiKey(value)).toEqual(expected)
})

test.each([
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
])('%j is not accepted as a key', (value) => {
  expect(parseApiKey(value)).toBeUndefined()
})

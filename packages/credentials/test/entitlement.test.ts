import { expect, test } from 'vitest'
import { isEntitled } from '../src/entitlement.ts'

test.each([
  ['starter', false, false],
  ['starter', true, true],
  ['growth', false, true],
  ['growth', true, true],
  ['scale', false, true],
  ['scale', true, true],
] as const)('an account with the plan %s and api_demo %s has developer access: %s', (plan, apiDemo, entitled) => {
  expect(isEntitled(plan, apiDemo)).toBe(entitled)
})

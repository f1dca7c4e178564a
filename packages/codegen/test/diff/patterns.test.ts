import { expect, test } from 'vitest'
import { relatePatterns } from '../../src/diff/patterns.ts'

const cases = [
  ['^[a-z]{3}$', '^[a-z]{2,4}$', 'wider'],
  ['^[a-z]{2,4}$', '^[a-z]{3}$', 'narrower'],
  ['^\\d+$', '^[0-9]+$', 'same'],
  ['^(a|b)c?$', '^[ab]c{0,1}$', 'same'],
  ['^[A-Z]', '^[A-Z]+$', 'narrower'],
  ['^(cat|dog)$', '^(cat|cow)$', 'other'],
  ['^[^@]+@[^@]+$', '^[^@]+@example\\.com$', 'narrower'],
  ['^https://', '^https?://', 'wider'],
  ['^loan_[0-7][0-9a-hjkmnp-tv-z]{25}$', '^loan_[0-9a-z]{26}$', 'wider'],
] as const

test.for(cases)('a change of the pattern %s to %s is judged as %s', ([old, now, relation]) => {
  expect(relatePatterns([old], [now])).toBe(relation)
})

test('a pattern with unsupported syntax is undecided', () => {
  expect(relatePatterns(['^(?=a)a$'], ['^a$'])).toBeUndefined()
  expect(relatePatterns(['(((('], ['^a$'])).toBeUndefined()
})

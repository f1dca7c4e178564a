import { expect, test } from 'vitest'
import { isSuperlinear } from '../../src/lint/superlinear-pattern.ts'

const superlinear = [
  '^(a+)+$',
  '^(a*)*$',
  '^([a-z]+)*$',
  '^(a|a)*$',
  '^(a|ab|b)*$',
  '^[a-z]*[a-z]*$',
  '^[a-z]+[0-9]?[a-z]+$',
  '^.*,.*$',
  '^([a-z]+-?)*$',
  '^\\s*x?\\s*$',
]

const linear = [
  '^[a-z]{2}$',
  '^[a-z]+(-[a-z]+)*$',
  '^[^@]+@[a-z.]+$',
  '^(cat|dog)*$',
  '^[a-z]*a$',
  '^[0-9]{1,20}[0-9]{1,20}$',
  '^https://[^/]{1,253}(:[1-9][0-9]{1,4})?([/?][!-~]*)?$',
]

test.each(superlinear)('the pattern %s is reported, because it needs more than linear time', (pattern) => {
  expect(isSuperlinear(pattern)).toBe(true)
})

test.each(linear)('the pattern %s is accepted, because it needs linear time', (pattern) => {
  expect(isSuperlinear(pattern)).toBe(false)
})

import { expect, test } from 'vitest'
import { retirementOf } from '../../src/generate/retirement.ts'

test('a deprecated operation has the dates of its deprecation and its end', () => {
  const operation = { deprecated: true, 'x-deprecated-since': '2026-12-01', 'x-sunset': '2027-01-31' }
  expect(retirementOf(operation)).toEqual({ deprecation: '@1796083200', sunset: 'Sun, 31 Jan 2027 23:59:59 GMT' })
})

test('without a deprecation date it is thirty days before the end', () => {
  const { deprecation } = retirementOf({ deprecated: true, 'x-sunset': '2027-01-31' }) ?? {}
  expect(new Date(Number(deprecation?.slice(1)) * 1000).toISOString()).toBe('2027-01-01T00:00:00.000Z')
})

test('an operation that is not deprecated has no headers, and one without dates has null for both', () => {
  expect(retirementOf({ 'x-sunset': '2027-01-31' })).toBeNull()
  expect(retirementOf({ deprecated: true })).toEqual({ deprecation: null, sunset: null })
})

test('an end before the deprecation is refused, as RFC 9745 has it', () => {
  const operation = {
    operationId: 'getLoan',
    deprecated: true,
    'x-deprecated-since': '2027-02-01',
    'x-sunset': '2027-01-31',
  }
  expect(() => retirementOf(operation)).toThrow('getLoan ends (x-sunset: 2027-01-31) before it is deprecated')
})

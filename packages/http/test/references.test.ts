import { pointAt, resolveNode } from '@svc/http/references'
import { expect, test } from 'vitest'

const document = {
  paths: { '/a/{id}': { get: { operationId: 'getA' } } },
  list: ['zero', { $ref: '#/names/first~1last' }],
  names: { 'first/last': { $ref: '#/names/til~0de' }, 'til~de': { found: true } },
  circle: [{ $ref: '#/circle/1' }, { $ref: '#/circle/0' }],
}

test.each([
  ['#/list/0', 'zero'],
  ['#/paths/~1a~1%7Bid%7D/get/operationId', 'getA'],
  ['#/nowhere/at/all', undefined],
])('the reference %s points at the value %s', (reference, expected) => {
  expect(pointAt(document, reference)).toEqual(expected)
})

test('references to references are followed', () => {
  expect(resolveNode(document, { $ref: '#/list/1' })).toEqual({ found: true })
})

test('references that refer to each other are an error', () => {
  expect(() => resolveNode(document, { $ref: '#/circle/0' })).toThrow('The reference #/circle/1 refers back to itself.')
})

test('a node without a reference resolves to itself, and a value that is not an object to an empty object', () => {
  expect(resolveNode(document, { own: 1 })).toEqual({ own: 1 })
  expect(resolveNode(document, undefined)).toEqual({})
})

import { expect, test } from 'vitest'
import { isRecord, parseJson } from '../src/json.ts'

test.each([{}, { id: 'biz_1' }, Object.create(null)])('an object is a record', (value) => {
  expect(isRecord(value)).toBe(true)
})

test.each([[[]], [null], [undefined], ['{}'], [1]])('%j is not a record', (value) => {
  expect(isRecord(value)).toBe(false)
})

test.each([
  ['{"id":"biz_1"}', { id: 'biz_1' }],
  ['null', null],
  [' [1]\n', [1]],
])('the JSON text %j is parsed', (text, value) => {
  expect(parseJson(text)).toEqual(value)
})

test.each(['', '{', "{'id':1}", 'undefined', '<html>', '{} {}'])('%j, which is not JSON, has no value', (text) => {
  expect(parseJson(text)).toBeUndefined()
})

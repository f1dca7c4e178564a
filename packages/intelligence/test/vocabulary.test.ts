import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { phraseBook } from '../src/vocabulary/patterns.ts'

const folder = join(import.meta.dirname, '../vocabulary')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))

/** Every list of strings in a JSON value. */
function listsOf(value: unknown): string[][] {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(listsOf)
}

test.each(files)('%s has one phrase per line, and no duplicates in a list', (name) => {
  const content = readFileSync(join(folder, name), 'utf8')
  const value: unknown = JSON.parse(content)
  expect(content).toBe(`${JSON.stringify(value, null, 2)}\n`)
  for (const list of listsOf(value)) expect(list.filter((phrase, at) => list.indexOf(phrase) !== at)).toEqual([])
})

test.each([
  ['', /must begin with a word|Not a word/],
  ['_ long', /must begin with a word/],
  ['fell  out', /Not a word of a phrase/],
  ['fell out, came off', /Not a word of a phrase/],
  ['fell||dropped', /Not a word of a phrase/],
  ['ab*', /needs three letters/],
])('the phrase "%s" is refused', (phrase, message) => {
  expect(() => phraseBook<true>().add([phrase], true)).toThrow(message)
})

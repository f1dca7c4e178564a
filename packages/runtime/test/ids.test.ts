import { expect, test } from 'vitest'
import { idBytes, idFromBytes, isId, newId } from '../src/ids.ts'
import { createTestClock } from './testing.ts'

test('an id contains the time of its creation and matches the pattern of the contract', () => {
  const id = newId('biz', createTestClock('2026-03-02T09:12:44.120Z'))
  expect(id).toMatch(/^biz_[0-7][0-9a-hjkmnp-tv-z]{25}$/)
  expect(new Date(idBytes(id).readUIntBE(0, 6)).toISOString()).toBe('2026-03-02T09:12:44.120Z')
  expect(id.startsWith('biz_01kjpx4gtr')).toBe(true)
})

test('an id is a UUID of version 7', () => {
  const hex = idBytes(newId('ana')).toString('hex')
  expect(hex).toMatch(/^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/)
})

test('ids made one after the other sort in that order, thousands in one millisecond and over a set-back clock', () => {
  const clock = createTestClock('2026-11-20T08:30:00.000Z')
  const ids = Array.from({ length: 20_000 }, (_, index) => {
    if (index === 15_000) clock.advance(-5_000)
    return newId('evt', clock)
  })
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(ids.length)
})

test('after a large step back of the clock, ids follow the new time', () => {
  const clock = createTestClock('2026-11-20T08:30:00.000Z')
  newId('evt', clock)
  clock.set('2026-01-01T00:00:00.000Z')
  expect(idBytes(newId('evt', clock)).readUIntBE(0, 6)).toBe(Date.parse('2026-01-01T00:00:00.000Z'))
})

test('bytes and text are two spellings of the same id, the extremes included', () => {
  for (const bytes of [Buffer.alloc(16, 0), Buffer.alloc(16, 255), idBytes('biz_01kjpx4gtrex7rhcb4yfrgw100')]) {
    expect(idBytes(idFromBytes('biz', bytes))).toEqual(bytes)
  }
  expect(idFromBytes('biz', idBytes('biz_01kjpx4gtrex7rhcb4yfrgw100'))).toBe('biz_01kjpx4gtrex7rhcb4yfrgw100')
  expect(idFromBytes('biz', Buffer.alloc(16, 255))).toBe(`biz_7${'z'.repeat(25)}`)
  expect(() => idFromBytes('biz', Buffer.alloc(15))).toThrow(/16 bytes, not 15/)
})

test.each([
  ['cmp_01kjpx4gtrex7rhcb4yfrgw100', 'another prefix'],
  ['biz_81kjpx4gtrex7rhcb4yfrgw100', 'more than 128 bits'],
  ['biz_01KJPX4GTREX7RHCB4YFRGW100', 'upper-case letters'],
  ['biz_01kjpx4gtrex7rhcb4yfrgw10u', 'a letter outside the alphabet'],
  ['biz_01kjpx4gtrex7rhcb4yfrgw10', 'too few characters'],
  ['biz_01kjpx4gtrex7rhcb4yfrgw1000', 'too many characters'],
  ['', 'no characters'],
])('%j is not the id of a business, because it has %s', (text) => {
  expect(isId('biz', text)).toBe(false)
})

test('an invalid id has no bytes', () => {
  expect(() => idBytes('biz_nonsense')).toThrow(/is not an id such as/)
})

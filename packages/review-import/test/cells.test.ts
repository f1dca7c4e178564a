import type { DateOrder } from '@generated/contract/enums'
import { expect, test } from 'vitest'
import { readInstant, readLanguage, readRating, readReplied, readSource, readText } from '../src/cells.ts'

const now = Date.parse('2026-11-20T08:30:00Z')

test.each([
  ['1', 1],
  ['5.0', 5],
  ['4,0', 4],
  ['FIVE', 5],
  ['FIVE_STARS', 5],
  ['STAR_RATING_THREE', 3],
  ['three stars', 3],
  ['★★★★★', 5],
  ['★★☆☆☆', 2],
  ['4/5', 4],
  ['5.0 of 5', 5],
  ['5.0 of 5 bubbles', 5],
  ['3 out of 5', 3],
  ['4 stars', 4],
  ['1 star', 1],
  ['5.0 star rating', 5],
  ['', null],
  ['STAR_RATING_UNSPECIFIED', null],
])('a cell of stars with %s is read as %s', (text, stars) => {
  expect(readRating(text)).toBe(stars)
})

test.each(['0', '6', '4.5', '50', '-1', '8/10', 'five-ish', 'ten', '☆☆☆☆☆', '５'])(
  'a cell of stars with %s is refused',
  (text) => {
    expect(() => readRating(text)).toThrow(/not a rating/)
  },
)

test.each<[string, DateOrder | undefined, string | null]>([
  ['', undefined, null],
  ['2026-11-02', undefined, '2026-11-02T00:00:00.000Z'],
  ['2026/11/02', undefined, '2026-11-02T00:00:00.000Z'],
  ['2026-11-02T10:20:30Z', undefined, '2026-11-02T10:20:30.000Z'],
  ['2026-11-02T10:20:30.123456Z', undefined, '2026-11-02T10:20:30.123Z'],
  ['2026-11-02T10:20:30+02:00', undefined, '2026-11-02T08:20:30.000Z'],
  ['2026-11-02 10:20:30 UTC', undefined, '2026-11-02T10:20:30.000Z'],
  ['2026-11-02 10:20', undefined, '2026-11-02T10:20:00.000Z'],
  ['Nov 2, 2026', undefined, '2026-11-02T00:00:00.000Z'],
  ['November 2nd, 2026', undefined, '2026-11-02T00:00:00.000Z'],
  ['2 Nov 2026', undefined, '2026-11-02T00:00:00.000Z'],
  ['2 November 2026 at 8:05 PM', undefined, '2026-11-02T20:05:00.000Z'],
  ['November 2026', undefined, '2026-11-01T00:00:00.000Z'],
  ['02.11.2026', undefined, '2026-11-02T00:00:00.000Z'],
  ['25/10/2026', undefined, '2026-10-25T00:00:00.000Z'],
  ['10/25/2026', undefined, '2026-10-25T00:00:00.000Z'],
  ['03/04/2026', 'dmy', '2026-04-03T00:00:00.000Z'],
  ['03/04/2026', 'mdy', '2026-03-04T00:00:00.000Z'],
  ['04/04/2026', undefined, '2026-04-04T00:00:00.000Z'],
  ['10/25/2026 12:05 AM', undefined, '2026-10-25T00:05:00.000Z'],
  ['1793614830', undefined, '2026-11-02T10:20:30.000Z'],
  ['1793614830123', undefined, '2026-11-02T10:20:30.123Z'],
])('a cell of dates with %s in the order %s is read as %s', (text, dayOrder, instant) => {
  expect(readInstant(text, { dayOrder, datesAdvice: '' }, now)).toBe(instant)
})

test.each([
  ['03/04/2026', /ambiguous: name the order/],
  ['2026-02-30', /is not a date/],
  ['31/11/2026', /is not a date/],
  ['2026-13-01', /is not a date/],
  ['2 weeks ago', /is not a date/],
  ['yesterday', /is not a date/],
  ['1', /is not a date/],
  ['2026-11-02T25:00:00Z', /is not a date/],
  ['2027-01-01', /in the future/],
  ['1970-01-01', /before 1995/],
])('a cell of dates with %s is refused with the reason', (text, reason) => {
  expect(() => readInstant(text, { datesAdvice: 'name the order' }, now)).toThrow(reason)
})

test.each([
  ['Google', 'google'],
  ['Google Maps', 'google'],
  ['google_business_profile', 'google'],
  ['GMB', 'google'],
  ['TripAdvisor', 'tripadvisor'],
  ['Trip Advisor', 'tripadvisor'],
  ['yelp.com', 'yelp'],
  ['Facebook', 'facebook'],
  ['Trustpilot', 'other'],
])('a cell of sites with %s is read as %s', (text, source) => {
  expect(readSource(text)).toBe(source)
})

test.each([
  ['en', 'en'],
  ['EN', 'en'],
  ['nl-NL', 'nl'],
  ['zh_Hant', 'zh'],
  ['English', null],
  ['', null],
])('a cell of languages with %s is read as %s', (text, language) => {
  expect(readLanguage(text)).toBe(language)
})

test('an owner has replied or not, or it is not known, and anything else is refused', () => {
  expect(['true', 'Yes', '1'].map(readReplied)).toEqual([true, true, true])
  expect(['false', 'No', '0'].map(readReplied)).toEqual([false, false, false])
  expect(readReplied('')).toBeNull()
  expect(() => readReplied('maybe')).toThrow(/neither yes nor no/)
})

test('only the words of the customer are kept, not a translation by the site', () => {
  expect(readText('(Translated by Google) Very good\n\n(Original)\nHeel goed', '')).toBe('Heel goed')
  expect(readText('Heel goed\n\n(Translated by Google)\nVery good', '')).toBe('Heel goed')
})

test('a title becomes the first line, unless the text begins with it', () => {
  expect(readText('We waited an hour.', 'Never again')).toBe('Never again\nWe waited an hour.')
  expect(readText('Never again! We waited.', 'Never again')).toBe('Never again! We waited.')
  expect(readText('', 'Never again')).toBe('Never again')
})

test('text that PostgreSQL cannot store is refused or repaired', () => {
  expect(() => readText('a\u0000b', '')).toThrow(/U\+0000/)
  expect(readText('half a \ud83d pair', '')).toBe('half a \ufffd pair')
  expect(() => readText('x'.repeat(20_001), '')).toThrow(/longer than 20000/)
})

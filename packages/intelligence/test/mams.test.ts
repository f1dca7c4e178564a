import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ASPECT_SPACE, RESTAURANT_SPACE } from '../src/model/spaces.ts'
import { aspectOfTerm, type MamsSentence, mamsExample, readMams } from '../src/training/mams.ts'
import { MAMS_WEIGHTS } from '../src/training/train.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mams-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(set: string, part: string, sentences: string): void {
  mkdirSync(join(folder, set, 'raw'), { recursive: true })
  writeFileSync(join(folder, set, 'raw', `${part}.xml`), `<sentences>\n${sentences}\n</sentences>`)
}

const element = (text: string, aspects: string) => `<sentence>\n<text>${text}</text>\n${aspects}\n</sentence>`

describe('reading MAMS', () => {
  test('names every file that is missing', () => {
    write('MAMS-ACSA', 'train', '')
    expect(() => readMams(folder)).toThrow(
      /lacks .*MAMS-ACSA.raw.val\.xml, .*MAMS-ATSA.raw.train\.xml, .*MAMS-ATSA.raw.val\.xml\. It must be/,
    )
  })

  test('joins the categories and the terms of a sentence that both parts have', () => {
    const text = 'The soup &amp; the waiter were warm.'
    write('MAMS-ACSA', 'val', element(text, '<aspectCategory category="food" polarity="positive"/>'))
    write('MAMS-ATSA', 'val', element(text, '<aspectTerm from="4" polarity="positive" term="soup" to="8"/>'))
    expect(readMams(folder, ['val'])).toEqual([
      {
        text: 'The soup & the waiter were warm.',
        categories: [{ category: 'food', polarity: 'positive' }],
        terms: [{ term: 'soup', polarity: 'positive' }],
      },
    ])
  })
})

describe('what a term is about', () => {
  test.each([
    ['waitress', 'service'],
    ['wait staff', 'service'],
    ['wait', 'wait'],
    ['prices', 'price'],
    ['decor', 'ambience'],
    ['chicken tikka masala', 'quality'],
    ['frumenty', 'quality'],
    ['reservation', null],
    ['place', null],
  ])('%s: %s', (term, aspect) => {
    expect(aspectOfTerm(term, 'neutral')).toBe(aspect)
  })

  test('a meal is what is bought where it is judged, and a time of the day where it is not', () => {
    expect(aspectOfTerm('dinner', 'neutral')).toBeNull()
    expect(aspectOfTerm('dinner', 'negative')).toBe('quality')
  })
})

describe('a sentence of MAMS as an example', () => {
  const read = (sentence: Partial<MamsSentence>, space = RESTAURANT_SPACE) =>
    mamsExample({ text: 'A sentence.', categories: null, terms: null, ...sentence }, space, MAMS_WEIGHTS[space.name])

  test('terms are evidence for their labels and none against others', () => {
    const example = read({
      terms: [
        { term: 'pasta', polarity: 'positive' },
        { term: 'pizza', polarity: 'negative' },
        { term: 'waiter', polarity: 'neutral' },
      ],
    })
    expect([...(example?.labels ?? [])]).toEqual([
      ['food', 'conflict'],
      ['service', 'neutral'],
    ])
    expect(example?.certainty.get('ambience')).toBe(0)
    expect(example?.certainty.get('food')).toBeGreaterThan(example?.certainty.get('service') ?? 1)
  })

  test('categories say what a sentence is not about, and win over terms', () => {
    const example = read({
      categories: [{ category: 'food', polarity: 'positive' }],
      terms: [
        { term: 'pasta', polarity: 'negative' },
        { term: 'waiter', polarity: 'negative' },
      ],
    })
    expect([...(example?.labels ?? [])]).toEqual([['food', 'positive']])
    expect(example?.certainty.get('service')).toBeGreaterThan(0)
  })

  test('terms tell serving from waiting where the category does not', () => {
    const sentence: Partial<MamsSentence> = {
      categories: [{ category: 'service', polarity: 'negative' }],
      terms: [{ term: 'wait', polarity: 'negative' }],
    }
    expect([...(read(sentence, ASPECT_SPACE)?.labels ?? [])]).toEqual([['wait', 'negative']])
  })

  test('what teaches nothing is left out', () => {
    expect(read({ terms: [{ term: 'reservation', polarity: 'neutral' }] })).toBeNull()
  })
})

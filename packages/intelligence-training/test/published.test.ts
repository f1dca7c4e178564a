import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { aspectSpace, restaurantSpace } from '@svc/intelligence/model/spaces'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { publishedExample, publishedHash, readPublished, readPublishedLabels } from '../src/train/published.ts'

const inMams = 'The service is excellent and always informative without an air.'
const inUci = 'Crust is not good.'
const inTsaMd = 'Actually a lousy hotel.'
const inDynasent = 'The woman washes my hair thoroughly.'
const unknown = 'The soup &amp; the waiter were warm.'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'published-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

interface Texts {
  mams: Partial<Record<'ACSA train' | 'ACSA val' | 'ACSA test' | 'ATSA train' | 'ATSA val' | 'ATSA test', string[]>>
  yelp: string[]
  tsaMd: string[]
  dynasent: string[]
}

function write({ mams = {}, yelp = [], tsaMd = [], dynasent = [] }: Partial<Texts>): void {
  const put = (file: string, content: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), content)
  }
  for (const set of ['ACSA', 'ATSA'] as const) {
    for (const part of ['train', 'val', 'test'] as const) {
      const texts = (mams[`${set} ${part}`] ?? []).map((text) => `<sentence>\n<text>${text}</text>\n</sentence>`)
      put(`mams/MAMS-${set}/raw/${part}.xml`, `<sentences>\n${texts.join('\n')}\n</sentences>`)
    }
  }
  put('uci/yelp_labeled.txt', yelp.map((text) => `${text}\t1\n`).join(''))
  put('uci/amazon_cells_labeled.txt', '')
  put('tsa-md/TSA-MD.train.json', JSON.stringify(tsaMd.map((text) => ({ text, targets: [] }))))
  put('tsa-md/TSA-MD.dev.json', '[]')
  put(
    'dynasent/dynasent-v1.1-round01-yelp-dev.jsonl',
    dynasent.map((sentence) => `${JSON.stringify({ sentence })}\n`).join(''),
  )
}

describe('reading published sentences', () => {
  test('names every file that is missing', () => {
    write({})
    rmSync(join(folder, 'mams', 'MAMS-ACSA', 'raw', 'val.xml'))
    rmSync(join(folder, 'tsa-md'), { recursive: true })
    expect(() => readPublished(folder)).toThrow(
      /lacks mams\/MAMS-ACSA\/raw\/val\.xml, tsa-md\/TSA-MD\.train\.json, tsa-md\/TSA-MD\.dev\.json\. packages\/intelligence\/NOTICE names/,
    )
  })

  test('returns the sentences of each set with our labels and their trade', () => {
    write({ mams: { 'ACSA train': [inMams] }, yelp: [` ${inUci}  `], tsaMd: [inTsaMd], dynasent: [inDynasent] })
    expect(readPublished(folder)).toEqual([
      { set: 'MAMS', trade: 'restaurant', text: inMams, labels: new Map([['service', 'positive']]) },
      { set: 'UCI', trade: 'restaurant', text: inUci, labels: new Map([['quality', 'negative']]) },
      { set: 'TSA-MD', trade: 'hotel', text: inTsaMd, labels: new Map([['general', 'negative']]) },
      { set: 'DynaSent', trade: 'salon', text: inDynasent, labels: new Map([['quality', 'positive']]) },
    ])
  })

  test('returns a sentence of two files once', () => {
    write({ mams: { 'ACSA val': [inMams], 'ATSA train': [inMams] }, tsaMd: [inMams] })
    expect(readPublished(folder).map(({ set, text }) => [set, text])).toEqual([['MAMS', inMams]])
  })

  test('skips sentences without our labels, and never opens the files that are measured on', () => {
    write({ mams: { 'ACSA train': [unknown], 'ACSA test': [inMams] } })
    expect(readPublished(folder)).toEqual([])
  })

  test('no sentence has labels of two trades', () => {
    const hashes: string[] = []
    readPublishedLabels((content) =>
      hashes.push(...[...content.matchAll(/\t(\w{16})$/gm)].map(([, hash = '']) => hash)),
    )
    expect(hashes.length).toBe(readPublishedLabels().size)
    expect(readPublishedLabels().get(publishedHash(inTsaMd))?.trade).toBe('hotel')
  })
})

describe('a published sentence as an example', () => {
  const sentence = {
    set: 'MAMS',
    trade: 'restaurant',
    text: 'A sentence.',
    labels: new Map([['wait', 'negative'] as const, ['service', 'positive'] as const]),
  } as const

  test('has the configured weight for each label', () => {
    const { labels, certainty, weight } = publishedExample(sentence, aspectSpace, { topics: 0.2, polarity: 0.5 })
    expect(labels).toEqual(sentence.labels)
    expect(new Set(certainty.values())).toEqual(new Set([0.2]))
    expect(weight).toBe(0.5)
  })

  test('has a lower weight for the restaurant categories when it is about another trade', () => {
    const weights = { topics: 1, polarity: 1 }
    const example = publishedExample({ ...sentence, trade: 'hotel' }, restaurantSpace, weights)
    expect(example.certainty.get('food')).toBe(0)
    expect(example.certainty.get('price')).toBeLessThan(1)
    expect(example.weight).toBeLessThan(1)
  })

  test('two of our aspects that are one published category are merged', () => {
    const { labels } = publishedExample(sentence, restaurantSpace, { topics: 1, polarity: 1 })
    expect(labels).toEqual(new Map([['service', 'conflict']]))
  })
})

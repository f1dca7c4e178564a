import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ASPECT_SPACE, RESTAURANT_SPACE } from '../src/model/spaces.ts'
import { mamsExample, readMams, readMamsLabels } from '../src/training/mams.ts'
import { publishedHash } from '../src/training/published.ts'

const SETS = ['MAMS-ACSA', 'MAMS-ATSA'] as const
const PARTS = ['train', 'val', 'test'] as const

const LABELLED = 'The service is excellent and always informative without an air.'
const UNKNOWN = 'The soup &amp; the waiter were warm.'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mams-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(texts: Partial<Record<`${(typeof SETS)[number]} ${(typeof PARTS)[number]}`, string[]>>): void {
  for (const set of SETS) {
    mkdirSync(join(folder, set, 'raw'), { recursive: true })
    for (const part of PARTS) {
      const sentences = (texts[`${set} ${part}`] ?? []).map((text) => `<sentence>\n<text>${text}</text>\n</sentence>`)
      writeFileSync(join(folder, set, 'raw', `${part}.xml`), `<sentences>\n${sentences.join('\n')}\n</sentences>`)
    }
  }
}

describe('reading MAMS', () => {
  test('names every file that is missing', () => {
    write({})
    rmSync(join(folder, 'MAMS-ACSA', 'raw', 'val.xml'))
    rmSync(join(folder, 'MAMS-ATSA'), { recursive: true })
    expect(() => readMams(folder)).toThrow(
      /lacks .*MAMS-ACSA.raw.val\.xml, .*MAMS-ATSA.raw.train\.xml, .*MAMS-ATSA.raw.val\.xml\. It must be/,
    )
  })

  test('gives a sentence that both parts have once, with our labels', () => {
    write({ 'MAMS-ACSA val': [LABELLED], 'MAMS-ATSA train': [LABELLED] })
    expect(readMams(folder)).toEqual([{ text: LABELLED, labels: readMamsLabels().get(publishedHash(LABELLED)) }])
    expect(readMamsLabels().get(publishedHash(LABELLED))).toEqual(new Map([['service', 'positive']]))
  })

  test('leaves out what we did not label, and never opens what is to be measured', () => {
    write({ 'MAMS-ACSA train': [UNKNOWN], 'MAMS-ACSA test': [LABELLED] })
    expect(readMams(folder)).toEqual([])
  })
})

describe('a sentence of MAMS as an example', () => {
  const sentence = {
    text: 'A sentence.',
    labels: new Map([['wait', 'negative'] as const, ['service', 'positive'] as const]),
  }

  test('counts as much as it is told to, label by label', () => {
    const { labels, certainty, weight } = mamsExample(sentence, ASPECT_SPACE, { topics: 0.2, polarity: 0.5 })
    expect(labels).toEqual(sentence.labels)
    expect(new Set(certainty.values())).toEqual(new Set([0.2]))
    expect(weight).toBe(0.5)
  })

  test('two of our aspects that are one category elsewhere are joined', () => {
    const { labels } = mamsExample(sentence, RESTAURANT_SPACE, { topics: 1, polarity: 1 })
    expect(labels).toEqual(new Map([['service', 'conflict']]))
  })
})

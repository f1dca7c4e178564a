import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { openReader } from '@svc/intelligence/model/reader'
import { restaurantSpace } from '@svc/intelligence/model/spaces'
import { describe, expect, test, vi } from 'vitest'
import { measureBusinesses } from '../src/evaluate/businesses.ts'
import { type LabeledSentence, markSentences, scoresOf } from '../src/evaluate/measure.ts'
import { hashOfCorpus, readCorpus } from '../src/train/corpus.ts'
import { exampleOf } from '../src/train/examples.ts'
import { readPublishedLabels } from '../src/train/published.ts'
import { calibrateHeldOut, defaultTraining, scoreHeldOut, trainReader } from '../src/train/train.ts'

const corpus = readCorpus()
const modelFile = new URL('model/model.json', import.meta.resolve('@svc/intelligence/package.json'))
const { inputs } = JSON.parse(readFileSync(modelFile, 'utf8'))

// Training may take minutes on a busy machine.
vi.setConfig({ testTimeout: 600_000 })

test('the model in the repository was trained on the corpus and the labels in the repository', () => {
  expect(inputs.corpus).toBe(hashOfCorpus(corpus))
  const labelsHash = createHash('sha256')
  readPublishedLabels((content) => labelsHash.update(content))
  expect(inputs.labels).toBe(labelsHash.digest('hex'))
})

describe('the corpus', () => {
  test('has at least 3,000 sentences over six trades', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(3000)
    const trades = new Set(corpus.map(({ trade }) => trade))
    expect([...trades].sort()).toEqual(['dentist', 'garage', 'hotel', 'restaurant', 'retail', 'salon'])
  })

  test('has no duplicate sentences', () => {
    const texts = corpus.map(({ text }) => text.toLowerCase())
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
  })
})

/**
 * A quarter of the work of the default: on held-out sentences, F1 is 81.2 instead of 81.9, and the true first priority
 * is ranked first for 77 % of the businesses instead of 74 %.
 */
const shortTraining = { ...defaultTraining, iterations: 20, rounds: 2, filters: 56 }

test('training twice on the same sentences gives the same weights, to the last byte', () => {
  const some = corpus.slice(0, 300).map((sentence) => exampleOf(sentence, restaurantSpace))
  expect(JSON.stringify(trainReader(restaurantSpace, some, shortTraining))).toBe(
    JSON.stringify(trainReader(restaurantSpace, some, shortTraining)),
  )
})

describe('a model trained on the corpus alone, measured on held-out restaurant batches', () => {
  const batches = [...new Set(corpus.filter(({ trade }) => trade === 'restaurant').map(({ batch }) => batch))].sort()
  // Calibrated on one set of batches, measured on another, learned from the rest.
  const calibrating = new Set(batches.filter((_, index) => index % 4 === 1))
  const measured = new Set(batches.filter((_, index) => index % 4 === 3))
  const examples = corpus
    .filter(({ trade }) => trade === 'restaurant')
    .map((sentence) => exampleOf(sentence, restaurantSpace))
  const learned = trainReader(
    restaurantSpace,
    examples.filter(({ batch }) => !calibrating.has(batch) && !measured.has(batch)),
    shortTraining,
  )
  const held = scoreHeldOut(
    openReader(restaurantSpace, learned),
    examples.filter(({ batch }) => calibrating.has(batch)),
  )
  const reader = openReader(restaurantSpace, { ...learned, ...calibrateHeldOut(restaurantSpace, held) })
  const pool = examples
    .filter(({ batch }) => measured.has(batch))
    .map(
      ({ text, labels }): LabeledSentence => ({
        text,
        labels: [...labels].map(([category, polarity]) => ({ category, polarity })),
      }),
    )

  test('finds the categories and how they are judged', () => {
    const { f1, accuracy } = scoresOf(markSentences(reader, pool, 'restaurant'))
    expect(f1).toBeGreaterThan(77)
    expect(accuracy).toBeGreaterThan(71)
  })

  // Harder sentences than customers write, and a quarter of the corpus unseen: the shipped model is measured by the
  // eval command.
  test('mostly ranks the true first priority among its first two, for 200 businesses made of those sentences', () => {
    const { first, firstTwo } = measureBusinesses(reader, pool, 'restaurant')
    expect(first).toBeGreaterThanOrEqual(58)
    expect(firstTwo).toBeGreaterThanOrEqual(83)
  })
})

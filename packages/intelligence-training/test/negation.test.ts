import { expect, test } from 'vitest'
import { measureNegation, negationSets, readNegation } from '../src/evaluate/negation.ts'
import { readCorpus } from '../src/train/corpus.ts'

test('the evaluation set has at least 600 sentences, each once, and none of the corpus', () => {
  const texts = negationSets.flatMap((set) => readNegation(set).map(({ text }) => text))
  const learned = new Set(readCorpus().map(({ text }) => text))
  expect(texts.length).toBeGreaterThanOrEqual(600)
  expect(new Set(texts).size).toBe(texts.length)
  expect(texts.filter((text) => learned.has(text))).toEqual([])
})

test('negations of all sets are judged right in at least 90%', () => {
  const measured = negationSets.map((set) => measureNegation(readNegation(set), true))
  const sum = (what: 'right' | 'labels') => measured.reduce((total, set) => total + set[what], 0)
  expect((100 * sum('right')) / sum('labels')).toBeGreaterThanOrEqual(90)
})

// Without its rules the engine is right in 73.0% and 78.0% with stars, and in 49.6% and 56.9% by words alone.
test.each([
  ['dev', true, 92],
  ['dev', false, 66],
  ['held-out', true, 92],
  ['held-out', false, 77],
  ['independent', true, 88],
  ['independent', false, 44],
] as const)('negations of the set "%s" are judged right (stars: %s) in at least %i%%', (set, withStars, least) => {
  const { right, labels } = measureNegation(readNegation(set), withStars)
  expect((100 * right) / labels).toBeGreaterThanOrEqual(least)
})

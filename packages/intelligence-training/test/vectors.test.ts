import { hashText } from '@svc/intelligence/model/hash'
import { openReader, readTopics } from '@svc/intelligence/model/reader'
import { restaurantSpace } from '@svc/intelligence/model/spaces'
import { openVectors, storeVectors, wordVectors } from '@svc/intelligence/model/vectors'
import { viewOfSentence } from '@svc/intelligence/model/view'
import { expect, test, vi } from 'vitest'
import { readCorpus } from '../src/train/corpus.ts'
import { exampleOf } from '../src/train/examples.ts'
import { defaultTraining, trainReader } from '../src/train/train.ts'
import { chooseVectors } from '../src/train/vectors.ts'

// Training may take minutes on a busy machine.
vi.setConfig({ testTimeout: 600_000 })

test('a word that is not in the training sentences is read like words with similar vectors', () => {
  const corpus = readCorpus()
    .filter(({ trade }) => trade === 'restaurant')
    .slice(0, 400)
  const dish = 'chowder'
  const person = 'receptionist'
  expect(corpus.some(({ text }) => text.includes(dish) || text.includes(person))).toBe(false)
  for (const word of [dish, person]) expect(wordVectors.rows.has(hashText(word)), word).toBe(true)

  const examples = corpus.map((sentence) => exampleOf(sentence, restaurantSpace))
  const reader = openReader(
    restaurantSpace,
    trainReader(restaurantSpace, examples, { ...defaultTraining, iterations: 10 }),
  )
  const scoresOf = (word: string) => {
    const { scores } = readTopics(reader, viewOfSentence(`The ${word}.`, 'restaurant'), 'restaurant')
    return { food: scores[0] ?? 0, service: scores[1] ?? 0 }
  }
  expect(scoresOf(dish).food).toBeGreaterThan(scoresOf(person).food)
  expect(scoresOf(dish).service).toBeLessThan(scoresOf(person).service)
})

test('vectors are stored to half a step of 0.034, and by the hashes of their words', () => {
  const vector = Float64Array.of(0.25, -0.2, 0.01, 0)
  const { dimensions, rows, values } = openVectors(storeVectors(4, new Map([[hashText('soup'), vector]])))
  expect(dimensions).toBe(4)
  expect([...rows]).toEqual([[hashText('soup'), 0]])
  for (const [index, value] of vector.entries())
    expect(Math.abs((values[index] ?? 0) - value)).toBeLessThanOrEqual(0.017)
})

test('words of the texts are chosen before other common words; numbers and symbols never', () => {
  const rare = Array.from(
    { length: 13_000 },
    (_, index) => `x${[...String(index)].map((digit) => 'abcdefghij'[+digit]).join('')}`,
  )
  const content = JSON.stringify({
    dimensions: 4,
    vectors: Object.fromEntries(
      ['the', '42', '...', ...rare, 'prawn'].map((word) => [word, [0.6, word === 'prawn' ? 0.8 : 0.1, 0, 0]]),
    ),
  })
  const chosen = openVectors(chooseVectors(content, ["The prawn's shell."], 13_000))
  expect(chosen.rows.size).toBe(13_000)
  for (const word of ['the', 'prawn', rare[0] ?? '']) expect(chosen.rows.has(hashText(word)), word).toBe(true)
  for (const word of ['42', '...', rare.at(-1) ?? '']) expect(chosen.rows.has(hashText(word)), word).toBe(false)
})

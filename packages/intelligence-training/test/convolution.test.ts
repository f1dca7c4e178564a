import { findIn, lookAtWindows, openConvolution, readOut } from '@svc/intelligence/model/convolution'
import { viewOfSentence } from '@svc/intelligence/model/view'
import { expect, test } from 'vitest'
import { type ConvolutionTask, fitConvolution } from '../src/train/convolution.ts'

const good = 'lovely wonderful delicious excellent'.split(' ')
const bad = 'awful horrible disgusting terrible'.split(' ')
const hardly = 'hardly never'.split(' ')

/**
 * Sentences in which a word reverses the judging word after it: no sum over single words can distinguish them.
 */
const turned = [...good, ...bad].flatMap((word) => {
  const sign = good.includes(word) ? 1 : 0
  return [
    ...hardly.map((before) => ({ text: `It was ${before} ${word} there`, target: 1 - sign })),
    { text: `It was there and ${word}`, target: sign },
    { text: `It was really ${word} there`, target: sign },
  ]
})

function task(sentences: typeof turned, more: Partial<ConvolutionTask> = {}): ConvolutionTask {
  return {
    questions: sentences.map(({ text }) => ({ view: viewOfSentence(text, 'restaurant'), relevance: null, kind: 0 })),
    link: 'sigmoid',
    targets: Float32Array.from(sentences, ({ target }) => target),
    weights: new Float32Array(sentences.length).fill(1),
    filters: 32,
    outputs: 1,
    kinds: 1,
    rounds: 300,
    ...more,
  }
}

function scoreOf(stored: ReturnType<typeof fitConvolution>, text: string, kind = 0, relevance: number[] | null = null) {
  const convolution = openConvolution(stored)
  const view = viewOfSentence(text, 'restaurant')
  const { clearest } = findIn(convolution, lookAtWindows(convolution, view), view, relevance)
  return readOut(convolution, clearest, kind)[0] ?? 0
}

test('neighboring words are read together: "hardly lovely" is not praise and "never awful" is not a complaint', () => {
  const stored = fitConvolution(task(turned))
  for (const { text, target } of turned) expect(scoreOf(stored, text) > 0, text).toBe(target === 1)
  // Words that it has not seen, and that resemble those.
  expect(scoreOf(stored, 'It was really fantastic there')).toBeGreaterThan(
    scoreOf(stored, 'It was hardly fantastic there'),
  )
})

test('only the clause about the question counts, and each kind of question has its own bias', () => {
  const text = 'The soup was lovely, but the waiter was awful'
  expect(viewOfSentence(text, 'restaurant').clauseCount).toBe(2)
  const view = viewOfSentence(text, 'restaurant')
  const stored = fitConvolution(
    task([], {
      questions: [
        { view, relevance: [1, 0], kind: 0 },
        { view, relevance: [0, 1], kind: 0 },
        { view, relevance: [1, 0], kind: 1 },
        { view, relevance: [0, 1], kind: 1 },
      ],
      targets: Float32Array.of(1, 0, 1, 1),
      weights: new Float32Array(4).fill(1),
      kinds: 2,
      rounds: 600,
    }),
  )
  expect(scoreOf(stored, text, 0, [1, 0])).toBeGreaterThan(scoreOf(stored, text, 0, [0, 1]))
  expect(scoreOf(stored, text, 1, [0, 1])).toBeGreaterThan(scoreOf(stored, text, 0, [0, 1]))
})

test('a sentence without words, or without known vectors, gets the bias alone', () => {
  const stored = fitConvolution(task(turned, { rounds: 1 }))
  expect(scoreOf(stored, '')).toBe(openConvolution(stored).bias[0])
  expect(Number.isFinite(scoreOf(stored, 'Zorbly blunked qwrtz.'))).toBe(true)
})

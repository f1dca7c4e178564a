import { describe, expect, test } from 'vitest'
import { readRequestEvaluation } from '../src/evaluate/requests.ts'
import { readCorpus } from '../src/train/corpus.ts'
import { parseRequests, readCorpusRequests, readRequestReviews } from '../src/train/request-examples.ts'
import { defaultRequestTraining, trainRequests } from '../src/train/requests.ts'

const normal = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

describe('reviews with requests', () => {
  test('no sentence of more than three words of the evaluation is trained on', () => {
    const sentences = readRequestReviews().flatMap((review) => review.sentences)
    const trained = new Set(sentences.map(({ text }) => normal(text)))
    const measured = readRequestEvaluation().flatMap((review) => review.sentences.map(({ text }) => normal(text)))
    expect(measured.filter((text) => text.split(' ').length > 3 && trained.has(text))).toEqual([])
  })

  test('each request of the corpus is a sentence of it', () => {
    const corpus = new Set(readCorpus().map(({ text }) => text))
    expect([...readCorpusRequests().keys()].filter((text) => !corpus.has(text))).toEqual([])
  })

  test.each(['wish\tBring back the soup.', 'task\t', 'Bring back the soup.'])(
    'a line without a kind and a text is rejected: %j',
    (line) => {
      expect(() => parseRequests('a.tsv', `-\tFine.\n\n${line}`)).toThrow('a.tsv, line 3')
    },
  )

  test('an empty line separates reviews', () => {
    const reviews = parseRequests('a.tsv', '-\tFine soup.\nquestion\tDo you deliver?\n\n-\tFine.\n')
    expect(reviews.map(({ writer, sentences }) => [writer, sentences.map(({ kind }) => kind)])).toEqual([
      ['a', [null, 'question']],
      ['a', [null]],
    ])
  })
})

test('training twice on the same reviews gives the same bytes', async () => {
  const reviews = readRequestReviews().filter((_, index) => index % 50 === 0)
  const options = { ...defaultRequestTraining, filters: 4, rounds: 1, folds: 2, iterations: 5 }
  const train = async () => {
    const { reader } = await trainRequests({ reviews, corpus: [], ofCorpus: new Map() }, options)
    return JSON.stringify(reader)
  }
  expect(await train()).toBe(await train())
})

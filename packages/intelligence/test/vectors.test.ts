import { expect, test } from 'vitest'
import { openReader, scoreTopics } from '../src/model/reader.ts'
import { RESTAURANT_SPACE } from '../src/model/spaces.ts'
import { viewOfSentence } from '../src/model/view.ts'
import { readCorpus } from '../src/training/corpus.ts'
import { exampleOf } from '../src/training/examples.ts'
import { TRAINING, trainReader } from '../src/training/train.ts'
import { readVectors } from '../src/training/vectors.ts'

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']
/** Words before all others in the order of how common they are. */
const COMMON = LETTERS.flatMap((first) => LETTERS.map((second) => `qq${first}${second}`))

// "Zorbly" and "blunked" are in no sentence of the corpus; their vectors lie where those of dishes and of staff do.
const vectors = readVectors(
  JSON.stringify({
    dimensions: 2,
    vectors: {
      ...Object.fromEntries(COMMON.map((word) => [word, [1, 1]])),
      ...Object.fromEntries(['pasta', 'soup', 'steak', 'chicken', 'pizza', 'zorbly'].map((word) => [word, [1, -1]])),
      ...Object.fromEntries(
        ['waiter', 'waitress', 'staff', 'server', 'hostess', 'blunked'].map((word) => [word, [-1, 1]]),
      ),
    },
  }),
)
const examples = readCorpus()
  .filter(({ trade }) => trade === 'restaurant')
  .slice(0, 400)
  .map((sentence) => exampleOf(sentence, RESTAURANT_SPACE))

function scoresOf(text: string, options: Partial<typeof TRAINING>) {
  const reader = openReader(
    RESTAURANT_SPACE,
    trainReader(RESTAURANT_SPACE, examples, { ...TRAINING, iterations: 10, ...options }),
  )
  const { scores } = scoreTopics(reader.topics, viewOfSentence(text, 'restaurant'), 'restaurant')
  return { food: scores[0] ?? 0, service: scores[1] ?? 0 }
}

const NONE = { aspects: 0, restaurants: 0 }

test('a word that no sentence has is read like the words that its vector resembles', () => {
  const dish = scoresOf('The zorbly.', { vectors, smallest: NONE, smallestLike: NONE })
  const person = scoresOf('The blunked.', { vectors, smallest: NONE, smallestLike: NONE })
  expect(dish.food).toBeGreaterThan(person.food)
  expect(dish.service).toBeLessThan(person.service)
})

test('without vectors such words are all the same', () => {
  expect(scoresOf('The zorbly.', { vectors: null })).toEqual(scoresOf('The blunkd.', { vectors: null }))
})

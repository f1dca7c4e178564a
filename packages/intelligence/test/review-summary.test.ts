import { expect, test } from 'vitest'
import { labelReview } from '../src/labels/labels.ts'
import { summarizeReview } from '../src/labels/review-summary.ts'

const summary = (text: string, rating: number | null = null) =>
  summarizeReview(labelReview(text, { trade: 'restaurant' }), rating)

test.each([
  ['The pasta was delicious. We waited an hour for our table.', 3, 'mixed'],
  ['The pasta was delicious and the staff were lovely.', 5, 'positive'],
  ['The food was cold and the waiter was rude.', 1, 'negative'],
])('%s (%i stars) is %s', (text, rating, polarity) => {
  expect(summary(text, rating).polarity).toBe(polarity)
})

test('each aspect comes once, in the order of the contract, judged by the sentence that says it clearest', () => {
  const { aspects } = summary('We waited an hour. The wait was terrible. The pasta was delicious.', 3)
  expect(aspects).toEqual([
    { aspect: 'quality', polarity: 'positive' },
    { aspect: 'wait', polarity: 'negative' },
  ])
})

test('a danger is flagged, a hospital that was somewhere else is not', () => {
  expect(summary('My daughter was sick all night after the mussels.', 1).flags).toContain('health_safety')
  expect(summary('I came straight from hospital and they were so kind and friendly.', 5).flags).toEqual([])
})

test('a text that the engine does not read has no judgment', () => {
  const unread = { aspects: [], polarity: null, flags: [] }
  expect(summary('', 1)).toEqual(unread)
  expect(summary('Heerlijk gegeten, maar we moesten wel erg lang wachten op ons eten.', 2)).toEqual(unread)
})

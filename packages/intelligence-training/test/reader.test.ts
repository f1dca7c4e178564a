import type { Features } from '@svc/intelligence/model/features'
import { addWeights, type Layer } from '@svc/intelligence/model/layer'
import { restaurantReader } from '@svc/intelligence/model/model'
import { calibrated, judgeLabels, judgmentFeatures, mentionOf, scoreTopics } from '@svc/intelligence/model/reader'
import { aspectSpace, polarityNames, restaurantSpace } from '@svc/intelligence/model/spaces'
import { viewOfSentence } from '@svc/intelligence/model/view'
import { expect, test } from 'vitest'
import { calibrateJudgment, calibrateMention, type HeldOut } from '../src/train/calibrate.ts'
import { exampleOf } from '../src/train/examples.ts'

/** The scores of a list of features, bias included. */
function scoreFeatures(layer: Layer, { ids, values }: Features): Float64Array {
  const scores = Float64Array.from(layer.bias)
  for (const [index, id] of ids.entries()) addWeights(layer, id, values[index] ?? 0, scores)
  return scores
}

test('a sentence is judged by the same features as in training, although its words are summed only once', () => {
  const { polarityWindows, ...rest } = restaurantReader()
  // The features alone: the windows say nothing here.
  const silent = { readout: polarityWindows.readout.map(() => 0), bias: polarityWindows.bias.map(() => 0) }
  const reader = { ...rest, polarityWindows: { ...polarityWindows, ...silent } }
  const view = viewOfSentence(
    "The soup wasn't bad, but our waiter forgot the bread and the bill was huge.",
    'restaurant',
  )
  const topics = scoreTopics(reader.topics, view, 'restaurant')
  const labels = ['food', 'service', 'price']
  expect(view.clauseCount).toBeGreaterThan(1)
  for (const [place, { polarity }] of judgeLabels(reader, view, 'restaurant', labels).entries()) {
    const label = restaurantSpace.labels.indexOf(labels[place] ?? '')
    const scores = scoreFeatures(reader.polarity, judgmentFeatures(reader.space, view, topics, label))
    const trained = calibrated(scores, reader.judgment)
    for (const name of polarityNames) expect(polarity[name]).toBeCloseTo(trained[name], 9)
  }
})

test('calibration reduces the confidence of an overconfident reader, even with very large scores', () => {
  const heldOut = Array.from({ length: 40 }, (_, index): HeldOut => {
    // A quarter of what it calls positive is negative.
    const polarity = index % 4 === 3 ? 'negative' : 'positive'
    const score = 15 + index
    return {
      example: exampleOf(
        {
          trade: 'restaurant',
          batch: 'restaurant-01-a',
          selected: false,
          text: `${index}`,
          labels: new Map([['quality', polarity]]),
        },
        restaurantSpace,
      ),
      topics: new Float64Array(restaurantSpace.labels.length),
      polarity: new Map([['food', Float64Array.of(score, -score, -3 * score, -3 * score)]]),
    }
  })
  const { positive, negative } = calibrated([30, -30, -90, -90], calibrateJudgment(heldOut))
  expect(positive).toBeLessThan(0.9)
  expect(negative).toBeGreaterThan(0.1)
  expect(positive).toBeGreaterThan(negative)
})

test('mentions are calibrated separately for restaurants and for other trades', () => {
  // The same scores; in restaurants half of the sentences are about prices, in garages all but a tenth.
  const heldOut = (['restaurant', 'garage'] as const).flatMap((trade) =>
    Array.from({ length: 100 }, (_, index): HeldOut => {
      const aspect = Math.floor(index / 2) % 10 < (trade === 'restaurant' ? 5 : 9) ? 'price' : 'quality'
      return {
        example: exampleOf(
          { trade, batch: `${trade}-01-a`, selected: false, text: `${index}`, labels: new Map([[aspect, 'positive']]) },
          aspectSpace,
        ),
        topics: new Float64Array(aspectSpace.labels.length).fill(index % 2),
        polarity: new Map(),
      }
    }),
  )
  const { mention } = calibrateMention(aspectSpace, heldOut)
  const price = aspectSpace.labels.indexOf('price')
  expect(mentionOf(mention, 'restaurant', price, 0.5)).toBeCloseTo(0.5, 1)
  expect(mentionOf(mention, 'garage', price, 0.5)).toBeCloseTo(0.9, 1)
  expect(mentionOf(mention, 'salon', price, 0.5)).toBe(mentionOf(mention, 'garage', price, 0.5))
})

import { type Polarity, polarityNames, restaurantSpace } from '@svc/intelligence/model/spaces'
import { describe, expect, test } from 'vitest'
import { exampleOf } from '../src/train/examples.ts'
import { judgmentWeights } from '../src/train/parts.ts'

function examplesOf(batch: string, polarities: Polarity[], selected = false) {
  return polarities.map((polarity, index) =>
    exampleOf(
      { trade: 'restaurant', batch, selected, text: `Sentence ${index}.`, labels: new Map([['price', polarity]]) },
      restaurantSpace,
    ),
  )
}

/** Parts of the judgments of prices in a batch, as they count. */
function partsIn(batch: string, examples: ReturnType<typeof examplesOf>) {
  const weightOf = judgmentWeights(restaurantSpace, examples)
  const sums = new Map<Polarity, number>(polarityNames.map((name) => [name, 0]))
  for (const example of examples.filter((one) => one.batch === batch)) {
    const polarity = example.labels.get('price') ?? 'neutral'
    sums.set(polarity, (sums.get(polarity) ?? 0) + weightOf(example, 'price', polarity))
  }
  const whole = [...sums.values()].reduce((sum, value) => sum + value, 0)
  return new Map([...sums].map(([name, sum]) => [name, sum / whole]))
}

const repeated = (polarity: Polarity, times: number) => Array.from({ length: times }, () => polarity)

describe('the weights of judgments', () => {
  const unselected = examplesOf('restaurant-01-a', [
    ...repeated('positive', 2),
    ...repeated('negative', 5),
    ...repeated('neutral', 2),
    ...repeated('conflict', 1),
  ])

  test('the neutral share is that of unselected batches, and praise and complaints are divided as published', () => {
    const parts = partsIn('restaurant-01-a', unselected)
    expect(parts.get('neutral')).toBeCloseTo(0.2)
    expect(parts.get('positive')).toBeCloseTo((0.8 * 133) / 224)
    expect(parts.get('negative')).toBeCloseTo((0.8 * 88) / 224)
  })

  test('the shares of a batch written for training do not change the usual shares', () => {
    const taught = examplesOf('restaurant-31-b', repeated('neutral', 30), true)
    const weightOf = judgmentWeights(restaurantSpace, [...unselected, ...taught])
    const neutral = [...unselected, ...taught].filter(({ labels }) => labels.get('price') === 'neutral')
    const sum = neutral.reduce((total, example) => total + weightOf(example, 'price', 'neutral'), 0)
    expect(sum).toBeCloseTo(0.2 * 40)
  })

  test('a source without judgments has no effect', () => {
    const judgedOnly = examplesOf('restaurant-01-a', repeated('positive', 3))
    const mentions = examplesOf('published', repeated('neutral', 2)).map((one) => ({
      ...one,
      source: 'published' as const,
    }))
    const weightOf = judgmentWeights(restaurantSpace, [...judgedOnly, ...mentions])
    expect(mentions.map((example) => weightOf(example, 'price', 'neutral'))).toEqual([0, 0])
  })

  test('without unselected sentences all weights are equal', () => {
    const taught = examplesOf('restaurant-31-b', ['positive', 'neutral', 'neutral'], true)
    const weightOf = judgmentWeights(restaurantSpace, taught)
    expect(taught.map((example) => weightOf(example, 'price', 'neutral'))).toEqual([1, 1, 1])
  })
})

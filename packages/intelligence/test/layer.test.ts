import { expect, test } from 'vitest'
import { dimensionIds } from '../src/model/features.ts'
import { addWeights, openLayer, storeLayer } from '../src/model/layer.ts'

/** The weight that a layer stored with these features has for one of them. */
function weightOf(id: number, weights: Record<number, number>): number {
  const names = Int32Array.from(Object.keys(weights).map(Number)).sort()
  const layer = openLayer(
    storeLayer(
      ['only'],
      [0],
      names,
      Float64Array.from(names, (name) => weights[name] as number),
    ),
  )
  const sums = new Float64Array(1)
  addWeights(layer, id, 1, sums)
  return sums[0] as number
}

test('a stored weight is restored to the nearest 1/64', () => {
  expect(weightOf(1 << 20, { [1 << 20]: 0.75, [2 << 20]: -2 })).toBe(0.75)
  expect(weightOf(2 << 20, { [1 << 20]: 0.75, [2 << 20]: -1.99 })).toBe(-127 / 64)
  expect(weightOf(3 << 20, { [1 << 20]: 0.75 })).toBe(0)
})

test('of two features with the same key the first is kept, and word vectors are never dropped', () => {
  const first = 5 << 8
  expect(weightOf(first, { [first]: 1, [first + 1]: 3 })).toBe(1)
  for (const dimension of dimensionIds.slice(0, 8)) {
    const before = (dimension >> 8) << 8
    if (before === dimension) continue
    expect(weightOf(dimension, { [before]: 1, [dimension]: 3 })).toBe(3)
  }
})

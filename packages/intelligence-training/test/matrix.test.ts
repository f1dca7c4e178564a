import type { Features } from '@svc/intelligence/model/features'
import { expect, test } from 'vitest'
import { keepColumns, type Matrix, matrixOf } from '../src/train/matrix.ts'

const features = (...ids: number[]): Features => ({ ids, values: ids, clauses: ids.map(() => -1) })

/** Row by row, the value of each named column. */
function rowsOf({ starts, columns, values, names }: Matrix): Record<number, number>[] {
  return Array.from({ length: starts.length - 1 }, (_, row) => {
    const places = Array.from(columns.subarray(starts[row], starts[row + 1]), (column) => names[column] as number)
    return Object.fromEntries(places.map((name, index) => [name, values[(starts[row] ?? 0) + index] as number]))
  })
}

test('a matrix has only features that occur in enough rows', () => {
  const matrix = matrixOf([features(1, 2), features(2, 3), features(3)], 2)
  expect(rowsOf(matrix)).toEqual([{ 2: 2 }, { 2: 2, 3: 3 }, { 3: 3 }])
})

test('dropped columns disappear from all rows, and other values stay', () => {
  const matrix = matrixOf([features(1, 2, 3), features(2), features(1, 3)], 1)
  const kept = keepColumns(matrix, (column) => matrix.names[column] !== 2)
  expect(Array.from(kept.names)).toEqual(Array.from(matrix.names).filter((name) => name !== 2))
  expect(rowsOf(kept)).toEqual([{ 1: 1, 3: 3 }, {}, { 1: 1, 3: 3 }])
})

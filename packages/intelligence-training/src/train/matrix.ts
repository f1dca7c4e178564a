import { dimensionIds, type Features, vectorIdBase } from '@svc/intelligence/model/features'
import { wordVectors } from '@svc/intelligence/model/vectors'

/** Rows of sparse features with small column numbers, ready for training. */
export interface Matrix {
  starts: Int32Array
  columns: Int32Array
  values: Float32Array
  /** Hashed name of each column. */
  names: Int32Array
}

/**
 * Gives a column to each feature that at least `rowsMin` rows have, and to each dimension of the word vectors, in order
 * of their hashes.
 */
export function matrixOf(rows: readonly Features[], rowsMin: number): Matrix {
  const counts = new Map<number, number>()
  for (const id of dimensionIds) counts.set(id, rowsMin)
  for (const { ids } of rows) {
    for (const id of new Set(ids)) if (id < vectorIdBase) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  const names = Int32Array.from([...counts].filter(([, count]) => count >= rowsMin).map(([id]) => id)).sort()
  const columnOf = new Map<number, number>()
  names.forEach((id, column) => {
    columnOf.set(id, column)
  })

  const starts = new Int32Array(rows.length + 1)
  const columns: number[] = []
  const values: number[] = []
  for (const [row, { ids, values: rowValues }] of rows.entries()) {
    const sums = new Map<number, number>()
    const add = (id: number, value: number) => {
      const column = columnOf.get(id)
      if (column !== undefined) sums.set(column, (sums.get(column) ?? 0) + value)
    }
    const vector = new Float64Array(dimensionIds.length)
    for (const [index, id] of ids.entries()) {
      if (id < vectorIdBase) add(id, rowValues[index] ?? 0)
      else addVector(vector, id - vectorIdBase, rowValues[index] ?? 0)
    }
    for (const [index, id] of dimensionIds.entries()) if (vector[index] !== 0) add(id, vector[index] ?? 0)
    for (const [column, value] of sums) {
      columns.push(column)
      values.push(value)
    }
    starts[row + 1] = columns.length
  }
  return { starts, columns: Int32Array.from(columns), values: Float32Array.from(values), names }
}

/** Returns the same rows with only the columns for which `kept` returns true. */
export function keepColumns({ starts, columns, values, names }: Matrix, kept: (column: number) => boolean): Matrix {
  const columnOf = new Int32Array(names.length).fill(-1)
  let count = 0
  for (let column = 0; column < names.length; column += 1) {
    if (!kept(column)) continue
    columnOf[column] = count
    count += 1
  }
  const places = columns.map((column) => columnOf[column] as number)
  const newStarts = new Int32Array(starts.length)
  let place = 0
  for (let row = 0; row + 1 < starts.length; row += 1) {
    for (let at = starts[row] as number; at < (starts[row + 1] as number); at += 1) {
      if ((places[at] as number) >= 0) place += 1
    }
    newStarts[row + 1] = place
  }
  return {
    starts: newStarts,
    columns: places.filter((column) => column >= 0),
    values: values.filter((_, at) => (places[at] as number) >= 0),
    names: names.filter((_, column) => (columnOf[column] as number) >= 0),
  }
}

/** Adds a word vector, `value` times, to `sum`. */
function addVector(sum: Float64Array, row: number, value: number): void {
  for (let index = 0; index < sum.length; index += 1) {
    sum[index] = (sum[index] ?? 0) + value * (wordVectors.values[row * sum.length + index] ?? 0)
  }
}

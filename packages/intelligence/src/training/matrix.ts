import type { Features } from '../model/features.ts'

/** Rows of sparse features with small column numbers, ready for training. */
export interface Matrix {
  starts: Int32Array
  columns: Int32Array
  values: Float32Array
  /** Hashed name of each column. */
  names: Int32Array
}

/** Gives a column to each feature that at least `rowsMin` rows have, in order of their hashes. */
export function matrixOf(rows: readonly Features[], rowsMin: number): Matrix {
  const counts = new Map<number, number>()
  for (const { ids } of rows) for (const id of new Set(ids)) counts.set(id, (counts.get(id) ?? 0) + 1)
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
    for (const [index, id] of ids.entries()) {
      const column = columnOf.get(id)
      if (column !== undefined) sums.set(column, (sums.get(column) ?? 0) + (rowValues[index] ?? 0))
    }
    for (const [column, value] of sums) {
      columns.push(column)
      values.push(value)
    }
    starts[row + 1] = columns.length
  }
  return { starts, columns: Int32Array.from(columns), values: Float32Array.from(values), names }
}

/** The median. Throws a RangeError if there are no values. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The value below which this share of the values lies, 0 to 1. Throws a RangeError if there are no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const found = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
  if (found === undefined) throw new RangeError('There are no values.')
  return found
}

/** Formats a number as `12,345`, with `digits` decimal places. */
export function number(value: number, digits = 0): string {
  return value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** Formats rows under a heading. The first column is aligned left, the others right. */
export function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heading.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('   ')
      .trimEnd()
  const rule = widths.map((width) => '─'.repeat(width)).join('   ')
  return [line(heading), rule, ...rows.map(line)].map((row) => `  ${row}\n`).join('')
}

export interface Goal {
  name: string
  value: number
  atLeast?: number
  below?: number
}

export function isMet({ value, atLeast, below }: Goal): boolean {
  return atLeast === undefined ? value < (below ?? Number.POSITIVE_INFINITY) : value >= atLeast
}

/** One line per goal: whether it is met, the value and the goal. */
export function goals(list: readonly Goal[]): string {
  return list
    .map((goal) => {
      const { name, value, atLeast, below } = goal
      const limit = atLeast === undefined ? `below ${below}` : `at least ${atLeast}`
      return `  ${isMet(goal) ? '✓' : '✗'} ${name}: ${number(value, value < 20 ? 2 : 0)} (goal: ${limit})\n`
    })
    .join('')
}

/** Rows of cells as text: each column as wide as its widest cell, two spaces between columns. */
export function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = []
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length)
  }
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** A table with headings, or `whenEmpty` when there are no rows. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[], whenEmpty: string): string {
  return rows.length === 0 ? whenEmpty : alignColumns([headings, ...rows])
}

/** Joins the lines of each paragraph; an empty line separates paragraphs. For text that spans several source lines. */
export function joinLines(text: string): string {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim().split(/\s+/).join(' '))
    .join('\n\n')
}

/** 1234567 → 1,234,567. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}

/** The number with its noun: 1 review, 2 reviews. */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`
}

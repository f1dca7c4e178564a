/** Rows of words as a table: each column as wide as its widest cell, two spaces between. */
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

/** A table with a line of headings, or a sentence where there is nothing to show. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[], whenEmpty: string): string {
  return rows.length === 0 ? whenEmpty : alignColumns([headings, ...rows])
}

const lineWidth = 100

/** Text that is written over several source lines, wrapped anew; an empty line ends a paragraph. */
export function paragraphs(text: string): string {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => wrap(paragraph.trim().split(/\s+/)))
    .join('\n\n')
}

function wrap(words: readonly string[]): string {
  const lines: string[] = []
  for (const word of words) {
    const line = lines.at(-1)
    if (line === undefined || line.length + 1 + word.length > lineWidth) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines.join('\n')
}

/**
 * The text with its commands as they are typed here. All texts write `svc key issue`; where npm started the program, no `svc` need
 * be on the path, and the command is `npm run -s svc -- key issue`.
 */
export function asTyped(text: string, { npm_lifecycle_event }: NodeJS.ProcessEnv): string {
  if (npm_lifecycle_event === undefined) return text
  return text.replace(/(?<![\w./@-])svc (?=[a-z]|--help|COMMAND)/g, 'npm run -s svc -- ')
}

/** 1234567 → 1,234,567. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}

/** The number with its noun: 1 review, 2 reviews. */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`
}

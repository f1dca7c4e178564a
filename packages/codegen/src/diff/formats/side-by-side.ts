import type { Place } from '../../source/document.ts'

/** A line of a document. */
interface Line {
  /** Counted from 1. */
  number: number
  text: string
}

/** A line next to its counterpart. One of the two is missing where a line was added or removed. */
export interface Row {
  old: Line | undefined
  now: Line | undefined
  kind: 'same' | 'changed'
}

/** Some lines of a document around a part of it. */
interface Excerpt {
  before: Line[]
  /** The lines of the part itself. */
  part: Line[]
  after: Line[]
}

const contextLines = 2
const partLinesMax = 12
const columnsMax = 160

/**
 * Returns the lines of a part in two documents, next to each other and with some context. A part that exists in one
 * document only is next to nothing.
 */
export function sideBySide(old: Excerpt | undefined, now: Excerpt | undefined): Row[] {
  const context = (key: 'before' | 'after') => {
    const [left, right] = [old?.[key] ?? [], now?.[key] ?? []]
    const length = Math.max(left.length, right.length)
    // The lines nearest to the part are next to each other.
    const shift = (lines: Line[], index: number) => (key === 'after' ? index : index - (length - lines.length))
    return Array.from(
      { length },
      (_, index): Row => ({ old: left[shift(left, index)], now: right[shift(right, index)], kind: 'same' }),
    )
  }
  return [...context('before'), ...aligned(old?.part ?? [], now?.part ?? []), ...context('after')]
}

/** @param lines the whole document; `place` is the position of the part in it */
export function excerptOf(lines: readonly string[], place: Place): Excerpt {
  const first = Math.min(place.line, lines.length) - 1
  const indent = indentOf(lines[first])
  let end = first + 1
  while (end < lines.length && end - first < partLinesMax && indentOf(lines[end]) > indent) end += 1
  const between = (from: number, to: number) =>
    lines.slice(Math.max(from, 0), to).map((line, index) => ({
      number: Math.max(from, 0) + index + 1,
      text: shortened(line, Math.max(from, 0) + index === first ? place.column : 1),
    }))
  return {
    before: between(first - contextLines, first),
    part: between(first, end),
    after: between(end, end + contextLines),
  }
}

/** An empty line belongs to the part around it. */
function indentOf(line: string | undefined): number {
  return line === undefined || line.trim() === '' ? Number.POSITIVE_INFINITY : line.search(/\S/)
}

/** A document without line breaks has its part in the middle of a very long line. */
function shortened(line: string, column: number): string {
  if (line.length <= columnsMax) return line
  const from = Math.max(column - 20, 0)
  return `${from > 0 ? '…' : ''}${line.slice(from, from + columnsMax)}${from + columnsMax < line.length ? '…' : ''}`
}

/** Places equal lines next to each other, as many as possible (longest common subsequence). */
function aligned(old: readonly Line[], now: readonly Line[]): Row[] {
  const lengths = commonLengths(old, now)
  const lengthAt = (i: number, j: number) => lengths[i]?.[j] ?? 0
  const rows: Row[] = []
  let [gone, added]: [Line[], Line[]] = [[], []]
  const flush = () => {
    for (let index = 0; index < Math.max(gone.length, added.length); index++)
      rows.push({ old: gone[index], now: added[index], kind: 'changed' })
    gone = []
    added = []
  }
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    const [left, right] = [old[i], now[j]]
    if (left && right && left.text === right.text) {
      flush()
      rows.push({ old: left, now: right, kind: 'same' })
      i += 1
      j += 1
    } else if (left && (!right || lengthAt(i + 1, j) >= lengthAt(i, j + 1))) {
      gone.push(left)
      i += 1
    } else if (right) {
      added.push(right)
      j += 1
    }
  }
  flush()
  return rows
}

/** The number of lines that the ends of two lists have in common, by the indexes at which the ends begin. */
function commonLengths(old: readonly Line[], now: readonly Line[]): number[][] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0))
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      const row = lengths[i]
      if (!row) continue
      row[j] =
        old[i]?.text === now[j]?.text
          ? (lengths[i + 1]?.[j + 1] ?? 0) + 1
          : Math.max(lengths[i + 1]?.[j] ?? 0, row[j + 1] ?? 0)
    }
  }
  return lengths
}

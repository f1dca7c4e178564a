import { columnOf } from './headings.ts'
import type { Column, Problem, Row } from './row.ts'

/** A review that is longer is none: it is a file whose brackets or quotation marks do not match. */
const valueCharactersMax = 1_000_000

/** Google's own export is one object with a list in it. */
export const listPattern = /"(?:reviews|data|items|results)"\s*:\s*\[/

/** JSON Lines: one object per line. */
export async function* readJsonLines(texts: AsyncIterable<string>): AsyncGenerator<Row | Problem> {
  let line = 1
  let rest = ''
  for await (const text of texts) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const content of lines) {
      if (content.trim() !== '') yield toRow(content, line)
      line += 1
    }
    if (rest.length > valueCharactersMax) return yield tooLong(line)
  }
  if (rest.trim() !== '') yield toRow(rest, line)
}

const code = {
  quote: 0x22,
  comma: 0x2c,
  backslash: 0x5c,
  open: 0x5b,
  close: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
  newline: 0x0a,
}

/**
 * One JSON array, or an object with one list in it, of any size. Only the bounds of its elements are looked for here;
 * `JSON.parse` judges each of them. A general streaming parser would be slower and could not tell lines.
 */
export async function* readJsonArray(texts: AsyncIterable<string>): AsyncGenerator<Row | Problem> {
  let buffer = ''
  let position = 0
  let line = 1
  let state: 'before' | 'between' | 'element' | 'end' = 'before'
  let element = { start: 0, line: 1, depth: 0, inString: false, escaped: false }
  let needsComma = false

  for await (const text of texts) {
    buffer += text
    if (state === 'before') {
      const start = startOfList(buffer)
      if (start === undefined) {
        if (buffer.length > valueCharactersMax) return yield noList
        continue
      }
      line += countLines(buffer.slice(0, start))
      position = start
      state = 'between'
    }

    for (; position < buffer.length && state !== 'end'; position++) {
      const character = buffer.charCodeAt(position)
      if (character === code.newline) line += 1
      if (state === 'between') {
        if (character <= 0x20) continue
        if (character === code.close) state = 'end'
        else if (character === code.comma && needsComma) needsComma = false
        else if (needsComma) return yield { line, column: null, reason: 'a comma or the end of the list is missing' }
        else {
          state = 'element'
          element = { start: position, line, depth: 0, inString: false, escaped: false }
        }
      }
      if (state !== 'element') continue

      if (element.inString) {
        if (element.escaped) element.escaped = false
        else if (character === code.backslash) element.escaped = true
        else if (character === code.quote) element.inString = false
        continue
      }
      if (character === code.quote) element.inString = true
      else if (character === code.open || character === code.openObject) element.depth += 1
      else if (character === code.close || character === code.closeObject || character === code.comma) {
        // A comma or bracket at depth 0 stands behind the element and belongs to the list.
        const isBehind = element.depth === 0
        if (character !== code.comma) element.depth -= 1
        if (!isBehind && !(element.depth === 0 && character !== code.comma)) continue
        yield toRow(buffer.slice(element.start, isBehind ? position : position + 1), element.line)
        state = 'between'
        needsComma = true
        if (isBehind) position -= 1
      }
    }

    if (state === 'element') {
      if (buffer.length - element.start > valueCharactersMax) return yield tooLong(element.line)
      buffer = buffer.slice(element.start)
      position -= element.start
      element.start = 0
    } else {
      buffer = ''
      position = 0
    }
  }
  if (state === 'before') yield noList
  else if (state !== 'end')
    yield { line, column: null, reason: 'the file ends in the middle of the list: it is cut off' }
}

const noList: Problem = { line: 1, column: null, reason: 'the file holds no list of reviews' }

function tooLong(line: number): Problem {
  return {
    line,
    column: null,
    reason: `a review of more than ${valueCharactersMax} characters: a bracket or quotation mark is missing`,
  }
}

/** Where the first element may stand; undefined while the list has not begun. */
function startOfList(text: string): number | undefined {
  const first = /\S/.exec(text)
  if (first?.[0] === '[') return first.index + 1
  const found = listPattern.exec(text)
  return found ? found.index + found[0].length : undefined
}

function countLines(text: string): number {
  return text.split('\n').length - 1
}

function toRow(content: string, line: number): Row | Problem {
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch (error) {
    return { line, column: null, reason: `not valid JSON: ${(error as Error).message}` }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { line, column: null, reason: 'not a JSON object' }
  }
  const { cells, headings } = toCells(value)
  // Google's own export leaves the reply out where there is none; elsewhere a missing field means that nothing is
  // known.
  if ('starRating' in value && 'createTime' in value) {
    cells.source ??= 'google'
    cells.owner_reply ??= ''
  }
  return { line, cells, headings }
}

function toCells(value: object): Pick<Row, 'cells' | 'headings'> {
  const cells: Row['cells'] = {}
  const headings: Row['headings'] = {}
  const ranks: Partial<Record<Column, number>> = {}
  for (const [name, content] of Object.entries(value)) {
    const known = columnOf(name)
    if (!known || known.rank >= (ranks[known.column] ?? Number.POSITIVE_INFINITY)) continue
    ranks[known.column] = known.rank
    headings[known.column] = name
    cells[known.column] = toText(content)
  }
  return { cells, headings }
}

/** Numbers and yes or no as they are written. A reply may be an object of its own, with its text in it. */
function toText(content: unknown): string {
  if (content === null || content === undefined) return ''
  if (typeof content !== 'object') return String(content).trim()
  const { comment, text } = content as { comment?: unknown; text?: unknown }
  return String(comment ?? text ?? JSON.stringify(content)).trim()
}

import { columnOf } from './headings.ts'
import type { Column, Problem, Row } from './row.ts'

/** A longer review means that the brackets or quotation marks of the file do not match. */
const valueCharactersMax = 1_000_000

/** The export of Google is one object that contains a list. */
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
 * Reads one JSON array, or an object that contains one list, of any size. This function only finds the bounds of the
 * elements; `JSON.parse` parses each of them. A general streaming parser would be slower and does not report lines.
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
        else if (needsComma) return yield lastProblem(line, 'a comma or the end of the list is missing')
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
        // A comma or bracket at depth 0 follows the element and belongs to the list.
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
  else if (state !== 'end') yield lastProblem(line, 'the file ends within the list: it is truncated')
}

const noList = lastProblem(1, 'the file does not contain a list of reviews')

function tooLong(line: number): Problem {
  return lastProblem(
    line,
    `a review of more than ${valueCharactersMax} characters: a bracket or quotation mark is missing`,
  )
}

/** Behind it nothing can be read. */
function lastProblem(line: number, reason: string): Problem {
  return { line, column: null, reason, endsFile: true }
}

/** The position after the opening bracket of the list; undefined while that has not been read. */
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
  // The export of Google has no field for a review without a reply; in other files a missing field means unknown.
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

/** Numbers and booleans as strings. A reply may be an object that contains its text. */
function toText(content: unknown): string {
  if (content === null || content === undefined) return ''
  if (typeof content !== 'object') return String(content).trim()
  const { comment, text } = content as { comment?: unknown; text?: unknown }
  return String(comment ?? text ?? JSON.stringify(content)).trim()
}

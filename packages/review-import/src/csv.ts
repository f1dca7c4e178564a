import { pipeline, Readable } from 'node:stream'
import { type CsvError, type Info, parse } from 'csv-parse'
import { columnOf } from './headings.ts'
import type { Column, Problem, Row } from './row.ts'
import { UnreadableFileError } from './unreadable-file-error.ts'

/**
 * In a longer record a quotation mark is missing, and the rest of the file would be read as one cell.
 */
const recordCharactersMax = 1_000_000

/**
 * Reads CSV as in RFC 4180 and as spreadsheets write it. The delimiter is the comma, semicolon or tab, whichever is
 * most frequent in the first line.
 */
export async function* readCsv(texts: AsyncIterable<string>, beginning: string): AsyncGenerator<Row | Problem> {
  let failure: CsvError | undefined
  const parser = parse({
    delimiter: delimiterOf(beginning),
    info: true,
    max_record_size: recordCharactersMax,
    relax_column_count: true,
    // Many exports do not escape quotation marks within a cell.
    relax_quotes: true,
    skip_empty_lines: true,
    // Otherwise the rows that were parsed before the failure and not read yet would be lost.
    skip_records_with_error: true,
    on_skip: (error) => {
      failure ??= error
      return undefined
    },
  })
  // A failure of the source reaches the loop below through the parser, which `pipeline` destroys with it.
  pipeline(Readable.from(texts), parser, () => {})
  let layout: Layout | undefined
  let endLine = 0
  for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
    if (failure && info.records > Number(failure.records)) break
    const line = endLine + 1
    endLine = info.lines
    if (layout) yield toRow(record, layout, line)
    else layout = layoutOf(record)
  }
  if (failure) {
    const reason = reasons[failure.code] ?? failure.message
    yield { line: endLine + 1, column: null, reason, endsFile: true }
  }
}

const reasons: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is never closed: the rest of the file cannot be read',
  CSV_MAX_RECORD_SIZE: `more than ${recordCharactersMax} characters in one row: a quotation mark is missing, and the rest of the file cannot be read`,
}

interface Layout {
  width: number
  /** The known columns and their positions. */
  positions: [Column, number][]
  headings: Row['headings']
}

function layoutOf(names: readonly string[]): Layout {
  const best = new Map<Column, { index: number; rank: number }>()
  for (const [index, name] of names.entries()) {
    const known = columnOf(name)
    if (known && known.rank < (best.get(known.column)?.rank ?? Number.POSITIVE_INFINITY)) {
      best.set(known.column, { index, rank: known.rank })
    }
  }
  if (!best.has('rating') && !best.has('text')) {
    throw new UnreadableFileError(
      `The first line must list the columns, at least rating or text. It is: ${names.slice(0, 20).join(', ').slice(0, 300)}`,
    )
  }
  const positions = [...best].map(([column, { index }]): [Column, number] => [column, index])
  return {
    width: names.length,
    positions,
    headings: Object.fromEntries(positions.map(([column, index]) => [column, names[index]?.trim()])),
  }
}

function toRow(record: readonly string[], { width, positions, headings }: Layout, line: number): Row | Problem {
  const surplus = record.slice(width)
  if (record.length < width || surplus.some((cell) => cell !== '')) {
    return { line, column: null, reason: `has ${record.length} cells where the first line has ${width}` }
  }
  const cells: Row['cells'] = {}
  for (const [column, index] of positions) cells[column] = (record[index] ?? '').trim()
  return { line, cells, headings }
}

function delimiterOf(beginning: string): string {
  const [firstLine = ''] = beginning.split(/\r?\n|\r/, 1)
  const [best = ','] = [',', ';', '\t'].sort((a, b) => firstLine.split(b).length - firstLine.split(a).length)
  return best
}

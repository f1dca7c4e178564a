import { pipeline, Readable } from 'node:stream'
import { type CsvError, type Info, parse } from 'csv-parse'
import { CommandError } from '../command.ts'
import { columnOf } from './headings.ts'
import type { Column, Problem, Row } from './row.ts'

/** A record that is longer is none: a quotation mark is missing, and the rest of the file would be taken for one cell. */
const recordCharactersMax = 1_000_000

/** CSV as RFC 4180 and as spreadsheets write it: the delimiter is the comma, semicolon or tab that the first line has most of. */
export async function* readCsv(texts: AsyncIterable<string>, beginning: string): AsyncGenerator<Row | Problem> {
  const unreadable: Problem[] = []
  const parser = parse({
    delimiter: delimiterOf(beginning),
    info: true,
    max_record_size: recordCharactersMax,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      if (error) unreadable.push(toProblem(error))
      return undefined
    },
  })
  // A failure of the source reaches the loop below through the parser, which `pipeline` destroys with it.
  pipeline(Readable.from(texts), parser, () => {})
  let layout: Layout | undefined
  let endLine = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      yield* unreadable.splice(0)
      const line = endLine + 1
      endLine = info.lines
      if (layout) yield toRow(record, layout, line)
      else layout = layoutOf(record)
    }
  } catch (error) {
    if (!isCsvError(error)) throw error
    unreadable.push(toProblem(error))
  }
  yield* unreadable
}

interface Layout {
  width: number
  /** Where each known column stands. */
  places: [Column, number][]
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
    throw new CommandError(
      `The first line must name the columns, at least rating or text. It reads: ${names.slice(0, 20).join(', ').slice(0, 300)}`,
    )
  }
  const places = [...best].map(([column, { index }]): [Column, number] => [column, index])
  return {
    width: names.length,
    places,
    headings: Object.fromEntries(places.map(([column, index]) => [column, names[index]?.trim()])),
  }
}

function toRow(record: readonly string[], { width, places, headings }: Layout, line: number): Row | Problem {
  const surplus = record.slice(width)
  if (record.length < width || surplus.some((cell) => cell !== '')) {
    return { line, column: null, reason: `has ${record.length} cells where the first line has ${width}` }
  }
  const cells: Row['cells'] = {}
  for (const [column, index] of places) cells[column] = (record[index] ?? '').trim()
  return { line, cells, headings }
}

function delimiterOf(beginning: string): string {
  const [firstLine = ''] = beginning.split(/\r?\n|\r/, 1)
  const [best = ','] = [',', ';', '\t'].sort((a, b) => firstLine.split(b).length - firstLine.split(a).length)
  return best
}

function isCsvError(error: unknown): error is CsvError {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_')
}

const reasons: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is opened and never closed',
  INVALID_OPENING_QUOTE: 'a quotation mark stands inside a cell that does not begin with one',
  CSV_INVALID_CLOSING_QUOTE: 'a quotation mark inside a cell must be doubled',
  CSV_MAX_RECORD_SIZE: `a record of more than ${recordCharactersMax} characters: a quotation mark is missing`,
}

function toProblem(error: CsvError): Problem {
  return { line: Number(error.lines ?? 1), column: null, reason: reasons[error.code] ?? error.message }
}

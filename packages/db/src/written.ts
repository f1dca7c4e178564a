import { wireInstant } from './database.ts'
import type { Column, Columns } from './records.ts'

/**
 * A record as the JSON text of the wire, put together from what PostgreSQL sent without reading the documents in it. For lists of
 * large records: reading a page of 25 analyses and writing it again takes twice as long as all the rest of the request.
 */
export interface Written<Row extends { id: string }> {
  readonly id: Row['id']
  readonly jsonText: string
  /** Never there: it says whose text this is. */
  readonly record?: Row
}

/** Makes the writer of rows that `namedTexts` read as `selectList(columns)`. Throws for a type of column that has no text of its own. */
export function writerOf<Row extends { id: string }>(
  columns: Columns<Row>,
): (texts: readonly (string | null)[]) => Written<Row> {
  const names = Object.keys(columns)
  const idAt = names.indexOf('id')
  const fields = Object.entries<Column | `${Column}?`>(columns).map(([name, column]) => {
    const write = writers[column.replace('?', '') as Column]
    if (!write) throw new TypeError(`The column ${name} is of a type (${column}) whose text is not that of JSON.`)
    return { label: `${JSON.stringify(name)}:`, write }
  })
  return (texts) => {
    const members = fields.map(({ label, write }, index) => {
      const text = texts[index] ?? null
      return text === null ? `${label}null` : label + write(text)
    })
    return { id: texts[idAt] as Row['id'], jsonText: `{${members.join()}}` }
  }
}

/** From the text of a column to that of JSON. `bytea` has none, and that of `ARRAY` would have to be read first. */
const writers: Partial<Record<Column, (text: string) => string>> = {
  text: (text) => JSON.stringify(text),
  date: (text) => JSON.stringify(text),
  timestamptz: (text) => JSON.stringify(wireInstant(text)),
  boolean: (text) => (text === 't' ? 'true' : 'false'),
  integer: (text) => text,
  smallint: (text) => text,
  bigint: (text) => text,
  json: (text) => text,
}

import type { SerializedRecord } from '@generated/contract/operations'
import type { Column, Columns } from './records.ts'
import { wireInstant } from './wire-types.ts'

/**
 * A record as JSON of the wire format, assembled from the strings that PostgreSQL sent, without parsing the documents
 * in them. Use it for lists of large records: parsing a page of 25 analyses and serializing it again takes twice as
 * long as the rest of the request.
 */
export interface SerializedRow<Row extends { id: string }> extends SerializedRecord<Row> {
  readonly id: Row['id']
}

/**
 * The serializer of rows that `queryTexts` read as `selectList(columns)`. Throws a TypeError for a column type without
 * a JSON form.
 */
export function rowSerializer<Row extends { id: string }>(
  columns: Columns<Row>,
): (texts: readonly (string | null)[]) => SerializedRow<Row> {
  const names = Object.keys(columns)
  const idAt = names.indexOf('id')
  const fields = Object.entries<Column | `${Column}?`>(columns).map(([name, column], index) => {
    const write = writers[column.replace('?', '') as Column]
    if (!write) throw new TypeError(`Column ${name}: the type ${column} has no JSON form.`)
    return { label: `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`, write }
  })
  return (texts) => {
    // Concatenation copies nothing until the whole page is one string.
    let jsonText = ''
    for (const [index, { label, write }] of fields.entries()) {
      const text = texts[index] ?? null
      jsonText += label
      jsonText += text === null ? 'null' : write(text)
    }
    return { id: texts[idAt] as Row['id'], jsonText: `${jsonText}}` }
  }
}

/** Converts the string of a column to JSON. `bytea` has no JSON form, and an `ARRAY` would have to be parsed first. */
const writers: Partial<Record<Column, (text: string) => string>> = {
  text: (text) => JSON.stringify(text),
  date: (text) => JSON.stringify(text),
  timestamptz: (text) => `"${wireInstant(text)}"`,
  boolean: (text) => (text === 't' ? 'true' : 'false'),
  integer: (text) => text,
  smallint: (text) => text,
  bigint: (text) => text,
  json: (text) => text,
}

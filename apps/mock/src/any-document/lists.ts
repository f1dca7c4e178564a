import { type DocumentedOperation, propertiesOf, typesOf } from '@svc/http/document'
import { resolveNode } from '@svc/http/references'
import { isRecord } from '@svc/runtime/json'
import { type Fields, plain, withValueAt } from './records.ts'

// Filters and pages of a list, by the usual names of parameters and fields.

const limitNames = [
  'limit',
  'page_size',
  'pagesize',
  'per_page',
  'perpage',
  'max_results',
  'maxresults',
  'size',
  'count',
  'first',
]
const offsetNames = ['offset', 'skip', 'start']
const pageNames = ['page', 'page_number', 'pagenumber']
const cursorNames = ['cursor', 'page_token', 'pagetoken', 'starting_after', 'after', 'next_token', 'nexttoken']
const nextNames = [
  'endcursor',
  'end_cursor',
  'next_cursor',
  'nextcursor',
  'next_page_token',
  'nextpagetoken',
  'next_token',
  'nexttoken',
  'next',
]
const moreNames = ['has_more', 'hasmore', 'has_next', 'hasnext', 'has_next_page', 'hasnextpage']
const totalNames = ['total', 'total_count', 'totalcount', 'count']
const searchNames = ['q', 'query', 'search']

type Query = Readonly<Record<string, unknown>>

/** The records that the query of a list selects, whose schema has these fields. */
export function filteredRecords(
  records: readonly Fields[],
  { query, fields }: { query: Query; fields: ReadonlySet<string> },
): readonly Fields[] {
  return Object.entries(query).reduce<readonly Fields[]>(
    (selected, [name, value]) => selected.filter((record) => isSelected(record, { name, value, fields })),
    records,
  )
}

const boundName = /^(?:(.+)_)?(after|since|from|before|until|to)$/

function isSelected(
  record: Fields,
  { name, value, fields }: { name: string; value: unknown; fields: ReadonlySet<string> },
): boolean {
  const field = fields.has(name) ? name : [...fields].find((one) => plain(one) === plain(name))
  if (field !== undefined) return [value].flat().some((one) => isEqual(record[field], one))
  if (searchNames.includes(name)) return includesText(record, String(value).toLowerCase())
  const [, subject = 'created', bound = ''] = boundName.exec(name) ?? []
  const time = Date.parse(String(record[`${subject}_at`] ?? record[`${subject}_on`] ?? record[subject]))
  const limit = Date.parse(String(value))
  if (bound === '' || Number.isNaN(time) || Number.isNaN(limit)) return true
  if (bound === 'after') return time > limit
  return bound === 'since' || bound === 'from' ? time >= limit : time < limit
}

/** Of a list, whether one of its items is equal or has this name. */
function isEqual(own: unknown, value: unknown): boolean {
  if (Array.isArray(own)) return own.some((item) => isEqual(isRecord(item) ? item.name : item, value))
  return String(own) === String(value)
}

function includesText(value: unknown, text: string): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(text)
  return typeof value === 'object' && value !== null && Object.values(value).some((part) => includesText(part, text))
}

/** One page of a list, and what the fields of the response say about it. */
interface Page {
  items: readonly Fields[]
  /** The cursor of the next page; undefined on the last one. */
  next: string | undefined
  /** The URL of the next page; undefined on the last one, and where no parameter selects a page. */
  nextUrl: string | undefined
  total: number
}

/**
 * The page that a query asks for: by page size and cursor, offset or page number. Default: all records.
 *
 * @param url the URL of the request
 */
export function requestedPage(
  records: readonly Fields[],
  { query, operation, idField, url }: { query: Query; operation: DocumentedOperation; idField: string; url: URL },
): Page {
  const size = numberNamed(query, limitNames) ?? records.length
  const start = startOf(records, { query, operation, idField, size })
  const end = start + size
  const hasNext = end < records.length && size > 0
  return {
    items: records.slice(start, end),
    next: hasNext ? String(end) : undefined,
    nextUrl: hasNext ? nextUrlOf(url, { operation, end, size }) : undefined,
    total: records.length,
  }
}

function nextUrlOf(
  url: URL,
  { operation, end, size }: { operation: DocumentedOperation; end: number; size: number },
): string | undefined {
  const parameter = (names: readonly string[]) =>
    operation.parameters.map(({ name }) => String(name)).find((name) => isNamed(name, names))
  const [cursor, page] = [parameter([...cursorNames, ...offsetNames]), parameter(pageNames)]
  const next = new URL(url)
  if (cursor !== undefined) next.searchParams.set(cursor, String(end))
  else if (page !== undefined) next.searchParams.set(page, String(Math.floor(end / size) + firstPageOf(operation)))
  else return undefined
  return next.href
}

function startOf(
  records: readonly Fields[],
  { query, operation, idField, size }: { query: Query; operation: DocumentedOperation; idField: string; size: number },
): number {
  const offset = numberNamed(query, offsetNames)
  if (offset !== undefined) return offset
  const page = numberNamed(query, pageNames)
  if (page !== undefined) return Math.max(page - firstPageOf(operation), 0) * size
  const cursor = valueNamed(query, cursorNames)
  if (cursor === undefined) return 0
  const index = records.findIndex((record) => String(record[idField]) === String(cursor))
  return index === -1 ? Math.max(Number(cursor) || 0, 0) : index + 1
}

/** 0 if the document allows it or has it as the default, otherwise 1. */
function firstPageOf({ parameters }: DocumentedOperation): number {
  const parameter = parameters.find(({ name }) => isNamed(String(name), pageNames))
  const { minimum, default: usual } = isRecord(parameter?.schema) ? parameter.schema : {}
  return minimum === 0 || usual === 0 ? 0 : 1
}

/** Writes the items of a page into the body of a list, with its cursor, its total, and whether more follow. */
export function withPage(
  document: object,
  body: unknown,
  { schema, path, items, page }: { schema: unknown; path: readonly string[]; items: readonly unknown[]; page: Page },
): unknown {
  const filled = withValueAt(body, path, items)
  if (!isRecord(filled)) return filled
  return withPageFields(document, filled, { schema, page, depth: 0 })
}

function withPageFields(
  document: object,
  body: Readonly<Record<string, unknown>>,
  { schema, page, depth }: { schema: unknown; page: Page; depth: number },
): Record<string, unknown> {
  const { required } = resolveNode(document, schema)
  const result: Record<string, unknown> = { ...body }
  for (const [name, property] of propertiesOf(document, schema)) {
    const types = typesOf(document, property)
    if (isNamed(name, nextNames) && types.includes('string')) {
      const next = isUrl(document, property) ? page.nextUrl : page.next
      if (next !== undefined) result[name] = next
      else if (types.includes('null')) result[name] = null
      else if (Array.isArray(required) && required.includes(name)) result[name] = ''
      else delete result[name]
    } else if (isNamed(name, moreNames) && types.includes('boolean')) result[name] = page.next !== undefined
    else if (isNamed(name, totalNames) && types.includes('integer')) result[name] = page.total
    else if (isRecord(result[name]) && depth < 2)
      result[name] = withPageFields(document, result[name], { schema: property, page, depth: depth + 1 })
  }
  return result
}

const isUrl = (document: object, schema: unknown) => /^uri/.test(String(resolveNode(document, schema).format))

const isNamed = (name: string, names: readonly string[]) => names.includes(name.toLowerCase())

function valueNamed(query: Query, names: readonly string[]): unknown {
  return Object.entries(query).find(([name]) => isNamed(name, names))?.[1]
}

function numberNamed(query: Query, names: readonly string[]): number | undefined {
  const value = valueNamed(query, names)
  return value === undefined || !Number.isInteger(Number(value)) ? undefined : Number(value)
}

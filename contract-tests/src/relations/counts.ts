import { type Document, type DocumentedOperation, resolve } from '../contract.ts'
import {
  isInstant,
  isOfType,
  parametersOf,
  propertiesOf,
  recordSchema,
  requestSchema,
  type Schema,
  withoutNull,
} from './schema.ts'

/** The parts of a document that say what a response counts. */
export interface CountFacts {
  /** The counts in the response to a write, with the lists whose items they count by kind. */
  kindCounts(operation: DocumentedOperation): readonly KindCounts[]
  /** The list that shows how much of a quota is used. */
  quotas(name: string): QuotaList | undefined
  /** The intervals in which an operation counts. */
  intervals(operation: DocumentedOperation): Intervals | undefined
}

export function countFactsOf(document: Document, operations: readonly DocumentedOperation[]): CountFacts {
  return {
    kindCounts: (operation) => kindCountsOf(document, operation),
    quotas: (name) => quotaListOf(document, operations, name),
    intervals: (operation) => intervalsOf(document, operation),
  }
}

/** The counts in a response to a write that follow from its list: by the kind of an item, such as `created`. */
export interface KindCounts {
  /** The field with the list. */
  list: string
  /** The field of an item with its kind. */
  kind: string
  /** The field with the number of items of each kind. */
  counts: readonly { value: unknown; field: string }[]
}

/** Finds fields such as `created_count` next to a list whose items have an enumeration with `created`. */
function kindCountsOf(document: Document, operation: DocumentedOperation): KindCounts[] {
  if (operation.method === 'GET') return []
  const fields = fieldsOf(document, operation)
  return [...fields].flatMap(([list, part]) =>
    [...itemFields(document, part)].flatMap(([kind, property]) => {
      const counts = (withoutNull(document, property).enum ?? []).flatMap((value) => {
        const field = [`${value}_count`, `${value}Count`].find((name) => fields.has(name))
        return field === undefined ? [] : [{ value, field }]
      })
      return counts.length === 0 ? [] : [{ list, kind, counts }]
    }),
  )
}

/** The list of quotas in a record: each item has the name of the quota and the number of its uses. */
export interface QuotaList {
  operation: DocumentedOperation
  /** The field with the list. */
  field: string
}

/** Finds the operation that shows a quota: it reads a record without an id, with a list that has the name. */
function quotaListOf(
  document: Document,
  operations: readonly DocumentedOperation[],
  quota: string,
): QuotaList | undefined {
  for (const operation of operations.filter(({ method, path }) => method === 'GET' && !path.includes('{')))
    for (const [field, part] of fieldsOf(document, operation)) {
      const fields = itemFields(document, part)
      const [name, used] = [fields.get('name'), fields.get('used')]
      if (name && used && withoutNull(document, name).enum?.includes(quota)) return { operation, field }
    }
  return undefined
}

/** The units of time in which an operation counts, and the fields that are the bounds of such an interval. */
interface Intervals {
  parameter: string
  units: readonly IntervalUnit[]
  /** The paths to the bounds in the record. */
  bounds: readonly (readonly string[])[]
  /** The parameter with the start of the period, and the field in which the response rounds it down. */
  from: { parameter: string; field: string } | undefined
}

const intervalUnits = ['minute', 'hour', 'day', 'month', 'year'] as const
export type IntervalUnit = (typeof intervalUnits)[number]

const isUnit = (value: unknown): value is IntervalUnit => intervalUnits.some((unit) => unit === value)

/** A bound by its description, such as "Start of the first interval, inclusive." */
const boundPattern = /^(?:start|beginning|end) of the (?:first |last )?interval\b/i

/** Finds the bounds of intervals by their descriptions, where a parameter selects the unit of the intervals. */
function intervalsOf(document: Document, operation: DocumentedOperation): Intervals | undefined {
  if (operation.method !== 'GET') return undefined
  const parameters = parametersOf(document, operation).filter((parameter) => parameter.in === 'query')
  const unitOf = ({ schema }: { schema: Schema }) => withoutNull(document, schema).enum ?? []
  const parameter = parameters.find((one) => unitOf(one).length > 0 && unitOf(one).every(isUnit))
  if (!parameter) return undefined
  const fields = fieldsOf(document, operation)
  const isBound = (part: Schema) => isInstant(document, part) && boundPattern.test(String(part.description ?? ''))
  const own = [...fields].flatMap(([name, part]) => (isBound(part) ? [[name]] : []))
  const nested = boundPaths(document, fields, isBound)
  const start = parameters.find(
    ({ name, schema, description = '' }) =>
      fields.has(name) && isInstant(document, schema) && /rounded down/i.test(description),
  )
  const bounds = [...own, ...nested]
  if (bounds.length === 0) return undefined
  return {
    parameter: parameter.name,
    units: unitOf(parameter).filter(isUnit),
    bounds,
    from: start && { parameter: start.name, field: start.name },
  }
}

/** The paths to bounds in the items of lists, at any depth up to three. */
function boundPaths(
  document: Document,
  fields: ReadonlyMap<string, Schema>,
  isBound: (part: Schema) => boolean,
  depth = 3,
): string[][] {
  if (depth === 0) return []
  return [...fields].flatMap(([name, part]) => {
    const items = itemFields(document, part)
    const found = [...items].flatMap(([field, property]) => (isBound(property) ? [[name, field]] : []))
    return [...found, ...boundPaths(document, items, isBound, depth - 1).map((path) => [name, ...path])]
  })
}

/** The field of a request with the records, if it has a list of them, and the fields of one. */
export function sentRecordOf(
  document: Document,
  operation: DocumentedOperation,
): { list: string | undefined; fields: readonly string[] } | undefined {
  const schema = requestSchema(document, operation)
  if (!schema) return undefined
  const fields = propertiesOf(document, schema)
  const [first] = fields
  const items = first && fields.size === 1 ? itemFields(document, first[1]) : new Map<string, Schema>()
  return first && items.size > 0
    ? { list: first[0], fields: [...items.keys()] }
    : { list: undefined, fields: [...fields.keys()] }
}

function fieldsOf(document: Document, operation: DocumentedOperation): Map<string, Schema> {
  const schema = recordSchema(document, operation)
  return schema ? propertiesOf(document, schema) : new Map()
}

/** The fields of the items of a list; none for anything else. */
function itemFields(document: Document, part: Schema): Map<string, Schema> {
  if (!isOfType(document, part, 'array')) return new Map()
  const { items } = withoutNull(document, part)
  return items ? propertiesOf(document, resolve<Schema>(document, items)) : new Map()
}

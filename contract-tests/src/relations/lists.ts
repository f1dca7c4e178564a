import { isRecord } from '@svc/runtime/json'
import { type Document, type DocumentedOperation, resolve } from '../contract.ts'
import { type Filter, filtersOf } from './filters.ts'
import { type Order, ordersOf } from './orders.ts'
import {
  type Item,
  isOfType,
  type Parameter,
  parametersOf,
  propertiesOf,
  responseSchema,
  type Schema,
  valuesAt,
  withoutNull,
} from './schema.ts'

/** An operation that lists records, as its contract describes it. */
export interface List {
  operation: DocumentedOperation
  /** The schema of an item. */
  item: Schema
  /** The fields of an item. */
  fields: readonly string[]
  /** The items in the body of a response. */
  itemsOf(body: unknown): Item[]
  /** Undefined for a list that is one response, and for one whose next page cannot be found. */
  pages: Pages | undefined
  /** Whether one response may have a part of the list only, without a known way to the next one. */
  mayBePartial: boolean
  /** The parameter with which the list begins after an item, and the field of the item that it takes. */
  continues: { parameter: string; field: string } | undefined
  filters: readonly Filter[]
  orders: readonly Order[]
}

export interface Pages {
  /** The parameters. */
  limit: string
  cursor: string
  /** The largest page. */
  max: number
  /** The cursor of the next page in the body of a response; undefined at the end. */
  nextOf(body: unknown): string | undefined
}

/** Finds the list that an operation returns; undefined if it returns no list of records. */
export function listOf(document: Document, operation: DocumentedOperation): List | undefined {
  if (operation.method !== 'GET') return undefined
  const body = responseSchema(document, operation)
  const path = body && itemsPath(document, operation, body)
  if (!path) return undefined
  const item = schemaAt(document, body, path)?.items
  if (!item || propertiesOf(document, item).size === 0) return undefined
  const parameters = parametersOf(document, operation).filter((parameter) => parameter.in === 'query')
  const pages = pagesOf(document, operation, { parameters, body })
  const others = parameters.filter(({ name }) => name !== pages?.limit && name !== pages?.cursor)
  return {
    operation,
    item,
    fields: [...propertiesOf(document, item).keys()],
    itemsOf: (response) => valuesAt(response, path).filter(isRecord),
    pages,
    mayBePartial: !pages && parameters.some(({ name }) => [...limitNames, ...pageNames].includes(name)),
    continues: continuationOf(document, item, others),
    filters: filtersOf(document, operation, { item, parameters: others }),
    orders: ordersOf(document, operation, { item, parameters: others }),
  }
}

/** The path from a body to its items: declared, the body itself, or its only list. */
function itemsPath(document: Document, operation: DocumentedOperation, body: Schema): string[] | undefined {
  const declared = operation['x-pagination']?.items
  if (declared !== undefined) return declared.split('.')
  if (isOfType(document, body, 'array')) return []
  const lists = [...propertiesOf(document, body)].filter(([, schema]) => isOfType(document, schema, 'array'))
  const [only] = lists
  return only && lists.length === 1 ? [only[0]] : undefined
}

function schemaAt(document: Document, schema: Schema, path: readonly string[]): Schema | undefined {
  const found = path.reduce<Schema | undefined>((at, step) => at && propertiesOf(document, at).get(step), schema)
  return found && withoutNull(document, found)
}

const continuationNames = ['after', 'starting_after', 'since_id']

/** A parameter whose value has the schema of one field of an item. */
function continuationOf(document: Document, item: Schema, parameters: readonly Parameter[]): List['continues'] {
  const parameter = parameters.find(({ name, schema }) => continuationNames.includes(name) && schema.$ref !== undefined)
  const found = [...propertiesOf(document, item)].find(([, { $ref }]) => parameter && $ref === parameter.schema.$ref)
  return parameter && found && { parameter: parameter.name, field: found[0] }
}

const limitNames = ['limit', 'page_size', 'pageSize', 'per_page', 'perPage', 'max_results', 'maxResults', 'first']
const cursorNames = ['cursor', 'page_token', 'pageToken', 'starting_after', 'after', 'next_token', 'nextToken']
/** Parameters that are numbers of pages or of items, which only the URL of a next page has. */
const pageNames = ['page', 'page_number', 'pageNumber', 'offset', 'skip']
const nextNames = [
  ...['next_cursor', 'nextCursor', 'next_page_token', 'nextPageToken', 'next_token', 'nextToken', 'next'],
  // The cursor of the last item, as in the connections of Relay. A field next to it says whether another page follows.
  ...['endCursor', 'end_cursor'],
]
const moreNames = ['hasNextPage', 'has_next_page', 'hasMore', 'has_more']
const usualPage = 100

function pagesOf(
  document: Document,
  operation: DocumentedOperation,
  { parameters, body }: { parameters: readonly Parameter[]; body: Schema },
): Pages | undefined {
  const declared = operation['x-pagination']
  const named = (names: readonly string[]) => parameters.find(({ name }) => names.includes(name))
  const limit = named(declared ? [declared.limit] : limitNames)
  const next = declared ? declared.next.split('.') : nextPath(document, body)
  const isUrl = next !== undefined && /^uri/.test(schemaAt(document, body, next)?.format ?? '')
  const cursor = named(declared ? [declared.cursor] : [...cursorNames, ...(isUrl ? pageNames : [])])
  if (!limit || !cursor || !next) return undefined
  return {
    limit: limit.name,
    cursor: cursor.name,
    max: resolve<Schema>(document, limit.schema).maximum ?? usualPage,
    nextOf(response) {
      const [value] = valuesAt(response, next)
      const [sibling] = valuesAt(response, next.slice(0, -1))
      if (!declared && isRecord(sibling) && moreNames.some((name) => sibling[name] === false)) return undefined
      if (typeof value !== 'string' || value === '') return undefined
      return isUrl ? cursorIn(value, cursor.name) : value
    },
  }
}

/** The value of a parameter in the URL of the next page, which may be relative. */
function cursorIn(url: string, parameter: string): string | undefined {
  return URL.parse(url, 'http://localhost')?.searchParams.get(parameter) ?? undefined
}

/** The path to the next cursor in a body without `x-pagination`, at most three fields deep. */
function nextPath(document: Document, body: Schema, depth = 3): string[] | undefined {
  const properties = propertiesOf(document, body)
  const found = nextNames.find((name) => properties.has(name))
  if (found !== undefined) return [found]
  if (depth === 1) return undefined
  for (const [name, schema] of properties) {
    const rest = nextPath(document, withoutNull(document, schema), depth - 1)
    if (rest) return [name, ...rest]
  }
  return undefined
}

/** Returns the singular of a path segment with underscores, as fields name a record: webhook_delivery. */
export function singularOf(plural: string): string {
  return plural
    .replace(/ies$/, 'y')
    .replace(/(?<=ss)es$|(?<!s)s$/, '')
    .replaceAll('-', '_')
}

const keyNames = ['id', 'uuid', 'key', 'position', 'name']

/** The field with the identity of the items of a list. */
export function keyFieldOf({ fields }: List): string | undefined {
  return keyNames.find((name) => fields.includes(name))
}

/** The path without its last id and what follows: `/clients` for `/clients/{id}/rotate-secret`. */
export function collectionOf(path: string): string {
  return path.replace(/\/\{[^}/]+\}(?:\/[^{}]*)?$/, '')
}

/** The identity of an item; its whole content if none of its fields is one. */
export function keyOf(item: Item): string {
  const name = keyNames.find((one) => typeof item[one] === 'string' || typeof item[one] === 'number')
  return name === undefined ? JSON.stringify(item) : String(item[name])
}

import type { Document, DocumentedOperation } from '../contract.ts'
import {
  type Item,
  isInstant,
  isInstantText,
  type Parameter,
  propertiesOf,
  recordSchema,
  type Schema,
  valuesAt,
  withoutNull,
} from './schema.ts'

/** An order that a list promises. */
export interface Order {
  /** The value of the sort parameter; undefined for the order without one. */
  sort: { parameter: string; value: string } | undefined
  keys: readonly OrderKey[]
}

/** Items are sorted by the first of the fields that is not null; items without any come last. */
interface OrderKey {
  fields: readonly string[]
  descending: boolean
  /** Items with one of these values come first; their order among themselves is that of the next key. */
  first?: readonly string[]
}

/** Finds the orders of a list: declared in `x-relations`, in the values of its sort parameter, or in its prose. */
export function ordersOf(
  document: Document,
  operation: DocumentedOperation,
  { item, parameters }: { item: Schema; parameters: readonly Parameter[] },
): Order[] {
  const declared = operation['x-relations']?.order
  if (declared) return [{ sort: undefined, keys: declared.map(declaredKey) }]
  const instants = [...propertiesOf(document, item)].flatMap(([name, schema]) =>
    isInstant(document, schema) ? [name] : [],
  )
  const times = ['published_at', 'created_at', 'createdAt', 'occurred_at'].filter((name) => instants.includes(name))
  const fields = [...propertiesOf(document, item).keys()]
  const sorts = parameters.filter(({ name }) => ['sort', 'order', 'order_by', 'sort_by'].includes(name))
  const ofSorts = sorts.flatMap(({ name, schema }) =>
    (withoutNull(document, schema).enum ?? []).flatMap((value): Order[] => {
      const key = keyOfSort(String(value), { times, fields })
      return key ? [{ sort: { parameter: name, value: String(value) }, keys: [key] }] : []
    }),
  )
  const usual = keyOfProse(proseOf(document, operation), times)
  return [...(usual ? [{ sort: undefined, keys: [usual] }] : []), ...ofSorts]
}

function declaredKey(key: string | { field: string; first: string[] }): OrderKey {
  if (typeof key !== 'string') return { fields: [key.field], descending: false, first: key.first }
  return key.startsWith('-') ? { fields: [key.slice(1)], descending: true } : { fields: [key], descending: false }
}

function keyOfSort(
  value: string,
  { times, fields }: { times: readonly string[]; fields: readonly string[] },
): OrderKey | undefined {
  if (value === 'newest' || value === 'oldest')
    return times.length === 0 ? undefined : { fields: times, descending: value === 'newest' }
  const [, descending, ascending] = /^(?:(?:-|highest_|desc_)(.+)|(?:lowest_|asc_|\+?)(.+))$/.exec(value) ?? []
  const field = descending ?? ascending
  return field !== undefined && fields.includes(field)
    ? { fields: [field], descending: descending !== undefined }
    : undefined
}

function keyOfProse(prose: string, times: readonly string[]): OrderKey | undefined {
  const [, direction] = /\b(newest|oldest) first\b/i.exec(prose) ?? []
  return direction && times.length > 0 ? { fields: times, descending: /newest/i.test(direction) } : undefined
}

function proseOf(document: Document, operation: DocumentedOperation): string {
  const { description = '', summary = '' } = operation
  return [summary, description, recordSchema(document, operation)?.description].join('\n')
}

/**
 * The creation time of a record may be that of the beginning of its transaction, while the list has the order in which
 * ids were made, so neighbors may differ by a little.
 */
const slackMs = 2_000

/**
 * The position of an item that is not behind the one before it; undefined if all are in order. Instants may be out of
 * order by the slack, unless most of them are.
 */
export function firstOutOfOrder(items: readonly Item[], keys: readonly OrderKey[]): number | undefined {
  const differences = differencesOf(items, keys)
  const clear = differences.findIndex((difference) => difference > slackMs)
  if (clear !== -1) return clear + 1
  const behind = differences.filter((difference) => difference > 0).length
  const ahead = differences.filter((difference) => difference < 0).length
  return behind > ahead ? differences.findIndex((difference) => difference > 0) + 1 : undefined
}

/** Whether some items differ in an order: otherwise every order is correct. */
export function distinguishes(items: readonly Item[], keys: readonly OrderKey[]): boolean {
  return differencesOf(items, keys).some((difference) => difference !== 0)
}

/** The difference of each item to the one before it, positive if they are in the wrong order. */
function differencesOf(items: readonly Item[], keys: readonly OrderKey[]): number[] {
  return items.slice(1).map((item, index) => {
    const previous = items[index]
    const differences = previous ? keys.map((key) => compareBy(key, previous, item)) : []
    return differences.find((difference) => difference !== 0) ?? 0
  })
}

/** Milliseconds between two instants; infinite for other values that differ. */
function compareBy({ fields, descending, first }: OrderKey, one: Item, other: Item): number {
  const [left, right] = [fieldOf(one, fields), fieldOf(other, fields)]
  if (first) return infinite(Number(first.includes(String(right))) - Number(first.includes(String(left))))
  if (left === undefined || right === undefined)
    return infinite(Number(left === undefined) - Number(right === undefined))
  const difference = compareValues(left, right)
  return descending ? -difference : difference
}

function compareValues(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return infinite(left - right)
  const [one, other] = [String(left), String(right)]
  if (isInstantText(one) && isInstantText(other)) return Date.parse(one) - Date.parse(other)
  if (one === other) return 0
  return one < other ? -Infinity : Infinity
}

const infinite = (difference: number) => (difference === 0 ? 0 : Math.sign(difference) * Infinity)

function fieldOf(item: Item, fields: readonly string[]): unknown {
  return fields
    .map((field) => valuesAt(item, field.split('.'))[0])
    .find((value) => value !== undefined && value !== null)
}

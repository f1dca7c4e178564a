import { propertiesOf } from '@svc/http/document'
import { resolveNode } from '@svc/http/references'
import { isRecord } from '@svc/runtime/json'
import { isValid } from './validation.ts'

/** A record, as the document describes it. */
export type Fields = Readonly<Record<string, unknown>>

/** The records at one path, such as `/owners/7/pets`. */
export interface Collection {
  /** By id, in the order of creation. */
  records: Map<string, Fields>
  /** The ids of records that were deleted. */
  deleted: Set<string>
}

/** Takes the fields of `fields` that a schema has, if their values match it, and `base` for all others. */
export function overlaid(
  document: object,
  base: unknown,
  { fields, schema }: { fields: Fields; schema: unknown },
): Fields {
  const properties = propertiesOf(document, schema)
  const known = Object.entries(fields).filter(([name, value]) => {
    const property = properties.get(name)
    return properties.size === 0 || (property !== undefined && isValid(document, property, value))
  })
  return { ...(isRecord(base) ? base : {}), ...Object.fromEntries(known) }
}

const createdNames = /^(created|createdat|createdon|creationdate|createdtime|updated|updatedat|updatedon|modifiedat)$/

/**
 * A new record: the example of the document with the fields of the request, the time of now where it was created, and
 * without the optional fields that the request could have had.
 */
export function newRecord(
  document: object,
  example: unknown,
  { body, requestSchema, schema, now }: { body: unknown; requestSchema: unknown; schema: unknown; now: Date },
): Fields {
  const sent = isRecord(body) ? body : {}
  const requestFields = propertiesOf(document, requestSchema)
  const required = requiredIn(document, schema)
  const kept = Object.entries(isRecord(example) ? example : {}).filter(
    ([name]) => required.has(name) || !requestFields.has(name) || name in sent,
  )
  const defaults = [...requestFields].flatMap(([name, property]) => {
    const { default: value } = resolveNode(document, property)
    return value === undefined ? [] : [[name, value] as const]
  })
  const times = [...propertiesOf(document, schema)]
    .filter(([name, property]) => createdNames.test(plain(name)) && isInstant(document, property))
    .map(([name]) => [name, now.toISOString()] as const)
  const base = { ...Object.fromEntries([...kept, ...times]) }
  const given = { ...Object.fromEntries(defaults), ...sent }
  return overlaid(document, base, { fields: given, schema })
}

/** A name without case and separators, so that snake case, kebab case and camel case are the same. */
export const plain = (name: string) => name.toLowerCase().replaceAll(/[_-]/g, '')

export function isInstant(document: object, schema: unknown): boolean {
  const { format, pattern } = resolveNode(document, schema)
  return (format === 'date-time' || format === 'svc-timestamp') && pattern === undefined
}

/** A record after a PATCH (RFC 7396): null removes a field that cannot be null. */
export function changedRecord(
  document: object,
  old: Fields,
  { body, schema }: { body: Fields; schema: unknown },
): Fields {
  const changed = overlaid(document, old, { fields: body, schema })
  const required = requiredIn(document, schema)
  const removed = Object.entries(body).filter(
    ([name, value]) => value === null && changed[name] !== null && !required.has(name),
  )
  return without(changed, new Set(removed.map(([name]) => name)))
}

/** A record after a PUT: optional fields that the request could have had and has not are removed. */
export function replacedRecord(
  document: object,
  old: Fields,
  { body, requestSchema, schema, idField }: { body: Fields; requestSchema: unknown; schema: unknown; idField: string },
): Fields {
  const required = requiredIn(document, schema)
  const unsent = [...propertiesOf(document, requestSchema).keys()].filter(
    (name) => !(name in body) && !required.has(name) && name !== idField,
  )
  return overlaid(document, without(old, new Set(unsent)), { fields: body, schema })
}

function without(fields: Fields, names: ReadonlySet<string>): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)))
}

/** A record with those fields of an example, which it lacks, that make it match a schema: the required ones, or all. */
export function completed(
  document: object,
  schema: unknown,
  { record, example }: { record: Fields; example: unknown },
): Fields {
  if (isValid(document, schema, record) || !isRecord(example)) return record
  const required = requiredIn(document, schema)
  const own = Object.entries(example).filter(([name]) => required.has(name))
  const all = { ...example, ...record }
  const withRequired = { ...Object.fromEntries(own), ...record }
  return !isValid(document, schema, withRequired) && isValid(document, schema, all) ? all : withRequired
}

function requiredIn(document: object, schema: unknown): ReadonlySet<string> {
  const { required, allOf } = resolveNode(document, schema)
  const parts: unknown[] = Array.isArray(allOf) ? allOf : []
  return new Set([
    ...(Array.isArray(required) ? required.map(String) : []),
    ...parts.flatMap((part) => [...requiredIn(document, part)]),
  ])
}

/** A body without the fields that only requests have, such as passwords. */
export function withoutWriteOnly(document: object, schema: unknown, body: unknown): unknown {
  if (Array.isArray(body)) {
    const { items } = resolveNode(document, schema)
    return body.map((item) => withoutWriteOnly(document, items, item))
  }
  if (!isRecord(body)) return body
  const properties = propertiesOf(document, schema)
  const kept = Object.entries(body).filter(([name]) => resolveNode(document, properties.get(name)).writeOnly !== true)
  return Object.fromEntries(
    kept.map(([name, value]) => [name, withoutWriteOnly(document, properties.get(name), value)]),
  )
}

/** Returns a body with another value at a path, or the value itself if the path is empty. */
export function withValueAt(body: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value
  const own = isRecord(body) ? body : {}
  return { ...own, [step]: withValueAt(own[step], rest, value) }
}

/** The value at a path; undefined if there is none. */
export function valueAt(body: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, step) => (isRecord(value) ? value[step] : undefined), body)
}

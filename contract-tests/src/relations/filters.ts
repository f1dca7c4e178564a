import { isRecord } from '@svc/runtime/json'
import type { Document, DocumentedOperation } from '../contract.ts'
import {
  type Item,
  isInstant,
  isOfType,
  type Parameter,
  propertiesOf,
  type Schema,
  valuesAt,
  withoutNull,
} from './schema.ts'

/**
 * The ways in which the value of a parameter selects items:
 *
 * - `equals`: a value at the path is the value of the parameter
 * - `is_null`: the value at the path is null if the parameter is true, and is not if it is false
 * - `status_class`: the value at the path is a status of a class such as `4xx`
 * - `since`, `after`, `until`, `through`: the instant at the path is not before, after, before or not after that of the
 *   parameter
 * - `part`: the text at the path contains that of the parameter, in upper or lower case
 * - `search`: the text at the path has a word that begins with the word of the parameter
 */
type FilterKind = 'equals' | 'is_null' | 'status_class' | Bound | 'part' | 'search'
type Bound = 'since' | 'after' | 'until' | 'through'

/** A parameter of a list that selects items. */
export interface Filter {
  parameter: Parameter
  kind: FilterKind
  /** From an item to the compared value; a step into a list means any of its items. */
  path: readonly string[]
  /** The fields of the elements, if the path refers to a list of objects. */
  elementFields?: ReadonlySet<string>
}

/** A value of a parameter. */
export interface Given {
  filter: Filter
  value: string
}

/** Finds the filters among the parameters of a list: declared in `x-relations`, or by their names and types. */
export function filtersOf(
  document: Document,
  operation: DocumentedOperation,
  { item, parameters }: { item: Schema; parameters: readonly Parameter[] },
): Filter[] {
  const declared = operation['x-relations']?.filters ?? {}
  const properties = propertiesOf(document, item)
  return parameters.flatMap((parameter): Filter[] => {
    const own = declared[parameter.name]
    if (typeof own === 'string') return [{ parameter, kind: 'equals', path: own.split('.') }]
    if (own !== undefined) return [{ parameter, kind: 'is_null', path: own.is_null.split('.') }]
    if (isInstant(document, parameter.schema)) return boundOf(document, parameter, properties)
    const found =
      statusClassOf(document, parameter, properties) ??
      sameSchemaOf(document, parameter, properties) ??
      partOf(parameter, properties) ??
      equalsOf(document, parameter, properties)
    return found ? [found] : searchOf(document, parameter, properties)
  })
}

type Properties = ReadonlyMap<string, Schema>

const boundName = /^(?:(?<subject>.+)_)?(?<bound>after|before|since|until|from|to)$/
const creationNames = ['created_at', 'createdAt', 'occurred_at', 'timestamp', 'time', 'date', 'updated_at']

function boundOf(document: Document, parameter: Parameter, properties: Properties): Filter[] {
  const { subject, bound = '' } = boundName.exec(parameter.name)?.groups ?? {}
  const names = subject === undefined ? creationNames : [`${subject}_at`, `${subject}_on`, subject]
  const field = names.find((name) => isInstantField(document, properties.get(name)))
  if (field === undefined) return []
  return [{ parameter, kind: boundKind(bound, parameter.description ?? ''), path: [field] }]
}

/** The prose decides whether a bound belongs to the period; by default its start does and its end does not. */
function boundKind(bound: string, description: string): Bound {
  if (['after', 'since', 'from'].includes(bound))
    return bound === 'after' && /\bafter\b/.test(description) && !/at or after/.test(description) ? 'after' : 'since'
  return /at or before|up to and including/.test(description) ? 'through' : 'until'
}

function isInstantField(document: Document, schema: Schema | undefined): boolean {
  return schema !== undefined && isInstant(document, schema)
}

function statusClassOf(document: Document, parameter: Parameter, properties: Properties): Filter | undefined {
  const { enum: values = [] } = withoutNull(document, parameter.schema)
  if (values.length === 0 || !values.every((value) => /^[1-5]xx$/i.test(String(value)))) return undefined
  const field = [...properties.keys()].find((name) => name === 'status' || /_status$|Status$/.test(name))
  return field === undefined ? undefined : { parameter, kind: 'status_class', path: [field] }
}

/** A parameter with the schema of exactly one field of an item or of its objects, unless a field has its name. */
function sameSchemaOf(document: Document, parameter: Parameter, properties: Properties): Filter | undefined {
  const { $ref } = parameter.schema
  const named = properties.get(parameter.name)
  if ($ref === undefined || (named && propertiesOf(document, withoutNull(document, named)).size === 0)) return undefined
  const paths = [...properties].flatMap(([name, schema]) => {
    const inner = [...propertiesOf(document, withoutNull(document, schema))]
    const inside = inner.flatMap(([field, property]) => (property.$ref === $ref ? [[name, field]] : []))
    return schema.$ref === $ref ? [[name], ...inside] : inside
  })
  const [only] = paths
  return only && paths.length === 1 ? { parameter, kind: 'equals', path: only } : undefined
}

/** A parameter by its prose, such as "A part of the name of the account". */
function partOf(parameter: Parameter, properties: Properties): Filter | undefined {
  const [, field = ''] = /^a part of the (\w+)\b/i.exec(parameter.description ?? '') ?? []
  return properties.has(field) ? { parameter, kind: 'part', path: [field] } : undefined
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[_-]/g, '')

/** The field with the name of a parameter, which may be spelled differently: `wallet-address`, `walletAddress`. */
export function fieldNamed(fields: readonly string[], name: string): string | undefined {
  return fields.includes(name) ? name : fields.find((field) => plain(field) === plain(name))
}

function equalsOf(document: Document, parameter: Parameter, properties: Properties): Filter | undefined {
  const name = fieldNamed([...properties.keys()], parameter.name) ?? parameter.name
  const items = itemsOf(document, properties.get(name))
  const isNamed = items !== undefined && propertiesOf(document, items).has('name')
  if (properties.has(name)) return { parameter, kind: 'equals', path: isNamed ? [name, 'name'] : [name] }
  for (const plural of [`${name}s`, `${name}es`]) {
    const elements = itemsOf(document, properties.get(plural))
    if (!elements) continue
    const elementFields = new Set(propertiesOf(document, elements).keys())
    return elementFields.has(name)
      ? { parameter, kind: 'equals', path: [plural, name], elementFields }
      : { parameter, kind: 'equals', path: [plural] }
  }
  const longer = [...properties.keys()].filter((field) => field.endsWith(`_${name}`))
  if (longer.length === 1) return { parameter, kind: 'equals', path: longer }
  const inside = [...properties].filter(([, schema]) => propertiesOf(document, withoutNull(document, schema)).has(name))
  const [only] = inside
  return only && inside.length === 1 ? { parameter, kind: 'equals', path: [only[0], name] } : undefined
}

function itemsOf(document: Document, schema: Schema | undefined): Schema | undefined {
  return schema && isOfType(document, schema, 'array') ? withoutNull(document, schema).items : undefined
}

const searchNames = ['q', 'query', 'search']
const textNames = ['text', 'body', 'content', 'title', 'name', 'description']

function searchOf(document: Document, parameter: Parameter, properties: Properties): Filter[] {
  if (!searchNames.includes(parameter.name)) return []
  const field = textNames.find(
    (name) => properties.has(name) && isOfType(document, properties.get(name) ?? {}, 'string'),
  )
  return field === undefined ? [] : [{ parameter, kind: 'search', path: [field] }]
}

const bounds: Readonly<Record<Bound, (time: number, bound: number) => boolean>> = {
  since: (time, bound) => time >= bound,
  after: (time, bound) => time > bound,
  until: (time, bound) => time < bound,
  through: (time, bound) => time <= bound,
}

export function isBound(kind: FilterKind): kind is Bound {
  return kind in bounds
}

/**
 * Whether a list with these values has the item. Values that describe the same element of a list select by one element,
 * such as `aspect` and `polarity` of the aspects of a review.
 */
export function selects(given: readonly Given[], item: Item): boolean {
  return given.every((one) => {
    const { filter, value } = one
    const same = given.filter((other) => refines(other.filter, filter))
    if (same.length > 0)
      return elementsAt(item, filter.path[0]).some((element) =>
        [one, ...same].every((each) => String(element[each.filter.parameter.name]) === each.value),
      )
    return given.some((other) => refines(filter, other.filter)) || matches(filter, item, value)
  })
}

/** Whether a filter describes the elements of the list that another one looks into. */
function refines(filter: Filter, other: Filter): boolean {
  return filter !== other && other.elementFields?.has(filter.parameter.name) === true
}

function elementsAt(item: Item, list: string | undefined): Item[] {
  const elements = list === undefined ? [] : item[list]
  return Array.isArray(elements) ? elements.filter(isRecord) : []
}

function matches({ kind, path }: Filter, item: Item, value: string): boolean {
  const values = valuesAt(item, path)
  if (kind === 'is_null') return values.every((one) => one === null) === (value === 'true')
  if (kind === 'status_class') return values.some((one) => String(one).charAt(0) === value.charAt(0))
  if (kind === 'part') return values.some((one) => String(one).toLowerCase().includes(value.toLowerCase()))
  if (kind === 'search')
    return values.some((one) => String(one).toLowerCase().includes(value.slice(0, 4).toLowerCase()))
  if (isBound(kind))
    return values.some((one) => typeof one === 'string' && bounds[kind](Date.parse(one), Date.parse(value)))
  return values.some((one) => one !== null && String(one) === value)
}

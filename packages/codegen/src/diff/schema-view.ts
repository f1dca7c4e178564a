import {
  type ContractDocument,
  child,
  children,
  identity,
  nameOf,
  referenceOf,
  type SourceNode,
  target,
} from '../source/document.ts'
import { Meanings } from './schema-meaning.ts'

/** A schema object that applies, without its `$ref` and `allOf`, which were followed. */
interface Conjunct {
  node: SourceNode
  /** Whether null is also permitted: `anyOf: [it, { type: 'null' }]`. */
  orNull: boolean
  /** The union that is compared by its branches and ignored here. */
  withoutUnion?: Union | undefined
}

type Union = 'oneOf' | 'anyOf'

/**
 * All schema objects that apply to an instance, whether they are inline, behind a `$ref` or in an `allOf`. Two schemas
 * with different text but the same meaning have the same view.
 */
export interface View {
  readonly id: string
  readonly document: ContractDocument
  readonly conjuncts: readonly Conjunct[]
  /** The schema is `false`: no value fits. */
  readonly impossible: boolean
  /** Names of the components along the way. */
  readonly names: readonly string[]
  /** The node at which the schema starts. */
  readonly node: SourceNode
}

/** JSON types. Numbers consist of two types, so that `integer` is a subset of `number`. */
type Atom = 'null' | 'boolean' | 'object' | 'array' | 'string' | 'integer' | 'fraction'
const atoms: readonly Atom[] = ['null', 'boolean', 'object', 'array', 'string', 'integer', 'fraction']

/** Creates a view of schemas that all apply to one value. */
export function viewOf(document: ContractDocument, nodes: readonly SourceNode[]): View {
  return build(
    document,
    nodes.map((node) => ({ node, orNull: false })),
  )
}

function build(document: ContractDocument, seeds: readonly Conjunct[]): View {
  const conjuncts: Conjunct[] = []
  const names: string[] = []
  const seen = new Set<string>()
  let impossible = false
  const visit = (seed: Conjunct): void => {
    const { node, orNull } = seed
    const key = identity(node)
    if (seen.has(key)) return
    seen.add(key)
    if (node.value === false) impossible = true
    if (typeof node.value !== 'object' || node.value === null) return
    if (referenceOf(node) !== undefined) {
      const to = target(document, node)
      names.push(nameOf(to))
      visit({ node: to, orNull })
    }
    for (const [, member] of children(child(node, 'allOf'))) visit({ node: member, orNull })
    const lifted = seed.withoutUnion === undefined ? singleBranchUnion(node) : undefined
    if (lifted) visit({ node: lifted.only, orNull: orNull || lifted.orNull })
    conjuncts.push(lifted ? { node, orNull: orNull || lifted.orNull, withoutUnion: lifted.union } : seed)
  }
  for (const seed of seeds) visit(seed)
  const id = conjuncts.map(
    ({ node, orNull, withoutUnion }) => `${identity(node)}${orNull ? '?' : ''}${withoutUnion ?? ''}`,
  )
  const node = seeds[0]?.node ?? document.root
  return { id: id.sort().join('|') || String(!impossible), document, conjuncts, impossible, names, node }
}

/** Simplifies a union: a union of one branch is that branch, and a union with null is that branch or null. */
function singleBranchUnion(node: SourceNode): { union: Union; only: SourceNode; orNull: boolean } | undefined {
  for (const union of ['oneOf', 'anyOf'] as const) {
    const branches = children(child(node, union)).map(([, branch]) => branch)
    const real = branches.filter((branch) => !isOnlyNull(branch.value))
    const orNull = real.length < branches.length
    if (orNull && child(node, 'type') !== undefined) continue
    const [only] = real
    if (real.length === 1 && only) return { union, only, orNull }
  }
  return undefined
}

function isOnlyNull(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  return ('type' in schema && schema.type === 'null') || ('const' in schema && schema.const === null)
}

/** Every occurrence of a keyword. */
export function get(view: View, keyword: string): SourceNode[] {
  return view.conjuncts.flatMap(({ node, withoutUnion }) => {
    const found = withoutUnion === keyword ? undefined : child(node, keyword)
    return found ? [found] : []
  })
}

/**
 * Returns the outermost value of an annotation such as `description`: a value next to a `$ref` precedes a value behind
 * it.
 */
export function annotation(view: View, keyword: string): SourceNode | undefined {
  return get(view, keyword).at(-1)
}

/** Returns the types of valid values. Without a `type`, they are inferred from keywords for objects or arrays. */
export function typesOf(view: View): { types: ReadonlySet<Atom>; node: SourceNode | undefined; isInferred: boolean } {
  let types = new Set(atoms)
  let node: SourceNode | undefined
  for (const conjunct of view.conjuncts) {
    const own = declaredTypes(conjunct)
    if (own === undefined) continue
    types = types.intersection(own)
    node = child(conjunct.node, 'type') ?? node
  }
  if (types.size === atoms.length) {
    // `properties` without a type is meant for objects.
    const has = (keyword: string) => get(view, keyword).length > 0
    if (has('properties') || has('additionalProperties')) return { types: new Set(['object']), node, isInferred: true }
    if (has('items') || has('prefixItems')) return { types: new Set(['array']), node, isInferred: true }
  }
  return { types, node, isInferred: false }
}

function declaredTypes({ node, orNull }: Conjunct): Set<Atom> | undefined {
  const type = child(node, 'type')?.value
  const listed = valueListOf(node)?.values
  const declared = type === undefined ? undefined : [type].flat().flatMap((one) => atomsOf(String(one)))
  if (declared === undefined && listed === undefined) return undefined
  const own = new Set<Atom>(declared ?? atoms)
  const result = listed ? own.intersection(new Set(listed.map(atomOf))) : own
  if (orNull) result.add('null')
  return result
}

function atomsOf(type: string): Atom[] {
  if (type === 'number') return ['integer', 'fraction']
  return atoms.filter((atom) => atom === type)
}

function atomOf(value: unknown): Atom {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'fraction'
  return typeof value as 'boolean' | 'object' | 'string'
}

interface ValueList {
  values: unknown[]
  isConst: boolean
  /** The value of the keyword. */
  node: SourceNode
}

function valueListOf(schema: SourceNode): ValueList | undefined {
  const constant = child(schema, 'const')
  if (constant) return { values: [constant.value], isConst: true, node: constant }
  const list = child(schema, 'enum')
  return list && Array.isArray(list.value) ? { values: list.value, isConst: false, node: list } : undefined
}

/** Returns the values that all `enum` and `const` keywords permit, or undefined if there is no such keyword. */
export function listedValues(view: View): ValueList | undefined {
  let result: ValueList | undefined
  for (const { node, orNull } of view.conjuncts) {
    const list = valueListOf(node)
    if (!list) continue
    const values = orNull ? [...list.values, null] : list.values
    result = {
      values: result ? result.values.filter((value) => values.some((other) => isSame(value, other))) : values,
      isConst: list.isConst || (result?.isConst ?? false),
      node: list.node,
    }
  }
  return result
}

/** A bound on a number or a size. */
export interface Bound {
  value: number
  exclusive: boolean
  node: SourceNode
}

/**
 * Returns the tightest upper or lower bound of several keywords. For integers, an exclusive bound is converted to the
 * next inclusive bound.
 */
export function boundOf(
  view: View,
  end: 'upper' | 'lower',
  keyword: string,
  exclusiveKeyword?: string,
  isInteger = false,
): Bound | undefined {
  const sign = end === 'upper' ? 1 : -1
  const inclusive = get(view, keyword).map((node) => ({ value: Number(node.value), exclusive: false, node }))
  const exclusive = (exclusiveKeyword ? get(view, exclusiveKeyword) : []).map((node) =>
    isInteger
      ? { value: Number(node.value) - sign, exclusive: false, node }
      : { value: Number(node.value), exclusive: true, node },
  )
  const [tightest] = [...inclusive, ...exclusive].sort(
    (a, b) => sign * (a.value - b.value) || Number(b.exclusive) - Number(a.exclusive),
  )
  return tightest
}

/** The schemas of a property, and the position that makes it required. */
export interface Property {
  schemas: SourceNode[]
  required: SourceNode | undefined
}

/** Returns the properties of an object, except hidden properties (`readOnly` in requests, `writeOnly` in responses). */
export function propertiesOf(view: View, hidden?: 'readOnly' | 'writeOnly'): Map<string, Property> {
  const found = new Map<string, Property>()
  const required = requiredOf(view)
  for (const properties of get(view, 'properties')) {
    for (const [name, node] of children(properties)) {
      const property = found.get(name) ?? { schemas: [], required: required.get(name) }
      property.schemas.push(node)
      found.set(name, property)
    }
  }
  if (hidden === undefined) return found
  for (const [name, { schemas }] of found) {
    if (get(viewOf(view.document, schemas), hidden).some(({ value }) => value === true)) found.delete(name)
  }
  return found
}

export function requiredOf(view: View): Map<string, SourceNode> {
  return new Map(
    get(view, 'required').flatMap((list) =>
      children(list).map(([, node]): [string, SourceNode] => [String(node.value), node]),
    ),
  )
}

/** Returns the keyword that closes the object, or undefined if it permits other properties. */
export function closedBy(view: View): SourceNode | undefined {
  return [...get(view, 'additionalProperties'), ...get(view, 'unevaluatedProperties')].find(
    ({ value }) => value === false,
  )
}

/**
 * Returns the branches of a union, each combined with the keywords next to it. Returns undefined for a schema without a
 * union, or with several.
 */
export function alternativesOf(view: View, depth = 0): { kind: Union; views: View[]; node: SourceNode } | undefined {
  const unions = (['oneOf', 'anyOf'] as const).flatMap((kind) => get(view, kind).map((node) => ({ kind, node })))
  const [union] = unions
  if (!union || unions.length > 1 || depth > unionDepthMax) return undefined
  const around = view.conjuncts.map((conjunct) =>
    child(conjunct.node, union.kind) && conjunct.withoutUnion !== union.kind
      ? { ...conjunct, withoutUnion: union.kind }
      : conjunct,
  )
  const views = children(union.node).flatMap(([, branch]) => {
    const alternative = build(view.document, [{ node: branch, orNull: false }, ...around])
    return alternativesOf(alternative, depth + 1)?.views ?? [alternative]
  })
  return { kind: union.kind, views, node: union.node }
}

/** A deeper union contains itself. */
const unionDepthMax = 6

/** The property whose constant distinguishes a branch of a union from the others, as `type: analysis.completed`. */
export function tagsOf(view: View): Map<string, string> {
  const tags = new Map<string, string>()
  for (const [name, { schemas }] of propertiesOf(view)) {
    const listed = listedValues(viewOf(view.document, schemas))
    if (listed?.values.length === 1) tags.set(name, String(listed.values[0]))
  }
  return tags
}

/** Returns whether two values are equal as JSON, regardless of the order of keys. */
export function isSame(a: unknown, b: unknown): boolean {
  return a === b || canonical(a) === canonical(b)
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join()}}`
}

const meanings = new WeakMap<ContractDocument, Meanings>()

/** A schema without its annotations and with references followed, as a string: equal strings mean equal schemas. */
export function meaningOf(view: View): string {
  const known = meaningsOfViews.get(view)
  if (known !== undefined) return known
  const meaning = spellMeaning(view)
  meaningsOfViews.set(view, meaning)
  return meaning
}

const meaningsOfViews = new WeakMap<View, string>()

function spellMeaning({ document, conjuncts }: View): string {
  const known = meanings.get(document) ?? new Meanings(document)
  meanings.set(document, known)
  return conjuncts
    .map(({ node, orNull, withoutUnion }) => `${known.of(node, withoutUnion)}${orNull}`)
    .filter((text) => text !== '{}false')
    .sort()
    .join('&')
}

/** Types in words. */
export function spell(types: ReadonlySet<Atom>): string {
  const named: string[] = []
  if (types.size === 7) return 'anything'
  for (const type of types) {
    if (type === 'fraction') continue
    named.push(type === 'integer' && types.has('fraction') ? 'number' : type)
  }
  return named.length === 0 ? 'nothing' : named.join(' or ')
}

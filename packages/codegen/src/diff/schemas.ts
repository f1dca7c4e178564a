import { child, children, type SourceNode } from '../source/document.ts'
import {
  type ChangeKind,
  type Context,
  changeKindOf,
  type Direction,
  type Effect,
  type Findings,
  finding,
  isReceived,
  label,
  newPartReasons,
  newPartSuffixes,
  presenceOf,
  reasonOf,
  verdictOf,
} from './findings.ts'
import { compareKeywords } from './schema-keywords.ts'
import { compareAnnotations } from './schema-notes.ts'
import {
  alternativesOf,
  annotation,
  closedBy,
  get,
  meaningOf,
  type Property,
  propertiesOf,
  requiredOf,
  spell,
  typesOf,
  type View,
  viewOf,
} from './schema-view.ts'
import { compareUnions } from './unions.ts'

/** One traversal of the schemas of one operation. */
export interface Walk {
  findings: Findings
  /** Pairs of schemas that were compared in this traversal, so that it ends at recursive schemas. */
  visited: Set<string>
  /** Pairs that were compared completely, in any operation, and are equal. */
  equal: Set<string>
}

/** Compares the values that two schemas allow at one position of a message. */
export function compareSchemas(walk: Walk, old: View, now: View, context: Context): void {
  const key = `${old.id} ${now.id} ${context.direction}${context.isText ? ' text' : ''}`
  if (walk.visited.has(key) || walk.equal.has(key)) return
  walk.visited.add(key)
  const found = walk.findings.count
  const here = { ...context, around: now.conjuncts[0]?.node ?? now.node }
  compareAnnotations(walk.findings, old, now, here)
  const [before, after] = [alternativesOf(old), alternativesOf(now)]
  if (before || after) {
    compareUnions(walk.findings, old, now, here, (was, is) => {
      if (was !== old && is !== now) compareSchemas(walk, was, is, here)
      else compareSingle(walk, was, is, here)
    })
  } else compareSingle(walk, old, now, here)
  if (walk.findings.count === found) walk.equal.add(key)
}

/** Compares two schemas of which neither is a union. */
function compareSingle(walk: Walk, old: View, now: View, context: Context): void {
  const { findings } = walk
  if (compareTypes(findings, old, now, context) === 'nothing in common') return
  compareKeywords(findings, old, now, context)
  compareObjects(walk, old, now, context)
  compareParts(walk, old, now, context)
}

function compareTypes(findings: Findings, old: View, now: View, context: Context): 'nothing in common' | undefined {
  if (old.impossible !== now.impossible) {
    const effect = now.impossible ? 'narrower' : 'wider'
    const what = now.impossible ? `${label(context)} must no longer be present` : `${label(context)} may now be present`
    const change = finding('schema-impossible', effect, what, context, now.node, old.node)
    const isGone = now.impossible && !isReceived(context.direction)
    findings.add(context, isGone ? { ...change, verdict: 'breaking', why: '{who} no longer find it' } : change)
    return 'nothing in common'
  }
  const [before, after] = [typesOf(old), typesOf(now)]
  const lost = new Set(before.types.difference(after.types))
  const gained = new Set(after.types.difference(before.types))
  // A schema without a type does not exclude null, and does not announce it.
  if (after.isInferred) lost.delete('null')
  if (before.isInferred) gained.delete('null')
  if (lost.size === 0 && gained.size === 0) {
    if (before.isInferred !== after.isInferred) reportStatedType(findings, old, now, context)
    return undefined
  }
  const from = [after.node ?? now.node, before.node ?? old.node] as const
  if (context.isText && isReceived(context.direction) && compareText(findings, old, now, context)) return undefined
  const change = `is now ${spell(after.types)} instead of ${spell(before.types)}`
  if (lost.size > 0 && gained.size > 0) {
    findings.add(context, {
      rule: 'type-changed',
      verdict: 'breaking',
      what: `${label(context)} ${change}`,
      why: isReceived(context.direction)
        ? '{who} who send what was valid before are refused'
        : '{who} can receive a type of value that their code cannot read',
      now: from[0],
      was: from[1],
    })
    return before.types.intersection(after.types).size === 0 ? 'nothing in common' : undefined
  }
  const onlyNull = lost.symmetricDifference(gained).size === 1 && (lost.has('null') || gained.has('null'))
  const effect = lost.size > 0 ? 'narrower' : 'wider'
  const what = onlyNull
    ? `${label(context)} can ${gained.size > 0 ? 'now' : 'no longer'} be null`
    : `${label(context)} ${change}`
  const rules = onlyNull
    ? { narrower: 'null-removed', wider: 'null-added' }
    : { narrower: 'type-narrowed', wider: 'type-widened' }
  findings.add(context, finding(rules[effect], effect, what, context, ...from))
  return undefined
}

/** Reports a type that was inferred and is stated now, or the reverse. Other types of values were not refused. */
function reportStatedType(findings: Findings, old: View, now: View, context: Context): void {
  const [before, after] = [typesOf(old), typesOf(now)]
  const effect = before.isInferred ? 'narrower' : 'wider'
  const what = `${label(context)} ${before.isInferred ? `has to be ${spell(after.types)} now` : 'no longer states a type'}`
  const change = finding('type-stated', effect, what, context, after.node ?? now.node, before.node ?? old.node)
  // Few send or expect other values than those that the keywords are for.
  findings.add(context, { ...change, verdict: change.verdict === 'breaking' ? 'risky' : 'safe' })
}

const typesOfText = ['integer', 'fraction', 'boolean'] as const

/**
 * Compares the types of a value that callers write as text. A string can be any text, so the text of a number or of a
 * boolean stays valid where a string is allowed; where it was a string before, it can now be read as something else.
 *
 * @returns whether the change is reported
 */
function compareText(findings: Findings, old: View, now: View, context: Context): boolean {
  const [before, after] = [typesOf(old), typesOf(now)]
  const changed = before.types.symmetricDifference(after.types)
  const isReadAnew =
    before.types.has('string') && typesOfText.some((type) => changed.has(type) && after.types.has(type))
  const lost = before.types.difference(after.types)
  const staysValid = after.types.has('string') && [...lost].every((type) => typesOfText.some((one) => one === type))
  if (!isReadAnew && !staysValid) return false
  if (isReadAnew && lost.size > 0) return false
  findings.add(context, {
    rule: lost.size > 0 && !changed.has('string') ? 'type-narrowed' : 'type-widened',
    verdict: isReadAnew ? 'risky' : 'safe',
    what: `${label(context)} is now ${spell(after.types)} instead of ${spell(before.types)}`,
    why: isReadAnew
      ? 'text that {who} send today can now be read as a value of another type'
      : 'every text that {who} send today stays valid',
    now: after.node ?? now.node,
    was: before.node ?? old.node,
  })
  return true
}

/** The keyword that hides a field from messages of a direction. */
const hiddenBy: Partial<Record<Direction, 'readOnly' | 'writeOnly'>> = { request: 'readOnly', response: 'writeOnly' }

function compareObjects(walk: Walk, old: View, now: View, context: Context): void {
  const { findings } = walk
  const received = isReceived(context.direction)
  // A request without a schema may have any content.
  if (received && meaningOf(now) === '') return
  const hidden = hiddenBy[context.direction]
  const [before, after] = [propertiesOf(old, hidden), propertiesOf(now, hidden)]
  const renamed = renamedProperties(old, now, before, after)
  for (const [name, property] of before) {
    const newName = renamed.get(name)
    const kept = after.get(newName ?? name)
    const inner = { ...context, at: `${context.at}.${name}` }
    if (kept) {
      if (newName !== undefined) reportRenamed(findings, inner, newName, { was: property, is: kept, view: now })
      compareRequired(findings, property, kept, { ...inner, around: kept.schemas[0] ?? context.around })
      compareSchemas(walk, viewOf(old.document, property.schemas), viewOf(now.document, kept.schemas), inner)
      continue
    }
    const stillThere = propertiesOf(now).get(name)?.schemas[0]
    findings.add(inner, {
      rule: 'property-removed',
      verdict: 'breaking',
      what: stillThere
        ? `${label(inner)} is now ${hidden === 'readOnly' ? 'read-only' : 'write-only'}`
        : `${label(inner)} was removed`,
      why: received ? reasonOfUnknownField(now) : '{who} no longer find it',
      now: stillThere,
      was: property.schemas[0],
    })
  }
  const newNames = new Set(renamed.values())
  for (const [name, property] of after) {
    if (before.has(name) || newNames.has(name)) continue
    const inner = { ...context, at: `${context.at}.${name}` }
    const presence = presenceOf(context.direction, property.required !== undefined)
    const breaks = presence === 'required'
    findings.add(inner, {
      rule: breaks ? 'required-property-added' : 'property-added',
      verdict: breaks ? 'breaking' : 'safe',
      what: `${label(inner)} is new${newPartSuffixes[presence]}`,
      why: newPartReasons[presence],
      now: property.schemas[0],
    })
  }
  compareRequiredNames(findings, old, now, context, new Set([...propertiesOf(old).keys(), ...propertiesOf(now).keys()]))
  compareClosed(walk, old, now, context)
}

/**
 * Old names of fields to new names. A field is renamed if exactly one of the new fields has the same meaning and its
 * description or position, and if it is the only field of which this is true. A field that is hidden on the other side
 * is there, so it is neither removed nor new.
 */
function renamedProperties(
  old: View,
  now: View,
  before: ReadonlyMap<string, Property>,
  after: ReadonlyMap<string, Property>,
): Map<string, string> {
  const removed = missingFrom(before, propertiesOf(now), old)
  const added = missingFrom(after, propertiesOf(old), now)
  const isSuccessor = (was: Candidate, is: Candidate) =>
    was.meaning === is.meaning &&
    (was.position === is.position || (was.description !== '' && was.description === is.description))
  return new Map(
    removed.flatMap((was) => {
      const [is, ...others] = added.filter((one) => isSuccessor(was, one))
      const isOnly = is !== undefined && removed.filter((one) => isSuccessor(one, is)).length === 1
      return isOnly && others.length === 0 ? [[was.name, is.name]] : []
    }),
  )
}

/** A field that is removed or new, with the data that shows whether it is the same field under another name. */
interface Candidate {
  name: string
  meaning: string
  position: number
  description: string
}

function missingFrom(
  properties: ReadonlyMap<string, Property>,
  others: ReadonlyMap<string, Property>,
  { document }: View,
): Candidate[] {
  return [...properties].flatMap(([name, { schemas }], position) => {
    if (others.has(name)) return []
    const view = viewOf(document, schemas)
    const description = String(annotation(view, 'description')?.value ?? '').trim()
    return [{ name, meaning: meaningOf(view), position, description }]
  })
}

function reportRenamed(
  findings: Findings,
  context: Context,
  newName: string,
  { was, is, view }: { was: Property; is: Property; view: View },
): void {
  const reasonOfRequest = closedBy(view)
    ? '{who} who send the old name are refused'
    : 'what {who} send under the old name is no longer understood'
  findings.add(context, {
    rule: 'property-renamed',
    verdict: 'breaking',
    what: `${label(context)} is now \`${newName}\``,
    why: isReceived(context.direction) ? reasonOfRequest : '{who} no longer find the old name',
    now: is.schemas[0],
    was: was.schemas[0],
  })
}

function reasonOfUnknownField(view: View): string {
  return closedBy(view) ? '{who} who send it are refused' : 'what {who} send in it is no longer understood'
}

function compareRequired(findings: Findings, old: Property, now: Property, context: Context): void {
  if ((old.required === undefined) === (now.required === undefined)) return
  reportRequired(findings, context, now.required !== undefined, now.required ?? now.schemas[0], old.required)
}

function reportRequired(
  findings: Findings,
  context: Context,
  isRequired: boolean,
  now?: SourceNode,
  was?: SourceNode,
): void {
  const [what, why] = describeRequired(isRequired, context.direction)
  findings.add(context, {
    rule: isRequired ? 'became-required' : 'became-optional',
    verdict: verdictOf(isRequired ? 'narrower' : 'wider', context.direction),
    what: `${label(context)} ${what}`,
    why,
    now,
    was,
  })
}

function describeRequired(isRequired: boolean, direction: Direction): [what: string, why: string] {
  if (isReceived(direction))
    return isRequired
      ? ['is now required', '{who} who leave it out are refused']
      : ['is no longer required', '{who} who send it are not affected']
  return isRequired
    ? ['is now always present', '{who} can rely on it']
    : ['is no longer always present', '{who} who rely on it can find it missing']
}

/** `required` can name fields that `properties` does not describe. */
function compareRequiredNames(
  findings: Findings,
  old: View,
  now: View,
  context: Context,
  described: Set<string>,
): void {
  const [before, after] = [requiredOf(old), requiredOf(now)]
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    if (described.has(name) || before.has(name) === after.has(name)) continue
    const inner = { ...context, at: `${context.at}.${name}` }
    reportRequired(findings, inner, after.has(name), after.get(name), before.get(name))
  }
}

/** Compares which other fields are allowed. */
function compareClosed(walk: Walk, old: View, now: View, context: Context): void {
  const [before, after] = [closedBy(old), closedBy(now)]
  if (before && after) return
  if (after) {
    walk.findings.add(context, {
      rule: 'object-closed',
      verdict: isReceived(context.direction) ? 'breaking' : 'safe',
      what: `${label(context)} no longer accepts fields that are not described`,
      why: isReceived(context.direction)
        ? '{who} who send such fields are refused'
        : '{who} receive only what is described',
      now: after,
      was: old.node,
    })
    return
  }
  if (before) {
    walk.findings.add(context, {
      rule: 'object-opened',
      verdict: 'safe',
      what: `${label(context)} can now have fields that are not described`,
      why: isReceived(context.direction) ? '{who} send what they sent before' : '{who} ignore what they do not know',
      now: now.node,
      was: before,
    })
    return
  }
  comparePart(walk, old, now, context, 'additionalProperties', '{…}')
  comparePart(walk, old, now, context, 'unevaluatedProperties', '{…}')
}

const conditionEffects: Partial<Record<ChangeKind, Effect>> = { added: 'narrower', removed: 'wider' }
const conditionChanges: Record<ChangeKind, string> = { added: 'is new', removed: 'was removed', changed: 'changed' }

/** Compares subschemas apart from properties. */
function compareParts(walk: Walk, old: View, now: View, context: Context): void {
  comparePart(walk, old, now, context, 'items', '[]')
  comparePart(walk, old, now, context, 'contains', '[some]')
  comparePart(walk, old, now, context, 'propertyNames', ' names')
  comparePart(walk, old, now, context, 'unevaluatedItems', '[rest]')
  comparePart(walk, old, now, context, 'contentSchema', '[content]')
  for (const keyword of ['prefixItems', 'patternProperties', 'dependentSchemas'] as const) {
    const named = (view: View) =>
      new Map(get(view, keyword).flatMap((node) => children(node).map(([key]) => [key, node] as const)))
    const [before, after] = [named(old), named(now)]
    for (const key of new Set([...before.keys(), ...after.keys()])) {
      const [was, is] = [child(before.get(key), key), child(after.get(key), key)]
      compareOptionalSchema(walk, old, now, was, is, { ...context, at: `${context.at}[${key}]` }, keyword)
    }
  }
  // Conditions are not compared in parts: the values that they allow depend on the whole.
  compareDependentRequired(walk.findings, old, now, context)
  for (const keyword of ['not', 'if', 'then', 'else']) {
    const [was, is] = [get(old, keyword), get(now, keyword)]
    const meaning = (view: View, nodes: SourceNode[]) =>
      nodes.map((node) => meaningOf(viewOf(view.document, [node]))).join()
    if (meaning(old, was) === meaning(now, is)) continue
    const change = changeKindOf(was[0], is[0])
    const effect = conditionEffects[change]
    walk.findings.add(context, {
      rule: `${keyword}-changed`,
      verdict: effect ? verdictOf(effect, context.direction) : 'risky',
      what: `the condition \`${keyword}\` of ${label(context)} ${conditionChanges[change]}`,
      why: effect
        ? reasonOf(effect, context.direction)
        : 'whether {who} are affected cannot be decided from the documents alone',
      now: is[0],
      was: was[0],
    })
  }
}

/** Compares which fields are required together with other fields. */
function compareDependentRequired(findings: Findings, old: View, now: View, context: Context): void {
  const [before, after] = [dependentRequiredOf(old), dependentRequiredOf(now)]
  for (const [pair, is] of after) {
    if (!before.has(pair)) reportDependent(findings, context, pair, 'narrower', is, undefined)
  }
  for (const [pair, was] of before) {
    if (!after.has(pair)) reportDependent(findings, context, pair, 'wider', undefined, was)
  }
}

/** Returns the fields that other fields require, by both names in JSON. */
function dependentRequiredOf(view: View): Map<string, SourceNode> {
  return new Map(
    get(view, 'dependentRequired').flatMap((dependents) =>
      children(dependents).flatMap(([present, list]) =>
        children(list).map(([, node]): [string, SourceNode] => [JSON.stringify([present, node.value]), node]),
      ),
    ),
  )
}

function reportDependent(
  findings: Findings,
  context: Context,
  pair: string,
  effect: Effect,
  now: SourceNode | undefined,
  was: SourceNode | undefined,
): void {
  const [present, required] = JSON.parse(pair)
  const inner = { ...context, at: `${context.at}.${required}` }
  const what = `${label(inner)} is ${effect === 'narrower' ? 'now' : 'no longer'} required where \`${present}\` is present`
  findings.add(inner, finding('dependent-required-changed', effect, what, inner, now, was))
}

function comparePart(walk: Walk, old: View, now: View, context: Context, keyword: string, suffix: string): void {
  const [was, is] = [get(old, keyword), get(now, keyword)]
  if (was.length === 0 && is.length === 0) return
  const inner = { ...context, at: `${context.at}${suffix}` }
  if (was.length > 0 && is.length > 0) {
    compareSchemas(walk, viewOf(old.document, was), viewOf(now.document, is), inner)
    return
  }
  compareOptionalSchema(walk, old, now, was[0], is[0], inner, keyword)
}

/** Compares a schema that may be missing on one side, in which case any value is permitted there. */
function compareOptionalSchema(
  walk: Walk,
  old: View,
  now: View,
  was: SourceNode | undefined,
  is: SourceNode | undefined,
  context: Context,
  keyword: string,
): void {
  if (was && is) {
    compareSchemas(walk, viewOf(old.document, [was]), viewOf(now.document, [is]), context)
    return
  }
  const value = (is ?? was)?.value
  if (value === true || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)) return
  const effect = is ? 'narrower' : 'wider'
  const what = is
    ? `${label(context)} now has to fit a schema (\`${keyword}\`)`
    : `${label(context)} can now be anything`
  walk.findings.add(context, finding(`${keyword}-${is ? 'added' : 'removed'}`, effect, what, context, is, was))
}

import { type ContractDocument, child, children, follow, type SourceNode } from '../source/document.ts'
import {
  type Context,
  type Direction,
  isReceived,
  newPartReasons,
  newPartSuffixes,
  type Presence,
  presenceOf,
} from './findings.ts'
import { compareNotes, compareRequired, compareValue, type Message } from './messages.ts'
import { boundOf, get, isSame, typesOf, type View, viewOf } from './schema-view.ts'
import { compareSchemas } from './schemas.ts'

interface ParameterSource {
  path: string
  operation: SourceNode
  item: SourceNode
}

interface Parameter {
  name: string
  in: string
  node: SourceNode
}

/** Compares parameters. The parameters of a webhook are sent to its receiver. */
export function compareParameters(message: Message, was: ParameterSource, is: ParameterSource): void {
  const { walk, context } = message
  const received = isReceived(context.direction)
  const [before, after] = [parametersOf(message.old, was), parametersOf(message.now, is)]
  for (const [key, old] of before) {
    const now = after.get(key)
    if (now) {
      compareParameter(message, old, now)
      after.delete(key)
      continue
    }
    const [movedKey, moved] = [...after].find(([other, { name }]) => name === old.name && !before.has(other)) ?? []
    const at = `${old.in} ${old.name}`
    if (moved && movedKey !== undefined) {
      after.delete(movedKey)
      walk.findings.add(
        { ...context, at },
        {
          rule: 'parameter-moved',
          verdict: 'breaking',
          what: `\`${old.name}\` is now a ${moved.in} parameter instead of a ${old.in} parameter`,
          why: received
            ? '{who} who send it in the old place are not understood'
            : '{who} no longer find it in the old place',
          now: moved.node,
          was: old.node,
        },
      )
      continue
    }
    walk.findings.add(
      { ...context, at },
      {
        rule: received ? 'parameter-removed' : 'header-removed',
        verdict: 'breaking',
        what: `the ${old.in} ${received ? 'parameter ' : ''}\`${old.name}\` was removed`,
        why: received ? '{who} who send it are refused or not understood' : '{who} who read it no longer find it',
        was: old.node,
      },
    )
  }
  for (const added of after.values()) {
    const presence = presenceOf(context.direction, child(added.node, 'required')?.value === true)
    walk.findings.add(
      { ...context, at: `${added.in} ${added.name}` },
      {
        rule: addedRules[presence],
        verdict: presence === 'required' ? 'breaking' : 'safe',
        what: `the ${added.in} ${received ? 'parameter ' : ''}\`${added.name}\` is new${newPartSuffixes[presence]}`,
        why: newPartReasons[presence],
        now: added.node,
      },
    )
  }
}

/** Parameters that people only read are the headers of a webhook. */
const addedRules: Record<Presence, string> = {
  required: 'required-parameter-added',
  optional: 'parameter-added',
  read: 'header-added',
}

/**
 * Returns parameters by location and name. Path parameters are identified by their position, because their names are
 * not sent.
 */
export function parametersOf(
  document: ContractDocument,
  { path, operation, item }: ParameterSource,
): Map<string, Parameter> {
  const found = new Map<string, Parameter>()
  const inPath = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name)
  for (const holder of [item, operation]) {
    for (const [, reference] of children(child(holder, 'parameters'))) {
      const node = follow(document, reference)
      const [name, place] = [String(child(node, 'name')?.value), String(child(node, 'in')?.value)]
      if (!node) continue
      const key =
        place === 'path' ? `path ${inPath.indexOf(name)}` : `${place} ${place === 'header' ? name.toLowerCase() : name}`
      found.set(key, { name, in: place, node })
    }
  }
  return found
}

function compareParameter(message: Message, old: Parameter, now: Parameter): void {
  const { walk } = message
  const context = { ...message.context, at: `${now.in} ${now.name}`, around: now.node, isText: true }
  if (old.in === 'path' && old.name !== now.name) {
    walk.findings.add(context, {
      rule: 'path-parameter-renamed',
      verdict: 'risky',
      what: `the path parameter \`${old.name}\` is now called \`${now.name}\``,
      why: 'the path is the same, but {who} with a generated client name the argument differently',
      now: now.node,
      was: old.node,
    })
  }
  if (old.in !== 'path') compareRequired(message, context, old.node, now.node, `\`${old.name}\``)
  compareStyle(message, context, old, now)
  if (becameList(message, old, now)) compareWithItems(message, context, old, now)
  else compareValue(message, context, old.node, now.node)
  compareNotes(message, context, old.node, now.node)
}

/**
 * Returns whether a parameter that had one value is now a list that is written as a repeated parameter, such as
 * `a=1&a=2`, of which a single value is the list of one.
 */
function becameList({ old, now, context }: Message, was: Parameter, is: Parameter): boolean {
  if (!isReceived(context.direction) || !isRepeated(was) || !isRepeated(is)) return false
  const [before, after] = [schemaOf(old, was), schemaOf(now, is)]
  const { types } = typesOf(after)
  // Null has no text of its own in a repeated parameter.
  const isList = types.has('array') && types.difference(new Set(['array', 'null'])).size === 0
  const fewest = boundOf(after, 'lower', 'minItems')?.value ?? 0
  return isList && fewest <= 1 && get(after, 'items').length > 0 && !typesOf(before).types.has('array')
}

function compareWithItems(message: Message, context: Context, was: Parameter, is: Parameter): void {
  const { walk, old, now } = message
  walk.findings.add(context, {
    rule: 'parameter-became-list',
    verdict: 'safe',
    what: `\`${is.name}\` can now be given more than once`,
    why: 'a single value is written as before',
    now: is.node,
    was: was.node,
  })
  const items = viewOf(now, get(schemaOf(now, is), 'items'))
  compareSchemas(walk, schemaOf(old, was), items, { ...context, at: `${context.at}[]` })
}

function schemaOf(document: ContractDocument, { node }: Parameter): View {
  const schema = child(node, 'schema')
  return viewOf(document, schema ? [schema] : [])
}

function isRepeated(parameter: Parameter): boolean {
  const { style, explode, isContent } = writingOf(parameter)
  return style === 'form' && explode === true && !isContent
}

const defaultStyles: Record<string, string> = { query: 'form', path: 'simple', header: 'simple', cookie: 'form' }

/** The fields that determine the text of a parameter. */
function writingOf({ in: place, node }: Parameter) {
  const style = String(child(node, 'style')?.value ?? defaultStyles[place])
  return {
    style,
    explode: child(node, 'explode')?.value ?? style === 'form',
    allowReserved: child(node, 'allowReserved')?.value ?? false,
    allowEmptyValue: child(node, 'allowEmptyValue')?.value ?? false,
    isContent: child(node, 'content') !== undefined,
  }
}

function compareStyle(
  { old: oldDocument, walk, context: { direction } }: Message,
  context: Context,
  old: Parameter,
  now: Parameter,
): void {
  const [before, after] = [writingOf(old), writingOf(now)]
  if (isSame(before, after)) return
  const { types } = typesOf(schemaOf(oldDocument, old))
  const isCompound = types.has('array') || types.has('object')
  const matters =
    before.isContent !== after.isContent || isCompound || (old.in === 'path' && before.style !== after.style)
  const onlyRare =
    before.style === after.style && before.explode === after.explode && before.isContent === after.isContent
  const verdict = matters ? 'breaking' : 'safe'
  walk.findings.add(context, {
    rule: 'parameter-style-changed',
    verdict: onlyRare ? 'risky' : verdict,
    what: `\`${now.name}\` is now written as ${after.isContent ? 'an encoded body' : `\`style: ${after.style}\`, \`explode: ${String(after.explode)}\``}`,
    why: matters ? reasonOfStyle(direction) : 'a single value looks the same either way',
    now: child(now.node, 'style') ?? child(now.node, 'explode') ?? now.node,
    was: old.node,
  })
}

function reasonOfStyle(direction: Direction): string {
  return isReceived(direction)
    ? '{who} who write it the old way are misunderstood'
    : '{who} who read it the old way misunderstand it'
}

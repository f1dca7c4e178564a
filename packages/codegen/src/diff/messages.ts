import { type ContractDocument, child, children, follow, type SourceNode } from '../source/document.ts'
import {
  type ChangeKind,
  type Context,
  changeKindOf,
  type Direction,
  isReceived,
  newPartSuffixes,
  type Presence,
  presenceOf,
  stillValid,
  type Verdict,
  verdictOf,
} from './findings.ts'
import { judgeExtension } from './lifecycle.ts'
import { isSame, viewOf } from './schema-view.ts'
import { compareSchemas, type Walk } from './schemas.ts'

/** One message of an operation: its request or its response. */
export interface Message {
  old: ContractDocument
  now: ContractDocument
  walk: Walk
  context: Context
}

/**
 * The schemas of a value, and the position that each describes. Since OpenAPI 3.2, `itemSchema` describes each item of
 * a stream, such as a line of JSON.
 */
const schemaKeywords = [
  ['schema', ''],
  ['itemSchema', '[]'],
] as const

/** Compares the values of a parameter or header, which have a schema or `content`. */
export function compareValue(message: Message, context: Context, old: SourceNode, now: SourceNode): void {
  const view = (document: ContractDocument, node: SourceNode | undefined) => viewOf(document, node ? [node] : [])
  for (const [keyword, suffix] of schemaKeywords) {
    const [was, is] = [child(old, keyword), child(now, keyword)]
    if (was || is)
      compareSchemas(message.walk, view(message.old, was), view(message.now, is), {
        ...context,
        at: `${context.at}${suffix}`,
      })
  }
  if (child(old, 'content') && child(now, 'content'))
    compareContent({ ...message, context: { ...context, isText: false } }, old, now)
}

/** Compares whether a parameter, header or body is required. */
export function compareRequired(
  { walk }: Message,
  context: Context,
  old: SourceNode,
  now: SourceNode,
  name: string,
): void {
  const [was, is] = [child(old, 'required'), child(now, 'required')]
  if ((was?.value === true) === (is?.value === true)) return
  const isRequired = is?.value === true
  walk.findings.add(context, {
    rule: isRequired ? 'became-required' : 'became-optional',
    verdict: verdictOf(isRequired ? 'narrower' : 'wider', context.direction),
    ...describeRequired(name, isRequired, context.direction),
    now: is ?? now,
    was: was ?? old,
  })
}

function describeRequired(name: string, isRequired: boolean, direction: Direction): { what: string; why: string } {
  if (isReceived(direction))
    return isRequired
      ? { what: `${name} is now required`, why: '{who} who leave it out are refused' }
      : { what: `${name} is no longer required`, why: '{who} who send it are not affected' }
  return isRequired
    ? { what: `${name} is now required`, why: '{who} can now rely on it' }
    : { what: `${name} is no longer always present`, why: '{who} who rely on it can find it missing' }
}

const noteChanges: Record<ChangeKind, string> = { added: 'is new', removed: 'was removed', changed: 'changed' }

/** Compares the annotations of a parameter, header, body or media type. */
export function compareNotes(
  { old: oldDocument, now: nowDocument, walk }: Message,
  context: Context,
  old: SourceNode,
  now: SourceNode,
): void {
  for (const key of ['description', 'summary', 'example', 'examples', 'deprecated']) {
    const [was, is] = [child(old, key), child(now, key)]
    if (isSame(written(oldDocument, was), written(nowDocument, is))) continue
    walk.findings.add(context, {
      rule: `${key.replace(/s$/, '')}-changed`,
      verdict: 'safe',
      what: `the ${key === 'deprecated' ? 'deprecation' : key} of ${context.at} ${noteChanges[changeKindOf(was, is)]}`,
      why: 'only readers notice',
      now: is,
      was,
    })
  }
  const subject = { name: context.at, isDeprecated: child(now, 'deprecated')?.value === true }
  for (const key of new Set([...children(old), ...children(now)].map(([key]) => key))) {
    const [was, is] = [child(old, key), child(now, key)]
    if (!key.startsWith('x-') || isSame(was?.value, is?.value)) continue
    walk.findings.add(context, { ...judgeExtension(key, was?.value, is?.value, subject), now: is, was })
  }
}

/** The value of an annotation, with references followed: the examples of a media type may be in another file. */
function written(document: ContractDocument, note: SourceNode | undefined): unknown {
  if (note === undefined || Array.isArray(note.value) || typeof note.value !== 'object') return note?.value
  return Object.fromEntries(children(note).map(([name, one]) => [name, follow(document, one)?.value]))
}

/** Compares the body of a request, or of a webhook. */
export function compareRequestBody(message: Message, old: SourceNode | undefined, now: SourceNode | undefined): void {
  const { walk } = message
  const context = { ...message.context, at: 'body' }
  const received = isReceived(context.direction)
  const [was, is] = [follow(message.old, old), follow(message.now, now)]
  if (was && is) {
    compareRequired(message, { ...context, around: is }, was, is, 'the body')
    compareNotes(message, { ...context, around: is }, was, is)
    compareContent({ ...message, context: { ...context, around: is } }, was, is)
    return
  }
  if (was) {
    walk.findings.add(context, {
      rule: 'body-removed',
      verdict: 'breaking',
      what: 'the body was removed',
      why: received ? '{who} who send one are refused or not understood' : '{who} receive no body',
      was,
    })
  }
  if (is) {
    const presence = presenceOf(context.direction, child(is, 'required')?.value === true)
    walk.findings.add(context, {
      rule: 'body-added',
      verdict: presence === 'required' ? 'breaking' : 'safe',
      what: `a body is new${newPartSuffixes[presence]}`,
      why: newBodyReasons[presence],
      now: is,
    })
  }
}

const newBodyReasons: Record<Presence, string> = {
  required: '{who} who send none are refused',
  optional: '{who} who send none are not affected',
  read: '{who} who do not know it ignore it',
}

/** Compares `content`, media type by media type. */
export function compareContent(message: Message, old: SourceNode, now: SourceNode): void {
  const { walk, context } = message
  const received = isReceived(context.direction)
  const [before, after] = [new Map(children(child(old, 'content'))), new Map(children(child(now, 'content')))]
  for (const [type, was] of before) {
    const covering = [...after.keys()].find((other) => covers(other, type))
    const is = covering === undefined ? undefined : after.get(covering)
    if (!is) {
      walk.findings.add(context, {
        rule: 'content-type-removed',
        verdict: 'breaking',
        what: `\`${type}\` was removed`,
        why: received ? '{who} who send it are refused' : '{who} who read it receive something else or nothing',
        was,
      })
      continue
    }
    const inner = { ...context, around: is }
    if (covering !== undefined && parametersOf(covering) !== parametersOf(type))
      walk.findings.add(inner, {
        rule: 'content-type-parameters-changed',
        verdict: 'risky',
        what: `\`${type}\` is now \`${covering}\``,
        why: received
          ? '{who} can be refused if the parameters of the type are checked'
          : '{who} who compare the whole type, or decode the body by it, can be affected',
        now: is,
        was,
      })
    compareValue(message, inner, was, is)
    compareNotes(message, inner, was, is)
    const [encoding, other] = [child(was, 'encoding'), child(is, 'encoding')]
    if (!isSame(encoding?.value, other?.value))
      walk.findings.add(inner, {
        rule: 'encoding-changed',
        verdict: 'risky',
        what: `the encoding of ${context.at} changed`,
        why: 'whether {who} are affected depends on which parts they use',
        now: other ?? is,
        was: encoding,
      })
  }
  for (const [type, is] of after) {
    if ([...before.keys()].some((other) => covers(type, other))) continue
    walk.findings.add(context, {
      rule: 'content-type-added',
      what: `\`${type}\` is new`,
      ...judgeNewType(context.direction, before.size === 0),
      now: is,
    })
  }
}

/** @param isFirst whether the message had no body before */
function judgeNewType(direction: Direction, isFirst: boolean): { verdict: Verdict; why: string } {
  if (direction === 'payload')
    return { verdict: 'risky', why: '{who} can receive a body of a type that they cannot read' }
  if (isFirst) return { verdict: 'risky', why: 'there was no body before, and {who} may not expect one' }
  if (isReceived(direction)) return { verdict: 'safe', why: stillValid }
  return { verdict: 'safe', why: '{who} receive the type that they request' }
}

/** The parameters of a media type, such as `charset=utf-8`, in one order and case; empty for a range. */
function parametersOf(type: string): string {
  const [name = '', ...parameters] = type.split(';').map((part) => part.trim().toLowerCase())
  return name.includes('*') ? '' : parameters.sort().join(';')
}

/** Media type ranges as in RFC 9110, apart from parameters. */
function covers(range: string, type: string): boolean {
  const [wide = '', narrow = ''] = [range, type].map((one) => one.split(';')[0]?.trim().toLowerCase())
  if (wide === narrow || wide === '*/*') return true
  return wide.endsWith('/*') && narrow.startsWith(wide.slice(0, -1))
}

import type { SourceNode } from '../source/document.ts'
import {
  type ChangeKind,
  type Context,
  changeKindOf,
  type Direction,
  type Effect,
  type Findings,
  isReceived,
  label,
  reasonOf,
  type Verdict,
  verdictOf,
} from './findings.ts'
import { type Relation, relatePatterns } from './patterns.ts'
import { type Bound, boundOf, get, isSame, listedValues, typesOf, type View } from './schema-view.ts'

/** Compares the keywords that constrain a value: lists of values, bounds, patterns, formats. */
export function compareKeywords(findings: Findings, old: View, now: View, context: Context): void {
  if (listedValues(old) || listedValues(now)) {
    // If there is a list of values, bounds and patterns only affect these values.
    compareLists(findings, old, now, context)
    return
  }
  for (const row of bounds) compareBounds(findings, old, now, context, row)
  comparePatterns(findings, old, now, context)
  compareFormats(findings, old, now, context)
  compareMultiples(findings, old, now, context)
  compareUniqueness(findings, old, now, context)
  compareEncodings(findings, old, now, context)
}

type ListedValues = NonNullable<ReturnType<typeof listedValues>>

/** Adds a finding about the listed values of a schema. */
type ReportList = (
  rule: string,
  effect: Effect,
  what: string,
  more?: { verdict: 'breaking' | 'risky'; why: string },
) => void

function compareLists(findings: Findings, old: View, now: View, context: Context): void {
  const [before, after] = [effectiveList(old), effectiveList(now)]
  const received = isReceived(context.direction)
  const report: ReportList = (rule, effect, what, more) =>
    findings.add(context, {
      rule,
      verdict: verdictOf(effect, context.direction),
      what: `${label(context)} ${what}`,
      why: reasonOf(effect, context.direction),
      now: after?.node ?? now.node,
      was: before?.node ?? old.node,
      ...more,
    })
  if (before && after) compareValues(before, after, { report, received })
  else if (before) reportDroppedList(before, now, { report, received })
  else if (after) report('enum-introduced', 'narrower', `can now only be ${list(after.values)}`)
}

function compareValues(
  before: ListedValues,
  after: ListedValues,
  { report, received }: { report: ReportList; received: boolean },
): void {
  // A change of null is a change of the type, which was already reported.
  const lost = before.values.filter((value) => value !== null && !after.values.some((other) => isSame(value, other)))
  const gained = after.values.filter((value) => value !== null && !before.values.some((other) => isSame(value, other)))
  if (lost.length === before.values.length && gained.length > 0 && before.isConst) {
    const why = received ? '{who} who send the old value are refused' : '{who} who check for the old value fail'
    const what = `is now ${list(after.values)} instead of ${list(before.values)}`
    report('const-changed', 'narrower', what, { verdict: 'breaking', why })
    return
  }
  if (lost.length > 0) report('enum-value-removed', 'narrower', `can no longer be ${list(lost)}`)
  if (gained.length === 0) return
  const risk = { verdict: 'risky', why: '{who} can receive a value that they may not expect' } as const
  report('enum-value-added', 'wider', `can now be ${list(gained)} as well`, received ? undefined : risk)
}

/** The new schema lists no values; it may still refuse some by its other keywords. */
function reportDroppedList(
  before: ListedValues,
  now: View,
  { report, received }: { report: ReportList; received: boolean },
): void {
  const refused = before.values.filter((value) => !admits(now, value))
  if (refused.length > 0) {
    report('enum-value-removed', 'narrower', `can no longer be ${list(refused)}`)
    return
  }
  const what = `is no longer limited to ${list(before.values)}`
  const risk = { verdict: 'risky', why: '{who} can receive values that they may not expect' } as const
  if (received) report('enum-dropped', 'wider', what)
  else if (before.isConst) report('const-dropped', 'wider', what)
  else report('enum-dropped', 'wider', what, risk)
}

/** The listed values that the other keywords allow. */
function effectiveList(view: View): ReturnType<typeof listedValues> {
  const listed = listedValues(view)
  return listed && { ...listed, values: listed.values.filter((value) => admits(view, value)) }
}

/** Returns whether a listed value satisfies the bounds and patterns of a schema. */
function admits(view: View, value: unknown): boolean {
  if (typeof value === 'string') {
    const [longest, shortest] = [boundOf(view, 'upper', 'maxLength'), boundOf(view, 'lower', 'minLength')]
    const length = [...value].length
    if (length > (longest?.value ?? Number.POSITIVE_INFINITY) || length < (shortest?.value ?? 0)) return false
    return get(view, 'pattern').every(({ value: pattern }) => new RegExp(String(pattern), 'u').test(value))
  }
  if (typeof value === 'number') {
    const upper = boundOf(view, 'upper', 'maximum', 'exclusiveMaximum')
    const lower = boundOf(view, 'lower', 'minimum', 'exclusiveMinimum')
    if (upper && (value > upper.value || (upper.exclusive && value === upper.value))) return false
    if (lower && (value < lower.value || (lower.exclusive && value === lower.value))) return false
    return typesOf(view).types.has(Number.isInteger(value) ? 'integer' : 'fraction')
  }
  return true
}

interface BoundRow {
  end: 'upper' | 'lower'
  keyword: string
  exclusive?: string
  /** The bound for a reader, such as "at most 100 characters". */
  says: (value: string) => string
  /** A bound without effect, which a schema without the keyword has. */
  idle?: number
}

const bounds: readonly BoundRow[] = [
  { end: 'upper', keyword: 'maxLength', says: (n) => `at most ${n} characters` },
  { end: 'lower', keyword: 'minLength', says: (n) => `at least ${n} characters`, idle: 0 },
  { end: 'upper', keyword: 'maximum', exclusive: 'exclusiveMaximum', says: (n) => `at most ${n}` },
  { end: 'lower', keyword: 'minimum', exclusive: 'exclusiveMinimum', says: (n) => `at least ${n}` },
  { end: 'upper', keyword: 'maxItems', says: (n) => `at most ${n} items` },
  { end: 'lower', keyword: 'minItems', says: (n) => `at least ${n} items`, idle: 0 },
  { end: 'upper', keyword: 'maxProperties', says: (n) => `at most ${n} fields` },
  { end: 'lower', keyword: 'minProperties', says: (n) => `at least ${n} fields`, idle: 0 },
  { end: 'upper', keyword: 'maxContains', says: (n) => `at most ${n} matching items` },
  { end: 'lower', keyword: 'minContains', says: (n) => `at least ${n} matching items`, idle: 1 },
]

function compareBounds(findings: Findings, old: View, now: View, context: Context, row: BoundRow): void {
  const isInteger = [old, now].every((view) => !typesOf(view).types.has('fraction'))
  const read = (view: View) => {
    const bound = boundOf(view, row.end, row.keyword, row.exclusive, isInteger)
    return bound?.value === row.idle ? undefined : bound
  }
  const [before, after] = [read(old), read(now)]
  const effect = effectOfBounds(before, after, row)
  if (effect === undefined || (before === undefined && after === undefined)) return
  const say = (bound: Bound) => row.says(`${bound.value}${bound.exclusive ? ' (itself excluded)' : ''}`)
  const what = after
    ? `${label(context)} now has ${say(after)}${before ? ` instead of ${before.value}` : ''}`
    : `${label(context)} is no longer bound to ${before ? say(before) : ''}`
  findings.add(context, {
    rule: `${row.keyword}-${changeKindOf(before, after)}`,
    verdict: verdictOf(effect, context.direction),
    what: row.exclusive ? what.replace(' now has ', ' is now ') : what,
    why: reasonOf(effect, context.direction),
    now: after?.node ?? now.node,
    was: before?.node ?? old.node,
  })
}

function effectOfBounds(was: Bound | undefined, is: Bound | undefined, row: BoundRow): Effect | undefined {
  const difference = tightness(is, row) - tightness(was, row)
  const sharper = Number(is?.exclusive ?? false) - Number(was?.exclusive ?? false)
  if (difference > 0 || (difference === 0 && sharper > 0)) return 'narrower'
  return difference < 0 || sharper < 0 ? 'wider' : undefined
}

/** Returns a number that increases as a bound becomes tighter. */
function tightness(bound: Bound | undefined, { end, idle }: BoundRow): number {
  if (bound === undefined) return idle ?? -Number.MAX_VALUE
  return end === 'upper' ? -bound.value : bound.value
}

function comparePatterns(findings: Findings, old: View, now: View, context: Context): void {
  const read = (view: View) => [...new Set(get(view, 'pattern').map(({ value }) => String(value)))].sort()
  const [before, after] = [read(old), read(now)]
  if (before.join() === after.join()) return
  const [was, is] = [get(old, 'pattern')[0], get(now, 'pattern')[0]]
  const relation = relatePatterns(before, after)
  const change = changeKindOf(was, is)
  const detail = change === 'changed' && relation !== undefined ? patternDetails[relation] : ''
  findings.add(context, {
    rule: 'pattern-changed',
    what: `${label(context)} ${patternChanges[change]}${detail}`,
    ...judgeRelation(relation, context.direction),
    now: is ?? now.node,
    was: was ?? old.node,
  })
}

const patternChanges: Record<ChangeKind, string> = {
  added: 'now has to match a pattern',
  removed: 'no longer has to match a pattern',
  changed: 'has to match another pattern',
}

const patternDetails: Record<Relation, string> = {
  narrower: ' that allows less',
  wider: ' that allows more',
  other: ' that allows other values',
  same: '',
}

function judgeRelation(relation: Relation | undefined, direction: Direction): { verdict: Verdict; why: string } {
  switch (relation) {
    case 'narrower':
    case 'wider':
      return { verdict: verdictOf(relation, direction), why: reasonOf(relation, direction) }
    case 'other':
      return { verdict: 'breaking', why: reasonOf(breakingEffect(direction), direction) }
    case 'same':
      return { verdict: 'safe', why: 'no value was found that only one of the two allows' }
    case undefined:
      return {
        verdict: 'risky',
        why: 'what it allows cannot be decided from the patterns alone, so {who} may be affected',
      }
  }
}

/** The effect that breaks clients in a direction. */
function breakingEffect(direction: Direction): Effect {
  return isReceived(direction) ? 'narrower' : 'wider'
}

/** Formats and the wider format that includes all of their values. */
const widerFormats: Record<string, string> = { int32: 'int64', float: 'double' }

function compareFormats(findings: Findings, old: View, now: View, context: Context): void {
  const [was, is] = [get(old, 'format')[0], get(now, 'format')[0]]
  const [before, after] = [was?.value, is?.value].map((value) => (value === undefined ? undefined : String(value)))
  if (before === after) return
  const effect = effectOfFormats(before, after)
  const what = after
    ? `${label(context)} has the format \`${after}\` now${before ? ` instead of \`${before}\`` : ''}`
    : `${label(context)} no longer has the format \`${before}\``
  findings.add(context, {
    rule: 'format-changed',
    verdict: effect ? verdictOf(effect, context.direction) : 'breaking',
    what,
    why: reasonOf(effect ?? breakingEffect(context.direction), context.direction),
    now: is ?? now.node,
    was: was ?? old.node,
  })
}

function effectOfFormats(was: string | undefined, is: string | undefined): Effect | undefined {
  if (was === undefined || (is !== undefined && widerFormats[is] === was)) return 'narrower'
  return is === undefined || widerFormats[was] === is ? 'wider' : undefined
}

function compareMultiples(findings: Findings, old: View, now: View, context: Context): void {
  const [was, is] = [get(old, 'multipleOf')[0], get(now, 'multipleOf')[0]]
  const [before, after] = [was ? Number(was.value) : undefined, is ? Number(is.value) : undefined]
  if (before === after) return
  const effect = effectOfMultiples(before, after)
  findings.add(context, {
    rule: 'multiple-changed',
    verdict: effect ? verdictOf(effect, context.direction) : 'breaking',
    what:
      after === undefined
        ? `${label(context)} no longer has to be a multiple of ${before}`
        : `${label(context)} is now a multiple of ${after}`,
    why: reasonOf(effect ?? breakingEffect(context.direction), context.direction),
    now: is ?? now.node,
    was: was ?? old.node,
  })
}

function effectOfMultiples(was: number | undefined, is: number | undefined): Effect | undefined {
  if (was === undefined || (is !== undefined && divides(was, is))) return 'narrower'
  return is === undefined || divides(is, was) ? 'wider' : undefined
}

function divides(divisor: number, value: number): boolean {
  return Math.abs(value / divisor - Math.round(value / divisor)) < 1e-9
}

function compareUniqueness(findings: Findings, old: View, now: View, context: Context): void {
  const read = (view: View) => get(view, 'uniqueItems').find(({ value }) => value === true)
  const [was, is] = [read(old), read(now)]
  if ((was === undefined) === (is === undefined)) return
  const effect: Effect = is ? 'narrower' : 'wider'
  findings.add(context, {
    rule: 'uniqueness-changed',
    verdict: verdictOf(effect, context.direction),
    what: `the items of ${label(context)} ${is ? 'must all differ now' : 'may repeat now'}`,
    why: reasonOf(effect, context.direction),
    now: is ?? now.node,
    was: was ?? old.node,
  })
}

function compareEncodings(findings: Findings, old: View, now: View, context: Context): void {
  for (const keyword of ['contentEncoding', 'contentMediaType']) {
    const [was, is]: (SourceNode | undefined)[] = [get(old, keyword)[0], get(now, keyword)[0]]
    if (isSame(was?.value, is?.value)) continue
    findings.add(context, {
      rule: 'encoding-changed',
      verdict: 'breaking',
      what: `\`${keyword}\` of ${label(context)} changed`,
      why: isReceived(context.direction) ? 'what {who} send is read differently' : '{who} have to read it differently',
      now: is ?? now.node,
      was: was ?? old.node,
    })
  }
}

const listedMax = 4

function list(values: readonly unknown[]): string {
  const named = values
    .slice(0, listedMax)
    .map((value) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``)
  const more = values.length - named.length
  if (more > 0) return `${named.join(', ')} or one of ${more} more`
  return named.length > 1 ? `${named.slice(0, -1).join(', ')} or ${named.at(-1)}` : named.join()
}

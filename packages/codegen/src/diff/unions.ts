import type { SourceNode } from '../source/document.ts'
import {
  type Context,
  type Findings,
  finding,
  isReceived,
  label,
  reasonOf,
  unknownKind,
  verdictOf,
} from './findings.ts'
import {
  alternativesOf,
  isSame,
  listedValues,
  meaningOf,
  propertiesOf,
  spell,
  tagsOf,
  typesOf,
  type View,
} from './schema-view.ts'

/**
 * Compares unions branch by branch. A schema that is not a union is treated as a union of one branch.
 *
 * @param compareBranches compares two corresponding branches
 */
export function compareUnions(
  findings: Findings,
  old: View,
  now: View,
  context: Context,
  compareBranches: (was: View, is: View) => void,
): void {
  const [before, after] = [alternativesOf(old), alternativesOf(now)]
  const { pairs, lost, gained } = matchBranches(before?.views ?? [old], after?.views ?? [now])
  for (const [was, is] of pairs) compareBranches(was, is)
  const places = { now: after?.node ?? now.node, was: before?.node ?? old.node }
  for (const branch of lost) {
    const what = `${label(context)} can no longer be ${nameOfBranch(branch)}`
    findings.add(context, finding('branch-removed', 'narrower', what, context, places.now, branch.node))
  }
  const known = before?.views ?? []
  for (const branch of gained) findings.add(context, gainedFinding(branch, { known, was: places.was, context }))
  if (isReceived(context.direction) && after?.kind === 'oneOf' && before?.kind !== 'anyOf') {
    const kept = pairs.map(([, is]) => is)
    if ([...gained].some((branch) => kept.some((other) => canOverlap(branch, other))))
      findings.add(context, {
        rule: 'branches-overlap',
        verdict: 'risky',
        what: `${label(context)} has to fit exactly one branch, and a new branch can overlap one that was there`,
        why: '{who} who send what fits both are refused',
        ...places,
      })
  }
  if (before && after && before.kind !== after.kind)
    findings.add(context, { ...kindFinding(after.kind, context), ...places })
}

/** The finding for a new branch; `known` are the branches of the old union. */
function gainedFinding(
  branch: View,
  { known, was, context }: { known: readonly View[]; was: SourceNode; context: Context },
) {
  const what = `${label(context)} can now be ${nameOfBranch(branch)}`
  const added = finding('branch-added', 'wider', what, context, branch.node, was)
  // The tag identifies the branch, so a client can ignore an unknown one, as with a new enum value.
  const isTagged = [...tagsOf(branch).keys()].some((tag) => known.some((one) => tagsOf(one).has(tag)))
  if (isReceived(context.direction) || !isTagged) return added
  return { ...added, verdict: 'risky' as const, why: unknownKind }
}

/** The finding for a union that became `oneOf` or `anyOf`. */
function kindFinding(kind: 'oneOf' | 'anyOf', context: Context) {
  const effect = kind === 'oneOf' ? 'narrower' : 'wider'
  const verdict = verdictOf(effect, context.direction) === 'breaking' ? ('risky' as const) : ('safe' as const)
  return {
    rule: 'union-kind-changed',
    verdict,
    what: `${label(context)} has to fit ${kind === 'oneOf' ? 'exactly one branch' : 'at least one branch'} now`,
    why:
      verdict === 'safe'
        ? reasonOf(effect, context.direction)
        : 'a value that matches two branches is judged differently, which can affect {who}',
  }
}

function matchBranches(old: readonly View[], now: readonly View[]) {
  const pairs: [View, View][] = []
  const lost = new Set(old)
  const gained = new Set(now)
  const ranked = old
    .flatMap((was, i) => now.map((is, j) => ({ was, is, likeness: likeness(was, is), distance: Math.abs(i - j) })))
    .filter(({ likeness }) => likeness > 0)
    .sort((a, b) => b.likeness - a.likeness || a.distance - b.distance)
  for (const { was, is } of ranked) {
    if (!lost.has(was) || !gained.has(is)) continue
    pairs.push([was, is])
    lost.delete(was)
    gained.delete(is)
  }
  return { pairs, lost, gained }
}

/** Returns how likely two branches are versions of the same branch, or 0 if they are different branches. */
function likeness(old: View, now: View): number {
  const [before, after] = [tagsOf(old), tagsOf(now)]
  const shared = [...before].filter(([name]) => after.has(name))
  if (meaningOf(old) === meaningOf(now)) return 5
  if (shared.some(([name, tag]) => after.get(name) !== tag))
    return old.names[0] !== undefined && old.names[0] === now.names[0] ? 1 : 0
  if (shared.length > 0) return 4
  if (old.names[0] !== undefined && old.names[0] === now.names[0]) return 3
  const [types, others] = [typesOf(old).types, typesOf(now).types]
  if (types.intersection(others).size === 0) return 0
  const [properties, otherProperties] = [new Set(propertiesOf(old).keys()), new Set(propertiesOf(now).keys())]
  if (properties.size === 0 && otherProperties.size === 0) return 1
  const common = properties.intersection(otherProperties).size
  return common === 0 ? 0 : 1 + common / properties.union(otherProperties).size
}

/** Returns whether a value can match two branches: neither their types, their lists of values nor a tag exclude it. */
function canOverlap(one: View, other: View): boolean {
  if (typesOf(one).types.intersection(typesOf(other).types).size === 0) return false
  const [values, otherValues] = [listedValues(one)?.values, listedValues(other)?.values]
  if (values && otherValues) return values.some((value) => otherValues.some((another) => isSame(value, another)))
  const [tags, others] = [tagsOf(one), tagsOf(other)]
  return ![...tags].some(([name, tag]) => others.has(name) && others.get(name) !== tag)
}

function nameOfBranch(view: View): string {
  const [tag] = tagsOf(view)
  if (view.names[0] !== undefined) return `\`${view.names[0]}\``
  return tag ? `one with \`${tag[0]}: ${tag[1]}\`` : spell(typesOf(view).types)
}

import { child, children, type SourceNode } from '../source/document.ts'
import {
  type ChangeKind,
  type Context,
  changeKindOf,
  type Findings,
  isReceived,
  label,
  reasonOf,
  stillValid,
  unknownKind,
  type Verdict,
} from './findings.ts'
import { judgeExtension } from './lifecycle.ts'
import { annotation, get, isSame, type View } from './schema-view.ts'

/** Compares the annotations of a schema: the keywords that do not affect validity. */
export function compareAnnotations(findings: Findings, old: View, now: View, context: Context): void {
  for (const keyword of ['description', 'title', 'examples', 'example', 'externalDocs', '$comment']) {
    const [was, is] = [annotation(old, keyword), annotation(now, keyword)]
    if (isSame(was?.value, is?.value)) continue
    findings.add(context, {
      rule: `${keyword.replace(/s$/, '')}-changed`,
      verdict: 'safe',
      what: `the ${keyword.replace(/s$/, '')} of ${label(context)} ${changeOf(was, is)}`,
      why: 'only readers notice',
      now: is,
      was,
    })
  }
  compareDefault(findings, old, now, context)
  compareDeprecated(findings, old, now, context)
  compareDiscriminator(findings, old, now, context)
  compareExtensions(findings, old, now, context)
}

function compareDefault(findings: Findings, old: View, now: View, context: Context): void {
  const [was, is] = [annotation(old, 'default'), annotation(now, 'default')]
  if (isSame(was?.value, is?.value)) return
  const received = isReceived(context.direction)
  findings.add(context, {
    rule: 'default-changed',
    verdict: received ? 'risky' : 'safe',
    what: is
      ? `${label(context)} left out now means \`${JSON.stringify(is.value)}\`${was ? ` instead of \`${JSON.stringify(was.value)}\`` : ''}`
      : `${label(context)} no longer has a default`,
    why: received
      ? '{who} who leave it out can see the service behave differently'
      : 'nothing that {who} receive is different',
    now: is,
    was,
  })
}

function deprecationOf(view: View): SourceNode | undefined {
  return get(view, 'deprecated').find(({ value }) => value === true)
}

function compareDeprecated(findings: Findings, old: View, now: View, context: Context): void {
  const [was, is] = [deprecationOf(old), deprecationOf(now)]
  if ((was === undefined) === (is === undefined)) return
  findings.add(context, {
    rule: is ? 'deprecated' : 'undeprecated',
    verdict: 'safe',
    what: `${label(context)} is ${is ? 'now' : 'no longer'} deprecated`,
    why: 'it works as before',
    now: is,
    was,
  })
}

function compareDiscriminator(findings: Findings, old: View, now: View, context: Context): void {
  const [was, is] = [get(old, 'discriminator')[0], get(now, 'discriminator')[0]]
  const [before, after] = [child(was, 'propertyName')?.value, child(is, 'propertyName')?.value]
  const name = label(context)
  const report = (verdict: Verdict, what: string, why: string) =>
    findings.add(context, { rule: 'discriminator-changed', verdict, what, why, now: is, was })
  if (before === after) compareMappings(findings, child(was, 'mapping'), child(is, 'mapping'), context)
  else if (was && is)
    report(
      'breaking',
      `\`${after}\` instead of \`${before}\` distinguishes the kinds of ${name}`,
      '{who} who read the old field no longer find the kind',
    )
  else if (was)
    report(
      'risky',
      `no field distinguishes the kinds of ${name} now`,
      '{who} with a generated client can lose the distinction',
    )
  else report('safe', `\`${after}\` distinguishes the kinds of ${name}`, 'the values are the same')
}

/** Compares the kinds that a discriminator maps to schemas. */
function compareMappings(
  findings: Findings,
  was: SourceNode | undefined,
  is: SourceNode | undefined,
  context: Context,
): void {
  const name = label(context)
  const received = isReceived(context.direction)
  for (const tag of new Set([...children(was), ...children(is)].map(([key]) => key))) {
    const [before, after] = [child(was, tag), child(is, tag)]
    const report = (rule: string, verdict: Verdict, what: string, why: string) =>
      findings.add(context, {
        rule,
        verdict,
        what: `the kind \`${tag}\` of ${name} ${what}`,
        why,
        now: after,
        was: before,
      })
    if (before?.value === after?.value) continue
    if (after === undefined)
      report(
        'mapping-removed',
        received ? 'breaking' : 'safe',
        'was removed',
        received ? '{who} who send it are refused' : '{who} no longer get it',
      )
    else if (before === undefined)
      report('mapping-added', received ? 'safe' : 'risky', 'is new', received ? stillValid : unknownKind)
    else report('mapping-changed', 'safe', 'is described under another name', 'its fields are compared by themselves')
  }
}

function compareExtensions(findings: Findings, old: View, now: View, context: Context): void {
  const read = (view: View) =>
    new Map(
      view.conjuncts.flatMap(({ node }) => children(node).filter(([key]) => key.startsWith('x-') || key === 'xml')),
    )
  const [before, after] = [read(old), read(now)]
  const subject = { name: label(context), isDeprecated: deprecationOf(now) !== undefined }
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(key), after.get(key)]
    if (isSame(was?.value, is?.value)) continue
    if (key === 'xml')
      findings.add(context, {
        rule: 'xml-changed',
        verdict: 'risky',
        what: `\`xml\` of ${label(context)} ${changeOf(was, is)}`,
        why: '{who} who use XML see other names',
        now: is,
        was,
      })
    else if (key === 'x-extensible-enum') compareExtensibleList(findings, was, is, context)
    else findings.add(context, { ...judgeExtension(key, was?.value, is?.value, subject), now: is, was })
  }
}

/** Compares a list of values that may grow, so that clients have to expect other values in what they receive. */
function compareExtensibleList(
  findings: Findings,
  was: SourceNode | undefined,
  is: SourceNode | undefined,
  context: Context,
): void {
  const [before, after] = [was, is].map((list) => new Set(valuesOf(list)))
  const received = isReceived(context.direction)
  const isNarrower = before && after && is && (!was || !before.isSubsetOf(after))
  const listed = valuesOf(is).map((value) => `\`${value}\``)
  findings.add(context, {
    rule: 'extensible-enum-changed',
    verdict: received && isNarrower ? 'breaking' : 'safe',
    what: `${label(context)} ${is ? `lists the values ${listed.join(', ')} now` : 'no longer lists its values'}`,
    why: received
      ? reasonOf(isNarrower ? 'narrower' : 'wider', context.direction)
      : 'such a list may grow, so {who} expect values that it does not have',
    now: is,
    was,
  })
}

function valuesOf(list: SourceNode | undefined): string[] {
  return Array.isArray(list?.value) ? list.value.map(String) : []
}

const noteChanges: Record<ChangeKind, string> = { added: 'is new', removed: 'was removed', changed: 'changed' }

function changeOf(was: SourceNode | undefined, is: SourceNode | undefined): string {
  return noteChanges[changeKindOf(was, is)]
}

import { child, children, follow, type SourceNode } from '../source/document.ts'
import { type ChangeKind, changeKindOf, isReceived, type Presence, presenceOf } from './findings.ts'
import { compareContent, compareNotes, compareRequired, compareValue, type Message } from './messages.ts'
import { isSame } from './schema-view.ts'

/** Compares responses, status by status. The responses of a webhook come from its receiver. */
export function compareResponses(message: Message, old: SourceNode | undefined, now: SourceNode | undefined): void {
  const { walk, context } = message
  const received = isReceived(context.direction)
  const list = (node: SourceNode | undefined) => new Map(children(node).filter(([status]) => !status.startsWith('x-')))
  const [before, after] = [list(old), list(now)]
  const around = now ?? context.around
  for (const [status, reference] of before) {
    const inner = { ...context, at: status, around }
    const exact = coveringStatus(after, status)
    const within = exact ? [] : [...after].filter(([other]) => isWithin(other, status))
    if (!exact && within.length === 0) {
      walk.findings.add(inner, {
        rule: 'status-removed',
        verdict: 'breaking',
        what: `the status ${status} was removed`,
        why: received
          ? 'this response of {who} now counts as a failure'
          : '{who} who handle it receive something else instead',
        was: reference,
      })
      continue
    }
    if (!exact)
      walk.findings.add(inner, {
        rule: 'status-narrowed',
        verdict: received ? 'breaking' : 'safe',
        what: `of the statuses ${status} only ${within.map(([other]) => other).join(', ')} ${within.length > 1 ? 'are' : 'is'} left`,
        why: received
          ? 'another response of {who} now counts as a failure'
          : '{who} receive one of those that they handle',
        now: within[0]?.[1],
        was: reference,
      })
    for (const [other, target] of exact ? [exact] : within) {
      const [was, is] = [follow(message.old, reference), follow(message.now, target)]
      if (was && is)
        compareResponse({ ...message, context: { ...inner, at: exact ? status : other, around: is } }, was, is)
    }
  }
  for (const [status, target] of after) {
    const covering = coveringStatus(before, status)
    if (covering) continue
    const widens = [...before.keys()].some((other) => isWithin(other, status))
    const isSuccess = status.startsWith('2')
    walk.findings.add(
      { ...context, at: status, around },
      {
        rule: widens ? 'status-widened' : 'status-added',
        verdict: received ? 'safe' : 'risky',
        what: `the status ${status} is new`,
        why: received
          ? '{who} may return it and need not'
          : `{who} can receive ${isSuccess ? 'a success' : 'a response'} that they do not handle yet`,
        now: target,
      },
    )
  }
}

/** Returns the response for a status: the response with this status, with its class, or the default. */
function coveringStatus(responses: Map<string, SourceNode>, status: string): [string, SourceNode] | undefined {
  for (const name of [status, `${status.charAt(0)}XX`, `${status.charAt(0)}xx`, 'default']) {
    const node = responses.get(name)
    if (node) return [name, node]
  }
  return undefined
}

function isWithin(status: string, range: string): boolean {
  return range === 'default' || (/^\dXX$/i.test(range) && status.charAt(0) === range.charAt(0))
}

function compareResponse(message: Message, old: SourceNode, now: SourceNode): void {
  const { context } = message
  compareNotes(message, context, old, now)
  compareHeaders(message, old, now)
  compareContent({ ...message, context: { ...context, at: `${context.at} body` } }, old, now)
  compareLinks(message, old, now)
}

function compareHeaders(message: Message, old: SourceNode, now: SourceNode): void {
  const { walk, context } = message
  const received = isReceived(context.direction)
  const list = (node: SourceNode) =>
    new Map(children(child(node, 'headers')).map(([name, one]) => [name.toLowerCase(), { name, one }]))
  const [before, after] = [list(old), list(now)]
  for (const [key, { name, one }] of before) {
    const kept = after.get(key)
    const inner = { ...context, at: `${context.at} header ${name}` }
    const [was, is] = [follow(message.old, one), follow(message.now, kept?.one)]
    if (was && is) {
      compareRequired(message, { ...inner, around: is }, was, is, `the header \`${name}\``)
      compareValue(message, { ...inner, around: is }, was, is)
      compareNotes(message, { ...inner, around: is }, was, is)
      continue
    }
    walk.findings.add(inner, {
      rule: 'header-removed',
      verdict: received ? 'safe' : 'breaking',
      what: `the header \`${name}\` was removed`,
      why: received ? '{who} may go on sending it' : '{who} who read it no longer find it',
      was: one,
    })
  }
  for (const [key, { name, one }] of after) {
    if (before.has(key)) continue
    const presence = presenceOf(context.direction, child(follow(message.now, one), 'required')?.value === true)
    const breaks = presence === 'required'
    walk.findings.add(
      { ...context, at: `${context.at} header ${name}` },
      {
        rule: 'header-added',
        verdict: breaks ? 'breaking' : 'safe',
        what: `the header \`${name}\` is new${breaks ? ' and required' : ''}`,
        why: newHeaderReasons[presence],
        now: one,
      },
    )
  }
}

const newHeaderReasons: Record<Presence, string> = {
  required: '{who} who do not send it yet are not understood',
  optional: '{who} need not send it',
  read: '{who} who do not know it ignore it',
}

const linkChanges: Record<ChangeKind, { rule: string; what: string }> = {
  added: { rule: 'link-added', what: 'is new' },
  removed: { rule: 'link-removed', what: 'was removed' },
  changed: { rule: 'link-changed', what: 'leads elsewhere' },
}

function compareLinks(message: Message, old: SourceNode, now: SourceNode): void {
  const { walk, context } = message
  const [before, after] = [new Map(children(child(old, 'links'))), new Map(children(child(now, 'links')))]
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [follow(message.old, before.get(name)), follow(message.now, after.get(name))]
    const meaning = (node: SourceNode | undefined) =>
      children(node).flatMap(([key, { value }]) => (key === 'description' ? [] : [[key, value]]))
    if (was && is && isSame(Object.fromEntries(meaning(was)), Object.fromEntries(meaning(is)))) continue
    const change = linkChanges[changeKindOf(was, is)]
    walk.findings.add(
      { ...context, at: `${context.at} link ${name}` },
      {
        rule: change.rule,
        verdict: was ? 'risky' : 'safe',
        what: `the link \`${name}\` ${change.what}`,
        why: was ? '{who} who follow links reach something else' : '{who} who do not follow it are not affected',
        now: after.get(name),
        was: before.get(name),
      },
    )
  }
}

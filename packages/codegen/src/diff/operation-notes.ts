import { child, children } from '../source/document.ts'
import type { Comparison, PlacedOperation } from './comparison.ts'
import { compareServers } from './description.ts'
import { type Affected, type ChangeKind, type Context, changeKindOf, type Verdict } from './findings.ts'
import { judgeStability, judgeSunset } from './lifecycle.ts'
import { isSame } from './schema-view.ts'

/** Compares the fields of an operation apart from its messages, such as its operationId, sunset and tags. */
export function compareOperationNotes(
  comparison: Comparison,
  was: PlacedOperation,
  is: PlacedOperation,
  context: Context,
  kind: Affected['kind'],
): void {
  const keys = new Set([...children(was.operation), ...children(is.operation)].map(([key]) => key))
  const isDeprecated = child(is.operation, 'deprecated')?.value === true
  for (const key of keys) {
    // `compareTool` and `compareWorkflow` compare them.
    if (key === 'x-mcp-tool' || key === 'x-workflow') continue
    const rule = key.startsWith('x-') ? (extensions[key] ?? anyExtension) : notes[key]
    const [before, after] = [child(was.operation, key), child(is.operation, key)]
    if (!rule || isSame(before?.value, after?.value)) continue
    const { verdict, what, why } = rule(before?.value, after?.value, { kind, key, isDeprecated })
    comparison.findings.add(context, {
      rule: ruleNameOf(key, after?.value),
      verdict,
      what,
      why,
      now: after ?? is.operation,
      was: before,
    })
  }
  for (const [old, now] of [
    [was.item, is.item],
    [was.operation, is.operation],
  ] as const) {
    if (child(old, 'servers') && child(now, 'servers')) compareServers(comparison, old, now, context)
  }
}

type Note = (
  was: unknown,
  is: unknown,
  operation: { kind: Affected['kind']; key: string; isDeprecated: boolean },
) => { verdict: Verdict; what: string; why: string }

function ruleNameOf(key: string, is: unknown): string {
  if (key === 'deprecated') return is === true ? 'deprecated' : 'undeprecated'
  return `${key === 'operationId' ? 'operation-id' : key.replace(/^x-/, '')}-changed`
}

const noteChanges: Record<ChangeKind, string> = { added: 'is new', removed: 'was removed', changed: 'changed' }

const onlyReaders: Note = (was, is, { key }) => ({
  verdict: 'safe',
  what: `the ${key} of {it} ${noteChanges[changeKindOf(was, is)]}`,
  why: 'only readers notice',
})

const notes: Record<string, Note> = {
  operationId: (was, is, { kind }) => {
    const now = `is now \`${String(is)}\``
    if (was === undefined) return { verdict: 'safe', what: `the operationId ${now}`, why: 'it had none' }
    const what = `the operationId \`${String(was)}\` ${now}`
    if (kind === 'webhook')
      return {
        verdict: 'risky',
        what,
        why: 'the message is the same, but {who} with generated handlers find them under another name',
      }
    return {
      verdict: 'breaking',
      what,
      why: '{who} whose client was generated no longer find the function of that name',
    }
  },
  summary: onlyReaders,
  description: onlyReaders,
  externalDocs: onlyReaders,
  tags: (was, is) => ({
    verdict: 'safe',
    what: `the tags of {it} are ${list(is)} instead of ${list(was)}`,
    why: 'the operation is found elsewhere in the docs and works as before',
  }),
  deprecated: (_, is) => ({
    verdict: 'safe',
    what: is === true ? '{it} is now deprecated' : '{it} is no longer deprecated',
    why: is === true ? 'it works as before, and {who} should plan to replace it' : '{who} need not replace it',
  }),
}

const paginationChanges: Record<ChangeKind, string> = {
  added: 'is stated',
  removed: 'is no longer stated',
  changed: 'changed',
}

const extensions: Record<string, Note> = {
  'x-sunset': (was, is, { isDeprecated }) => judgeSunset(was, is, { name: '{it}', isDeprecated }),
  'x-stability': (was, is, { key }) => judgeStability(was, is, { name: '{it}', key }),
  'x-stability-level': (was, is, { key }) => judgeStability(was, is, { name: '{it}', key }),
  'x-visibility': (_, is) => ({
    verdict: is === undefined ? 'safe' : 'breaking',
    what: is === undefined ? '{it} is now public' : '{it} is now private',
    why:
      is === undefined ? 'it works as before' : '{who} no longer find it in the contract, the client and the reference',
  }),
  'x-error-codes': (was, is) => {
    const [before, after] = [new Set(strings(was)), new Set(strings(is))]
    const added = [...after.difference(before)]
    return {
      verdict: added.length > 0 ? 'risky' : 'safe',
      what:
        added.length > 0
          ? `{it} can return the error ${list(added)}`
          : `{it} no longer returns the error ${list([...before.difference(after)])}`,
      why:
        added.length > 0 ? '{who} can receive a code that they may not handle' : '{who} handle more than they need to',
    }
  },
  'x-pagination': (was, is) => ({
    verdict: was === undefined ? 'safe' : 'risky',
    what: `how the pages of {it} are read ${paginationChanges[changeKindOf(was, is)]}`,
    why:
      was === undefined ? 'the messages stay the same' : '{who} with a generated client can read the pages differently',
  }),
  'x-quota': (_, is) => ({
    verdict: is === undefined ? 'safe' : 'risky',
    what:
      is === undefined ? '{it} no longer counts against a quota' : `{it} counts against the quota \`${String(is)}\``,
    why: is === undefined ? '{who} are refused less often' : '{who} who use it much can be refused',
  }),
}

const anyExtension: Note = (_was, _is, { key }) => ({
  verdict: 'safe',
  what: `\`${key}\` of {it} changed`,
  why: 'messages stay the same',
})

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function list(value: unknown): string {
  const names = strings(value).map((name) => `\`${name}\``)
  return names.length > 0 ? names.join(', ') : 'none'
}

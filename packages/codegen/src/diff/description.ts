import { child, children, type SourceNode } from '../source/document.ts'
import type { Comparison } from './comparison.ts'
import { type ChangeKind, type Context, changeKindOf, type Verdict } from './findings.ts'
import { isSame } from './schema-view.ts'
import { compareSecuritySchemes } from './security.ts'

/** Compares the document as a whole: its info, servers, tags and credentials. */
export function compareDescription(comparison: Comparison): void {
  const { old, now, findings } = comparison
  const context: Context = { direction: 'document', at: 'document', around: now.root }
  const [was, is] = [child(old.root, 'info'), child(now.root, 'info')]
  for (const key of new Set([...children(was), ...children(is)].map(([name]) => name))) {
    const [before, after] = [child(was, key), child(is, key)]
    if (isSame(before?.value, after?.value)) continue
    findings.add(context, {
      rule: 'info-changed',
      verdict: 'safe',
      what:
        key === 'version'
          ? `the version is ${String(after?.value)} instead of ${String(before?.value)}`
          : `\`info.${key}\` changed`,
      why: 'only readers notice',
      now: after ?? is,
      was: before,
    })
  }
  compareServers(comparison, old.root, now.root, context)
  compareTags(comparison, context)
  compareSecuritySchemes(comparison, context)
}

/** Compares the servers of a document, a path or an operation. */
export function compareServers({ findings }: Comparison, old: SourceNode, now: SourceNode, context: Context): void {
  const list = (node: SourceNode) =>
    new Map(children(child(node, 'servers')).map(([, server]) => [String(child(server, 'url')?.value), server]))
  const [before, after] = [list(old), list(now)]
  for (const [url, was] of before) {
    const is = after.get(url)
    if (is) {
      if (!isSame(child(was, 'variables')?.value, child(is, 'variables')?.value))
        report(
          'server-variables-changed',
          'risky',
          `the variables of the server \`${url}\` changed`,
          '{who} who fill them in can reach another server',
          is,
          was,
        )
      continue
    }
    const isLocal = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])/.test(url)
    report(
      'server-removed',
      isLocal ? 'safe' : 'breaking',
      `the server \`${url}\` was removed`,
      isLocal ? 'only developers of the service used it' : '{who} who call it reach no server',
      undefined,
      was,
    )
  }
  for (const [url, is] of after) {
    if (!before.has(url))
      report('server-added', 'safe', `the server \`${url}\` is new`, 'the old URLs stay the same', is, undefined)
  }

  function report(rule: string, verdict: Verdict, what: string, why: string, is?: SourceNode, was?: SourceNode): void {
    findings.add({ ...context, around: now }, { rule, verdict, what, why, now: is, was })
  }
}

const tagChanges: Record<ChangeKind, string> = {
  added: 'is new',
  removed: 'was removed',
  changed: 'is described differently',
}

function compareTags({ old, now, findings }: Comparison, context: Context): void {
  const list = (root: SourceNode) =>
    new Map(children(child(root, 'tags')).map(([, tag]) => [String(child(tag, 'name')?.value), tag]))
  const [before, after] = [list(old.root), list(now.root)]
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(name), after.get(name)]
    if (isSame(was?.value, is?.value)) continue
    findings.add(context, {
      rule: 'tag-changed',
      verdict: 'safe',
      what: `the tag \`${name}\` ${tagChanges[changeKindOf(was, is)]}`,
      why: 'only the docs change',
      now: is,
      was,
    })
  }
}

import { argumentNameOf } from '../mcp/tool-schemas.ts'
import { child, type SourceNode } from '../source/document.ts'
import type { Comparison, PlacedOperation } from './comparison.ts'
import type { Context } from './findings.ts'
import { parametersOf } from './parameters.ts'

// Tools of agents are generated from operations (docs/decisions/0045), so every change of a parameter or a result is
// already compared. Only names remain: the name of the tool, and the names of arguments that differ from the
// parameters.

/** Returns the name of the tool of an operation, if it has one. */
export function toolNameOf({ operation }: PlacedOperation): string | undefined {
  const name = child(child(operation, 'x-mcp-tool'), 'name')?.value
  return name === undefined ? undefined : String(name)
}

/** Compares the tools of the old and the new operation. */
export function compareTool(comparison: Comparison, was: PlacedOperation, is: PlacedOperation, context: Context): void {
  const [before, after] = [toolNameOf(was), toolNameOf(is)]
  const [old, now] = [child(was.operation, 'x-mcp-tool'), child(is.operation, 'x-mcp-tool')]
  const add = (rule: string, verdict: 'breaking' | 'safe', what: string, why: string) =>
    comparison.findings.add(context, { rule, verdict, what, why, now: now ?? is.operation, was: old })
  if (before === undefined && after !== undefined)
    add('tool-added', 'safe', `{it} is now the tool \`${after}\``, 'no agent uses it yet')
  if (before === undefined) return
  if (after === undefined) {
    add('tool-removed', 'breaking', `the tool \`${before}\` was removed`, 'agents that call it get an error')
    return
  }
  if (before !== after)
    add(
      'tool-renamed',
      'breaking',
      `the tool \`${before}\` is now \`${after}\``,
      'agents and prompts that know the old name get an error',
    )
  const [names, newNames] = [pathArguments(comparison, was, 'old'), pathArguments(comparison, is, 'now')]
  for (const [index, name] of names.entries()) {
    const newName = newNames[index]
    if (newName === undefined || newName === name) continue
    add(
      'tool-argument-renamed',
      'breaking',
      `the argument \`${name}\` of the tool \`${after}\` is now \`${newName}\``,
      'agents that send the old one are refused',
    )
  }
  if (textsOf(old) !== textsOf(now))
    add('tool-wording-changed', 'safe', `the texts of the tool \`${after}\` changed`, 'it takes and returns the same')
}

function pathArguments(comparison: Comparison, operation: PlacedOperation, side: 'old' | 'now'): string[] {
  return [...parametersOf(comparison[side], operation).values()]
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, node }) => argumentNameOf(name, String(child(child(node, 'schema'), '$ref')?.value ?? '')))
}

function textsOf(mark: SourceNode | undefined): string {
  return JSON.stringify([child(mark, 'title')?.value, child(mark, 'description')?.value])
}

import { child, type SourceNode } from '../source/document.ts'
import type { Comparison, PlacedOperation } from './comparison.ts'
import type { Context } from './findings.ts'

// Triggers and actions of workflows are generated from events and operations (docs/decisions/0055), so every change of
// their fields is already compared. Only names remain. As in tools.ts, running workflows know a step by its name.

/** Returns the step of workflows that an event or operation is: "trigger `new_analysis`". */
export function workflowStepOf({ operation }: PlacedOperation): string | undefined {
  const mark = child(operation, 'x-workflow')
  return mark === undefined ? undefined : `${nounOf(mark)} \`${String(child(mark, 'name')?.value)}\``
}

/** Compares the steps of the old and the new event or operation. */
export function compareWorkflow(
  comparison: Comparison,
  was: PlacedOperation,
  is: PlacedOperation,
  context: Context,
): void {
  const [before, after] = [workflowStepOf(was), workflowStepOf(is)]
  const [old, now] = [child(was.operation, 'x-workflow'), child(is.operation, 'x-workflow')]
  const add = (rule: string, verdict: 'breaking' | 'safe', what: string, why: string) =>
    comparison.findings.add(context, { rule, verdict, what, why, now: now ?? is.operation, was: old })
  if (before === undefined && after !== undefined)
    add('workflow-step-added', 'safe', `{it} is now the ${after} of workflows`, 'no workflow uses it yet')
  if (before === undefined) return
  if (after === undefined) {
    add('workflow-step-removed', 'breaking', `the ${before} was removed`, 'running workflows with it stop')
    return
  }
  if (before !== after) {
    add('workflow-step-renamed', 'breaking', `the ${before} is now the ${after}`, 'running workflows with it stop')
    return
  }
  if (textsOf(old) !== textsOf(now))
    add('workflow-wording-changed', 'safe', `the texts of the ${after} changed`, 'it takes and returns the same')
}

function nounOf(mark: SourceNode): string {
  const kind = String(child(mark, 'kind')?.value)
  return kind === 'choices' ? 'dropdown' : kind
}

function textsOf(mark: SourceNode | undefined): string {
  return JSON.stringify([child(mark, 'title')?.value, child(mark, 'description')?.value])
}

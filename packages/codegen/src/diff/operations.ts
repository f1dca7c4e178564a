import { type ContractDocument, child, children, follow, type SourceNode } from '../source/document.ts'
import { methods } from '../source/openapi.ts'
import type { Comparison, PlacedOperation } from './comparison.ts'
import type { Affected, Context, Direction } from './findings.ts'
import { compareRequestBody, type Message } from './messages.ts'
import { compareOperationNotes } from './operation-notes.ts'
import { compareParameters } from './parameters.ts'
import { compareResponses } from './responses.ts'
import { compareSecurity } from './security.ts'
import { compareTool, toolNameOf } from './tools.ts'
import { compareWorkflow, workflowStepOf } from './workflow.ts'

/** The direction of each message. */
interface Roles {
  kind: Affected['kind']
  request: Direction
  response: Direction
}

const served: Roles = { kind: 'operation', request: 'request', response: 'response' }
/** The roles are reversed: the service sends the request, the receiver responds. */
const sent: Roles = { kind: 'webhook', request: 'payload', response: 'receipt' }

/** Compares all operations, webhooks and callbacks. */
export function compareOperations(comparison: Comparison): void {
  compareAll(comparison, placed(comparison.old, 'paths'), placed(comparison.now, 'paths'), served)
  compareAll(comparison, placed(comparison.old, 'webhooks'), placed(comparison.now, 'webhooks'), sent)
}

function placed(document: ContractDocument, under: 'paths' | 'webhooks'): PlacedOperation[] {
  return operationsWithin(document, child(document.root, under))
}

function operationsWithin(document: ContractDocument, items: SourceNode | undefined): PlacedOperation[] {
  return children(items)
    .filter(([path]) => !path.startsWith('x-'))
    .flatMap(([path, reference]) => {
      const item = follow(document, reference)
      if (!item) return []
      const named = [...methods, 'query'].flatMap((method): [string, SourceNode][] => {
        const operation = child(item, method)
        return operation ? [[method, operation]] : []
      })
      // OpenAPI 3.2 has `query`, and a list of operations with any other method.
      const others = children(child(item, 'additionalOperations'))
      return [...named, ...others].map(([method, operation]) => ({ path, method, operation, item }))
    })
}

function compareAll(comparison: Comparison, old: PlacedOperation[], now: PlacedOperation[], roles: Roles): void {
  const gone = new Map(old.map((one) => [keyOf(one), one]))
  const added = new Map(now.map((one) => [keyOf(one), one]))
  for (const [key, was] of gone) {
    const is = added.get(key)
    if (!is) continue
    compareOperation(comparison, was, is, roles)
    gone.delete(key)
    added.delete(key)
  }
  // If a remaining operation has the same operationId, the operation was moved.
  for (const [key, was] of gone) {
    const [movedTo, is] = [...added].find(([, one]) => idOf(one) !== undefined && idOf(one) === idOf(was)) ?? []
    if (!is || movedTo === undefined) continue
    comparison.findings.add(contextOf(was, is.operation, roles), {
      rule: roles.kind === 'webhook' ? 'webhook-moved' : 'operation-moved',
      verdict: 'breaking',
      what: `${nameOf(was)} is now ${titleOf(is, roles)} instead of ${titleOf(was, roles)}`,
      why:
        roles.kind === 'webhook'
          ? '{who} no longer receive it under the old name'
          : '{who} who use the old path get 404 or 405',
      now: is.operation,
      was: was.operation,
    })
    compareOperation(comparison, was, is, roles)
    gone.delete(key)
    added.delete(movedTo)
  }
  const { findings } = comparison
  const top = child(comparison.now.root, roles.kind === 'webhook' ? 'webhooks' : 'paths') ?? comparison.now.root
  for (const was of gone.values()) {
    const item = now.find(({ path }) => withoutNames(path) === withoutNames(was.path))?.item
    findings.add(contextOf(was, item ?? top, roles), {
      rule: roles.kind === 'webhook' ? 'webhook-removed' : 'operation-removed',
      verdict: 'breaking',
      what: `${titleOf(was, roles)} was removed`,
      why: roles.kind === 'webhook' ? '{who} no longer receive it' : `{who} get ${item ? 405 : 404}`,
      was: was.operation,
    })
  }
  for (const is of added.values()) {
    // A release does not have it, and no user of the contract notices it.
    if (isPrivate(is)) continue
    findings.add(contextOf(is, is.operation, roles), {
      rule: roles.kind === 'webhook' ? 'webhook-added' : 'operation-added',
      verdict: 'safe',
      what: `${titleOf(is, roles)} is new`,
      why: roles.kind === 'webhook' ? 'receivers who do not know it ignore it' : 'no client uses it yet',
      now: is.operation,
    })
  }
}

function compareOperation(comparison: Comparison, was: PlacedOperation, is: PlacedOperation, roles: Roles): void {
  const { old, now, findings } = comparison
  const context = contextOf(was, is.operation, roles)
  const walk = { findings, equal: comparison.equal, visited: new Set<string>() }
  const message = (direction: Direction): Message => ({ old, now, walk, context: { ...context, direction } })
  compareOperationNotes(comparison, was, is, context, roles.kind)
  compareTool(comparison, was, is, context)
  compareWorkflow(comparison, was, is, context)
  compareSecurity(comparison, was.operation, is.operation, context)
  compareParameters(message(roles.request), was, is)
  compareRequestBody(message(roles.request), child(was.operation, 'requestBody'), child(is.operation, 'requestBody'))
  compareResponses(message(roles.response), child(was.operation, 'responses'), child(is.operation, 'responses'))
  compareCallbacks(comparison, was, is, context)
}

function compareCallbacks(comparison: Comparison, was: PlacedOperation, is: PlacedOperation, context: Context): void {
  const [before, after] = [child(was.operation, 'callbacks'), child(is.operation, 'callbacks')]
  const named = new Map(children(after))
  for (const [name, node] of children(before)) {
    const kept = named.get(name)
    named.delete(name)
    if (kept) {
      const [old, now] = [follow(comparison.old, node), follow(comparison.now, kept)]
      compareAll(comparison, operationsWithin(comparison.old, old), operationsWithin(comparison.now, now), sent)
      continue
    }
    comparison.findings.add(context, {
      rule: 'callback-removed',
      verdict: 'breaking',
      what: `the callback \`${name}\` was removed`,
      why: '{who} no longer receive it',
      was: node,
    })
  }
  for (const [name, node] of named) {
    comparison.findings.add(context, {
      rule: 'callback-added',
      verdict: 'safe',
      what: `the callback \`${name}\` is new`,
      why: '{who} receive it only when they request it',
      now: node,
    })
  }
}

function contextOf(operation: PlacedOperation, around: SourceNode, roles: Roles): Context {
  const stability = child(operation.operation, 'x-stability')?.value
  const tool = toolNameOf(operation)
  const workflowStep = workflowStepOf(operation)
  const affected = {
    kind: roles.kind,
    name: roles.kind === 'webhook' ? operation.path : (idOf(operation) ?? requestLineOf(operation)),
    ...(stability !== undefined && { stability: String(stability) }),
    ...(tool !== undefined && { tool }),
    ...(workflowStep !== undefined && { workflowStep }),
  }
  return { direction: roles.request, at: '', affected, around }
}

function isPrivate({ operation }: PlacedOperation): boolean {
  return child(operation, 'x-visibility')?.value === 'private'
}

/** Names of path parameters are not sent, so they do not count. */
function keyOf({ path, method }: PlacedOperation): string {
  return `${method} ${withoutNames(path)}`
}

function withoutNames(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}')
}

function idOf({ operation }: PlacedOperation): string | undefined {
  const id = child(operation, 'operationId')?.value
  return id === undefined ? undefined : String(id)
}

function nameOf(operation: PlacedOperation): string {
  return `\`${idOf(operation)}\``
}

function titleOf(operation: PlacedOperation, { kind }: Roles): string {
  return kind === 'webhook' ? `the webhook \`${operation.path}\`` : `\`${requestLineOf(operation)}\``
}

function requestLineOf({ path, method }: PlacedOperation): string {
  return `${method.toUpperCase()} ${path}`
}

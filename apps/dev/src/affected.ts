import type { Affected, Change, Verdict } from '@svc/codegen/diff/findings'
import type { CodePlaces } from './code-places.ts'
import type { Difference } from './comparison.ts'
import { type OperationNames, outlineOf } from './outline.ts'
import type { AffectedMethod, AffectedOperation, AffectedTool, AffectedWebhook, DevState } from './state.ts'

/** The server, client, tools and webhooks that a difference affects. */
type Consequences = Pick<DevState, 'operations' | 'client_methods' | 'tools' | 'webhooks'>

/**
 * Lists what the changes affect, broken items first. Client methods and tools have their names in the documents.
 */
export function consequencesOf({ pairs, changes }: Difference, places: CodePlaces): Consequences {
  // The client is generated from the first document alone.
  const before = namesIn(pairs.map(({ old }, index) => outlineOf(old, index === 0).operations))
  const after = namesIn(pairs.map(({ now }, index) => outlineOf(now, index === 0).operations))
  const reached = reachedBy(changes, 'operation')
  // Moving a tag renames a method, and a tool can be renamed, without a change of the operation itself.
  for (const [name, names] of after) {
    const was = before.get(name)
    if (was === undefined || (was.method === names.method && was.tool === names.tool) || reached.has(name)) continue
    reached.set(name, { verdict: 'breaking', changes: [] })
  }

  const operations: AffectedOperation[] = []
  const methods: AffectedMethod[] = []
  const tools: AffectedTool[] = []
  for (const [name, { verdict, changes: reaching }] of reached) {
    const operation = after.has(name) ? name : (atRouteOf(before.get(name), after, before) ?? name)
    if (operation !== name && reached.has(operation)) continue
    const is = after.get(operation)
    const oldName = before.has(operation) ? operation : atRouteOf(is, before, after)
    const was = before.get(oldName ?? operation)
    const common = { operation, verdict, changes: reaching.length }
    operations.push({
      ...common,
      state: oldName === undefined || oldName === operation ? stateOf(was, is) : 'renamed',
      handler: places.handlerOf(operation) ?? (oldName ? places.handlerOf(oldName) : null),
    })
    const method = (is ?? was)?.method
    if (method) methods.push({ ...common, method, was: renamed(was?.method, is?.method) })
    const tool = is?.tool ?? was?.tool
    if (tool) tools.push({ ...common, tool, was: renamed(was?.tool, is?.tool) })
  }
  const webhooks = [...reachedBy(changes, 'webhook')].map(
    ([event, { verdict, changes: reaching }]): AffectedWebhook => {
      const fields = reaching.filter((change) => change.verdict !== 'safe').flatMap(fieldNamedBy)
      return {
        event,
        verdict,
        changes: reaching.length,
        published_by: places.publishersOf(event),
        sent_by: [...new Set(reaching.flatMap(headerNamedBy).flatMap(places.sendersOf))],
        consumers: places.consumersOf(event, [...new Set(fields)]),
      }
    },
  )
  return {
    operations: worstFirst(operations),
    client_methods: worstFirst(methods),
    tools: worstFirst(tools),
    webhooks: worstFirst(webhooks),
  }
}

interface Reached {
  verdict: Verdict
  changes: Change[]
}

const rank: Record<Verdict, number> = { breaking: 0, risky: 1, safe: 2 }

/** Everything of one kind that the changes affect, with the worst of their verdicts. */
function reachedBy(changes: readonly Change[], kind: Affected['kind']): Map<string, Reached> {
  const reached = new Map<string, Reached>()
  for (const change of changes) {
    for (const { name } of change.affects.filter((affected) => affected.kind === kind)) {
      const known = reached.get(name)
      const verdict = known && rank[known.verdict] <= rank[change.verdict] ? known.verdict : change.verdict
      reached.set(name, { verdict, changes: [...(known?.changes ?? []), change] })
    }
  }
  return reached
}

function namesIn(outlines: readonly Map<string, OperationNames>[]): Map<string, OperationNames> {
  return new Map(outlines.flatMap((outline) => [...outline]))
}

/** The operation at the same route that exists only in `names`, under another name than in `others`. */
function atRouteOf(
  operation: OperationNames | undefined,
  names: ReadonlyMap<string, OperationNames>,
  others: ReadonlyMap<string, OperationNames>,
): string | undefined {
  return [...names].find(([name, { route }]) => route === operation?.route && !others.has(name))?.[0]
}

function stateOf(was: OperationNames | undefined, is: OperationNames | undefined): AffectedOperation['state'] {
  if (was === undefined) return 'new'
  return is === undefined ? 'removed' : 'changed'
}

function renamed(was: string | null | undefined, is: string | null | undefined): string | null {
  return was && is && was !== is ? was : null
}

/** The field that a change is about: the last name of `body.data.competitors_analyzed`. */
function fieldNamedBy({ at }: Change): string[] {
  const name = /(?:^|\.)([A-Za-z_]\w+)(?:\[\])*$/.exec(at)?.[1]
  return name === undefined || name === 'body' || name === 'data' ? [] : [name]
}

/** The header of deliveries that a change is about. */
function headerNamedBy({ at }: Change): string[] {
  return /^header (\S+)$/.exec(at)?.slice(1) ?? []
}

function worstFirst<Item extends { verdict: Verdict }>(items: Item[]): Item[] {
  return items.sort((a, b) => rank[a.verdict] - rank[b.verdict])
}

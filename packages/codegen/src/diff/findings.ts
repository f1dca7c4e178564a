import { identity, type Place, placeOf, type SourceNode } from '../source/document.ts'
import { capitalized } from '../source/names.ts'

/**
 * breaking: a client that follows the old contract can fail. risky: it depends on how the client was written.
 * safe: a client that follows the old contract is not affected.
 */
export type Verdict = 'breaking' | 'risky' | 'safe'

/**
 * The message that changed, which determines who is affected. The caller writes the request and reads the response. For
 * webhooks the roles are reversed: the service writes the payload, and the receiver writes the receipt, its response.
 */
export type Direction = 'request' | 'response' | 'payload' | 'receipt' | 'document'

/** An operation or a webhook that a change reaches. */
export interface Affected {
  kind: 'operation' | 'webhook'
  /** The operationId, or the name of the webhook, or `GET /books` if an operation has no operationId. */
  name: string
  /** `x-stability` in the old document. */
  stability?: string
  /** The tool of agents that the operation is in the old document. */
  tool?: string
  /** The trigger, action or dropdown of workflows that it is in the old document, such as "trigger `new_analysis`". */
  workflowStep?: string
}

/** One difference between two contracts. */
export interface Change {
  verdict: Verdict
  /** The kind of change, such as `property-removed`. Waivers name it. */
  rule: string
  direction: Direction
  /** Whether the part is in one of the documents only. */
  kind: ChangeKind
  /** The position in the message, for a reader: `body.url`, `200 body data[].status`, `header X-SVC-Signature`. */
  at: string
  /** The change and its consequence for the affected users, in one sentence. */
  sentence: string
  affects: Affected[]
  /** The position in the new document: of the part or, if it was removed, of the nearest part around it. */
  place: Place
  /** The position in the old document, if there is one. */
  was?: Place
}

/** The kind of difference of a part between the two documents. */
export type ChangeKind = 'added' | 'removed' | 'changed'

/** @param was the part in the old document, or undefined; `is` is the part in the new document */
export function changeKindOf(was: unknown, is: unknown): ChangeKind {
  if (was === undefined) return 'added'
  return is === undefined ? 'removed' : 'changed'
}

/** The role of a part of a message for the other side, which must send it, may send it, or only reads it. */
export type Presence = 'required' | 'optional' | 'read'

export function presenceOf(direction: Direction, isRequired: boolean): Presence {
  if (!isReceived(direction)) return 'read'
  return isRequired ? 'required' : 'optional'
}

/** Continues "the body is new". */
export const newPartSuffixes: Record<Presence, string> = {
  required: ' and required',
  optional: ' and optional',
  read: '',
}

/** Explains why a new parameter or field is breaking or safe. */
export const newPartReasons: Record<Presence, string> = {
  required: '{who} who do not send it yet are refused',
  optional: '{who} who do not send it are not affected',
  read: '{who} who do not know it ignore it',
}

/** The compared position, and the affected users. */
export interface Context {
  direction: Direction
  at: string
  affected?: Affected
  /** The value is text that does not show its type, such as `5` in a query string. */
  isText?: boolean
  /** The position to report for a removed part: the nearest surrounding part in the new document. */
  around: SourceNode
}

interface Finding {
  rule: string
  verdict: Verdict
  /** The change, without a final period: "`url` is now required". `{it}` is replaced by the operations. */
  what: string
  /** The consequence. `{who}` is replaced by the affected users. */
  why: string
  now?: SourceNode | undefined
  was?: SourceNode | undefined
}

/** The direction in which a set of values changed, which is breaking for one side and harmless for the other. */
export type Effect = 'narrower' | 'wider'

/** Returns whether the service reads the message, and the other side writes it. */
export function isReceived(direction: Direction): boolean {
  return direction === 'request' || direction === 'receipt'
}

export function verdictOf(effect: Effect, direction: Direction): Verdict {
  return (effect === 'narrower') === isReceived(direction) ? 'breaking' : 'safe'
}

/** The reason why a change to what the service receives is safe. */
export const stillValid = 'everything that {who} send today stays valid'

/** The consequence of a new branch of a union whose tag tells the branches apart. */
export const unknownKind = '{who} can receive a kind that they do not know yet'

/** The consequence of a smaller or larger set of values for the people on the other side. */
export function reasonOf(effect: Effect, direction: Direction): string {
  if (effect === 'narrower')
    return isReceived(direction)
      ? '{who} who send what was allowed before are refused'
      : 'everything that {who} can still receive was allowed before'
  return isReceived(direction) ? stillValid : '{who} can receive values that their code does not expect'
}

interface Found {
  finding: Finding
  context: Context
  affects: Map<string, Affected>
}

/** Collects findings and reports each once, even if several operations share the schema. */
export class Findings {
  readonly #byPlace = new Map<string, Found>()
  #reported = 0

  /** The number of added findings, including duplicates. A comparison that finds nothing does not change it. */
  get count(): number {
    return this.#reported
  }

  add(context: Context, finding: Finding): void {
    this.#reported += 1
    const affected = context.affected
    const affects = new Map(affected && [[`${affected.kind} ${affected.name}`, affected]])
    const place = finding.now ? ['now', identity(finding.now)] : ['was', identity(finding.was ?? context.around)]
    merge(this.#byPlace, [finding.rule, finding.verdict, context.direction, ...place], {
      finding,
      context,
      affects,
    })
  }

  /** Breaking first, then in the order in which the documents were walked. */
  toChanges(): Change[] {
    // A part that is missing in several messages, or a change that several operations share, is reported once.
    const distinct = new Map<string, Found>()
    for (const found of this.#byPlace.values()) {
      const { finding, context } = found
      const isShared = finding.now === undefined || context.at === ''
      const place = isShared ? [context.at, finding.what, finding.why] : [identity(finding.now ?? context.around)]
      merge(distinct, [finding.rule, finding.verdict, context.direction, ...place], found)
    }
    const changes = [...distinct.values()].map(({ finding, context, affects }): Change => {
      const all = [...affects.values()].map((one) => withoutUnreached(one, finding, context))
      const fill = (text: string) => text.replace('{who}', who(context.direction, all)).replace('{it}', named(all))
      return {
        verdict: finding.verdict,
        rule: finding.rule,
        direction: context.direction,
        kind: changeKindOf(finding.was, finding.now),
        at: context.at,
        sentence: `${capitalized(fill(finding.what))}: ${fill(finding.why)}.`,
        affects: all,
        place: placeOf(finding.now ?? context.around),
        ...(finding.was && { was: placeOf(finding.was) }),
      }
    })
    const rank: Record<Verdict, number> = { breaking: 0, risky: 1, safe: 2 }
    return changes.sort((a, b) => rank[a.verdict] - rank[b.verdict])
  }
}

/** Merges findings. The shortest position represents all of them. */
function merge(all: Map<string, Found>, keys: string[], found: Found): void {
  const key = keys.join('\n')
  const known = all.get(key)
  if (!known) {
    all.set(key, found)
    return
  }
  const shortest = found.context.at.length < known.context.at.length ? found : known
  all.set(key, { ...shortest, affects: new Map([...known.affects, ...found.affects]) })
}

const people: Record<Direction, string> = {
  request: 'callers of',
  response: 'clients of',
  payload: 'receivers of',
  receipt: 'receivers that respond to',
  document: 'users of',
}

const namedMax = 3

function who(direction: Direction, affects: readonly Affected[]): string {
  if (affects.length === 0) return direction === 'document' ? 'users of the API' : `${people[direction]} it`
  const others = [agentsOf(affects), workflowsOf(affects)].filter((group) => group !== '')
  const also = others.map((group) => `, and ${group}`).join('')
  return `${people[direction]} ${named(affects)}${also}${also === '' ? '' : ','}`
}

/** Agents that call the operations as tools. */
function agentsOf(affects: readonly Affected[]): string {
  const tools = affects.flatMap(({ tool }) => (tool === undefined ? [] : [{ name: tool }]))
  return tools.length === 0 ? '' : `agents with the tool${tools.length > 1 ? 's' : ''} ${named(tools)}`
}

/** Running workflows that start with the events or call the operations. */
function workflowsOf(affects: readonly Affected[]): string {
  const steps = affects.flatMap(({ workflowStep }) => workflowStep ?? [])
  return steps.length === 0 ? '' : `running workflows with the ${steps.join(' and the ')}`
}

/** Returns whether a change also affects the tool: its arguments, its result, or the operation as a whole. */
function reachesTool({ rule }: Finding, { direction, at }: Context): boolean {
  if (at === '') return /^(operation-removed|tool-.+|security-.+|x-sunset)$/.test(rule)
  return direction === 'request' ? /^(query|path) /.test(at) : /^200 body\.?(data|meta\.page|$)/.test(at)
}

/** Whether a change also affects workflows: what a trigger receives, or what an action sends and returns. */
function reachesWorkflow({ rule }: Finding, { direction, at }: Context): boolean {
  if (at === '') return /^((operation|webhook)-(removed|moved)|workflow-.+|security-.+|x-sunset)$/.test(rule)
  if (direction === 'response') return /^20[01] body\.?(data|$)/.test(at)
  return (direction === 'request' || direction === 'payload') && at.startsWith('body')
}

function withoutUnreached({ tool, workflowStep, ...affected }: Affected, finding: Finding, context: Context): Affected {
  return {
    ...affected,
    ...(tool !== undefined && reachesTool(finding, context) && { tool }),
    ...(workflowStep !== undefined && reachesWorkflow(finding, context) && { workflowStep }),
  }
}

function named(affects: readonly Pick<Affected, 'name'>[]): string {
  const names = affects.slice(0, affects.length > namedMax ? namedMax - 1 : namedMax).map(({ name }) => `\`${name}\``)
  const more = affects.length - names.length
  if (more > 0) return `${names.join(', ')} and ${more} more`
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join()
}

/** The name of a value for a reader, relative to its body or parameter. */
export function label({ at }: Pick<Context, 'at'>): string {
  const path = at
    .replace(/^(\S+ )?body\.?/, '')
    .replace(/^(query|header|path|cookie) /, '')
    .replace(/^\d\S* header /, '')
  return path === '' ? 'the body' : `\`${path}\``
}

/** A finding about a set of values that shrank or grew. */
export function finding(
  rule: string,
  effect: Effect,
  what: string,
  context: Context,
  now?: SourceNode,
  was?: SourceNode,
) {
  const { direction } = context
  return { rule, verdict: verdictOf(effect, direction), what, why: reasonOf(effect, direction), now, was }
}

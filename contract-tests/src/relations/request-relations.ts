import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRecord } from '@svc/runtime/json'
import { type DocumentedOperation, scopeOf } from '../contract.ts'
import type { Exchange } from './client.ts'
import { keyOf, type List } from './lists.ts'
import { idOf } from './record-relations.ts'
import { type Problem, type Relation, type RelationContext, untested } from './relation.ts'
import { canonical, successOf } from './schema.ts'

const keyHeader = 'idempotency-key'

/** Replays that must all have an effect, since a worker or another client may cause the effect of one. */
const replaysWithEffect = 3

export const replayedOnce: Relation = {
  name: 'replayed_once',
  statement: 'a POST that is sent again with its Idempotency-Key returns the same and does nothing',
  applies: (operation, facts) => operation.method === 'POST' && facts.hasHeaderParameter(operation, keyHeader),
  async check(operation, context) {
    const { client } = context
    const headers = { [keyHeader]: randomUUID() }
    const body = context.unique(operation, context.exampleFor(operation))
    const before = await effectsOf(operation, undefined, context)
    const first = await client.send({ operation, because: 'a new Idempotency-Key', headers, body })
    if (!first || first.reply.status >= 300) return untested('the request did not succeed')
    const after = await effectsOf(operation, first, context)
    const touched = Object.keys(after.fields).filter(
      (field) => canonical(before.fields[field]) !== canonical(after.fields[field]),
    )
    const second = await client.send({ operation, because: 'the same Idempotency-Key', headers, body })
    if (!second) return untested('the request did not succeed')
    const { curl } = second.reply
    const problems: Problem[] = []
    if (second.reply.status !== first.reply.status || canonical(second.record) !== canonical(first.record))
      problems.push({ message: 'The second response differs from the first.', curl })
    const isMarked = second.reply.headers.get('idempotency-replayed') === 'true'
    if (context.facts.documentsHeader(operation, 'idempotency-replayed') && !isMarked)
      problems.push({ message: 'Idempotency-Replayed is missing.', curl })
    let last = await effectsOf(operation, first, context)
    let changes = changesSince(after, last, touched)
    for (let replays = 1; replays < replaysWithEffect && changes.size > 0; replays += 1) {
      await client.send({ operation, because: 'the same Idempotency-Key, once more', headers, body })
      const previous = last
      last = await effectsOf(operation, first, context)
      const further = changesSince(previous, last, touched)
      changes = new Map([...changes].filter(([name]) => further.has(name)))
    }
    for (const message of changes.values()) problems.push({ message, curl })
    return { problems }
  },
}

interface Effects {
  /** The items of each list that the operation can add to, if the list was read to its end. */
  counts: ReadonlyMap<string, number>
  /** The record that the operation changes. */
  fields: Readonly<Record<string, unknown>>
}

/** A message for each list that grew, and for each of the touched fields that changed, by its name. */
function changesSince(before: Effects, after: Effects, touched: readonly string[]): ReadonlyMap<string, string> {
  const changes = new Map<string, string>()
  for (const [name, value] of after.counts) {
    const count = before.counts.get(name)
    if (count !== undefined && value > count)
      changes.set(name, `${name} had ${count} items after the first request, and has ${value} after the second.`)
  }
  for (const field of touched)
    if (canonical(before.fields[field]) !== canonical(after.fields[field]))
      changes.set(field, `The second request changed ${field} again.`)
  return changes
}

async function effectsOf(
  operation: DocumentedOperation,
  sent: Exchange | undefined,
  { client, facts }: RelationContext,
): Promise<Effects> {
  const counts = new Map<string, number>()
  const because = 'the effects of a request'
  for (const { list, idPath } of facts.lists(operation)) {
    // Without a response, only the lists of the same parent are known.
    const id = sent && idOf(sent, { idPath })
    if (idPath !== undefined && id === undefined) continue
    const walk = await readAll(list, id, { client, because })
    if (walk !== undefined) counts.set(list.operation.operationId, new Set(walk).size)
  }
  const reader = facts.reader(operation)
  const isOfPath = reader !== undefined && operation.path.startsWith(`${reader.operation.path}/`)
  const record = isOfPath ? (await client.send({ operation: reader.operation, because }))?.record : undefined
  return { counts, fields: isRecord(record) ? record : {} }
}

/** The keys of all items; undefined if there are more than five pages. */
async function readAll(
  list: List,
  id: string | undefined,
  { client, because }: { client: RelationContext['client']; because: string },
): Promise<string[] | undefined> {
  const walk = await client.readList(list, { because, id, pagesMax: 5 })
  return walk.ended ? walk.items.map(keyOf) : undefined
}

export const scopeOfCredential: Relation = {
  name: 'scope_of_credential',
  statement: 'every kind of credential needs the scope of the operation, no other, and is shown with its scopes',
  applies: (operation) => scopeOf(operation) !== undefined,
  async check(operation, { client, facts, credentials, unknownId }) {
    const scope = scopeOf(operation)
    if (scope === undefined || credentials.length === 0) return untested('no credential can be issued')
    const scopes = [...new Set(facts.operations.map(scopeOf).filter((one) => one !== undefined))]
    const problems: Problem[] = []
    // A record that does not exist, so that the requests change nothing: scopes are checked before it is looked for.
    const target = { operation, id: unknownId(operation), body: null }
    for (const { name, headersFor } of credentials) {
      const without = await client.send({
        ...target,
        because: `${name} without ${scope}`,
        headers: await headersFor(scopes.filter((other) => other !== scope)),
        expect: [403],
      })
      const { status: refused, curl } = without?.reply ?? { status: 403, curl: null }
      if (refused !== 403) problems.push({ message: `${name} without ${scope} is accepted: ${refused}.`, curl })
      const only = await client.send({
        ...target,
        because: `${name} with only ${scope}`,
        headers: await headersFor([scope]),
        expect: documented(operation, ['401', '403', '429']),
      })
      const status = only?.reply.status
      if (status === 401 || status === 403)
        problems.push({ message: `${name} with only ${scope} is refused: ${status}.`, curl: only?.reply.curl ?? null })
      const shown = facts.list(operation) === undefined && target.id === undefined ? shownScopes(only, scopes) : []
      if (shown.some((one) => one !== scope))
        problems.push({ message: `${name} with only ${scope} is shown with ${shown}.`, curl: only?.reply.curl ?? null })
    }
    return { problems }
  },
}

/** The scopes in a field `scopes` of a part of the record, such as its caller; empty if it has no such field. */
function shownScopes(exchange: Exchange | undefined, scopes: readonly string[]): string[] {
  const parts = isRecord(exchange?.record) ? Object.values(exchange.record) : []
  const lists = parts.flatMap((part) => (isRecord(part) && Array.isArray(part.scopes) ? [part.scopes] : []))
  return lists.flat().filter((one) => scopes.includes(one))
}

function documented({ responses }: DocumentedOperation, except: readonly string[]): number[] {
  return Object.keys(responses)
    .filter((status) => !except.includes(status))
    .map(Number)
}

const announcedWithinMs = 5_000

/** Runs after the relations that write. */
export const announced: Relation = {
  name: 'announced',
  statement: 'a request leaves the events that the contract links to its operation',
  applies: (operation, facts) => eventList(facts) !== undefined && scopeOf(operation) !== undefined,
  async check(operation, context) {
    const events = eventList(context.facts)
    const linked = operation['x-usage-event']
    const sent = context.client.succeeded(operation).find(({ reply }) => linked === 'none' || !isReplay(reply.headers))
    const requestId = sent?.reply.headers.get('x-request-id')
    if (!events || !sent || !requestId) return untested('no request succeeded')
    const { curl } = sent.reply
    const found = await eventsOf(events, requestId, context, { isExpected: linked !== 'none' })
    if (linked === 'none')
      return {
        problems: found.length === 0 ? [] : [{ message: 'It left an event, and the contract links none.', curl }],
      }
    const problems: Problem[] = []
    const nothingDone = isRecord(sent.record) && Object.values(sent.record).includes(0) && !('id' in sent.record)
    const types = found.map(({ type }) => type)
    if (linked !== undefined && !nothingDone && !types.includes(linked))
      problems.push({ message: `It left ${types.join(', ') || 'no event'} instead of ${linked}.`, curl })
    if (found.length === 0) problems.push({ message: 'It left no event.', curl })
    for (const event of found) {
      const { operation_id: named, http_status: status, resource_id: resource } = event
      const id = isRecord(sent.record) ? sent.record.id : undefined
      if (named !== undefined && named !== operation.operationId)
        problems.push({ message: `Its event names the operation ${named}.`, curl })
      if (status !== undefined && status !== successOf(context.document, operation).status)
        problems.push({ message: `Its event has the status ${status}.`, curl })
      if (typeof id === 'string' && typeof resource === 'string' && resource !== id)
        problems.push({ message: `Its event names the resource ${resource}, not ${id}.`, curl })
    }
    return { problems }
  },
}

const isReplay = (headers: Headers) => headers.get('idempotency-replayed') === 'true'

/** The list of events that can be filtered by request. */
function eventList(facts: RelationContext['facts']): List | undefined {
  const lists = facts.operations.map(facts.list)
  return lists.find((list) => list?.filters.some(({ parameter }) => parameter.name === 'request_id'))
}

/** The events of a request, as soon as there are some: they may be written after the response. */
async function eventsOf(
  list: List,
  requestId: string,
  { client, signal }: RelationContext,
  { isExpected }: { isExpected: boolean },
): Promise<Readonly<Record<string, unknown>>[]> {
  const deadlineMs = performance.now() + announcedWithinMs
  for (;;) {
    const query = { request_id: requestId }
    const { items } = await client.readList(list, { because: 'the events of a request', query, pagesMax: 1 })
    if (items.length > 0 || !isExpected || performance.now() > deadlineMs) return items
    await sleep(100, undefined, { signal })
  }
}

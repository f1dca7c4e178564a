import { isRecord } from '@svc/runtime/json'
import { type Document, type DocumentedOperation, resolve } from '../contract.ts'
import type { Exchange, Walk } from './client.ts'
import { byKey } from './client.ts'
import type { Facts } from './facts.ts'
import { keyFieldOf, keyOf, type List } from './lists.ts'
import { type Outcome, type Problem, type Relation, type RelationContext, untested } from './relation.ts'
import {
  canonical,
  type Item,
  isOfType,
  isSame,
  parametersOf,
  propertiesOf,
  recordSchema,
  withoutNull,
} from './schema.ts'

// Statements about two operations that show the same thing.

const itemsReadFast = 2
const itemsRead = 10

export const listedAsRead: Relation = {
  name: 'listed_as_read',
  statement: 'an item of a list has the values that a GET of it returns',
  applies(operation, facts) {
    const list = facts.list(operation)
    return list !== undefined && keyFieldOf(list) !== undefined && facts.itemReader(list) !== undefined
  },
  async check(operation, context) {
    const { client, facts, fast } = context
    const list = facts.list(operation)
    const reader = list && facts.itemReader(list)
    const before = list && (await readOnce(list, context))
    if (!list || !reader || !before || before.items.length === 0) return untested('it has no items')
    const compared = fast ? itemsReadFast : itemsRead
    const step = Math.max(1, Math.floor(before.items.length / compared))
    const problems: Problem[] = []
    for (const item of before.items.filter((_, index) => index % step === 0).slice(0, compared)) {
      const id = keyOf(item)
      const because = 'an item of a list'
      const read = await client.send({ operation: reader, because, id, expect: [200, 404] })
      const field = read?.reply.status === 404 ? 'it' : differingField(item, read?.record)
      if (read === undefined || field === undefined) continue
      // The record may have changed since the list was read.
      const later = byKey((await readOnce(list, context)).items).get(id)
      if (later && canonical(later) === canonical(item))
        problems.push({ message: `${id}: ${field} is not as in the list.`, curl: read.reply.curl })
    }
    return { problems }
  },
}

/** A field that both have with different values. */
function differingField(item: Item, record: unknown): string | undefined {
  if (!isRecord(record)) return undefined
  return Object.keys(item).find((name) => name in record && !isSame(item[name], record[name]))
}

const comparisonsMax = 3

export const sameRecords: Relation = {
  name: 'same_records',
  statement: 'two callers see the same records in the same order',
  applies(operation, facts) {
    const list = facts.list(operation)
    return list !== undefined && facts.sameAs(list) !== undefined
  },
  async check(operation, context) {
    const list = context.facts.list(operation)
    const other = list && context.facts.sameAs(list)
    if (!list || !other) return untested('no other list has the same records')
    // A record may be added between the two reads, so only a lasting difference counts.
    for (let left = comparisonsMax; ; left -= 1) {
      const [one, same] = [await readOnce(list, context), await readOnce(other, context)]
      if (one.items.length === 0 && same.items.length === 0) return untested('both are empty')
      const message = listDifference(one, same)
      if (message === undefined) return { problems: [] }
      if (left === 1) return { problems: [{ message, curl: one.curl }] }
    }
  },
}

function listDifference(one: Walk, other: Walk): string | undefined {
  const length = one.ended && other.ended ? undefined : Math.min(one.items.length, other.items.length)
  const [keys, same] = [one, other].map(({ items }) => items.map(keyOf).slice(0, length))
  if (canonical(keys) !== canonical(same)) return `One list has ${keys?.join(', ')}; the other has ${same?.join(', ')}.`
  const others = byKey(other.items)
  for (const item of one.items) {
    const field = differingField(item, others.get(keyOf(item)))
    if (field !== undefined) return `${keyOf(item)}: ${field} differs between the two lists.`
  }
  return undefined
}

function readOnce(list: List, { client }: RelationContext): Promise<Walk> {
  return client.readList(list, { because: 'what two operations show', pagesMax: 5 })
}

export const everyKind: Relation = {
  name: 'every_kind',
  statement: 'a list by kind has every kind once',
  applies: (operation, facts) => kindField(facts.document, operation, facts) !== undefined,
  async check(operation, context) {
    const list = context.facts.list(operation)
    const found = kindField(context.document, operation, context.facts)
    if (!list || !found) return untested('it is not a list by kind')
    const { items, curl } = await readOnce(list, context)
    const kinds = items.map((item) => String(item[found.field]))
    const problems = found.kinds.flatMap((kind): Problem[] => {
      const count = kinds.filter((one) => one === kind).length
      return count === 1 ? [] : [{ message: `The list has ${kind} ${count} times.`, curl }]
    })
    return { problems }
  },
}

/** The enumeration that identifies the items of a list without parameters. */
function kindField(
  document: Document,
  operation: DocumentedOperation,
  facts: Facts,
): { field: string; kinds: readonly string[] } | undefined {
  const list = facts.list(operation)
  if (!list || parametersOf(document, operation).length > 0) return undefined
  const key = keyFieldOf(list)
  const field = key ?? (list.fields.includes('kind') ? 'kind' : undefined)
  const schema = field === undefined ? undefined : propertiesOf(document, list.item).get(field)
  const kinds = schema ? withoutNull(document, schema).enum : undefined
  return field !== undefined && kinds && kinds.length > 1 ? { field, kinds: kinds.map(String) } : undefined
}

export const totaled: Relation = {
  name: 'totaled',
  statement: 'a number of things is the sum of that number in its parts',
  applies: (operation, facts) => operation.method === 'GET' && totalsOf(facts.document, operation).length > 0,
  async check(operation, { client, document }) {
    const earlier = client.succeeded(operation)
    const queries = earlier.length > 0 ? earlier : [await client.send({ operation, because: 'a total' })]
    const problems: Problem[] = []
    let parts = 0
    for (const exchange of queries.filter((one) => one !== undefined))
      for (const total of totalsOf(document, operation)) {
        const { count, message } = totalProblem(exchange, total)
        parts += count
        if (message !== undefined) problems.push({ message, curl: exchange.reply.curl })
      }
    return parts === 0 ? untested('it has no parts') : { problems }
  },
}

interface Total {
  field: string
  list: string
}

function totalProblem({ record }: Exchange, { field, list }: Total): { count: number; message?: string } {
  const items = isRecord(record) && Array.isArray(record[list]) ? record[list].filter(isRecord) : []
  const total = isRecord(record) ? record[field] : undefined
  const sum = items.reduce((all, item) => all + Number(item[field]), 0)
  if (typeof total !== 'number' || total === sum) return { count: items.length }
  return { count: items.length, message: `${field} is ${total}, and the sum of ${list} is ${sum}.` }
}

const countDescription = /^(?:how many|number of|the number of)\b/i

/** The fields of a record that count what the items of one of its lists count, with the same name and description. */
function totalsOf(document: Document, operation: DocumentedOperation): Total[] {
  const schema = recordSchema(document, operation)
  const fields = schema ? [...propertiesOf(document, schema)] : []
  return fields.flatMap(([list, part]) => {
    const { items } = withoutNull(document, part)
    if (!items || !isOfType(document, part, 'array')) return []
    const parts = propertiesOf(document, resolve(document, items))
    return fields.flatMap(([field, { description }]): Total[] => {
      const same = parts.get(field)?.description
      const isCount = countDescription.test(String(description)) && same === description
      return isCount ? [{ field, list }] : []
    })
  })
}

export const audited: Relation = {
  name: 'audited',
  statement: 'a change leaves an entry in the audit log, which names its request and its record',
  applies: (operation, facts) => operation['x-relations']?.audited_as !== undefined && auditLists(facts).length > 0,
  check: (operation, context) => auditProblems(operation, context),
}

/** The lists whose items name an action and a request. */
function auditLists(facts: Facts): List[] {
  return facts.operations.flatMap((operation) => {
    const list = facts.list(operation)
    const isLog = list?.fields.includes('action') && list.fields.includes('request_id')
    return list && isLog && list.filters.some(({ parameter }) => parameter.name === 'action') ? [list] : []
  })
}

async function auditProblems(operation: DocumentedOperation, context: RelationContext): Promise<Outcome> {
  const { client, facts } = context
  const action = operation['x-relations']?.audited_as ?? ''
  const sent = client.succeeded(operation)
  const [first] = sent
  if (!first) return untested('no request succeeded')
  const entries: Item[] = []
  for (const list of auditLists(facts)) {
    const walk = await client.readList(list, { because: 'the entries of a change', query: { action }, pagesMax: 2 })
    entries.push(...walk.items)
  }
  const found = sent.flatMap((exchange) => {
    const requestId = exchange.reply.headers.get('x-request-id')
    return entries.filter((entry) => entry.request_id === requestId).map((entry) => ({ entry, exchange }))
  })
  // A request that sets what is set already changes nothing, so one entry is enough.
  if (found.length === 0)
    return {
      problems: [{ message: `No entry ${action} names one of ${sent.length} requests.`, curl: first.reply.curl }],
    }
  const problems = found.flatMap(({ entry, exchange }): Problem[] => {
    const { subject_id: subject } = entry
    const known = [exchange.id, isRecord(exchange.record) ? exchange.record.id : undefined].map(String)
    const isOfKind = (id: string) => id.slice(0, 4) === String(subject).slice(0, 4)
    const isOther = typeof subject === 'string' && known.some(isOfKind) && !known.includes(subject)
    return isOther ? [{ message: `Its entry names ${subject}.`, curl: exchange.reply.curl }] : []
  })
  return { problems }
}

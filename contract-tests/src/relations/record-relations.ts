import { isRecord } from '@svc/runtime/json'
import type { Document, DocumentedOperation } from '../contract.ts'
import { bodiesFor, type Choice, otherValues } from './bodies.ts'
import type { Exchange } from './client.ts'
import type { Reader } from './facts.ts'
import { keyOf, type List } from './lists.ts'
import { type Outcome, type Problem, type Relation, type RelationContext, untested } from './relation.ts'
import {
  canonical,
  isNullable,
  isReadAs,
  isSame,
  propertiesOf,
  recordSchema,
  requestSchema,
  type Schema,
  valuesAt,
} from './schema.ts'

type Fields = Readonly<Record<string, unknown>>

export const unsentStays: Relation = {
  name: 'unsent_stays',
  statement: 'a PATCH changes the fields that it sends, and no other field of the record',
  applies: ({ method }, _facts) => method === 'PATCH',
  async check(operation, context) {
    const { document, facts, client } = context
    const schema = requestSchema(document, operation)
    const reader = facts.reader(operation)
    const original = reader && (await read(reader.operation, client, { because: 'before a PATCH' }))
    if (!schema || !reader || !original) return untested('its record cannot be read')
    const problems: Problem[] = []
    // A change of one of these fields changes others too, as its description says.
    const exceptions = operation['x-relations']?.changes_with ?? {}
    let changes = 0
    const known: Record<string, unknown> = {}
    // Every field is set first, so that a later change of another one could reset it.
    for (const valuesOf of [otherValues, second, nothing]) {
      for (const [name, property] of propertiesOf(document, schema)) {
        const [value] = valuesOf(property, { present: known[name] ?? original[name], context })
        if (value === undefined) continue
        const before = await read(reader.operation, client, { because: 'before a PATCH' })
        const body = { [name]: value }
        const sent = await client.send({ operation, because: `only ${name}`, body, expect: accepted(operation) })
        if (!before || !sent || sent.reply.status >= 300) continue
        const after = await read(reader.operation, client, { because: 'after a PATCH' })
        if (!after || !isRecord(sent.record)) continue
        changes += 1
        known[name] = value
        const others = new Set([...propertiesOf(document, schema).keys(), ...identityOf(before)])
        for (const excepted of [name, ...(exceptions[name] ?? [])]) others.delete(excepted)
        problems.push(
          ...patchProblems({
            name,
            value,
            described: { document, schema: property },
            others,
            before,
            sent,
            after,
            response: sent.record,
          }),
        )
      }
    }
    await restore(operation, { schema, original, context })
    return changes === 0 ? untested('no field accepts another value') : { problems }
  },
}

interface Patched {
  name: string
  value: unknown
  described: { document: Document; schema: Schema }
  /** The fields that must not change. */
  others: ReadonlySet<string>
  before: Fields
  sent: Exchange
  response: Fields
  after: Fields
}

function patchProblems({ name, value, described, others, before, sent, response, after }: Patched): Problem[] {
  const { curl } = sent.reply
  const problems: Problem[] = []
  for (const [where, record] of [
    ['the response to it', response],
    ['a later GET', after],
  ] as const) {
    if (name in record && !isReadAs(record[name], value, described))
      problems.push({ message: `${name} was sent as ${text(value)}, and is ${text(record[name])} in ${where}.`, curl })
    const changed = [...others].find(
      (other) => other in record && other in before && !isSame(record[other], before[other]),
    )
    if (changed !== undefined) {
      const message = `${name} was sent, and ${changed} changed from ${text(before[changed])} to ${text(record[changed])} in ${where}.`
      problems.push({ message, curl })
    }
  }
  return problems
}

/** Sends the fields back that the record had. */
async function restore(
  operation: DocumentedOperation,
  { schema, original, context: { document, client } }: { schema: Schema; original: Fields; context: RelationContext },
): Promise<void> {
  const names = [...propertiesOf(document, schema).keys()].filter((name) => name in original)
  for (const name of names)
    await client.send({ operation, because: 'restore', body: { [name]: original[name] }, expect: accepted(operation) })
}

/** Fields that no write changes. */
function identityOf(record: Fields): string[] {
  return Object.keys(record).filter((name) => name === 'id' || name === 'created_at' || name === 'business_id')
}

const second: Choice = (property, state) => otherValues(property, state).slice(-1)
const nothing: Choice = (property, { context }) => (isNullable(context.document, property) ? [null] : [])

/** A success, and refusals of values that depend on the state of the record or on the caller. */
function accepted({ responses }: DocumentedOperation): number[] {
  return Object.keys(responses)
    .filter((status) => /^(2|400|403|409)/.test(status))
    .map(Number)
}

export const writtenIsRead: Relation = {
  name: 'written_is_read',
  statement: 'a record is read as it was written, and is in its list',
  applies: (operation, facts) => ['POST', 'PUT'].includes(operation.method) && facts.reader(operation) !== undefined,
  async check(operation, context) {
    const { client, facts } = context
    const reader = facts.reader(operation)
    const bodies = bodiesFor(operation, context)
    const original =
      operation.method === 'PUT' && reader && (await read(reader.operation, client, { because: 'before' }))
    const problems: Problem[] = []
    let writes = 0
    for (const made of context.fast ? bodies.slice(0, 4) : bodies) {
      const body = await bodyOfItsPath(operation, made, context)
      const sent = await client.send({ operation, because: 'a write that is read', body, expect: accepted(operation) })
      if (!reader || !sent || sent.reply.status >= 300) continue
      const id = idOf(sent, reader)
      if (reader.idPath !== undefined && id === undefined) continue
      const found = await read(reader.operation, client, { because: 'after the write', id })
      if (!found) continue
      writes += 1
      problems.push(
        ...writeProblems(sent, { found, body, reader, document: context.document }),
        ...(await listProblems(operation, context, sent, found)),
      )
    }
    const schema = requestSchema(context.document, operation)
    if (original && schema) {
      const fields = Object.entries(original).filter(([name]) => propertiesOf(context.document, schema).has(name))
      await client.send({ operation, because: 'restore', body: Object.fromEntries(fields) })
    }
    return writes === 0 ? untested('no write succeeded') : { problems }
  },
}

/**
 * The body of a PUT, with the id of its path in the field that is this id: a body with another one would describe
 * another record (RFC 9110, section 9.3.4).
 */
async function bodyOfItsPath(
  operation: DocumentedOperation,
  body: unknown,
  { usualId }: RelationContext,
): Promise<unknown> {
  const [, parameter] = /\{([^{}]+)\}$/.exec(operation.path) ?? []
  if (operation.method !== 'PUT' || parameter === undefined || !isRecord(body)) return body
  const field = parameter in body ? parameter : 'id'
  if (!(field in body)) return body
  const id = await usualId(operation)
  return { ...body, [field]: typeof body[field] === 'number' ? Number(id) : id }
}

function writeProblems(
  { record, reply: { curl } }: Exchange,
  { found, body, reader, document }: { found: Fields; body: unknown; reader: Reader; document: Document },
): Problem[] {
  const sent = itemOf(body)
  const schemas = propertiesOf(document, recordSchema(document, reader.operation) ?? {})
  const problems: Problem[] = []
  for (const [name, value] of Object.entries(sent))
    if (
      name in found &&
      isComparable(found[name], value) &&
      !isReadAs(found[name], value, { document, schema: schemas.get(name) ?? {} })
    )
      problems.push({ message: `${name} was sent as ${text(value)}, and is read as ${text(found[name])}.`, curl })
  const names = isRecord(record)
    ? ['id', 'created_at', ...Object.keys(sent)].filter((name) => name in record && name in found)
    : []
  for (const name of names)
    if (isRecord(record) && !isSame(record[name], found[name]))
      problems.push({
        message: `${name} is ${text(record[name])} in the response, and ${text(found[name])} in a GET.`,
        curl,
      })
  return problems
}

/** Whether a field can have the value that was sent: `variants` may be sent as a number and read as a list. */
function isComparable(found: unknown, sent: unknown): boolean {
  return typeof found !== 'object' || found === null || typeof sent === 'object'
}

/** The written record is in each list of its path that is read to its end. */
async function listProblems(
  operation: DocumentedOperation,
  { client, facts }: RelationContext,
  { reply: { curl } }: Exchange,
  found: Fields,
): Promise<Problem[]> {
  const own = facts
    .lists(operation)
    .find(({ idPath, list }) => idPath === undefined && list.operation.path === operation.path)
  if (!own || operation.method !== 'POST') return []
  const walk = await client.readList(own.list, { because: 'the list after the write', pagesMax: 5 })
  const isListed = walk.items.some((item) => keyOf(item) === keyOf(found))
  return isListed || !walk.ended ? [] : [{ message: `The list lacks ${keyOf(found)}.`, curl }]
}

/** The sent record: of a body that is or has one list, its first item. */
function itemOf(body: unknown): Fields {
  if (Array.isArray(body)) return itemOf(body[0])
  if (!isRecord(body)) return {}
  const [only, ...others] = Object.values(body)
  return Array.isArray(only) && others.length === 0 && isRecord(only[0]) ? only[0] : body
}

export const deletedIsGone: Relation = {
  name: 'deleted_is_gone',
  statement: 'a deleted record cannot be read, listed or deleted again',
  applies: (operation, facts) => operation.method === 'DELETE' && facts.reader(operation) !== undefined,
  async check(operation, context) {
    const reader = context.facts.reader(operation)
    if (!reader) return untested('its record cannot be read')
    let outcome = await checkDeletion(operation, reader, context)
    // Several, because a service may remove deleted rows in the background before the next request arrives.
    for (let left = context.fast ? 0 : deletionsMax - 1; left > 0 && holds(outcome); left -= 1)
      outcome = await checkDeletion(operation, reader, context)
    return outcome
  },
}

const deletionsMax = 5

const holds = ({ problems, untested: reason }: Outcome) => problems.length === 0 && reason === undefined

async function checkDeletion(
  operation: DocumentedOperation,
  reader: Reader,
  context: RelationContext,
): Promise<Outcome> {
  const { client, freshId } = context
  const id = await freshId(operation)
  const before = await client.send({ operation: reader.operation, because: 'before the deletion', id })
  const deletion = await client.send({ operation, because: 'a deletion', id })
  if (before?.reply.status !== 200 || !deletion || deletion.reply.status >= 300) return untested('nothing was deleted')
  const { curl } = deletion.reply
  const problems: Problem[] = []
  const [again, ...walks] = await Promise.all([
    client.send({ operation: reader.operation, because: 'a deleted record', id, expect: [404] }),
    ...listsOf(reader.operation, context).map((list) =>
      client.readList(list, { because: 'the list after a deletion', pagesMax: 1 }),
    ),
  ])
  if (again?.reply.status !== 404) problems.push({ message: `The record is still read: ${again?.reply.status}.`, curl })
  if (walks.some(({ items }) => items.some((item) => keyOf(item) === id)))
    problems.push({ message: `A list still has ${id}.`, curl })
  await client.send({ operation, because: 'a second deletion', id, expect: [404] })
  return { problems }
}

/** The lists with items of the schema that the operation reads. */
function listsOf(reader: DocumentedOperation, { document, facts }: RelationContext): List[] {
  const schema = recordSchema(document, reader)?.$ref
  return facts.operations.flatMap((operation) => {
    const list = facts.list(operation)
    return list && schema !== undefined && list.item.$ref === schema ? [list] : []
  })
}

const countsMax = 3

export const counted: Relation = {
  name: 'counted',
  statement: 'a count in a record is the length of the list that it counts',
  applies: (operation, facts) => operation.method === 'GET' && facts.counts(operation).length > 0,
  async check(operation, { client, facts }) {
    const problems: Problem[] = []
    for (const { field, list } of facts.counts(operation)) {
      let difference: Problem | undefined
      // A record may be added between the two reads, so only a lasting difference counts.
      for (let left = countsMax; left > 0; left -= 1) {
        const walk = await client.readList(list, { because: `the list of ${field}`, pagesMax: 10 })
        const record = await read(operation, client, { because: `the ${field} of the list` })
        const isSameCount = !record || !walk.ended || record[field] === walk.items.length
        difference = isSameCount
          ? undefined
          : { message: `${field} is ${text(record[field])}, and the list has ${walk.items.length}.`, curl: walk.curl }
        if (isSameCount) break
      }
      if (difference) problems.push(difference)
    }
    return { problems }
  },
}

const revalidationsMax = 20

/** Runs last, because it judges everything that the other relations have read. */
export const tagOfContent: Relation = {
  name: 'tag_of_content',
  statement: 'the ETag of a URL changes if and only if its content does, and a conditional GET follows it',
  applies: (operation, facts) => operation.method === 'GET' && facts.documentsHeader(operation, 'etag'),
  async check(operation, context) {
    const { client } = context
    const read = [...client.versions(operation)]
    for (const [, { id }] of read.filter(([url]) => url.endsWith('?')).slice(0, revalidationsMax))
      await client.send({ operation, because: 'read again', id, expect: [200, 404] })
    await client.send({ operation, because: 'the first of two reads' })
    await client.send({ operation, because: 'the second of two reads' })
    const problems: Problem[] = []
    for (const { versions } of client.versions(operation).values()) {
      for (const [index, version] of versions.entries()) {
        const others = versions.slice(0, index)
        const sameTag = others.find(({ etag, content }) => etag === version.etag && content !== version.content)
        const sameContent = others.find(({ etag, content }) => etag !== version.etag && content === version.content)
        const { curl } = version
        if (sameTag) problems.push({ message: `The content changed, and the ETag stayed ${version.etag}.`, curl })
        if (sameContent) problems.push({ message: 'The ETag changed, and the content stayed.', curl })
      }
    }
    problems.push(...(await staleProblems(operation, context)))
    return { problems: problems.slice(0, 5) }
  },
}

/** A conditional GET with an outdated tag returns the content. */
async function staleProblems(operation: DocumentedOperation, { client }: RelationContext): Promise<Problem[]> {
  const outdated = [...client.versions(operation)].flatMap(([url, { id, versions }]) => {
    const last = versions.at(-1)
    const stale = versions.find(({ content }) => content !== last?.content)
    return url.endsWith('?') && stale ? [{ id, stale }] : []
  })
  const [first] = outdated
  if (!first) return []
  const headers = { 'if-none-match': first.stale.etag }
  const exchange = await client.send({
    operation,
    because: 'an outdated tag',
    id: first.id,
    headers,
    expect: [200, 304],
  })
  const isRefused = exchange?.reply.status === 304 && exchange.reply.headers.get('etag') !== first.stale.etag
  return isRefused ? [{ message: 'An outdated ETag is 304.', curl: exchange.reply.curl }] : []
}

async function read(
  operation: DocumentedOperation,
  client: RelationContext['client'],
  request: { because: string; id?: string | undefined },
): Promise<Fields | undefined> {
  const exchange = await client.send({ operation, ...request })
  return isRecord(exchange?.record) && exchange.reply.status < 300 ? exchange.record : undefined
}

/** The id of the record that a response names. */
export function idOf({ body, id }: Exchange, { idPath }: Pick<Reader, 'idPath'>): string | undefined {
  if (idPath === undefined) return id
  const [found] = valuesAt(body, idPath)
  return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined
}

function text(value: unknown): string {
  return canonical(value)?.slice(0, 200) ?? 'absent'
}

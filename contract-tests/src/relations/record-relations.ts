import { isRecord } from '@svc/runtime/json'
import type { Document, DocumentedOperation } from '../contract.ts'
import { bodiesFor, type Choice, otherValues } from './bodies.ts'
import type { Exchange } from './client.ts'
import type { Count, Reader } from './facts.ts'
import { fieldNamed } from './filters.ts'
import { keyOf, type List } from './lists.ts'
import { type Outcome, type Problem, type Relation, type RelationContext, untested } from './relation.ts'
import {
  canonical,
  isNullable,
  isReadAs,
  isSame,
  parametersOf,
  propertiesOf,
  recordSchema,
  requestSchema,
  type Schema,
  valuesAt,
  withoutReadOnly,
  writtenPropertiesOf,
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
    const original = reader && (await read(reader, context, { operation, because: 'before a PATCH' }))
    if (!schema || !reader || !original) return untested('its record cannot be read')
    const problems: Problem[] = []
    // A change of one of these fields changes others too, as its description says.
    const exceptions = operation['x-relations']?.changes_with ?? {}
    let changes = 0
    const known: Record<string, unknown> = {}
    // Every field is set first, so that a later change of another one could reset it.
    for (const valuesOf of [otherValues, second, nothing]) {
      for (const [name, property] of writtenPropertiesOf(document, schema)) {
        const [value] = valuesOf(property, { present: known[name] ?? original[name], context })
        if (value === undefined) continue
        const before = await read(reader, context, { operation, because: 'before a PATCH' })
        const body = { [name]: value }
        const sent = await client.send({
          operation,
          because: `only ${name}`,
          body,
          expect: accepted(operation, context),
        })
        if (!before || !sent || sent.reply.status >= 300) continue
        const after = await read(reader, context, { operation, because: 'after a PATCH' })
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
  { schema, original, context }: { schema: Schema; original: Fields; context: RelationContext },
): Promise<void> {
  const { document, client } = context
  const names = [...writtenPropertiesOf(document, schema).keys()].filter((name) => name in original)
  for (const name of names)
    await client.send({
      operation,
      because: 'restore',
      body: { [name]: original[name] },
      expect: accepted(operation, context),
    })
}

/** Fields that no write changes. */
function identityOf(record: Fields): string[] {
  return Object.keys(record).filter((name) => name === 'id' || name === 'created_at' || name === 'business_id')
}

const second: Choice = (property, state) => otherValues(property, state).slice(-1)
const nothing: Choice = (property, { context }) => (isNullable(context.document, property) ? [null] : [])

/** A success, and refusals of values that depend on the state of the record or on the caller. */
function accepted(operation: DocumentedOperation, { refusals }: Pick<RelationContext, 'refusals'>): number[] {
  const documented = Object.keys(operation.responses).filter((status) => /^(2|400|403|409)/.test(status))
  return [...new Set([...documented.map(Number), ...(refusals?.(operation) ?? [])])]
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
      operation.method === 'PUT' && reader && (await read(reader, context, { operation, because: 'before' }))
    const problems: Problem[] = []
    let writes = 0
    for (const made of context.fast ? bodies.slice(0, 4) : bodies) {
      const body = context.unique(operation, await bodyOfItsPath(operation, made, context))
      const sent = await client.send({
        operation,
        because: 'a write that is read',
        body,
        expect: accepted(operation, context),
      })
      if (!reader || !sent || sent.reply.status >= 300) continue
      const id = idOf(sent, reader)
      if (reader.idPath !== undefined && id === undefined) continue
      const query = reader.list && queryFor(reader.list, context.document, recordOf(sent, body))
      const found = await read(reader, context, { operation, because: 'after the write', id, query })
      if (!found && reader.list) problems.push({ message: 'The list lacks the record.', curl: sent.reply.curl })
      if (!found) continue
      writes += 1
      problems.push(
        ...writeProblems(sent, { operation, found, body, reader, document: context.document }),
        ...(await listProblems(operation, context, sent, found)),
      )
    }
    if (original) await replaceBy(operation, original, context)
    return writes === 0 && problems.length === 0 ? untested('no write succeeded') : { problems }
  },
}

/** Sends a record as it was read, if the operation accepts it: it may lack a field that every request has. */
async function replaceBy(operation: DocumentedOperation, original: Fields, context: RelationContext): Promise<void> {
  const { document, client, accepts } = context
  const schema = requestSchema(document, operation)
  if (!schema) return
  const names = writtenPropertiesOf(document, schema)
  const fields = Object.fromEntries(Object.entries(original).filter(([name]) => names.has(name)))
  const body = withoutReadOnly(document, schema, fields)
  if (accepts?.(operation, body) ?? true) await client.send({ operation, because: 'restore', body })
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

interface Written {
  operation: DocumentedOperation
  found: Fields
  body: unknown
  reader: Reader
  document: Document
}

function writeProblems(
  { record: returned, reply: { curl, status }, id }: Exchange,
  { operation, found, body, reader, document }: Written,
): Problem[] {
  const sent = itemOf(body)
  const record = isRecord(returned) ? asWritten(operation, returned, id) : undefined
  const schemas = propertiesOf(document, reader.list?.item ?? recordSchema(document, reader.operation) ?? {})
  const problems: Problem[] = []
  for (const [name, value] of Object.entries(sent))
    if (
      name in found &&
      isComparable(found[name], value) &&
      !isReadAs(found[name], value, { document, schema: schemas.get(name) ?? {} })
    )
      problems.push({ message: `${name} was sent as ${text(value)}, and is read as ${text(found[name])}.`, curl })
  // What has only begun may be done when it is read.
  const others = reader.list && status !== 202 ? Object.keys(found) : ['id', 'created_at']
  const names = record
    ? [...new Set([...others, ...Object.keys(sent)])].filter((name) => name in record && name in found)
    : []
  for (const name of names)
    if (record && !isSame(record[name], found[name]))
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
  { client, document, facts }: RelationContext,
  { reply: { curl } }: Exchange,
  found: Fields,
): Promise<Problem[]> {
  const own = facts
    .lists(operation)
    .find(({ idPath, list }) => idPath === undefined && list.operation.path === operation.path)
  if (!own || operation.method !== 'POST') return []
  const query = queryFor(own.list, document, found)
  const walk = await client.readList(own.list, { because: 'the list after the write', query, pagesMax: 5 })
  const isListed = walk.items.some((item) => keyOf(item) === keyOf(found))
  const commands = [curl, walk.curl].filter((command) => command !== null).join('\n')
  return isListed || !walk.ended ? [] : [{ message: `The list lacks ${keyOf(found)}.`, curl: commands }]
}

/** The required parameters of a list that are named as a field of the record, with the value of this field. */
function queryFor({ operation, fields }: List, document: Document, record: Fields): Record<string, string> {
  const required = parametersOf(document, operation).filter((one) => one.in === 'query' && one.required === true)
  return Object.fromEntries(
    required.flatMap(({ name }) => {
      const value = record[fieldNamed(fields, name) ?? '']
      return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : []
    }),
  )
}

/** The record in a response, with the sent fields that the response lacks. */
function recordOf({ record }: Exchange, body: unknown): Fields {
  return { ...itemOf(body), ...(isRecord(record) && record) }
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
  applies: (operation, facts) => facts.removesRecord(operation) && facts.reader(operation) !== undefined,
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
  if (reader.list) return checkRemoval(operation, { ...reader, list: reader.list }, { id, context })
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

/** The deletion of a record that is read in its list alone. */
async function checkRemoval(
  operation: DocumentedOperation,
  reader: Reader & { list: List },
  { id, context }: { id: string; context: RelationContext },
): Promise<Outcome> {
  const { client } = context
  const others = async (because: string) => {
    const { items } = await client.readList(reader.list, { because, pagesMax: 5 })
    return { isListed: items.some((item) => keyOf(item) === id), others: items.map(keyOf).filter((key) => key !== id) }
  }
  const before = await others('before the deletion')
  const deletion = await client.send({ operation, because: 'a deletion', id })
  if (!before.isListed || !deletion || deletion.reply.status >= 300) return untested('nothing was deleted')
  const { curl } = deletion.reply
  const after = await others('after the deletion')
  const problems: Problem[] = after.isListed ? [{ message: `The list still has ${id}.`, curl }] : []
  const lost = before.others.filter((key) => !after.others.includes(key))
  if (lost.length > 0) problems.push({ message: `With ${id} the list lost ${lost.join(', ')}.`, curl })
  await client.send({ operation, because: 'a second deletion', id, expect: [404] })
  return { problems }
}

export const endedIsShown: Relation = {
  name: 'ended_is_shown',
  statement: 'a DELETE that ends the record leaves it in its list as it is returned, and changes it once',
  applies: (operation) => operation['x-relations']?.keeps_deleted === true,
  async check(operation, context) {
    const { client, facts, freshId } = context
    const reader = facts.reader(operation)
    if (!reader) return untested('its record cannot be read')
    const id = await freshId(operation)
    const before = await read(reader, context, { operation, because: 'before the end', id })
    const sent = await client.send({ operation, because: 'the end of a record', id })
    if (!before || !sent || sent.reply.status >= 300) return untested('nothing was ended')
    const { curl } = sent.reply
    const after = await read(reader, context, { operation, because: 'after the end', id })
    const again = await client.send({ operation, because: 'the end again', id, expect: [sent.reply.status, 404] })
    const problems: Problem[] = []
    if (!after) problems.push({ message: `The list lacks ${id}.`, curl })
    if (after && canonical(after) === canonical(before)) problems.push({ message: 'The record did not change.', curl })
    const [returned, repeated] = [sent, again].map((one) => (isRecord(one?.record) ? one.record : undefined))
    for (const record of [returned, repeated].filter((one) => one !== undefined)) {
      const name = Object.keys(record).find((field) => after && field in after && !isSame(after[field], record[field]))
      if (name !== undefined)
        problems.push({ message: `${name} is returned as ${text(record[name])}, and listed otherwise.`, curl })
    }
    return { problems }
  },
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
  async check(operation, context) {
    const problems: Problem[] = []
    for (const count of context.facts.counts(operation)) {
      let difference: Problem | undefined
      // A record may be added between the two reads, so only a lasting difference counts.
      for (let left = countsMax; left > 0; left -= 1) {
        difference = await countProblem(operation, count, context)
        if (!difference) break
      }
      if (difference) problems.push(difference)
    }
    return { problems }
  },
}

async function countProblem(
  operation: DocumentedOperation,
  { field, lists, ifNull }: Count,
  { client }: RelationContext,
): Promise<Problem | undefined> {
  let length = 0
  let curl: string | null = null
  for (const list of lists) {
    const walk = await client.readList(list, { because: `the list of ${field}`, pagesMax: 10 })
    if (!walk.ended) return undefined
    length += walk.items.filter((item) => ifNull === undefined || item[ifNull] === null).length
    curl = walk.curl
  }
  const exchange = await client.send({ operation, because: `the ${field} of the list` })
  const count = countIn(exchange?.record, field)
  if (count === undefined || count === length) return undefined
  return { message: `${field} is ${text(count)}, and the list has ${length}.`, curl }
}

/** The field of a record, or the number in the item of a list that names the field. */
function countIn(record: unknown, field: string): unknown {
  if (isRecord(record)) return record[field]
  const item = Array.isArray(record)
    ? record.filter(isRecord).find((one) => Object.values(one).includes(field))
    : undefined
  return item && Object.values(item).find((value) => typeof value === 'number')
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

interface RecordRequest {
  operation: DocumentedOperation
  because: string
  id?: string | undefined
  /** The query of the list that has the record, if no operation reads it alone. */
  query?: Readonly<Record<string, string>> | undefined
}

/** Reads the record of an operation; by default that of its path. */
async function read(
  { operation: reader, list }: Reader,
  { client, usualId }: RelationContext,
  { operation, because, id, query }: RecordRequest,
): Promise<Fields | undefined> {
  const needsId = (list && id === undefined) || operation['x-relations']?.read_as !== undefined
  const ownId = needsId && operation.path.includes('{') ? await usualId(operation) : undefined
  if (!list) {
    const exchange = await client.send({ operation: reader, because, id })
    const found = isRecord(exchange?.record) && exchange.reply.status < 300 ? exchange.record : undefined
    return found && asWritten(operation, found, ownId)
  }
  const { items } = await client.readList(list, { because, pagesMax: 5, ...(query && { query }) })
  const found = items.find((item) => keyOf(item) === (id ?? ownId))
  return found && asWritten(operation, found, ownId)
}

/** The record with the fields of a request as they are read, where they have other names (`read_as`). */
function asWritten(operation: DocumentedOperation, record: Fields, id: string | undefined): Fields {
  const read = Object.entries(operation['x-relations']?.read_as ?? {}).flatMap(([field, path]) => {
    const steps = path.split('.')
    const value = steps.reduce<unknown>((at, step) => {
      const part = isRecord(at) ? at[step] : undefined
      return Array.isArray(part) ? part.filter(isRecord).find((item) => keyOf(item) === id) : part
    }, record)
    return value === undefined ? [] : [[field, value]]
  })
  return { ...record, ...Object.fromEntries(read) }
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

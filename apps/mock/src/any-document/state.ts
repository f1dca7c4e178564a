import { randomUUID } from 'node:crypto'
import {
  type DocumentCall,
  type DocumentedOperation,
  type HandlerContext,
  mediaOf,
  operationsIn,
  ProblemError,
  propertiesOf,
} from '@svc/http/document'
import { resolveNode } from '@svc/http/references'
import { isRecord } from '@svc/runtime/json'
import { filteredRecords, requestedPage, withPage } from './lists.ts'
import {
  type Collection,
  changedRecord,
  completed,
  type Fields,
  newRecord,
  overlaid,
  replacedRecord,
  valueAt,
  withValueAt,
} from './records.ts'
import { type Action, actionsIn, itemOf, itemsPath, type Resource, recordPath, successSchema } from './resources.ts'
import { isValid, validExample } from './validation.ts'
import type { Change } from './webhooks.ts'

/** The stateless response of an operation: an example of the document, or a body generated from its schema. */
type Example = (operation: DocumentedOperation, options?: { seed: string }) => Promise<unknown>

/** The state of the records that the operations of a document create, change and delete. */
export interface State {
  /**
   * The body of a success, from the state and the example; undefined if the operation has no known effect. It may
   * change the status and headers of the reply.
   *
   * @throws ProblemError 404 for a record that does not exist
   */
  respond(call: DocumentCall, example: Example): Promise<{ body: unknown } | undefined>
  /** Back to the examples of the document. */
  reset(): void
}

interface StateOptions {
  /** The path of the first server of the document. */
  basePath: string
  /** Gets each record that a request has created, changed or deleted. */
  onChange(change: Change): void
}

/** The parts of a request that state needs. */
type Call = Pick<DocumentCall, 'operation' | 'path' | 'query' | 'body'> & Pick<HandlerContext, 'reply' | 'request'>

export function createState(document: object, { basePath, onChange }: StateOptions): State {
  const { resources, actions } = actionsIn(document, operationsIn(document))
  const collections = new Map<string, Promise<Collection>>()

  /** A collection begins with the records of the example of its list. */
  function collectionOf(resource: Resource, call: Call, example: Example): Promise<Collection> {
    const path = filled(resource.collection, call.path)
    const known = collections.get(path) ?? seeded(document, resource, example)
    collections.set(path, known)
    return known
  }

  /** Refuses a path below a record that does not exist. Those of collections without a list may exist. */
  async function requireParents(call: Call, example: Example): Promise<void> {
    for (const resource of resources.filter(({ item }) => call.operation.path.startsWith(`${item}/`))) {
      const { records, deleted } = await collectionOf(resource, call, example)
      const id = keyOf(call.path[resource.idParameter])
      if (deleted.has(id) || (resource.list && !records.has(id))) throw notFound(resource, id)
    }
  }

  /** The records with a schema, of a collection that has them all; undefined if there is none. */
  async function knownRecords(schema: unknown, call: Call, example: Example): Promise<Fields[] | undefined> {
    const isSame = (one: Resource) => resolveNode(document, one.schema) === resolveNode(document, schema)
    const resource = resources.find((one) => one.list && !one.collection.includes('{') && isSame(one))
    return resource && [...(await collectionOf(resource, call, example)).records.values()]
  }

  return {
    async respond(call, example) {
      await requireParents(call, example)
      const action = actions.get(call.operation.operationId)
      if (!action) return listedExample(document, call, example, knownRecords)
      const collection = await collectionOf(action.resource, call, example)
      return perform({ document, basePath, action, collection, call, example, onChange })
    },
    reset: () => collections.clear(),
  }
}

function notFound({ list }: Resource, id: string): ProblemError {
  const hint = list ? ` ${list.method.toUpperCase()} ${list.path} lists those that exist.` : ''
  return new ProblemError(404, `There is no record with the id ${id}.${hint}`, { cause: 'state' })
}

function filled(template: string, path: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(/\{([^}]+)\}/g, (_, name) => encodeURIComponent(String(path[name])))
}

async function seeded(document: object, resource: Resource, example: Example): Promise<Collection> {
  const collection: Collection = { records: new Map(), deleted: new Set() }
  const path = resource.list && itemsPath(document, successSchema(document, resource.list))
  if (!resource.list || !path) return collection
  const items = valueAt(await example(resource.list), path)
  for (const item of Array.isArray(items) ? items.filter(isRecord) : []) {
    const id = item[resource.idField]
    const isUsable = (typeof id === 'string' && id !== '') || typeof id === 'number'
    if (isUsable && !collection.records.has(keyOf(id))) collection.records.set(keyOf(id), item)
  }
  return collection
}

interface Step extends StateOptions {
  document: object
  action: Action
  collection: Collection
  call: Call
  example: Example
}

async function perform(step: Step): Promise<{ body: unknown } | undefined> {
  switch (step.action.kind) {
    case 'list':
      return { body: await listed(step) }
    case 'create':
      return created(step)
    case 'read':
      return { body: await bodyWith(step, await existing(step)) }
    case 'delete': {
      const old = await existing(step)
      const id = idOf(step)
      step.collection.records.delete(id)
      step.collection.deleted.add(id)
      step.onChange({ kind: 'delete', resource: step.action.resource, record: old })
      return { body: await bodyWith(step, old) }
    }
    case 'act':
      return acted(step)
    default:
      return written(step)
  }
}

/** The id in the path, or in the body of an operation of the collection, in the type of the request. */
function idValueOf({ action: { resource }, call }: Step): unknown {
  return call.path[resource.idParameter] ?? (isRecord(call.body) ? call.body[resource.idField] : undefined)
}

const idOf = (step: Step) => keyOf(idValueOf(step))

/** The key of a record: its id or, if that is a URI, the last segment. */
function keyOf(id: unknown): string {
  const text = String(id)
  const segment = text.includes('://')
    ? URL.parse(text)
        ?.pathname.split('/')
        .findLast((part) => part !== '')
    : undefined
  return segment === undefined ? text : decodeURIComponent(segment)
}

/**
 * The record of the path. Where records can be listed, only those of the list exist. Otherwise a client cannot know the
 * ids, so each id has the example of the document until it is deleted.
 */
async function existing(step: Step): Promise<Fields> {
  const { collection, action } = step
  const id = idOf(step)
  const known = collection.records.get(id)
  if (known) return known
  if (collection.deleted.has(id) || action.resource.list) throw notFound(action.resource, id)
  const record = withId(step, await exampleRecord(step), idValueOf(step))
  collection.records.set(id, record)
  return record
}

/** A record with an id; as a URI where its schema requires one, with the id as the last segment. */
function withId({ document, action }: Step, record: unknown, id: unknown): Fields {
  const { idField, schema } = action.resource
  const fields = isRecord(record) ? record : {}
  const { format } = resolveNode(document, propertiesOf(document, schema).get(idField))
  const isName = format === 'uri' && typeof id === 'string' && !URL.canParse(id)
  return { ...fields, [idField]: isName ? uriOf(id, fields[idField]) : id }
}

/** @param example the URI of another record */
function uriOf(id: string, example: unknown): string {
  const [segment, base] = [encodeURIComponent(id), String(example)]
  return URL.canParse(segment, base) ? new URL(segment, base).href : `urn:id:${segment}`
}

/** The record in the example of the operation that reads it, or else of the one that is called. */
async function exampleRecord({ document, action: { resource }, call, example }: Step, seed?: string): Promise<unknown> {
  const operation = resource.read ?? call.operation
  const schema = successSchema(document, operation)
  const body = await example(operation, seed === undefined ? undefined : { seed })
  return valueAt(body, recordPath(document, schema))
}

function requestSchemaOf({ document, call }: Step): unknown {
  return mediaOf(document, call.operation.requestBody)[0]?.schema
}

async function created(step: Step): Promise<{ body: unknown } | undefined> {
  const { document, basePath, action, collection, call } = step
  const { schema, idField, item, idParameter } = action.resource
  const requestSchema = requestSchemaOf(step)
  const record = newRecord(document, await exampleRecord(step), {
    body: call.body,
    requestSchema,
    schema,
    now: new Date(),
  })
  const given = isRecord(call.body) ? call.body[idField] : undefined
  const id = given ?? (await newId(step))
  if (id === undefined) return undefined
  const own = withId(step, record, id)
  collection.records.set(keyOf(id), own)
  collection.deleted.delete(keyOf(id))
  step.onChange({ kind: 'create', resource: action.resource, record: own })
  if (documentsLocation(call.operation))
    call.reply.headers.Location = `${basePath}${filled(item, { ...call.path, [idParameter]: keyOf(id) })}`
  return { body: await bodyWith(step, own) }
}

function documentsLocation({ responses, status }: DocumentedOperation): boolean {
  const headers = responses[String(status)]?.headers
  return isRecord(headers) && Object.keys(headers).some((name) => name.toLowerCase() === 'location')
}

const idAttempts = 5

/** An id that its schema permits and that no record has; undefined if none was found. */
async function newId(step: Step): Promise<unknown> {
  const { document, action, collection } = step
  const { schema, idField, collection: path } = action.resource
  const property = resolveNode(document, propertiesOf(document, schema).get(idField))
  const isFree = (id: unknown) => !collection.records.has(keyOf(id)) && !collection.deleted.has(keyOf(id))
  const count = collection.records.size + collection.deleted.size
  if ([property.type].flat().some((type) => type === 'integer' || type === 'number')) {
    const ids = [...collection.records.keys(), ...collection.deleted].map(Number)
    const next = Math.max(0, ...ids) + 1
    if (next <= Math.min(Number(property.maximum ?? Number.POSITIVE_INFINITY), Number.MAX_SAFE_INTEGER)) return next
    return Array.from({ length: ids.length + 1 }, (_, index) => index + 1).find(isFree)
  }
  if (property.format === 'uuid') return randomUUID()
  if (property.format === 'uri') {
    const usual = await exampleRecord(step)
    const uri = uriOf(randomUUID(), isRecord(usual) ? usual[idField] : undefined)
    if (isValid(document, property, uri)) return uri
  }
  const isFreeText = ['pattern', 'format', 'enum', 'minLength', 'maxLength'].every((keyword) => !(keyword in property))
  const candidate = `${path.slice(path.lastIndexOf('/') + 1).replace(/s$/, '')}-${count + 1}`
  if (isFreeText && isFree(candidate)) return candidate
  for (let attempt = 1; attempt <= idAttempts; attempt += 1) {
    const record = await exampleRecord(step, `${path} ${count} ${attempt}`)
    const id = isRecord(record) ? record[idField] : undefined
    if (id !== undefined && isFree(id)) return id
  }
  return undefined
}

/**
 * PUT, PATCH, and a POST that updates the record of its path. A PUT that documents 201 creates the record of its path.
 * The id in the path stays that of the record, also if the body has another one.
 */
async function written(step: Step): Promise<{ body: unknown } | undefined> {
  const { document, action, collection, call } = step
  const { schema, idField } = action.resource
  const sent = fieldsIn(call)
  if (!sent) return undefined
  if (idValueOf(step) === undefined) return created(step)
  const id = idOf(step)
  const creates = action.kind === 'replace' && '201' in call.operation.responses && !collection.records.has(id)
  const old = creates ? withId(step, await exampleRecord(step), idValueOf(step)) : await existing(step)
  const parts = { body: sent, requestSchema: requestSchemaOf(step), schema, idField }
  const changed = action.kind === 'change' ? changedRecord(document, old, parts) : replacedRecord(document, old, parts)
  const record = withId(step, changed, old[idField])
  collection.records.set(id, record)
  collection.deleted.delete(id)
  step.onChange({ kind: creates ? 'create' : 'change', resource: action.resource, record })
  if (!creates && action.kind === 'replace' && '200' in call.operation.responses) call.reply.status = 200
  if (creates) call.reply.status = 201
  return { body: await bodyWith(step, record) }
}

/** An action on the record of the path, which gets the flags that the response of the document has. */
async function acted(step: Step): Promise<{ body: unknown }> {
  const { document, action, collection, call } = step
  const { schema } = action.resource
  const old = await existing(step)
  const described = validExample(document, call.operation, call.operation.status)?.body
  const flags = Object.entries(isRecord(described) ? described : {}).filter(([, value]) => typeof value === 'boolean')
  const fields = { ...Object.fromEntries(flags), ...fieldsIn(call) }
  const record = withId(step, overlaid(document, old, { fields, schema }), old[action.resource.idField])
  collection.records.set(idOf(step), record)
  step.onChange({ kind: 'change', resource: action.resource, record })
  return { body: await bodyWith(step, record) }
}

/** The fields that a request sends, those in the query of a POST included; undefined if their effect is not known. */
function fieldsIn({ operation, query, body }: Call): Fields | undefined {
  const own = operation.method === 'post' ? query : {}
  // Otherwise a list of operations (RFC 6902), or a string.
  return isRecord(body) || body === undefined ? { ...own, ...body } : undefined
}

/** The example of the response with the fields of the record; the example itself if it has no record. */
async function bodyWith({ document, call, example }: Step, record: Fields): Promise<unknown> {
  const schema = successSchema(document, call.operation)
  const body = await example(call.operation)
  const path = recordPath(document, schema)
  const base = valueAt(body, path)
  if (!isRecord(base)) return body
  const target = path.reduce((node, step) => propertiesOf(document, node).get(step), schema)
  const kept = Object.entries(base).filter(([name]) => name in record || !propertiesOf(document, target).has(name))
  const shown = overlaid(document, Object.fromEntries(kept), { fields: record, schema: target })
  return withValueAt(body, path, completed(document, target, { record: shown, example: base }))
}

function listed({ document, action, collection, call, example }: Step): Promise<unknown> {
  const { idField, schema } = action.resource
  return listOf([...collection.records.values()], { document, call, example, idField, schema })
}

/** A list of records that have no paths: those of its example. */
async function listedExample(
  document: object,
  call: Call,
  example: Example,
  knownRecords: (schema: unknown, call: Call, example: Example) => Promise<Fields[] | undefined>,
): Promise<{ body: unknown } | undefined> {
  const schema = successSchema(document, call.operation)
  const path = call.operation.method === 'get' && schema !== undefined && itemsPath(document, schema)
  if (!path) return undefined
  const items = valueAt(await example(call.operation), path)
  if (!Array.isArray(items) || !items.every(isRecord)) return undefined
  const item = itemOf(document, call.operation)
  // Other operations read these records.
  const records = (await knownRecords(item, call, example))?.slice(0, items.length) ?? items
  return { body: await listOf(records, { document, call, example, idField: 'id', schema: item }) }
}

interface ListParts extends Pick<Step, 'document' | 'call' | 'example'> {
  idField: string
  /** The schema of a record. */
  schema: unknown
}

/** The list of the records that a query selects. */
async function listOf(all: readonly Fields[], parts: ListParts): Promise<unknown> {
  const { document, call, example, idField, schema: recordSchema } = parts
  const { operation, query, request } = call
  const body = await example(operation)
  const schema = successSchema(document, operation)
  const path = itemsPath(document, schema)
  if (!path) return body
  const records = filteredRecords(all, { query, fields: new Set(propertiesOf(document, recordSchema).keys()) })
  const url = new URL(request.originalUrl, `http://${request.headers.host ?? 'localhost'}`)
  const page = requestedPage(records, { query, operation, idField, url })
  const item = itemOf(document, operation)
  const [first] = [valueAt(body, path)].flat()
  const items = page.items.map((record) =>
    completed(document, item, { record: overlaid(document, {}, { fields: record, schema: item }), example: first }),
  )
  return withPage(document, body, { schema, path, items, page })
}

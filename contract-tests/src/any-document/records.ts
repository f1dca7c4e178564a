import { isRecord, parseJson } from '@svc/runtime/json'
import {
  type Document,
  type DocumentedOperation,
  exampleBody,
  exampleQuery,
  operationsOf,
  resolve,
} from '../contract.ts'
import { listOf } from '../relations/lists.ts'
import { parametersOf, type Schema } from '../relations/schema.ts'
import type { Sender } from './sender.ts'
import { sendUnique, type UniqueBodies } from './unique-bodies.ts'

/** Finds and creates the records whose ids are in paths. */
export interface Records {
  /**
   * The path of an operation with ids of records that exist, or with examples where there are no such records. The
   * path of a deletion has the id of a separate record.
   */
  pathOf(operation: DocumentedOperation): Promise<FilledPath>
  /** The id in the last parameter of a path: of a record that exists. */
  idFor(operation: DocumentedOperation): Promise<string>
  /** The id of a record that was created for this request; that of `idFor` if none can be created. */
  freshId(operation: DocumentedOperation): Promise<string>
  /** The last parameter of a path for an id: the last segment of a URI, unless the operation requires the whole one. */
  segmentFor(operation: DocumentedOperation, id: string): Promise<string>
}

/** A path with values of its parameters. */
interface FilledPath {
  path: string
  /** The parameters whose values are ids that no request has created or listed. */
  unknown: readonly string[]
}

/** The id of a record. */
interface Id {
  value: string
  /** Whether a request has created or listed the record. */
  isKnown: boolean
}

interface Options {
  document: Document
  sender: Sender
  bodies: UniqueBodies
}

const parameterPattern = /\{([^}]+)\}/

export function createRecords(options: Options): Records {
  const { document } = options
  const { createdId, listedId, isRead } = createFinder(options)
  const segmentAt = createSegments(document, isRead)
  const ids = new Map<string, Promise<Id>>()

  /** Fills the parameters of a path from left to right: each names a record of the path before it. */
  async function filled(path: string, operation: DocumentedOperation): Promise<FilledPath> {
    const [placeholder, name = ''] = parameterPattern.exec(path) ?? []
    if (placeholder === undefined) return { path, unknown: [] }
    const collection = path.slice(0, path.indexOf(placeholder) - 1)
    const id = await idAt(collection, { name, operation })
    const segment = await segmentAt(collection, { name, operation }, id.value)
    const rest = await filled(
      path.replace(placeholder, () => encodeURIComponent(segment)),
      operation,
    )
    return { path: rest.path, unknown: [...(id.isKnown ? [] : [name]), ...rest.unknown] }
  }

  function idAt(collection: string, use: { name: string; operation: DocumentedOperation }): Promise<Id> {
    const id = ids.get(`${collection} ${use.name}`) ?? findId(collection, use)
    ids.set(`${collection} ${use.name}`, id)
    return id
  }

  async function findId(
    collection: string,
    { name, operation }: { name: string; operation: DocumentedOperation },
  ): Promise<Id> {
    const value = (await createdId(collection, name)) ?? (await listedId(collection, name))
    return value === undefined ? exampleId(document, operation, name) : { value, isKnown: true }
  }

  /** The collection of the last parameter, and its name. */
  async function lastOf(operation: DocumentedOperation): Promise<{ collection: FilledPath; name: string }> {
    const collection = await filled(operation.path.slice(0, operation.path.lastIndexOf('/{')), operation)
    return { collection, name: lastParameterOf(operation) }
  }

  async function freshIdAt(collection: string, use: { name: string; operation: DocumentedOperation }): Promise<Id> {
    const created = await createdId(collection, use.name)
    if (created !== undefined) return { value: created, isKnown: true }
    // It will not exist for the next operation.
    return idAt(collection, use).finally(() => ids.delete(`${collection} ${use.name}`))
  }

  return {
    async pathOf(operation) {
      if (operation.method !== 'DELETE' || !operation.path.endsWith('}')) return filled(operation.path, operation)
      const { collection, name } = await lastOf(operation)
      const { value, isKnown } = await freshIdAt(collection.path, { name, operation })
      const unknown = [...collection.unknown, ...(isKnown ? [] : [name])]
      const segment = await segmentAt(collection.path, { name, operation }, value)
      return { path: `${collection.path}/${encodeURIComponent(segment)}`, unknown }
    },
    async idFor(operation) {
      const { collection, name } = await lastOf(operation)
      return (await idAt(collection.path, { name, operation })).value
    },
    async freshId(operation) {
      const { collection, name } = await lastOf(operation)
      return (await freshIdAt(collection.path, { name, operation })).value
    },
    async segmentFor(operation, id) {
      const { collection, name } = await lastOf(operation)
      return segmentAt(collection.path, { name, operation }, id)
    },
  }
}

const lastParameterOf = ({ path }: DocumentedOperation) => /\{([^}]+)\}(?!.*\{)/.exec(path)?.[1] ?? ''

function exampleId(document: Document, operation: DocumentedOperation, name: string): Id {
  const parameter = parametersOf(document, operation).find((one) => one.name === name && one.in === 'path')
  return { value: String(parameter?.schema.examples?.[0] ?? 'unknown'), isKnown: false }
}

/** Finds the parameter of a path for an id. `isRead` resolves with whether a record can be read with it. */
function createSegments(document: Document, isRead: (collection: string, segment: string) => Promise<boolean>) {
  /** By collection: whether its paths have whole URIs. */
  const takesUris = new Map<string, boolean>()
  return async function segmentAt(
    collection: string,
    { name, operation }: { name: string; operation: DocumentedOperation },
    id: string,
  ): Promise<string> {
    const segment = lastSegmentOf(id)
    const parameter = parametersOf(document, operation).find((one) => one.name === name && one.in === 'path')
    const { format } = parameter ? resolve<Schema>(document, parameter.schema) : {}
    if (segment === undefined || format?.startsWith('uri')) return id
    const key = `${collection} ${name}`
    // The document does not say which of them it is, so the service decides.
    const isWhole = takesUris.get(key) ?? (!(await isRead(collection, segment)) && (await isRead(collection, id)))
    takesUris.set(key, isWhole)
    return isWhole ? id : segment
  }
}

/** Finds the id of a record at the path of a collection; undefined if there is none. */
function createFinder({ document, sender, bodies }: Options) {
  const operations = operationsOf(document)
  const at = (method: string, collection: string) =>
    operations.find((one) => one.method === method && matches(one.path, collection))

  return {
    /** Whether the record with this segment can be read. */
    async isRead(collection: string, segment: string): Promise<boolean> {
      const path = `${collection}/${encodeURIComponent(segment)}`
      const reader = at('GET', path)
      if (!reader) return false
      const { status } = await sender.send(reader, { path, query: exampleQuery(document, reader) })
      return status < 300
    },
    async createdId(collection: string, name: string): Promise<string | undefined> {
      const creator = at('POST', collection)
      const body = creator && exampleBody(document, creator)
      if (!creator || (body === undefined && creator.requestBody)) return undefined
      const query = exampleQuery(document, creator)
      const { status, text } = await sendUnique(creator, bodies, (unique) =>
        sender.send(creator, { path: collection, query, body: unique }),
      )
      return status < 300 ? idIn(parseJson(text), name) : undefined
    },
    async listedId(collection: string, name: string): Promise<string | undefined> {
      const operation = at('GET', collection)
      const list = operation && listOf(document, operation)
      if (!operation || !list) return undefined
      const query = exampleQuery(document, operation)
      const { status, text } = await sender.send(operation, { path: collection, query })
      const [first] = status < 300 ? list.itemsOf(parseJson(text)) : []
      return first && idIn(first, name)
    },
  }
}

/** Whether a path is that of a template. */
function matches(template: string, path: string): boolean {
  const [own, others] = [template.split('/'), path.split('/')]
  return own.length === others.length && own.every((step, index) => step.startsWith('{') || step === others[index])
}

/** The last segment of the path of a URI; undefined for other texts, and for a URI without a path. */
function lastSegmentOf(id: string): string | undefined {
  if (!id.includes('://')) return undefined
  const segment = URL.parse(id)
    ?.pathname.split('/')
    .findLast((part) => part !== '')
  return segment === undefined ? undefined : decodeURIComponent(segment)
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[_-]/g, '')

/** The id in a record, which may be in an envelope. */
function idIn(body: unknown, name: string): string | undefined {
  if (!isRecord(body)) return undefined
  const wanted = [plain(name), 'id', 'uuid', 'key', 'name']
  const fields = Object.entries(body)
  const [found] = wanted.flatMap((one) => fields.filter(([field, value]) => plain(field) === one && isId(value)))
  if (found) return String(found[1])
  const [inside] = fields.flatMap(([, value]) => idIn(value, name) ?? [])
  return inside
}

const isId = (value: unknown) => (typeof value === 'string' && value !== '') || typeof value === 'number'

/** A request that the document does not permit; undefined if it permits every value that could be sent. */
export function invalidRequestFor(
  document: Document,
  operation: DocumentedOperation,
): { because: string; query?: string; body?: unknown } | undefined {
  const schema = bodySchema(operation)
  if (schema && permitsOnlyObjects(document, schema)) return { because: 'a body that is a list', body: [] }
  const parameter = parametersOf(document, operation).find(
    (one) => one.in === 'query' && ['integer', 'number', 'boolean'].includes(String(one.schema.type)),
  )
  return (
    parameter && { because: `${parameter.name} is not a ${parameter.schema.type}`, query: `?${parameter.name}=none` }
  )
}

/** Properties alone do not forbid other types. */
function permitsOnlyObjects(document: Document, part: Schema): boolean {
  const { type, allOf = [], anyOf = [], oneOf = [] } = resolve<Schema>(document, part)
  if (type !== undefined) return [type].flat().every((one) => one === 'object')
  const only = (one: Schema) => permitsOnlyObjects(document, one)
  return allOf.some(only) || [anyOf, oneOf].some((parts) => parts.length > 0 && parts.every(only))
}

function bodySchema({ requestBody }: DocumentedOperation): Schema | undefined {
  const content = requestBody && isRecord(requestBody.content) ? requestBody.content : undefined
  const media = content?.['application/json']
  return isRecord(media) && isRecord(media.schema) ? media.schema : undefined
}

import { type DocumentedOperation, mediaOf, propertiesOf, responseFor, typesOf } from '@svc/http/document'
import { resolveNode } from '@svc/http/references'
import { plain } from './records.ts'

// Finds in any document which operations create, list, read, change and delete the records of one kind: from paths,
// such as `/pets` and `/pets/{petId}`, and from the types of bodies.

/** A kind of record. */
export interface Resource {
  /** The path template of its collection, such as `/pets`. */
  collection: string
  /** The path template of one record, such as `/pets/{petId}`. */
  item: string
  /** The path parameter that is the id. */
  idParameter: string
  /** The field of a record that is its id. */
  idField: string
  /** The schema of a record. */
  schema: unknown
  /** The operations of records and of the collection. */
  read: DocumentedOperation | undefined
  list: DocumentedOperation | undefined
}

/** The effect of an operation on the records of a kind. */
export interface Action {
  kind: 'create' | 'list' | 'read' | 'replace' | 'change' | 'delete' | 'act'
  resource: Resource
}

/** Finds the action of each operation that has one, by operationId. */
export function actionsIn(
  document: object,
  operations: readonly DocumentedOperation[],
): { resources: readonly Resource[]; actions: ReadonlyMap<string, Action> } {
  const itemPaths = new Set(operations.map(({ path }) => path).filter((path) => /\/\{[^/{}]+\}$/.test(path)))
  const resources = [...itemPaths].flatMap((item) => resourceAt(document, item, operations))
  const actions = resources.flatMap((resource) =>
    operations.flatMap((operation) => {
      const kind = kindOf(document, operation, resource)
      return kind === undefined ? [] : [[operation.operationId, { kind, resource }] as const]
    }),
  )
  const acts = resources.flatMap((resource) => {
    const found = operations.filter((operation) => actsOnRecord(document, operation, resource))
    return found.map(({ operationId }) => [operationId, { kind: 'act', resource }] as const)
  })
  return { resources, actions: new Map<string, Action>([...acts, ...actions]) }
}

/** Whether an operation below the path of a record returns this record, as `POST /orders/{id}/complete` does. */
function actsOnRecord(document: object, operation: DocumentedOperation, { item, idField, schema }: Resource): boolean {
  const { method, path } = operation
  const isBelow = path.startsWith(`${item}/`) && /^[^/{}]+$/.test(path.slice(item.length + 1))
  if (!isBelow || !['post', 'put', 'patch'].includes(method)) return false
  const own = propertiesOf(document, recordOf(document, operation))
  const known = propertiesOf(document, schema)
  return own.has(idField) && [...own.keys()].every((name) => known.has(name))
}

function kindOf(document: object, operation: DocumentedOperation, resource: Resource): Action['kind'] | undefined {
  const { method, path } = operation
  if (path === resource.item && method === 'post')
    return returnsRecord(document, operation, resource) ? 'change' : undefined
  if (path === resource.item) return itemKinds[method]
  if (path === resource.collection && method === 'post') return 'create'
  // An update whose body names the record.
  if (path === resource.collection && method === 'put' && hasField(document, operation, resource)) return 'replace'
  return method === 'get' && listsRecords(document, operation, resource) ? 'list' : undefined
}

const itemKinds: Readonly<Record<string, Action['kind']>> = {
  get: 'read',
  put: 'replace',
  patch: 'change',
  delete: 'delete',
}

function resourceAt(document: object, item: string, operations: readonly DocumentedOperation[]): Resource[] {
  const collection = item.slice(0, item.lastIndexOf('/'))
  const idParameter = item.slice(collection.length + 2, -1)
  const at = (method: string, path: string) => operations.find((one) => one.method === method && one.path === path)
  const read = at('get', item)
  const list = at('get', collection)
  const create = at('post', collection)
  // Where one is deleted, it was created or listed before.
  const schema = [recordOf(document, read), itemOf(document, list), recordOf(document, create)].find(
    (one) => one !== undefined && propertiesOf(document, one).size > 0,
  )
  if (schema === undefined) return []
  const parameter = (read ?? operations.find(({ path }) => path === item))?.parameters.find(
    ({ name, in: location }) => name === idParameter && location === 'path',
  )
  const idField = idFieldOf(document, schema, { collection, idParameter, parameter })
  if (idField === undefined) return []
  const isList = list !== undefined && propertiesOf(document, itemOf(document, list)).has(idField)
  return [{ collection, item, idParameter, idField, schema, read, list: isList ? list : undefined }]
}

/** The name of one record of a collection, such as `pet` for `/owners/{ownerId}/pets`. */
export function singularOf(collection: string): string {
  return collection
    .slice(collection.lastIndexOf('/') + 1)
    .replace(/ies$/, 'y')
    .replace(/s$/, '')
}

/** The field of a record that has the value of a path parameter. */
function idFieldOf(
  document: object,
  schema: unknown,
  { collection, idParameter, parameter }: { collection: string; idParameter: string; parameter: unknown },
): string | undefined {
  const wanted = [
    idParameter,
    'id',
    `${singularOf(collection)}id`,
    'uuid',
    'key',
    'slug',
    'code',
    'number',
    'name',
  ].map(plain)
  const types = typesOf(document, resolveNode(document, parameter).schema)
  const fields = [...propertiesOf(document, schema)].filter(([, property]) => {
    const own = typesOf(document, property)
    return own.length === 0 || types.length === 0 || own.some((type) => types.includes(type))
  })
  return wanted.flatMap((name) => fields.filter(([field]) => plain(field) === name)).map(([field]) => field)[0]
}

/** The schema of the JSON body of a success. */
export function successSchema(document: object, operation: DocumentedOperation | undefined): unknown {
  return operation && mediaOf(document, responseFor(operation, operation.status))[0]?.schema
}

/** The schema of the record that a response has. */
function recordOf(document: object, operation: DocumentedOperation | undefined): unknown {
  const schema = successSchema(document, operation)
  return schema === undefined ? undefined : at(document, schema, recordPath(document, schema))
}

/** The schema of the records that a response lists. */
export function itemOf(document: object, operation: DocumentedOperation | undefined): unknown {
  const schema = successSchema(document, operation)
  const path = schema === undefined ? undefined : itemsPath(document, schema)
  return path && resolveNode(document, at(document, schema, path)).items
}

function at(document: object, schema: unknown, path: readonly string[]): unknown {
  return path.reduce((node, step) => propertiesOf(document, node).get(step), schema)
}

const isObject = (document: object, schema: unknown) => typesOf(document, schema).includes('object')
const isArray = (document: object, schema: unknown) => typesOf(document, schema).includes('array')

/** The path to the record in a body: the body itself, or its only object, such as `data`. */
export function recordPath(document: object, schema: unknown): string[] {
  const properties = [...propertiesOf(document, schema)]
  const [wrapped] = properties.filter(([, property]) => propertiesOf(document, property).size > 0)
  const named = properties.find(([name, property]) => name === 'data' && isObject(document, property))
  const isOnly = properties.length === 1 && wrapped !== undefined
  if (named) return ['data']
  return isOnly ? [wrapped[0]] : []
}

const listNames = ['data', 'items', 'results', 'records', 'values']

/** The path to the records in a list: the body itself, a field with a usual name, or its only list of objects. */
export function itemsPath(document: object, schema: unknown): string[] | undefined {
  if (isArray(document, schema)) return []
  const lists = [...propertiesOf(document, schema)].filter(
    ([, property]) => isArray(document, property) && isObject(document, resolveNode(document, property).items),
  )
  const named = lists.find(([name]) => listNames.includes(name))
  return named || lists.length === 1 ? [(named ?? lists[0])?.[0] ?? ''] : undefined
}

/** Whether a GET lists the records of a kind: at their collection, or below it with the same type. */
function listsRecords(
  document: object,
  operation: DocumentedOperation,
  { collection, list, schema }: Resource,
): boolean {
  if (operation === list) return true
  const isBelow = operation.path.startsWith(`${collection}/`) && !operation.path.slice(collection.length).includes('{')
  if (!isBelow) return false
  const item = itemOf(document, operation)
  return item !== undefined && resolveNode(document, item) === resolveNode(document, schema)
}

/** Whether the response of an operation is a record of a kind, as that of a POST that updates a record. */
function returnsRecord(document: object, operation: DocumentedOperation, { schema }: Resource): boolean {
  const own = recordOf(document, operation)
  return own !== undefined && resolveNode(document, own) === resolveNode(document, schema)
}

function hasField(document: object, { requestBody }: DocumentedOperation, { idField }: Resource): boolean {
  return propertiesOf(document, mediaOf(document, requestBody)[0]?.schema).has(idField)
}

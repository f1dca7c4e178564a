import { type Document, type DocumentedOperation, operationsOf, type Part, resolve } from '../contract.ts'
import { type CountFacts, countFactsOf } from './counts.ts'
import { collectionOf, keyFieldOf, type List, listOf, singularOf } from './lists.ts'
import { hasSuccess, parametersOf, propertiesOf, recordPath, recordSchema, successOf } from './schema.ts'

/** The connections between the operations of a document. */
export interface Facts extends CountFacts {
  document: Document
  operations: readonly DocumentedOperation[]
  /** The list that an operation returns. */
  list(operation: DocumentedOperation): List | undefined
  /** The operation that reads the record which another one writes, and the way to its id. */
  reader(operation: DocumentedOperation): Reader | undefined
  /** The lists that a write can add records to. */
  lists(operation: DocumentedOperation): readonly LinkedList[]
  /** The operation that adds records to a list. */
  creator(list: List): DocumentedOperation | undefined
  /** The operation that deletes what another one reads. */
  remover(reader: DocumentedOperation): DocumentedOperation | undefined
  /** The counts in the record that an operation reads, with the lists that they count. */
  counts(operation: DocumentedOperation): readonly Count[]
  /**
   * Whether a DELETE removes the record of its path. One that returns the record may end it instead, so that its
   * description has to say that it deletes.
   */
  removesRecord(operation: DocumentedOperation): boolean
  /** The operation that reads one item of a list. */
  itemReader(list: List): DocumentedOperation | undefined
  /** The list in which another caller sees the same records. */
  sameAs(list: List): List | undefined
  hasHeaderParameter(operation: DocumentedOperation, name: string): boolean
  documentsHeader(operation: DocumentedOperation, name: string): boolean
}

export interface Reader {
  operation: DocumentedOperation
  /** The list that has the record, if no operation reads it alone. */
  list?: List
  /** From the body of the response to the id; undefined if the id is that in the path of the request. */
  idPath: readonly string[] | undefined
}

/** A number in a record, or in the item of a list that names what it counts. */
export interface Count {
  field: string
  /** Together they have what is counted. */
  lists: readonly List[]
  /** Only items in which this field is null are counted. */
  ifNull?: string
}

interface LinkedList {
  list: List
  /** As in `Reader`. */
  idPath: readonly string[] | undefined
}

interface Link extends Part {
  operationId?: string
  parameters?: Record<string, string>
}

/** Reads a document once. */
export function readFacts(document: Document): Facts {
  const operations = operationsOf(document)
  const listsByOperation = new Map(operations.map((one) => [one.operationId, listOf(document, one)]))
  const named = new Map(operations.map((operation) => [operation.operationId, operation]))
  const list = ({ operationId }: DocumentedOperation) => listsByOperation.get(operationId)
  const at = (method: string, path: string) => operations.find((one) => one.method === method && one.path === path)
  const linksOf = (operation: DocumentedOperation) =>
    linksOfResponse(document, operation).flatMap(({ operationId = '', parameters = {} }) => {
      const target = named.get(operationId)
      const [expression] = Object.values(parameters)
      return target && expression !== undefined ? [{ target, idPath: idPathOf(expression) }] : []
    })

  return {
    ...countFactsOf(document, operations),
    ...listFactsOf(document, operations, (operationId) => listsByOperation.get(operationId)),
    document,
    operations,
    list,
    reader(operation) {
      const declared = named.get(operation['x-relations']?.read_by ?? '')
      const own = declared ?? at('GET', operation.path)
      if (own && list(own) === undefined) return { operation: own, idPath: undefined }
      const linked = linksOf(operation).find(
        ({ target, idPath }) =>
          target.method === 'GET' &&
          list(target) === undefined &&
          idPath?.at(-1)?.endsWith('id') &&
          isRecordPath(idPath),
      )
      if (linked) return { operation: linked.target, idPath: linked.idPath }
      const inferred =
        operations.find((one) => one.method === 'GET' && isItemPath(one.path, operation.path)) ??
        operations.find(
          (one) => one.method === 'GET' && hasParameter(one.path) && returnsSame(document, one, operation),
        )
      if (inferred) return { operation: inferred, idPath: idPathIn(document, operation, inferred) }
      const collection = at('GET', operation.path) ?? at('GET', collectionOf(operation.path))
      const listed = collection && list(collection)
      return listed && listReader(document, operation, listed)
    },
    lists(operation) {
      const own = at('GET', operation.path)
      const ownList = own && list(own)
      const linked = linksOf(operation).flatMap(({ target, idPath }): LinkedList[] => {
        const found = list(target)
        return found && found !== ownList ? [{ list: found, idPath }] : []
      })
      return ownList ? [{ list: ownList, idPath: undefined }, ...linked] : linked
    },
    creator({ operation, item }) {
      const parent = operation.path.replace(/\/[^/]+$/, '')
      const isOfParent = ({ method, path }: DocumentedOperation) => method === 'POST' && path.startsWith(`${parent}/`)
      return (
        at('POST', operation.path) ??
        operations.find((one) => isOfParent(one) && recordSchema(document, one)?.$ref === item.$ref && item.$ref)
      )
    },
    remover: ({ path }) => at('DELETE', path),
    hasHeaderParameter: (operation, name) =>
      parametersOf(document, operation).some((one) => one.in === 'header' && one.name.toLowerCase() === name),
    documentsHeader(operation, name) {
      if (!hasSuccess(operation)) return false
      const { headers = {} } = successOf(document, operation).response
      return Object.keys(headers).some((one) => one.toLowerCase() === name)
    },
  }
}

/** The facts of lists that agree with other operations of the document. */
function listFactsOf(
  document: Document,
  operations: readonly DocumentedOperation[],
  listNamed: (operationId: string) => List | undefined,
): Pick<Facts, 'removesRecord' | 'itemReader' | 'sameAs' | 'counts'> {
  const list = ({ operationId }: DocumentedOperation) => listNamed(operationId)
  return {
    removesRecord(operation) {
      const { method, path, summary, description } = operation
      if (method !== 'DELETE' || operation['x-relations']?.keeps_deleted) return false
      const selects = parametersOf(document, operation).some((one) => one.in === 'query' && one.required)
      if (selects || (path.includes('{') && !path.endsWith('}'))) return false
      const collection = operations.find((one) => one.method === 'GET' && one.path === collectionOf(path))
      const { $ref } = (collection && list(collection)?.item) ?? {}
      const returnsItem = hasSuccess(operation) && recordSchema(document, operation)?.$ref === $ref
      return $ref === undefined || !returnsItem || /\b(delet|remov)/i.test(`${summary} ${description}`)
    },
    itemReader: ({ operation, item }) =>
      operations.find(
        (one) =>
          one.method === 'GET' &&
          hasParameter(one.path) &&
          list(one) === undefined &&
          (isItemPath(one.path, operation.path) ||
            (item.$ref !== undefined && recordSchema(document, one)?.$ref === item.$ref)),
      ),
    sameAs: ({ operation }) => listNamed(operation['x-relations']?.same_as ?? ''),
    counts(operation) {
      const declared = Object.entries(operation['x-relations']?.counts ?? {}).map(([field, { of, null: ifNull }]) => ({
        field,
        lists: of.flatMap((name) => listNamed(name) ?? []),
        ...(ifNull !== undefined && { ifNull }),
      }))
      if (declared.length > 0) return declared
      return countsOf(document, operation, operations).flatMap(({ field, counted }) => {
        const found = list(counted)
        return found ? [{ field, lists: [found] }] : []
      })
    },
  }
}

/** The fields of a record such as `competitor_count`, with the operation that may list what they count. */
function countsOf(
  document: Document,
  operation: DocumentedOperation,
  operations: readonly DocumentedOperation[],
): { field: string; counted: DocumentedOperation }[] {
  const schema = recordSchema(document, operation)
  const fields = schema ? propertiesOf(document, schema) : new Map()
  return operations.flatMap((counted) => {
    const field = `${singularOf(counted.path.slice(operation.path.length + 1))}_count`
    return counted.path.startsWith(`${operation.path}/`) && fields.has(field) ? [{ field, counted }] : []
  })
}

/** The list that has the record which an operation writes or deletes; undefined if its response is another record. */
function listReader(document: Document, operation: DocumentedOperation, list: List): Reader | undefined {
  const key = keyFieldOf(list)
  if (key === undefined || !hasSuccess(operation)) return undefined
  const isOfItem = operation.path !== list.operation.path
  if (isOfItem && operation.method !== 'POST') return { operation: list.operation, list, idPath: undefined }
  const schema = recordSchema(document, operation)
  if (!schema || !propertiesOf(document, schema).has(key)) return undefined
  return {
    operation: list.operation,
    list,
    idPath: isOfItem ? undefined : [...recordPath(document, operation), key],
  }
}

function linksOfResponse(document: Document, operation: DocumentedOperation): Link[] {
  if (!hasSuccess(operation)) return []
  const { links = {} } = successOf(document, operation).response
  return Object.values(links).map((link) => resolve<Link>(document, link))
}

/** The path in the expression of a link, such as `$response.body#/data/id`; undefined for the path of the request. */
function idPathOf(expression: string): string[] | undefined {
  const [, pointer] = /^\$response\.body#\/(.+)$/.exec(expression) ?? []
  return pointer?.split('/').filter((step) => !/^\d+$/.test(step))
}

/** The path to the id in a response: the field with the name of the reader's path parameter, or `id`. */
function idPathIn(document: Document, operation: DocumentedOperation, reader: DocumentedOperation): string[] {
  const name = /\{([^}]+)\}$/.exec(reader.path)?.[1] ?? ''
  const schema = recordSchema(document, reader)
  const isField = schema !== undefined && propertiesOf(document, schema).has(name)
  return [...recordPath(document, operation), isField ? name : 'id']
}

/** Whether the id is that of the written record itself, not of one that it refers to. */
function isRecordPath(path: readonly string[] | undefined): boolean {
  return path?.length === 3 || path?.at(-1) === 'id'
}

/** `/widgets/{widget_id}` for `/widgets`. */
function isItemPath(path: string, collection: string): boolean {
  return path.startsWith(`${collection}/`) && /^\{[^/]+\}$/.test(path.slice(collection.length + 1))
}

const hasParameter = (path: string) => /\{[^/]+\}$/.test(path)

function returnsSame(document: Document, one: DocumentedOperation, other: DocumentedOperation): boolean {
  const [left, right] = [recordSchema(document, one)?.$ref, recordSchema(document, other)?.$ref]
  return left !== undefined && left === right
}

import { type Document, type DocumentedOperation, operationsOf, type Part, resolve } from '../contract.ts'
import { type CountFacts, countFactsOf } from './counts.ts'
import { type List, listOf, singularOf } from './lists.ts'
import { parametersOf, propertiesOf, recordPath, recordSchema, successOf } from './schema.ts'

/** The connections between the operations of a document. */
export interface Facts extends CountFacts {
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
  counts(operation: DocumentedOperation): readonly { field: string; list: List }[]
  hasHeaderParameter(operation: DocumentedOperation, name: string): boolean
  documentsHeader(operation: DocumentedOperation, name: string): boolean
}

export interface Reader {
  operation: DocumentedOperation
  /** From the body of the response to the id; undefined if the id is that in the path of the request. */
  idPath: readonly string[] | undefined
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
    operations,
    list,
    reader(operation) {
      const own = at('GET', operation.path)
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
      return inferred && { operation: inferred, idPath: idPathIn(document, operation, inferred) }
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
    counts: (operation) =>
      countsOf(document, operation, operations).flatMap(({ field, counted }) => {
        const found = list(counted)
        return found ? [{ field, list: found }] : []
      }),
    hasHeaderParameter: (operation, name) =>
      parametersOf(document, operation).some((one) => one.in === 'header' && one.name.toLowerCase() === name),
    documentsHeader(operation, name) {
      const { headers = {} } = successOf(document, operation).response
      return Object.keys(headers).some((one) => one.toLowerCase() === name)
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

function linksOfResponse(document: Document, operation: DocumentedOperation): Link[] {
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

import type { TryIt } from '../docs-site/site.ts'
import { success } from '../generate/operations.ts'
import { sha256 } from '../generate/output.ts'
import { type OpenApi, operationsOf, type PlacedOperation } from '../source/openapi.ts'
import { parameterExample } from '../source/parameter-example.ts'
import { linksOf } from '../source/response-links.ts'
import { convert, type Folder, type Item, isFolder, type RequestItem } from './convert.ts'

/**
 * A collection with its environment, by the names of their files, and the reasons why collections could not be created.
 */
export interface Postman {
  files: [string, string][]
  notes: string[]
}

/**
 * Converts the document to a Postman collection that can be run from top to bottom: ids come from earlier responses,
 * according to the links of the contract; deletions come last; and each request tests that its response is the
 * documented success. The same document always produces the same bytes.
 *
 * @param tryIt the server and key for the environment; without it, the environment has the document's own server and no
 * key
 */
export async function postmanFiles(document: OpenApi, tryIt?: TryIt): Promise<Postman> {
  const converted = await convert(document)
  if (typeof converted === 'string') return { files: [], notes: [`No Postman collection was made: ${converted}`] }
  const operations = operationsOf(document, 'paths')
  const source = { document, operations, byRequest: new Map(operations.map((one) => [requestOf(one), one])) }
  const folders = converted.item.map((item) => complete(item, source)).filter(isNotEmpty)
  const { kept, deletions } = withoutDeletions(folders)
  const last: Folder[] = deletions.length === 0 ? [] : [{ name: 'Deletions', item: deletions }]
  const collection = {
    info: { ...converted.info, _postman_id: idOf(document.info.title) },
    auth: converted.auth,
    item: named([...kept, ...last], document.info.title),
  }
  const values = {
    ...initialValues(document, operations),
    baseUrl: tryIt?.server ?? document.servers?.[0]?.url ?? '',
    apiKey: tryIt?.key ?? '',
  }
  const environment = {
    id: idOf(`${document.info.title} environment`),
    name: tryIt ? `${document.info.title}: mock` : document.info.title,
    values: Object.entries(values).map(([key, value]) => ({
      key,
      value,
      type: key === 'apiKey' ? 'secret' : 'default',
      enabled: true,
    })),
    _postman_variable_scope: 'environment',
  }
  const text = (value: object) => `${JSON.stringify(value, null, 2)}\n`
  return {
    files: [
      ['collection.json', text(collection)],
      ['environment.json', text(environment)],
    ],
    notes: [],
  }
}

interface Source {
  document: OpenApi
  operations: readonly PlacedOperation[]
  /** The operations by method and path, such as `GET /books`. */
  byRequest: ReadonlyMap<string, PlacedOperation>
}

function requestOf({ method, path }: PlacedOperation): string {
  return `${method.toUpperCase()} ${path}`
}

/** Adds variables for ids and a test of each response, and keeps one example response. */
function complete(item: Item, source: Source): Item {
  if (isFolder(item)) return { ...item, item: item.item.map((one) => complete(one, source)) }
  const { document, operations, byRequest } = source
  const placed = byRequest.get(`${item.request.method} ${pathOf(item)}`)
  if (!placed) return item
  const { status } = success(document, placed)
  const variables = item.request.url.variable?.map((variable) => ({
    ...variable,
    value: `{{${variableOf(placed.path, variable.key)}}}`,
  }))
  return {
    ...item,
    request: { ...item.request, url: { ...item.request.url, ...(variables && { variable: variables }) } },
    response: item.response.filter(({ code }) => code === status).slice(0, 1),
    event: [
      { listen: 'test', script: { type: 'text/javascript', exec: testScript(document, operations, placed, status) } },
    ],
  }
}

function testScript(
  document: OpenApi,
  operations: readonly PlacedOperation[],
  placed: PlacedOperation,
  status: number,
): string[] {
  const isJson = Object.keys(success(document, placed).response.content ?? {}).some((type) => /[/+]json/.test(type))
  // A list sets only the id of its first entry; later requests should use the record that was just created.
  const links = placed.method === 'get' ? [] : linksOf(document, placed)
  const taken = new Map(
    links.flatMap(({ operation, parameter, pointer }) => {
      const target = operations.find((one) => one.operation.operationId === operation)
      return target ? [[variableOf(target.path, parameter), pointer] as const] : []
    }),
  )
  return [
    `pm.test('The status is ${status}', () => pm.response.to.have.status(${status}))`,
    ...(isJson ? ["pm.test('The body is JSON', () => pm.response.to.be.json)"] : []),
    ...[...taken].map(
      ([variable, pointer]) =>
        `if (pm.response.code === ${status}) pm.environment.set('${variable}', pm.response.json()${accessTo(pointer)})`,
    ),
  ]
}

/** Requests that delete, outside their folders, in their original order. */
function withoutDeletions(folders: readonly Item[]): { kept: Item[]; deletions: RequestItem[] } {
  const deletions: RequestItem[] = []
  const sift = (items: readonly Item[]): Item[] =>
    items.flatMap((item): Item[] => {
      if (isFolder(item)) return [{ ...item, item: sift(item.item) }]
      if (item.request.method !== 'DELETE') return [item]
      deletions.push(item)
      return []
    })
  return { kept: sift(folders).filter(isNotEmpty), deletions }
}

function isNotEmpty(item: Item): boolean {
  return !isFolder(item) || item.item.some(isNotEmpty)
}

/** Assigns ids by the position of an item, so that importing a later collection updates the earlier one. */
function named(items: readonly Item[], place: string): Item[] {
  return items.map((item) => {
    const own = `${place} / ${item.name}`
    if (isFolder(item)) return { ...item, id: idOf(own), item: named(item.item, own) }
    return {
      ...item,
      id: idOf(own),
      response: item.response.map((one) => ({ ...one, id: idOf(`${own} / ${one.name}`) })),
    }
  })
}

/** `data/results/0/id` as JavaScript reads it: `.data.results[0].id`. */
function accessTo(pointer: string): string {
  return pointer
    .split('/')
    .map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${name}`))
    .join('')
}

/** Returns the initial value of each variable: the contract's example of its parameter. */
function initialValues(document: OpenApi, operations: readonly PlacedOperation[]): Record<string, string> {
  return Object.fromEntries(
    operations.flatMap(({ path, parameters }) =>
      parameters
        .filter((parameter) => parameter.in === 'path')
        .map((parameter) => [variableOf(path, parameter.name), parameterExample(document, parameter)]),
    ),
  )
}

/** Returns one variable for each kind of resource in a path: `/books/{id}/loans` has `books_id`. */
function variableOf(path: string, parameter: string): string {
  const [before = ''] = path.split(`{${parameter}}`)
  const words = before.split(/[^0-9A-Za-z]+/).filter(Boolean)
  return [...words, parameter].join('_')
}

function pathOf({ request }: RequestItem): string {
  return `/${request.url.path.map((segment) => segment.replace(/^:(.+)$/, '{$1}')).join('/')}`
}

/** A UUID that is a hash: Postman requires ids of this form. */
function idOf(place: string): string {
  const hash = sha256(place)
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
}

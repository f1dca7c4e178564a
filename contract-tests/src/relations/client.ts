import { isRecord, parseJson } from '@svc/runtime/json'
import { type Document, type DocumentedOperation, exampleQuery } from '../contract.ts'
import type { Prober, Reply } from '../prober.ts'
import { keyOf, type List } from './lists.ts'
import { canonical, type Item, recordPath, requestSchema, successOf, withoutReadOnly } from './schema.ts'

/** A request of a relation; what it does not set has the value of the prober. */
interface Request {
  operation: DocumentedOperation
  /** The rule that this request tests. */
  because: string
  id?: string | undefined
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  body?: unknown
  /** The expected statuses; by default that of a success. */
  expect?: readonly number[]
}

/** A request and its response. */
export interface Exchange {
  operation: DocumentedOperation
  id: string | undefined
  reply: Reply
  body: unknown
  /** The record in the body. */
  record: unknown
}

/** A body that one URL returned, with its tag. */
interface Version {
  etag: string
  content: string
  curl: string
}

/** Sends the requests of relations, and stores what they returned. */
export interface Client {
  /** Undefined if there was no response; the prober has recorded that, and every other unexpected status. */
  send(request: Request): Promise<Exchange | undefined>
  /** The first rows of a list, from pages of the largest size. */
  readList(list: List, options: ListOptions): Promise<Walk>
  /** The exchanges of an operation that succeeded, in their order. */
  succeeded(operation: DocumentedOperation): readonly Exchange[]
  /** The versions of each URL of an operation, and the id of its record. */
  versions(
    operation: DocumentedOperation,
  ): ReadonlyMap<string, { id: string | undefined; versions: readonly Version[] }>
}

interface ListOptions {
  because: string
  /** The id in the path of the list. */
  id?: string | undefined
  query?: Readonly<Record<string, string>>
  /** Items of a page; by default as many as the list allows. */
  size?: number | undefined
  pagesMax: number
}

/** The joined pages of a list. */
export interface Walk {
  items: Item[]
  /** The number of items of each page. */
  sizes: number[]
  /** Whether the last page was reached; false if that cannot be known. */
  ended: boolean
  curl: string | null
}

export function createClient(document: Document, prober: Prober, checkNameOf: () => string): Client {
  const memory = createMemory()

  async function send({ operation, because, id, query = {}, headers, body, expect }: Request) {
    const { operationId } = operation
    const required = Object.keys(query).length > 0 ? new URLSearchParams(exampleQuery(document, operation)) : []
    // A plus sign is a space in forms only, and reserved elsewhere.
    const text = new URLSearchParams({ ...Object.fromEntries(required), ...query }).toString().replaceAll('+', '%20')
    const schema = requestSchema(document, operation)
    const reply = await prober.send({
      operationId,
      because,
      expect: expect ?? [successOf(document, operation).status],
      checkName: checkNameOf(),
      ...(id !== undefined && { id }),
      ...(text !== '' && { query: `?${text}` }),
      ...(headers && { headers: { ...headers } }),
      ...(body !== undefined && { body: schema ? withoutReadOnly(document, schema, body) : body }),
    })
    if (!reply) return undefined
    const parsed = parseJson(reply.text)
    const record = recordPath(document, operation).reduce<unknown>(
      (value, step) => (isRecord(value) ? value[step] : undefined),
      parsed,
    )
    const exchange = { operation, id, reply, body: parsed, record }
    if (reply.status < 300) memory.remember(exchange, text)
    return exchange
  }

  async function readList({ operation, pages, mayBePartial, itemsOf }: List, options: ListOptions): Promise<Walk> {
    const { because, id, query = {}, size = pages?.max, pagesMax } = options
    const walk: Walk = { items: [], sizes: [], ended: false, curl: null }
    let cursor: string | undefined
    while (!walk.ended && walk.sizes.length < pagesMax) {
      const exchange = await send({
        operation,
        because,
        id,
        query: {
          ...query,
          ...(pages && size !== undefined && { [pages.limit]: String(size) }),
          ...(pages && cursor !== undefined && { [pages.cursor]: cursor }),
        },
      })
      if (!exchange || exchange.reply.status >= 300) return walk
      const items = itemsOf(exchange.body)
      walk.items.push(...items)
      walk.sizes.push(items.length)
      walk.curl = exchange.reply.curl
      cursor = pages?.nextOf(exchange.body)
      walk.ended = cursor === undefined && !mayBePartial
      if (cursor === undefined) break
    }
    return walk
  }

  return { send, readList, succeeded: memory.succeeded, versions: memory.versions }
}

/** Keeps the exchanges that succeeded, and the versions of each URL. */
function createMemory(): Pick<Client, 'succeeded' | 'versions'> & {
  remember(exchange: Exchange, query: string): void
} {
  const succeeded = new Map<string, Exchange[]>()
  const versions = new Map<string, Map<string, { id: string | undefined; versions: Version[] }>>()

  return {
    remember(exchange: Exchange, query: string): void {
      const { operation, id, reply, body, record } = exchange
      const { operationId } = operation
      succeeded.set(operationId, [...(succeeded.get(operationId) ?? []), exchange])
      const etag = reply.headers.get('etag')
      if (operation.method !== 'GET' || etag === null) return
      const ofOperation = versions.get(operationId) ?? new Map()
      const ofUrl = ofOperation.get(`${id ?? ''}?${query}`) ?? { id, versions: [] }
      ofUrl.versions.push({ etag, content: canonical([record, pageMeta(body)]), curl: reply.curl })
      ofOperation.set(`${id ?? ''}?${query}`, ofUrl)
      versions.set(operationId, ofOperation)
    },
    succeeded: ({ operationId }) => succeeded.get(operationId) ?? [],
    versions: ({ operationId }) => versions.get(operationId) ?? new Map(),
  }
}

/** The part of the metadata that a tag covers, because it differs from page to page. */
function pageMeta(body: unknown): unknown {
  const meta = isRecord(body) ? body.meta : undefined
  return isRecord(meta) ? meta.page : undefined
}

/** The items by their identity. */
export function byKey(items: readonly Item[]): Map<string, Item> {
  return new Map(items.map((item) => [keyOf(item), item]))
}

import { idOf } from '../generate/operations.ts'
import { type OpenApi, operationsOf, type PlacedOperation } from '../source/openapi.ts'
import { linksOf, type ResponseLink } from '../source/response-links.ts'

/** A document and the address of its overview, below which its pages are. */
export interface ReferencedDocument {
  address: string
  title: string
  document: OpenApi
}

/** An operation or a webhook event with the address of its page. */
export interface ReferencedOperation extends PlacedOperation {
  /** The operationId. */
  id: string
  /** The operationId, or the type of an event. */
  name: string
  kind: 'operation' | 'event'
  title: string
  tag: string
  address: string
  /** Values of the response that other operations take; none of an event. */
  links: readonly ResponseLink[]
  /** The words in code style in its description, which can be names of operations and events. */
  codeWords: ReadonlySet<string>
}

/** The operations of one tag, in the order of the document. */
export interface TagGroup {
  tag: string
  description: string
  address: string
  operations: ReferencedOperation[]
}

/** Every operation and event of a document. All operations have an operationId. */
export function referencedOperations({ address, document }: ReferencedDocument): ReferencedOperation[] {
  const found = (['paths', 'webhooks'] as const).flatMap((under) =>
    operationsOf(document, under).map((placed): ReferencedOperation => {
      const kind = under === 'paths' ? 'operation' : 'event'
      const id = kind === 'operation' ? idOf(placed) : (placed.operation.operationId ?? placed.path)
      const name = kind === 'operation' ? id : placed.path
      const title = placed.operation.summary ?? name
      const tag = placed.operation.tags?.[0] ?? (kind === 'operation' ? 'Operations' : 'Events')
      const links = kind === 'operation' ? linksOf(document, placed) : []
      const codeWords = new Set(placed.operation.description?.match(/(?<=`)[^`\n]+(?=`)/g))
      return { ...placed, id, name, kind, title, tag, address: `${address}/${slugOf(name)}`, links, codeWords }
    }),
  )
  const taken = new Map<string, number>()
  return found.map((one) => {
    const count = (taken.get(one.address) ?? 0) + 1
    taken.set(one.address, count)
    return count === 1 ? one : { ...one, address: `${one.address}-${count}` }
  })
}

/** The operations of a document by their tags, in the order of its list of tags. */
export function tagGroups(
  { address, document }: ReferencedDocument,
  operations: readonly ReferencedOperation[],
): TagGroup[] {
  const listed = (document.tags ?? []).map(({ name }) => name)
  const names = new Set([...listed, ...operations.map(({ tag }) => tag)])
  return [...names].flatMap((tag) => {
    const own = operations.filter((operation) => operation.tag === tag)
    const description = document.tags?.find(({ name }) => name === tag)?.description ?? ''
    const page = `${address}/${slugOf(tag)}`
    const isTaken = operations.some((operation) => operation.address === page)
    return own.length === 0 ? [] : [{ tag, description, address: isTaken ? `${page}-group` : page, operations: own }]
  })
}

/** `listReviews` becomes `list-reviews`, `analysis.completed` becomes `analysis-completed`. */
function slugOf(name: string): string {
  return name
    .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}

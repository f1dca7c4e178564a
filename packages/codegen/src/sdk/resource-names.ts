import { camelCase } from '../source/names.ts'
import { type OpenApi, operationsOf } from '../source/openapi.ts'

/**
 * The position of an operation in a client: `client.webhooks.deliveries.list` is `{ namespace: ['webhooks',
 * 'deliveries'], method: 'list' }`.
 */
export interface ClientName {
  namespace: string[]
  method: string
}

/**
 * Names every operation for a client with namespaces, from the tags and operationIds of the contract: the tag is the
 * namespace, and the operationId without the words of the tag is the method.
 *
 * A tag that begins with another tag's words becomes a namespace below it: "Webhook deliveries" is
 * `webhooks.deliveries` if there is a tag "Webhooks". A tag with `x-client-name` has that name instead, at the root: a
 * namespace that clients already use must not move when another tag is added. If two operations would get the same
 * method, the operation on several resources gets `All`. If the names are still equal, or a method has the name of a
 * namespace, the operationId is the method.
 */
export function clientNames(document: OpenApi): Map<string, ClientName> {
  const operations = operationsOf(document, 'paths').map(({ path, operation }) => ({
    id: identifier(operation.operationId ?? ''),
    tag: operation.tags?.[0] ?? path.split('/').find((segment) => /^\w/.test(segment)) ?? 'api',
  }))
  const tags = [...new Set(operations.map(({ tag }) => tag))]
  const fixed = new Map(document.tags?.map(({ name, 'x-client-name': clientName }) => [name, clientName]))
  const wishes = operations.map(({ id, tag }) => ({ id, tag, method: methodOf(id, tag) }))
  const byName = Map.groupBy(wishes, ({ tag, method }) => JSON.stringify([tag, method]))
  const namespaces = new Map(tags.map((tag) => [tag, namespaceOf(tag, tags)]))
  const placed = wishes.map(({ id, tag, method }) => {
    const clientName = fixed.get(tag)
    const sameName = byName.get(JSON.stringify([tag, method])) ?? []
    const namespace = clientName === undefined ? [...(namespaces.get(tag) ?? [])] : [clientName]
    return { id, namespace, method: sameName.length === 1 ? method : distinguish(id, tag, method, sameName) }
  })
  const inner = new Set(placed.map(({ namespace }) => JSON.stringify(namespace)))
  return new Map(
    placed.map(({ id, namespace, method }): [string, ClientName] => {
      const isNamespace = inner.has(JSON.stringify([...namespace, method]))
      return [id, { namespace, method: isNamespace ? id : method }]
    }),
  )
}

/**
 * Converts an operationId to an identifier: `get-stations` becomes `getStations`. A valid identifier is returned
 * unchanged.
 */
export function identifier(operationId: string): string {
  return operationId.replace(/[^0-9A-Za-z]+(.)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? '')
}

/**
 * Of two operations with the same verb, the operation on several resources has an operationId that ends with the tag's
 * plural.
 */
function distinguish(id: string, tag: string, method: string, sameName: readonly { id: string }[]): string {
  const isAboutMany = (one: string) => wordsOf(one).at(-1) === wordsOf(tag).at(-1)
  if (sameName.length > 2 || sameName.filter((one) => isAboutMany(one.id)).length !== 1) return id
  return isAboutMany(id) ? `${method}All` : method
}

function namespaceOf(tag: string, tags: readonly string[]): string[] {
  const words = wordsOf(tag)
  const parent = tags
    .filter((other) => other !== tag && isPrefix(wordsOf(other), words))
    .sort((a, b) => wordsOf(b).length - wordsOf(a).length)[0]
  if (parent === undefined) return [camelCase(words.join(' '))]
  return [...namespaceOf(parent, tags), camelCase(words.slice(wordsOf(parent).length).join(' '))]
}

function isPrefix(shorter: readonly string[], longer: readonly string[]): boolean {
  return shorter.length < longer.length && shorter.every((word, index) => stem(word) === stem(longer[index] ?? ''))
}

function methodOf(id: string, tag: string): string {
  const ofTag = new Set(wordsOf(tag).map(stem))
  const rest = wordsOf(id).filter((word) => !ofTag.has(stem(word)))
  return rest.length === 0 ? id : camelCase(rest.join(' '))
}

/** In lower case: `listWebhookDeliveries` and `List webhook deliveries` have the same words. */
function wordsOf(name: string): string[] {
  return (name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase())
}

/** Singular and plural of an English noun have the same stem here: delivery and deliveries, analysis and analyses. */
function stem(word: string): string {
  return word.replace(/(ies|y)$/, 'i').replace(/(es|is|s)+$/, '')
}

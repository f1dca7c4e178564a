import { type DocumentedOperation, mediaOf, operationsIn, propertiesOf } from '@svc/http/document'
import { resolveNode } from '@svc/http/references'
import { isRecord } from '@svc/runtime/json'
import { type Resource, singularOf } from './resources.ts'

/** An effect of a request on a record. */
export type ChangeKind = 'create' | 'change' | 'delete'

/** A webhook that a document describes. */
export interface DescribedWebhook {
  name: string
  /** The schema of its payload; undefined if none is described. */
  schema: unknown
  /** The operation in `withWebhookOperations` whose response is its payload. */
  operation: DocumentedOperation
}

/** Lists the webhooks of a document: those of OpenAPI 3.1, or the extension `x-webhooks` of a document of 3.0. */
export function webhooksIn(document: object): DescribedWebhook[] {
  const operations = new Map(operationsIn(withWebhookOperations(document)).map((one) => [one.path, one]))
  return Object.entries(webhookNodes(document)).flatMap(([name, item]) => {
    const operation = operations.get(pathOf(name))
    const [media] = mediaOf(document, requestBodyOf(document, item))
    return operation ? [{ name, schema: media?.schema, operation }] : []
  })
}

function webhookNodes(document: object): Record<string, unknown> {
  const { webhooks, 'x-webhooks': extension } = resolveNode(document, document)
  return resolveNode(document, webhooks ?? extension)
}

function requestBodyOf(document: object, item: unknown): Record<string, unknown> {
  return resolveNode(document, resolveNode(document, resolveNode(document, item).post).requestBody)
}

const pathOf = (name: string) => `/__mock/webhooks/${encodeURIComponent(name)}`

/** A copy of a document with an operation for each webhook, whose response is the payload. For Prism only. */
export function withWebhookOperations(document: object): object {
  const nodes = Object.entries(webhookNodes(document))
  if (nodes.length === 0) return document
  const { paths } = resolveNode(document, document)
  const added = nodes.map(([name, item]) => {
    const { content } = requestBodyOf(document, item)
    const response = { description: 'The payload.', ...(content !== undefined && { content }) }
    const get = { operationId: `webhook ${name}`, responses: { 200: response } }
    return [pathOf(name), { get }] as const
  })
  return { ...document, paths: { ...resolveNode(document, paths), ...Object.fromEntries(added) } }
}

const actionWords: Readonly<Record<string, ChangeKind>> = {
  created: 'create',
  added: 'create',
  new: 'create',
  updated: 'change',
  changed: 'change',
  modified: 'change',
  deleted: 'delete',
  removed: 'delete',
}

/**
 * The path to a record in the payload of a webhook that announces this change of it; undefined for any other webhook.
 * Its name must have the kind of change and of record, such as "pet.created", and its payload the schema of the record.
 */
export function announcedRecordPath(
  document: object,
  { name, schema }: DescribedWebhook,
  { kind, resource }: { kind: ChangeKind; resource: Resource },
): string[] | undefined {
  const words = name.split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase())
  const subject = words.filter((word) => !(word in actionWords)).join('')
  if (subject === '' || !words.some((word) => actionWords[word] === kind)) return undefined
  const found = recordPathIn(document, schema, resource.schema)
  const names = [singularOf(resource.collection), found?.schemaName].map((one) => one?.replaceAll(/[^A-Za-z0-9]/g, ''))
  return names.some((one) => one?.toLowerCase() === subject) ? found?.path : undefined
}

const depthMax = 3

/** The path to another schema in a schema: itself, or one of its fields. */
function recordPathIn(
  document: object,
  node: unknown,
  wanted: unknown,
  depth = 0,
): { path: string[]; schemaName: string | undefined } | undefined {
  if (node === undefined || depth > depthMax) return undefined
  if (resolveNode(document, node) === resolveNode(document, wanted)) {
    const reference = isRecord(node) && typeof node.$ref === 'string' ? node.$ref : undefined
    return { path: [], schemaName: reference?.slice(reference.lastIndexOf('/') + 1) }
  }
  for (const [name, property] of propertiesOf(document, node)) {
    const found = recordPathIn(document, property, wanted, depth + 1)
    if (found) return { ...found, path: [name, ...found.path] }
  }
  return undefined
}

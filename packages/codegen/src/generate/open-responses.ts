import type {
  Content,
  OpenApi,
  PathItem,
  PlacedOperation,
  Reference,
  RequestBody,
  Response,
  Schema,
  SchemaObject,
} from '../source/openapi.ts'
import { copyOf, isSchemaObject, operationsOf, operationsOfItem, resolve } from '../source/openapi.ts'

/**
 * Converts the strict bundle to the published bundle: schemas that the service sends are open, and schemas that it
 * receives are unchanged.
 *
 * The strict bundle closes every object, so that tests detect undocumented fields. Clients must not do that, because a
 * field that is added later would break them. Therefore, `additionalProperties: false` is removed from every schema
 * that responses and webhook payloads use and that no request uses.
 *
 * @returns the open document, and the names of closed schemas that both sides use and that therefore stay closed
 */
export function openResponses(strict: OpenApi): { published: OpenApi; stillClosed: string[] } {
  const published = copyOf(strict)
  const { sent, received } = schemasByDirection(published)
  for (const schema of sent) {
    if (received.has(schema)) continue
    if (schema.additionalProperties === false) delete schema.additionalProperties
    if (schema.unevaluatedProperties === false) delete schema.unevaluatedProperties
  }
  const stillClosed = Object.entries(published.components?.schemas ?? {})
    .filter(([, schema]) => isSchemaObject(schema) && schema.additionalProperties === false)
    .filter(([, schema]) => isSchemaObject(schema) && sent.has(schema))
    .map(([name]) => name)
  return { published, stillClosed }
}

/** For a webhook or callback the service is the sender: its request is what we send, its responses what we receive. */
function schemasByDirection(document: OpenApi) {
  const sent = new Set<SchemaObject>()
  const received = new Set<SchemaObject>()
  const visitOperation = (placed: PlacedOperation, request: Set<SchemaObject>, response: Set<SchemaObject>) => {
    for (const { schema, content } of placed.parameters) {
      collect(document, schema, request)
      collectContent(document, content, request)
    }
    if (placed.operation.requestBody) {
      collectContent(document, resolve<RequestBody>(document, placed.operation.requestBody).content, request)
    }
    for (const one of Object.values(placed.operation.responses ?? {})) {
      collectResponse(document, resolve<Response>(document, one), response)
    }
  }
  for (const placed of operationsOf(document, 'paths')) {
    visitOperation(placed, received, sent)
    for (const callback of callbacksOf(document, placed)) visitOperation(callback, sent, received)
  }
  for (const placed of operationsOf(document, 'webhooks')) visitOperation(placed, sent, received)
  return { sent, received }
}

function callbacksOf(document: OpenApi, { operation }: PlacedOperation): PlacedOperation[] {
  return Object.values(operation.callbacks ?? {}).flatMap((callback) =>
    Object.entries(resolve<Record<string, PathItem | Reference>>(document, callback)).flatMap(([path, item]) =>
      operationsOfItem(document, path, item),
    ),
  )
}

function collectResponse(document: OpenApi, response: Response, into: Set<SchemaObject>): void {
  collectContent(document, response.content, into)
  for (const header of Object.values(response.headers ?? {})) {
    const { schema, content } = resolve<{ schema?: Schema; content?: Content }>(document, header)
    collect(document, schema, into)
    collectContent(document, content, into)
  }
}

function collectContent(document: OpenApi, content: Content | undefined, into: Set<SchemaObject>): void {
  for (const { schema } of Object.values(content ?? {})) collect(document, schema, into)
}

// JSON Schema 2020-12 keywords whose value is a schema, a list of schemas, or a map of them. Only these are followed,
// so that an example that looks like a schema is not changed.
const holdsSchema =
  'additionalProperties unevaluatedProperties items unevaluatedItems contains propertyNames not if then else'.split(' ')
const holdsList = 'allOf anyOf oneOf prefixItems'.split(' ')
const holdsMap = 'properties patternProperties dependentSchemas $defs'.split(' ')

function collect(document: OpenApi, schema: unknown, into: Set<SchemaObject>): void {
  if (!isSchemaObject(schema) || into.has(schema)) return
  into.add(schema)
  if (typeof schema.$ref === 'string') collect(document, resolve(document, { $ref: schema.$ref }), into)
  for (const keyword of holdsSchema) collect(document, schema[keyword], into)
  for (const keyword of [...holdsList, ...holdsMap]) {
    const children = schema[keyword]
    if (typeof children === 'object' && children !== null) {
      for (const child of Object.values(children)) collect(document, child, into)
    }
  }
}

import { readFile } from 'node:fs/promises'
import { isRecord } from '@svc/runtime/json'
import { parse } from 'yaml'
import { CannotRunError } from '../cannot-run-error.ts'
import { type Document, type DocumentedOperation, exampleBody, operationsOf, type Part, resolve } from '../contract.ts'
import { fieldNamed } from '../relations/filters.ts'
import { listOf } from '../relations/lists.ts'
import {
  hasSuccess,
  type Parameter,
  parametersOf,
  propertiesOf,
  requestSchema,
  type Schema,
  successOf,
  valuesAt,
  withoutReadOnly,
} from '../relations/schema.ts'
import { createValues, type Values } from '../relations/values.ts'

interface AnyDocument {
  document: Document
  values: Values
  /** Whether a body of an operation is valid, where none of its `readOnly` fields is sent. */
  accepts(operation: DocumentedOperation, body: unknown): boolean
}

/**
 * Reads any OpenAPI 3.1 document of one file, with an example wherever a request needs a value: that of the document,
 * or else a valid one that is generated from the schema.
 *
 * @throws CannotRunError for a file that is not such a document
 */
export async function readAnyDocument(file: string): Promise<AnyDocument> {
  const text = await readFile(file, 'utf8').catch((cause: Error) => {
    throw new CannotRunError(`${file} cannot be read: ${cause.message}`)
  })
  const document: unknown = parse(text)
  if (!isDocument(document))
    throw new CannotRunError(
      `${file} is not an OpenAPI 3.1 document in which every operation has an operationId. Convert it: npm run spec:upgrade -- ${file} NEW.`,
    )
  document.components ??= {}
  separateParameters(document)
  const values = createValues(document, {})
  const written = documentOfRequests(document)
  const writtenValues = createValues(written, {})
  for (const operation of operationsOf(document)) {
    for (const parameter of parametersOf(document, operation))
      addParameterExample(document, parameter, { operation, values })
    const described = written.paths[operation.path]?.[operation.method.toLowerCase()]?.requestBody
    const schema = requestSchema(document, operation)
    if (operation.requestBody && described)
      addBodyExample(resolve(document, operation.requestBody), {
        document: written,
        body: resolve(written, described),
        values: writtenValues,
        clean: (value) => (schema ? withoutReadOnly(document, schema, value) : value),
      })
  }
  selectWrittenRecords(document, values)
  return {
    document,
    values,
    accepts({ path, method }, body) {
      const operation = written.paths[path]?.[method.toLowerCase()]
      const schema = operation && requestSchema(written, { ...operation, path, method })
      return schema === undefined || writtenValues.isValid(schema, body)
    },
  }
}

/** Replaces references to parameters by copies, because operations need different values of the same one. */
function separateParameters(document: Document): void {
  for (const { path, method, parameters } of operationsOf(document)) {
    const operation = document.paths[path]?.[method.toLowerCase()]
    if (operation && parameters)
      operation.parameters = parameters.map((part) => structuredClone(resolve<Parameter>(document, part)))
  }
}

function isDocument(value: unknown): value is Document {
  if (!isRecord(value) || !/^3\.[12]\./.test(String(value.openapi)) || !isRecord(value.paths)) return false
  const items = Object.values(value.paths).filter(isRecord)
  const methods = ['get', 'put', 'post', 'delete', 'patch']
  return items.every((item) =>
    methods.every((method) => !isRecord(item[method]) || typeof item[method].operationId === 'string'),
  )
}

/** Parameters have one schema with `examples`, where the tests read them: the valid ones of the document first. */
function addParameterExample(
  document: Document,
  parameter: Parameter,
  { operation, values }: { operation: DocumentedOperation; values: Values },
): void {
  parameter.schema ??= {}
  const schema = resolve<Schema>(document, parameter.schema)
  const named = Object.values(isRecord(parameter.examples) ? parameter.examples : {}).filter(isRecord)
  const ofRecord = parameter.in === 'path' ? valuesInResponse(document, operation, parameter.name) : []
  const own = [parameter.example, ...named.map(({ value }) => value), ...(schema.examples ?? []), ...ofRecord]
  const found = validFirst(
    own.filter((value) => value !== undefined).map((value) => withoutName(parameter, value)),
    schema,
    values,
  )
  if (found.length > 0) parameter.schema = { ...schema, examples: found }
}

/** The values of a field in the examples of a success, which may be that of the path. */
function valuesInResponse(document: Document, operation: DocumentedOperation, name: string): unknown[] {
  if (!hasSuccess(operation)) return []
  const { content } = resolve<Part>(document, successOf(document, operation).response)
  const media = isRecord(content) && isRecord(content['application/json']) ? content['application/json'] : {}
  const named = isRecord(media.examples) ? Object.values(media.examples).filter(isRecord) : []
  const bodies = [media.example, ...named.map((one) => resolve<Part>(document, one).value)]
  return bodies.flatMap((body) => valuesAt(body, [name])).filter((value) => value !== undefined)
}

/** The value of a header, also if the document writes it with its name. */
function withoutName({ name, in: place }: Parameter, value: unknown): unknown {
  const prefix = `${name}: `
  const isNamed = place === 'header' && String(value).toLowerCase().startsWith(prefix.toLowerCase())
  return isNamed ? String(value).slice(prefix.length) : value
}

/** Examples with the valid ones first, or generated values if none of them is valid. */
function validFirst(examples: readonly unknown[], schema: Schema, values: Values): unknown[] {
  const [valid, invalid] = [true, false].map((wanted) =>
    examples.filter((value) => values.isValid(schema, value) === wanted),
  )
  const others = valid?.length ? [] : values.of(schema)
  return [...(valid ?? []), ...others, ...(invalid ?? [])]
}

/** The document for request bodies: they have no `readOnly` fields, although these may be required. */
function documentOfRequests(document: Document): Document {
  const isReadOnly = (schema: unknown) => isRecord(schema) && resolve<Part>(document, schema).readOnly === true
  return JSON.parse(
    JSON.stringify(document, (_name, node: unknown) => {
      if (!isRecord(node) || !isRecord(node.properties)) return node
      const readOnly = Object.keys(node.properties).filter((name) => isReadOnly(Object(node.properties)[name]))
      if (readOnly.length === 0) return node
      const properties = Object.fromEntries(
        Object.entries(node.properties).filter(([name]) => !readOnly.includes(name)),
      )
      const required = Array.isArray(node.required) ? node.required.filter((name) => !readOnly.includes(name)) : []
      return { ...node, properties, required }
    }),
  )
}

interface Written {
  document: Document
  body: Part
  values: Values
  /** A value without `readOnly` fields. */
  clean(value: unknown): unknown
}

/**
 * Puts the body that the tests send first: one of the document that is valid, or else the smallest valid one, or one
 * with all fields. `written` describes the same body for requests.
 */
function addBodyExample(part: Part, written: Written): void {
  const { document, body, values, clean } = written
  const [target, media] = [part, body].map(({ content }) =>
    isRecord(content) && isRecord(content['application/json']) ? content['application/json'] : undefined,
  )
  if (!target || !media) return
  const schema: Schema = isRecord(media.schema) ? media.schema : {}
  const named = isRecord(media.examples) ? Object.values(media.examples).filter(isRecord) : []
  const own = [media.example, ...named.map((example) => resolve<Part>(document, example).value)].map(clean)
  const valid = own.find((value) => value !== undefined && values.isValid(schema, value))
  const value = valid ?? clean(made(document, media, values)) ?? own.find((one) => one !== undefined)
  if (value === undefined) return
  const others = isRecord(target.examples) ? target.examples : {}
  delete target.example
  target.examples = { [usedExample]: { value }, ...others }
}

/** The name of the example that the tests send: the first one. */
const usedExample = 'contract-tests'

function made(document: Document, media: Part, values: Values): unknown {
  if (!isRecord(media.schema)) return undefined
  const schema = resolve<Schema>(document, media.schema)
  const whole = { ...schema, required: [...propertiesOf(document, schema).keys()] }
  return [...values.of(schema), ...values.of(whole)][0]
}

/**
 * Gives the required parameters of a list that are named as a field of its records the value that is written into this
 * field, so that the list has the written records.
 */
function selectWrittenRecords(document: Document, values: Values): void {
  const operations = operationsOf(document)
  for (const list of operations.flatMap((operation) => listOf(document, operation) ?? [])) {
    const creator = operations.find(({ method, path }) => method === 'POST' && path === list.operation.path)
    const body = creator && exampleBody(document, creator)
    if (!isRecord(body)) continue
    for (const parameter of parametersOf(document, list.operation)) {
      const field = parameter.in === 'query' && parameter.required ? fieldNamed(list.fields, parameter.name) : undefined
      const value = field === undefined ? undefined : body[field]
      if (value === undefined || !values.isValid(parameter.schema, value)) continue
      const schema = resolve<Schema>(document, parameter.schema)
      parameter.schema = { ...schema, examples: [value, ...(schema.examples ?? [])] }
    }
  }
}

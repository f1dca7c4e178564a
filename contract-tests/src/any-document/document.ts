import { readFile } from 'node:fs/promises'
import { isRecord } from '@svc/runtime/json'
import { parse } from 'yaml'
import { CannotRunError } from '../cannot-run-error.ts'
import { type Document, operationsOf, type Part, resolve } from '../contract.ts'
import { type Parameter, parametersOf, propertiesOf, type Schema } from '../relations/schema.ts'
import { createValues, type Values } from '../relations/values.ts'

/**
 * Reads any OpenAPI 3.1 document of one file, with an example wherever a request needs a value: that of the document,
 * or else a valid one that is generated from the schema.
 *
 * @throws CannotRunError for a file that is not such a document
 */
export async function readAnyDocument(file: string): Promise<{ document: Document; values: Values }> {
  const text = await readFile(file, 'utf8').catch((cause: Error) => {
    throw new CannotRunError(`${file} cannot be read: ${cause.message}`)
  })
  const document: unknown = parse(text)
  if (!isDocument(document))
    throw new CannotRunError(
      `${file} is not an OpenAPI 3.1 document in which every operation has an operationId. Convert it: npm run spec:upgrade -- ${file} NEW.`,
    )
  document.components ??= {}
  const values = createValues(document, {})
  for (const operation of operationsOf(document)) {
    for (const parameter of parametersOf(document, operation)) addParameterExample(document, parameter, values)
    if (operation.requestBody) addBodyExample(document, resolve(document, operation.requestBody), values)
  }
  return { document, values }
}

function isDocument(value: unknown): value is Document {
  if (!isRecord(value) || !/^3\.[12]\./.test(String(value.openapi)) || !isRecord(value.paths)) return false
  const items = Object.values(value.paths).filter(isRecord)
  const methods = ['get', 'put', 'post', 'delete', 'patch']
  return items.every((item) =>
    methods.every((method) => !isRecord(item[method]) || typeof item[method].operationId === 'string'),
  )
}

/** Parameters have one schema with `examples`, where the tests read them. */
function addParameterExample(document: Document, parameter: Parameter, values: Values): void {
  parameter.schema ??= {}
  const { examples } = resolve<Schema>(document, parameter.schema)
  const named = Object.values(isRecord(parameter.examples) ? parameter.examples : {}).filter(isRecord)
  const own = [parameter.example, ...named.map(({ value }) => value)].filter((value) => value !== undefined)
  const found = own.length > 0 ? own : (examples ?? values.of(parameter.schema))
  if (found.length > 0) parameter.schema = { ...resolve<Schema>(document, parameter.schema), examples: found }
}

/** The smallest body that is valid, or else one with all fields. */
function addBodyExample(document: Document, body: Part, values: Values): void {
  const media = isRecord(body.content) ? body.content['application/json'] : undefined
  if (!isRecord(media) || isRecord(media.examples)) return
  const schema: Schema | undefined = isRecord(media.schema) ? resolve<Schema>(document, media.schema) : undefined
  const whole = schema && { ...schema, required: [...propertiesOf(document, schema).keys()] }
  const [made] = schema && whole ? [...values.of(schema), ...values.of(whole)] : []
  const value = media.example ?? made
  if (value !== undefined) media.examples = { example: { value } }
}

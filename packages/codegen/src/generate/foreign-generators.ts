import { pascalCase } from '../source/names.ts'
import { copyOf, type OpenApi, operationsOf, type Parameter, resolve, type SchemaObject } from '../source/openapi.ts'
import { referencesIn, removeUnreferenced } from './public-document.ts'

/**
 * Returns a copy of the published bundle from which client generators for other languages produce code that
 * compiles. It admits at least the values of the original, which the other outputs are generated from.
 */
export function forForeignGenerators(published: OpenApi): OpenApi {
  const copy = copyOf(published)
  copyParametersIntoWebhooks(copy)
  const schemas = Object.entries(copy.components?.schemas ?? {}).filter(
    (entry): entry is [string, SchemaObject] => typeof entry[1] === 'object',
  )
  const enumNames = new Set(schemas.filter(([, schema]) => isEnum(schema)).map(([name]) => name))
  for (const [name, schema] of schemas) {
    nameValues(name, schema, enumNames)
    removeAlternativesWithList(schema)
    removeBooleanConstants(schema)
    removePatternOfTime(schema)
  }
  return copy
}

/** oapi-codegen omits components that only webhooks reference, but still refers to them. */
function copyParametersIntoWebhooks(document: OpenApi): void {
  const before = referencesIn(document)
  for (const { operation } of operationsOf(document, 'webhooks'))
    operation.parameters = (operation.parameters ?? []).map((each) => resolve<Parameter>(document, each))
  removeUnreferenced(document, before)
}

/** oapi-codegen declares a constant for each value of an enum, and a type for each schema, under the same names. */
function nameValues(name: string, schema: SchemaObject, enumNames: ReadonlySet<string>): void {
  if (!isEnum(schema)) return
  const names = schema.enum.map((value) => pascalCase(String(value)))
  if (!names.some((each) => enumNames.has(each))) return
  schema['x-enumNames'] = names.map((each) => (enumNames.has(each) ? `${name}${each}` : each))
}

/** openapi-generator declares Java variables with the names of generic types for a union of a list and a map. */
function removeAlternativesWithList(schema: SchemaObject): void {
  const { anyOf } = schema
  if (Array.isArray(anyOf) && anyOf.some(({ type }: SchemaObject) => type === 'array')) delete schema.anyOf
}

/** openapi-generator assigns the text of a boolean constant to a Java variable that is a boolean. */
function removeBooleanConstants(schema: SchemaObject): void {
  if (schema.type === 'boolean') delete schema.const
  for (const property of Object.values(schema.properties ?? {}))
    if (typeof property === 'object') removeBooleanConstants(property)
}

/** openapi-generator compares the pattern with the text of a PHP date, which has another form. */
function removePatternOfTime(schema: SchemaObject): void {
  if (schema.format !== 'date-time') return
  for (const keyword of ['pattern', 'minLength', 'maxLength']) Reflect.deleteProperty(schema, keyword)
}

function isEnum(schema: SchemaObject): schema is SchemaObject & { enum: readonly unknown[] } {
  return Array.isArray(schema.enum)
}

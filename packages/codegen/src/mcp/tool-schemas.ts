import { type OpenApi, type Parameter, resolve, type Schema, type SchemaObject } from '../source/openapi.ts'

/** Keywords that are omitted because they are for readers and other generators. Each of them costs tokens. */
const leftOut = new Set(['example', 'examples', 'discriminator', 'externalDocs', 'xml', 'deprecated'])

/**
 * Returns a schema without references, for use in a tool: many clients do not follow `$ref`. A description next to a
 * reference replaces the description of its target.
 */
export function inlined(document: OpenApi, schema: Schema | undefined): Schema {
  if (typeof schema !== 'object') return schema ?? true
  const { $ref, ...own } = schema
  const whole = $ref === undefined ? own : { ...resolve<SchemaObject>(document, { $ref }), ...own }
  return mapped(whole, (each) => inlined(document, each))
}

// Keywords of JSON Schema 2020-12 whose value is a schema, a list of schemas, or a map of them.
const holdsSchema = new Set(['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'])
const holdsList = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const holdsMap = new Set(['properties', 'patternProperties', 'dependentSchemas'])

function mapped(schema: SchemaObject, change: (schema: Schema) => Schema): SchemaObject {
  const kept = Object.entries(schema).filter(([keyword]) => !leftOut.has(keyword) && !keyword.startsWith('x-'))
  return Object.fromEntries(
    kept.map(([keyword, value]) => {
      if (keyword === 'description') return [keyword, String(value).trim()]
      if (holdsSchema.has(keyword)) return [keyword, change(value as Schema)]
      if (holdsList.has(keyword)) return [keyword, (value as Schema[]).map(change)]
      if (!holdsMap.has(keyword)) return [keyword, value]
      const members = Object.entries(value as Record<string, Schema>)
      return [keyword, Object.fromEntries(members.map(([name, member]) => [name, change(member)]))]
    }),
  )
}

/** The fields with `x-untrusted` below a schema, as `data[].text`. */
export function untrustedFields(document: OpenApi, schema: Schema | undefined, at: string): string[] {
  if (typeof schema !== 'object') return []
  const { $ref, ...own } = schema
  const whole = $ref === undefined ? own : { ...resolve<SchemaObject>(document, { $ref }), ...own }
  if (whole['x-untrusted'] === true) return [at]
  const within = (part: Schema | undefined, place: string) => untrustedFields(document, part, place)
  const alternatives = [...holdsList].flatMap((keyword) => (whole[keyword] ?? []) as Schema[])
  return [
    ...Object.entries(whole.properties ?? {}).flatMap(([name, member]) => within(member, `${at}.${name}`)),
    ...within(whole.items, `${at}[]`),
    ...new Set(alternatives.flatMap((each) => within(each, at))),
  ]
}

/**
 * Returns the argument name of a parameter. Every identifier is called `id` in its path. For a model, the name comes
 * from its schema: `BusinessId` becomes `business_id`.
 */
export function argumentName({ name, in: place, schema }: Parameter): string {
  return place === 'path' ? argumentNameOf(name, (typeof schema === 'object' && schema.$ref) || '') : name
}

/** As `argumentName`, of a path parameter and the reference to its schema. */
export function argumentNameOf(name: string, reference: string): string {
  const [, component] = /\/([A-Z][A-Za-z]*Id)$/.exec(reference) ?? []
  if (component === undefined) return name
  return component.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
}

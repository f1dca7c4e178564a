import {
  type Example,
  type OpenApi,
  operationsOf,
  type RequestBody,
  resolve,
  type Schema,
  type SchemaObject,
} from '../source/openapi.ts'
import { jsonMedia } from './operations.ts'
import { banner, literal } from './typescript.ts'

/** One field of a payload, by its path, such as `data.analysis_id`. */
interface Field {
  name: string
  type: string
  description: string
}

/**
 * Writes event-catalog.ts: what a person reads about each event, with the fields and the first example of its payload.
 */
export function eventCatalogModule(document: OpenApi): string {
  const events = operationsOf(document, 'webhooks').flatMap(({ path, operation }) => {
    const { requestBody, summary = '', description = '' } = operation
    const content = requestBody && resolve<RequestBody>(document, requestBody).content
    const media = content && jsonMedia(content)
    if (!media) return []
    const [example] = Object.values(content[media.type]?.examples ?? {})
    return [
      {
        type: path,
        summary,
        description: description.trim().replaceAll(/\s+/g, ' '),
        fields: fieldsOf(document, media.schema, ''),
        example: example ? (resolve<Example>(document, example).value ?? null) : null,
      },
    ]
  })
  return `${banner}
/** The events that the service sends: what each means, the fields of its payload, and an example. */
export const eventCatalog = ${literal(events)} as const
`
}

/** Lists the fields of an object. If a member is an object, its fields are listed instead. */
function fieldsOf(document: OpenApi, schema: Schema | undefined, prefix: string): Field[] {
  return Object.entries(schemaOf(document, schema).properties ?? {}).flatMap(([name, member]) => {
    const found = schemaOf(document, member)
    if (found.properties) return fieldsOf(document, found, `${prefix}${name}.`)
    return [{ name: `${prefix}${name}`, type: typeOf(found), description: String(found.description ?? '') }]
  })
}

/** A schema with what it refers to. Its own keywords take precedence: a reference has a description for its place. */
function schemaOf(document: OpenApi, schema: Schema | undefined): SchemaObject {
  if (typeof schema !== 'object') return {}
  return { ...resolve<SchemaObject>(document, schema), ...schema }
}

function typeOf({ type, const: only, enum: values, format }: SchemaObject): string {
  if (only !== undefined) return JSON.stringify(only)
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ')
  const name = [type ?? 'any'].flat().join(' | ')
  return typeof format === 'string' ? `${name} (${format})` : name
}

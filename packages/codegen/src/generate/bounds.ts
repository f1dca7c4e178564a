import type { OpenApi, Parameter, Reference, Schema } from '../source/openapi.ts'
import { banner, joinDeclarations, literal } from './typescript.ts'

/** The keywords of JSON Schema that bound a value. */
const keywords = [
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'maxProperties',
  'minimum',
  'maximum',
] as const

/** The bounds of a value, and the bounds of its members by name. `items` contains the bounds of the items of a list. */
interface Bounds {
  [name: string]: string | number | Bounds
}

/**
 * Writes bounds.ts: all bounds of the component schemas and parameters, so that code does not repeat them. References
 * are omitted, because the schema that they name has the bounds. Each component is an export of its own: a bundler can
 * omit those that a page does not use. Several documents may contain the same component.
 *
 * @throws Error if components of two documents have the same name and different bounds
 */
export function boundsModule(documents: readonly OpenApi[]): string {
  const bounds = joinDeclarations(documents.map(componentBounds), literal)
  const declarations = [...bounds].map(([name, value]) => `export const ${name} = ${literal(value)} as const`)
  return `${banner}\n// The sizes that the contract permits: a component each, by property.\n\n${declarations.join('\n')}\n`
}

function componentBounds({ components }: OpenApi): [string, Bounds][] {
  const parameters = Object.entries(components?.parameters ?? {}).map(
    ([name, parameter]) => [name, schemaOf(parameter)] as const,
  )
  return bounded([...Object.entries(components?.schemas ?? {}), ...parameters])
}

function schemaOf(parameter: Parameter | Reference): Schema | undefined {
  return '$ref' in parameter ? undefined : parameter.schema
}

function boundsOf(schema: Schema | undefined): Bounds {
  if (typeof schema !== 'object') return {}
  const own = keywords.flatMap((keyword) => {
    const bound = schema[keyword]
    return typeof bound === 'number' || typeof bound === 'string' ? [[keyword, bound] as const] : []
  })
  const items = boundsOf(schema.items)
  return {
    ...Object.fromEntries(own),
    ...Object.fromEntries(bounded(Object.entries(schema.properties ?? {}))),
    ...(Object.keys(items).length > 0 && { items }),
  }
}

/** The bounds of the schemas that have any, by name. */
function bounded(schemas: readonly (readonly [string, Schema | undefined])[]): [string, Bounds][] {
  return schemas
    .map(([name, schema]): [string, Bounds] => [name, boundsOf(schema)])
    .filter(([, bounds]) => Object.keys(bounds).length > 0)
}

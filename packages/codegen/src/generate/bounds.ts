import type { OpenApi, Schema } from '../source/openapi.ts'
import { banner, literal } from './typescript.ts'

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
 * Writes bounds.ts: all bounds of the component schemas, so that code does not repeat them. References are omitted,
 * because the schema that they name has the bounds.
 */
export function boundsModule({ components }: OpenApi): string {
  const bounds = membersOf(components?.schemas ?? {})
  return `${banner}\n/** What the contract states about sizes, by schema and property. */\nexport const bounds = ${literal(bounds)} as const\n`
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
    ...membersOf(schema.properties ?? {}),
    ...(Object.keys(items).length > 0 && { items }),
  }
}

function membersOf(schemas: Readonly<Record<string, Schema | undefined>>): Bounds {
  const members = Object.entries(schemas).map(([name, schema]) => [name, boundsOf(schema)] as const)
  return Object.fromEntries(members.filter(([, bounds]) => Object.keys(bounds).length > 0))
}

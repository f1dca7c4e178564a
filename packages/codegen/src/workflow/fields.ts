import { capitalized } from '../source/names.ts'
import { type OpenApi, resolve, type Schema, type SchemaObject } from '../source/openapi.ts'

/** A value that a person enters in a trigger or action, or that a later step reads from its output. */
export interface Field {
  /** The path in the body, such as `review.rating`. */
  key: string
  label: string
  help: string
  type: 'string' | 'number' | 'integer' | 'boolean' | 'datetime'
  required: boolean
  /** Whether the value is a list of values of the type. */
  list: boolean
  choices?: string[]
  /** The dropdown that lists the ids for the field. */
  dropdown?: string
  default?: unknown
  sample?: unknown
}

/**
 * Lists the fields of an object in their order. If a member is an object, its members are listed instead. Lists of
 * objects are omitted: a form has no field for them, and a step reads them from the whole output.
 *
 * @param dropdowns the dropdown for each component that is an id, such as `BusinessId`
 */
export function fieldsOf(
  document: OpenApi,
  schema: Schema | undefined,
  dropdowns: ReadonlyMap<string, string>,
  at: { prefix?: string; isRequired?: boolean } = {},
): Field[] {
  const { prefix = '', isRequired = true } = at
  const { properties = {}, required = [] } = schemaOf(document, schema)
  return Object.entries(properties).flatMap(([name, member]): Field[] => {
    const whole = schemaOf(document, member)
    const key = `${prefix}${name}`
    const isNeeded = isRequired && required.includes(name)
    if (whole.properties) return fieldsOf(document, member, dropdowns, { prefix: `${key}.`, isRequired: isNeeded })
    const list = typesOf(whole).includes('array')
    const value = list ? schemaOf(document, whole.items) : whole
    if (value.properties || value.anyOf || value.oneOf) return []
    const strings = Array.isArray(value.enum) ? value.enum.map(String) : undefined
    const dropdown = dropdowns.get(componentOf(member))
    const [sample] = Array.isArray(whole.examples) ? whole.examples : []
    return [
      {
        key,
        label: labelOf(key),
        help: String(whole.description ?? value.description ?? '')
          .trim()
          .replaceAll(/\s+/g, ' '),
        type: typeOf(value),
        required: isNeeded,
        list,
        ...(strings && { choices: strings }),
        ...(dropdown !== undefined && { dropdown }),
        ...(whole.default !== undefined && { default: whole.default }),
        ...(sample !== undefined && { sample }),
      },
    ]
  })
}

/** `review.rating` becomes "Review rating", and `data.business_id` "Business ID". */
function labelOf(key: string): string {
  const words = key
    .replace(/^data\./, '')
    .replaceAll(/[._]/g, ' ')
    .replace(/\bid$/, 'ID')
  return capitalized(words)
}

function typesOf({ type = [] }: SchemaObject): string[] {
  return [type].flat()
}

function typeOf(schema: SchemaObject): Field['type'] {
  if (schema.format === 'date-time') return 'datetime'
  const simple = ['boolean', 'integer', 'number'] as const
  return simple.find((one) => typesOf(schema).includes(one) || typeof schema.const === one) ?? 'string'
}

function componentOf(schema: Schema | undefined): string {
  return typeof schema === 'object' ? (schema.$ref?.split('/').at(-1) ?? '') : ''
}

/** A schema with what it refers to. Its own keywords take precedence: a reference has a description for its place. */
function schemaOf(document: OpenApi, schema: Schema | undefined): SchemaObject {
  if (typeof schema !== 'object') return {}
  const { $ref, ...own } = schema
  return $ref === undefined ? own : { ...schemaOf(document, resolve<SchemaObject>(document, { $ref })), ...own }
}

import { camelCase, capitalized, pascalCase } from '../source/names.ts'
import type { OpenApi, Schema } from '../source/openapi.ts'
import { banner, joinDeclarations, literal } from './typescript.ts'

interface Enum {
  /**
   * The name of the component, or of the component and the path to the property that has it: `RecommendationEffort`.
   */
  name: string
  values: readonly string[]
  /** The meaning of each value, if the schema describes all of them in a list. */
  meanings: Readonly<Record<string, string>> | undefined
}

/**
 * Writes enums.ts: all lists of permitted strings in the component schemas, as values and as types of their members,
 * with their meanings if the description of the schema lists them: "- `value`: …". Several documents may contain the
 * same enum.
 *
 * @throws Error if enums of two documents have the same name and different values
 */
export function enumsModule(documents: readonly OpenApi[]): string {
  const byName = joinDeclarations(
    documents.map((document) => enumsOf(document).map((found) => [found.name, found])),
    ({ values }) => values.join(),
  )
  const declarations = [...byName].map(([name, { values, meanings }]) => {
    const constant = constantName(name)
    const described =
      meanings && `export const ${camelCase(name)}Descriptions: Record<${name}, string> = ${literal(meanings)}\n`
    return `export const ${constant} = ${literal(values)} as const\nexport type ${name} = (typeof ${constant})[number]\n${described ?? ''}`
  })
  return `${banner}\n${declarations.join('\n')}`
}

function enumsOf({ components }: OpenApi): Enum[] {
  return Object.entries(components?.schemas ?? {}).flatMap(([name, schema]) => enumsIn(schema, name))
}

function enumsIn(schema: Schema | undefined, name: string): Enum[] {
  if (typeof schema !== 'object') return []
  const strings = Array.isArray(schema.enum) ? schema.enum.filter((value) => typeof value === 'string') : []
  const own = strings.length > 1 ? [{ name, values: strings, meanings: meaningsIn(schema.description, strings) }] : []
  const members = Object.entries(schema.properties ?? {}).flatMap(([key, child]) =>
    enumsIn(child, name + pascalCase(key)),
  )
  return [...own, ...members, ...enumsIn(schema.items, singular(name))]
}

/**
 * Returns the meanings from the entries "- `value`: meaning" of a description, or undefined unless every value has one.
 */
function meaningsIn(description: unknown, values: readonly string[]): Enum['meanings'] {
  const entries = [...String(description).matchAll(/^- `([^`]+)`(?: \(\d+\))?: (.+)$/gm)]
  const meanings = new Map(entries.map(([, value = '', text = '']) => [value, capitalized(text)]))
  return values.every((value) => meanings.has(value)) ? Object.fromEntries(meanings) : undefined
}

/** `EventType` is the type of one member, `eventTypes` the list. */
function constantName(name: string): string {
  return plural(camelCase(name))
}

function plural(noun: string): string {
  if (/(s|x|ch|sh)$/.test(noun)) return `${noun}es`
  if (noun.endsWith('lf')) return noun.replace(/f$/, 'ves')
  return /[^aeiou]y$/.test(noun) ? noun.replace(/y$/, 'ies') : `${noun}s`
}

function singular(noun: string): string {
  if (/(s|x|ch|sh)es$/.test(noun)) return noun.slice(0, -2)
  return /ies$/.test(noun) ? noun.replace(/ies$/, 'y') : noun.replace(/([^s])s$/, '$1')
}

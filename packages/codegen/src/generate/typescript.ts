import { pascalCase } from '../source/names.ts'

const notice = 'Written from the contract by `npm run generate`. To change it, change the spec and generate again.'

/** The first line of every generated TypeScript file. */
export const banner = `// ${notice}\n`

/** The first line of every generated YAML file. */
export const yamlBanner = `# ${notice}\n`

/**
 * Formats JSON data as a TypeScript literal in the style of this repository: on one line if it fits, with keys quoted
 * only if necessary.
 *
 * @param indent the column, in spaces, of the line on which the literal begins
 */
export function literal(value: unknown, indent = 0): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return String(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const parts = Array.isArray(value)
    ? value.map((item) => literal(item, indent + 2))
    : Object.entries(value).map(([name, item]) => `${key(name)}: ${literal(item, indent + 2)}`)
  if (parts.length === 0) return open + close
  const space = Array.isArray(value) ? '' : ' '
  const line = `${open}${space}${parts.join(', ')}${space}${close}`
  if (line.length <= literalWidth && !line.includes('\n')) return line
  const margin = ' '.repeat(indent)
  return `${open}\n${parts.map((part) => `${margin}  ${part},\n`).join('')}${margin}${close}`
}

/** The maximum width of a literal. It leaves space for the key on a line of 120 columns. */
const literalWidth = 100

/** Formats a property name for an object type or literal. */
export function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)
}

/** Formats a doc comment with one paragraph per note. Missing notes are omitted. */
export function comment(notes: readonly (string | false | undefined)[], indent: number): string {
  const margin = ' '.repeat(indent)
  const text = notes.filter((note) => typeof note === 'string' && note !== '').join('\n\n')
  const lines = text.replaceAll('*/', '* /').split('\n')
  return `${margin}/**\n${lines.map((line) => `${margin} * ${line}`.trimEnd()).join('\n')}\n${margin} */`
}

function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

/**
 * Joins the declarations of several documents under names that TypeScript accepts. Two that `key` maps to the same text
 * are the same declaration. If two others of one document have the same name, the later one gets a number.
 *
 * @throws Error if two documents use the same name for different declarations
 */
export function joinDeclarations<Value>(
  documents: readonly (readonly (readonly [name: string, value: Value])[])[],
  key: (value: Value) => string,
): Map<string, Value> {
  const joined = new Map<string, Value>()
  for (const declarations of documents) {
    const own = new Map<string, Value>()
    for (const [name, value] of declarations) own.set(freeName(pascalCase(name), value, own, key), value)
    for (const [name, value] of own) {
      const known = joined.get(name)
      if (known !== undefined && key(known) !== key(value))
        throw new Error(`Two documents have a different ${name}; rename one of them.`)
      joined.set(name, value)
    }
  }
  return joined
}

function freeName<Value>(
  name: string,
  value: Value,
  taken: ReadonlyMap<string, Value>,
  key: (value: Value) => string,
): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}${number}`
    const known = taken.get(candidate)
    if (known === undefined || key(known) === key(value)) return candidate
  }
}

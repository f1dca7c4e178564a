import type { Caller, CallOptions, Operation } from './runtime.ts'

// Writes parameters in the styles of OpenAPI 3.1 ("Style Values"), which are templates of RFC 6570. Only documents with
// parameters that are not plain values or repeated ones have this module.

/** The form of a parameter. `json` is a parameter that has a media type of JSON instead of a style. */
interface Style {
  style: 'simple' | 'label' | 'matrix' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject' | 'json'
  /** A parameter or member for each part of the value. */
  explode: boolean
}

interface Styles {
  /** The path parameters with a style, with their values: those of the operation are plain. */
  path?: Record<string, Style & { value: unknown }>
  query?: Record<string, Style>
}

/** A value as a list of texts. Those of an object are its keys and values in turn. */
interface Parts {
  kind: 'scalar' | 'list' | 'object'
  texts: string[]
}

/**
 * Returns a caller that writes parameters in their styles before it calls.
 *
 * Members that are undefined or null are left out, and so are query parameters without members, as RFC 6570 describes.
 *
 * @throws TypeError from `call` and `list`, for a value that the style cannot express: a path parameter without
 * members, a list or object within another, or a text with the delimiter of a style that does not encode it
 */
export function withStyles(caller: Caller, styles: Styles): Caller {
  return {
    call: (operation, options = {}) => caller.call(styled(operation, styles, options), withoutQuery(options)),
    list: (operation, options = {}) => caller.list(styled(operation, styles, options), withoutQuery(options)),
  }
}

function withoutQuery({ query: _, ...options }: CallOptions): CallOptions {
  return options
}

function styled<Styled extends Operation>(operation: Styled, styles: Styles, options: CallOptions): Styled {
  const values = Object.entries(styles.path ?? {})
  const path = values.reduce(
    (filled, [name, { value, ...style }]) => filled.replace(`{${name}}`, () => pathText(name, value, style)),
    operation.path,
  )
  // A URL cannot have such a segment: it would lead to another path.
  if (path.split('/').some((segment) => segment === '.' || segment === '..'))
    throw new TypeError(`${operation.path}: the values of its parameters make a segment of dots alone.`)
  const { pairs, texts } = queryOf({ ...operation.query, ...options.query }, styles.query ?? {})
  if (texts.length === 0) return { ...operation, path, query: Object.fromEntries(pairs) }
  // What a caller encodes would lose the difference between a delimiter and the same character in a value.
  const query = [...texts, ...pairs.flatMap(pairTexts)].join('&')
  return { ...operation, path: `${path}?${query}`, query: undefined }
}

function pathText(name: string, value: unknown, { style, explode }: Style): string {
  const { kind, texts } = style === 'json' ? jsonParts(value) : partsOf(name, value)
  const isExploded = explode && kind !== 'scalar'
  if (style === 'label' && isExploded && texts.some((text) => text.includes('.')))
    throw new TypeError(`The parameter ${name} separates its members by dots, so none can contain one.`)
  const members = membersOf({ kind, texts }, explode)
  const text =
    members.length === 0 ? '' : inStyle(name, members, { style, isNamed: kind !== 'object' || !explode, isExploded })
  if (text === '') throw new TypeError(`The path parameter ${name} needs a value.`)
  return text
}

function inStyle(
  name: string,
  members: readonly string[],
  { style, isNamed, isExploded }: { style: Style['style']; isNamed: boolean; isExploded: boolean },
): string {
  if (style === 'label') return `.${members.join(isExploded ? '.' : ',')}`
  if (style !== 'matrix') return members.join(',')
  const values = isExploded ? members : [members.join(',')]
  const texts = isNamed ? values.map((value) => assigned(encoded(name), value)) : values
  return texts.map((text) => `;${text.replace(/=$/, '')}`).join('')
}

/** The encoded members of a value: `key=value` for each property of an exploded object. */
function membersOf({ kind, texts }: Parts, explode: boolean): string[] {
  const members = texts.map(encoded)
  if (kind !== 'object' || !explode) return members
  return pairsOf(members).map(([key, value]) => assigned(key, value))
}

function assigned(name: string, value: string): string {
  return `${name}=${value}`
}

/** Query parameters as pairs, which the caller encodes, and as texts, for those that it would encode in another way. */
interface Query {
  pairs: [string, unknown][]
  texts: string[]
}

function queryOf(query: Record<string, unknown>, styles: Record<string, Style>): Query {
  const pairs: Query['pairs'] = []
  const texts: string[] = []
  for (const [name, value] of Object.entries(query)) {
    const style = Object.hasOwn(styles, name) ? styles[name] : undefined
    if (style === undefined) pairs.push([name, value])
    else if (value !== undefined && value !== null) addStyled({ pairs, texts }, name, value, style)
  }
  const names = pairs.map(([name]) => name)
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  if (repeated !== undefined) throw new TypeError(`Two query parameters would have the name ${repeated}.`)
  return { pairs, texts }
}

function addStyled({ pairs, texts }: Query, name: string, value: unknown, { style, explode }: Style): void {
  const parts = style === 'json' ? jsonParts(value) : partsOf(name, value)
  const { kind, texts: members } = parts
  if (style === 'deepObject' && kind !== 'object') throw new TypeError(`The parameter ${name} must be an object.`)
  if (kind === 'scalar') pairs.push([name, members[0]])
  else if (members.length === 0) return
  else if (style === 'deepObject' && pairsOf(members).some(([key]) => /[[\]]/.test(key)))
    throw new TypeError(`The parameter ${name} writes its keys in brackets, so none can contain one.`)
  else if (style === 'deepObject')
    pairs.push(...pairsOf(members).map(([key, one]): [string, string] => [`${name}[${key}]`, one]))
  else if (explode && kind === 'object') pairs.push(...pairsOf(members))
  else if (explode) pairs.push([name, members])
  else texts.push(assigned(encoded(name), delimited(name, members, style)))
}

const delimiters: { readonly [One in Style['style']]?: { character: string; text: string } } = {
  spaceDelimited: { character: ' ', text: '%20' },
  pipeDelimited: { character: '|', text: '%7C' },
}

function delimited(name: string, members: readonly string[], style: Style['style']): string {
  const { character, text } = delimiters[style] ?? { character: undefined, text: ',' }
  if (character !== undefined && members.some((member) => member.includes(character)))
    throw new TypeError(`The parameter ${name} separates its members by "${character}", so none can contain it.`)
  return members.map(encoded).join(text)
}

/** A pair as a caller would write it: lists are repeated, undefined values are left out. */
function pairTexts([name, value]: [string, unknown]): string[] {
  return [value]
    .flat()
    .filter((one) => one !== undefined && one !== null)
    .map((one) => assigned(encoded(name), encoded(textOf(name, one))))
}

/** Splits a value. Members that are undefined or null are left out. */
function partsOf(name: string, value: unknown): Parts {
  if (value === undefined || value === null) return { kind: 'list', texts: [] }
  if (typeof value !== 'object' || value instanceof Date) return { kind: 'scalar', texts: [textOf(name, value)] }
  const isPresent = (one: unknown) => one !== undefined && one !== null
  if (Array.isArray(value)) return { kind: 'list', texts: value.filter(isPresent).map((one) => textOf(name, one)) }
  const entries = Object.entries(value).filter(([, one]) => isPresent(one))
  return { kind: 'object', texts: entries.flatMap(([key, one]) => [key, textOf(name, one)]) }
}

function jsonParts(value: unknown): Parts {
  const text = JSON.stringify(value)
  return text === undefined ? { kind: 'list', texts: [] } : { kind: 'scalar', texts: [text] }
}

function pairsOf(texts: readonly string[]): [string, string][] {
  return texts.flatMap((key, index): [string, string][] => (index % 2 === 0 ? [[key, texts[index + 1] ?? '']] : []))
}

function textOf(name: string, value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'object')
    throw new TypeError(`The parameter ${name} has a list or an object within another, for which OpenAPI has no form.`)
  return String(value)
}

/** Percent-encodes everything except the unreserved characters of RFC 3986. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

import { parseJson } from '@svc/runtime/json'

// Reads texts in the styles of OpenAPI 3.1 ("Style Values"). A value is divided at its delimiters before its parts are
// decoded: a delimiter that is percent-encoded belongs to a part.

/** The kind of value that a style describes: a text, a list of texts, or an object of texts. */
export type ParameterKind = 'scalar' | 'list' | 'object'

/** The form of a parameter. */
export interface ParameterForm {
  name: string
  /** A style of OpenAPI, or `json` for a parameter that has a media type of JSON instead. */
  style: string
  explode: boolean
  kind: ParameterKind
  /** Whether a list of one text cannot be meant: a percent-encoded delimiter then divides it. */
  isDivided: boolean
}

/** Reverses the encoding of a part. */
type Decode = (text: string) => string

/**
 * Reads the raw text of a parameter, which is a path segment or a part of one, a header, a cookie or the text after `=`
 * in a query.
 *
 * @returns undefined for a text that does not have the form
 */
export function valueOfText(form: ParameterForm, text: string, decode: Decode): unknown {
  const { style, kind, explode } = form
  if (style === 'json') return parseJson(decode(text))
  if (style === 'matrix') return matrixValue(form, text, decode)
  if (style === 'label' && !text.startsWith('.')) return undefined
  const value = style === 'label' ? text.slice(1) : text
  if (kind === 'scalar') return decode(value)
  const delimiter = delimiterOf(style, explode)
  const parts = value.split(delimiter)
  if (kind === 'object') return explode ? assignedParts(parts, decode) : alternatingParts(parts, decode)
  return parts.length === 1 && form.isDivided ? decode(value).split(delimiter) : parts.map(decode)
}

function delimiterOf(style: string, explode: boolean): RegExp | string {
  if (style === 'label') return explode ? '.' : ','
  if (style === 'pipeDelimited') return /\||%7C/i
  return style === 'spaceDelimited' ? /%20|\+| / : ','
}

/** `;name=a,b`, and with `explode` `;name=a;name=b` or `;key=value`. */
function matrixValue({ name, kind, explode }: ParameterForm, text: string, decode: Decode): unknown {
  const [start, ...parts] = text.split(';')
  if (start !== '' || parts.length === 0) return undefined
  if (kind === 'object' && explode) return assignedParts(parts, decode)
  const pairs = parts.map(pairOf)
  if (pairs.some(([key]) => decode(key) !== name)) return undefined
  const values = pairs.map(([, value]) => value)
  if (kind === 'list' && explode) return values.map(decode)
  const [value = '', ...others] = values
  if (others.length > 0) return undefined
  if (kind === 'scalar') return decode(value)
  const members = value.split(',')
  return kind === 'list' ? members.map(decode) : alternatingParts(members, decode)
}

/** `key=value`: a part without the sign has an empty value. */
export function pairOf(part: string): [string, string] {
  const [key = '', ...rest] = part.split('=')
  return [key, rest.join('=')]
}

function assignedParts(parts: readonly string[], decode: Decode): Record<string, string> | undefined {
  return objectOf(parts.map((part) => pairOf(part)).map(([key, value]) => [decode(key), decode(value)]))
}

/** Keys and values in turn. */
function alternatingParts(parts: readonly string[], decode: Decode): Record<string, string> | undefined {
  if (parts.length % 2 !== 0) return undefined
  const texts = parts.map(decode)
  const keys = texts.filter((_, index) => index % 2 === 0)
  return objectOf(keys.map((key, index) => [key, texts[2 * index + 1] ?? '']))
}

/** Undefined if a key is repeated: a schema could not see the other value. */
function objectOf(pairs: readonly [string, string][]): Record<string, string> | undefined {
  const value = Object.fromEntries(pairs)
  return Object.keys(value).length === pairs.length ? value : undefined
}

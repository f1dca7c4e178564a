import { parseCookie } from 'cookie'
import type { Request } from 'express'
import { resolveNode } from '../contract/references.ts'
import type { RoutedRequest } from '../contract/validator-patches.ts'
import {
  basePathIn,
  type DocumentedOperation,
  isJson,
  mediaOf,
  operationsIn,
  securitySchemeIn,
  typesOf,
} from './api-document.ts'
import { type ParameterForm, type ParameterKind, pairOf, valueOfText } from './style-values.ts'

// The parameters whose values the validator would not find: it decodes a text before it divides it, knows neither the
// styles `label` and `matrix` nor objects outside of queries, and refuses every list in a header.

type Node = Record<string, unknown>

interface StyledParameter extends ParameterForm {
  place: string
  schema: Node
}

/** Puts the values of the styled parameters of an operation into a request. A text without the form stays a text. */
type ReadParameters = (request: RoutedRequest) => void

/**
 * Takes the styled parameters of a document over from the validator: changes the document so that the validator expects
 * their values, and returns the function that reads them, for each operation that has any.
 */
export function takeOverParameters(document: object): Map<string, ReadParameters> {
  const operations = operationsIn(document)
  // Operations share parameters, so all are read before one is changed.
  const readers = operations.flatMap((operation): [string, ReadParameters][] => {
    const styled = operation.parameters.flatMap((parameter) => styledParameter(document, parameter))
    return styled.length === 0 ? [] : [[operation.operationId, readerOf(document, operation, styled)]]
  })
  for (const { parameters } of operations) for (const parameter of parameters) expectValue(document, parameter)
  return new Map(readers)
}

/** Describes a parameter whose value is not its text; an empty list for others. */
function styledParameter(document: object, parameter: Node): StyledParameter[] {
  const [media] = parameter.content === undefined ? [] : mediaOf(document, parameter)
  const place = String(parameter.in)
  const ownStyle = parameter.style ?? (place === 'path' || place === 'header' ? 'simple' : 'form')
  const style = media && isJson(media) ? 'json' : String(ownStyle)
  const schema = resolveNode(document, media ? media.schema : parameter.schema)
  const kind = kindOf(document, schema)
  if (kind === 'scalar' && !['label', 'matrix', 'json'].includes(style)) return []
  const explode = typeof parameter.explode === 'boolean' ? parameter.explode : style === 'form'
  const isDivided = kind === 'list' && isListOfMany(document, schema)
  return [{ name: String(parameter.name), place, style, explode, kind, isDivided, schema }]
}

/** A union of a list or an object with other types is a text: its form does not say which of them it is. */
function kindOf(document: object, schema: unknown): ParameterKind {
  const types = typesOf(document, schema).filter((type) => type !== 'null')
  if (types.length > 0 && types.every((type) => type === 'array')) return 'list'
  return types.length > 0 && types.every((type) => type === 'object') ? 'object' : 'scalar'
}

/** Whether no item can contain a delimiter, or one item is too few: clients encode delimiters as well. */
function isListOfMany(document: object, { items, minItems }: Node): boolean {
  const types = typesOf(document, items)
  const isEnum = Array.isArray(resolveNode(document, items).enum)
  return isEnum || Number(minItems) > 1 || (types.length > 0 && !types.includes('string'))
}

/** Gives a styled parameter the style in which the validator leaves its value as it is. */
function expectValue(document: object, parameter: Node): void {
  const [styled] = styledParameter(document, parameter)
  if (styled === undefined) return
  if (styled.style === 'json') {
    parameter.schema = styled.schema
    parameter.allowEmptyValue = true
    delete parameter.content
  }
  parameter.style = styled.place === 'path' || styled.place === 'header' ? 'simple' : 'form'
  parameter.explode = styled.kind === 'list'
}

function readerOf(
  document: object,
  operation: DocumentedOperation,
  styled: readonly StyledParameter[],
): ReadParameters {
  const at = (place: string) => styled.filter((parameter) => parameter.place === place)
  const [inPath, inQuery, inHeader, inCookie] = ['path', 'query', 'header', 'cookie'].map(at)
  const path = pathReader(basePathIn(document) + operation.path, inPath ?? [])
  const query = queryReader(document, inQuery ?? [], queryNames(document, operation))
  return (request) => {
    // The validator reads path parameters from here.
    Object.assign(request.openapi?.pathParams ?? {}, path(request))
    if (inQuery && inQuery.length > 0) {
      const value = query(request)
      Object.defineProperty(request, 'query', { value, configurable: true, enumerable: true, writable: true })
    }
    const headers = (inHeader ?? []).map((one) => [one.name.toLowerCase(), one] as const)
    for (const [name, parameter] of headers) {
      const text = request.headersDistinct[name]?.join(',')
      Object.assign(
        request.headers,
        found(name, parameter, text, (part) => part.trim()),
      )
    }
    if (inCookie && inCookie.length > 0) {
      const raw = parseCookie(request.headers.cookie ?? '', { decode: (text) => text })
      for (const parameter of inCookie) {
        const { name, explode, kind } = parameter
        // Exploded, the pairs of a cookie are those of a query: `ids=1&ids=2`.
        const text = explode && kind === 'list' ? raw[name]?.replaceAll(`&${name}=`, ',') : raw[name]
        Object.assign(request.cookies, found(name, parameter, text, decoded))
      }
    }
  }
}

/** The value of a parameter under its name; nothing for a text without its form. */
function found(
  name: string,
  form: ParameterForm,
  text: string | undefined,
  decode: (part: string) => string,
): Record<string, unknown> {
  const value = text === undefined ? undefined : valueOfText(form, text, decode)
  return value === undefined ? {} : Object.fromEntries([[name, value]])
}

/** Decodes a part of a URL; a part that is not valid percent-encoding stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // The only error is that of a sign without two digits, which clients send as they are.
    return part
  }
}

const decodedQuery = (part: string) => decoded(part.replaceAll('+', ' '))

type ReadPart = (request: Request) => Record<string, unknown>

function pathReader(template: string, styled: readonly StyledParameter[]): ReadPart {
  const names = [...template.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name)
  const source = template.split(/\{[^{}]+\}/).map((literal) => literal.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  const pattern = new RegExp(`^${source.join('([^/]+)')}$`)
  return ({ originalUrl }) => {
    const [path = ''] = originalUrl.split('?', 1)
    const texts = pattern.exec(path)?.slice(1) ?? []
    const values = styled.map((one) => found(one.name, one, texts[names.indexOf(one.name)], decoded))
    return Object.assign({}, ...values)
  }
}

/** The names that belong to a parameter or credential of their own. */
function queryNames(document: object, { parameters, security }: DocumentedOperation): ReadonlySet<string> {
  const schemes = security.flatMap((alternative) => Object.keys(alternative))
  const keys = schemes.map((name) => securitySchemeIn(document, name)).filter((scheme) => scheme.in === 'query')
  const queries = parameters.filter((one) => one.in === 'query')
  return new Set([...queries, ...keys].map(({ name }) => String(name)))
}

/** One pair of a query, as it was sent and decoded. */
interface Pair {
  text: string
  name: string
  /** After the sign, as it was sent. */
  raw: string
  value: string
}

/** Returns the whole query of a request, with the values of the styled parameters in place of their pairs. */
function queryReader(document: object, styled: readonly StyledParameter[], names: ReadonlySet<string>): ReadPart {
  return ({ originalUrl, app }) => {
    const start = originalUrl.indexOf('?')
    const texts = start < 0 ? [] : originalUrl.slice(start + 1).split('&')
    const pairs = texts
      .filter((text) => text !== '')
      .map((text): Pair => {
        const [name, raw] = pairOf(text)
        return { text, name: decodedQuery(name), raw, value: decodedQuery(raw) }
      })
    const values = styled.flatMap((parameter) => {
      const { value, taken } = queryValue(document, parameter, { pairs, names })
      return value === undefined ? [] : [{ entry: [parameter.name, value], taken }]
    })
    const left = pairs.filter((pair) => !values.some(({ taken }) => taken.includes(pair)))
    const parse: (text: string) => object = app.get('query parser fn')
    return { ...parse(left.map(({ text }) => text).join('&')), ...Object.fromEntries(values.map(({ entry }) => entry)) }
  }
}

interface QueryValue {
  value: unknown
  /** The pairs that the value consists of. */
  taken: readonly Pair[]
}

function queryValue(
  document: object,
  parameter: StyledParameter,
  { pairs, names }: { pairs: readonly Pair[]; names: ReadonlySet<string> },
): QueryValue {
  const { name, style, kind, explode, schema } = parameter
  if (style === 'deepObject') return deepObject(name, pairs)
  if (kind === 'object' && explode && style !== 'json') {
    const isMember = memberTest(document, schema, names)
    return membersAsObject(pairs.filter((pair) => isMember(pair.name)))
  }
  const taken = pairs.filter((pair) => pair.name === name)
  const [first] = taken
  const isRepeated = kind === 'list' && explode && style !== 'json'
  const whole = () =>
    isRepeated ? taken.map(({ value }) => value) : valueOfText(parameter, first?.raw ?? '', decodedQuery)
  return { value: first && whole(), taken }
}

/** Whether a pair of a query belongs to an exploded object. */
function memberTest(document: object, schema: Node, names: ReadonlySet<string>): (name: string) => boolean {
  const properties = resolveNode(document, schema.properties)
  const { additionalProperties = Object.keys(properties).length === 0 } = schema
  return (name) => Object.hasOwn(properties, name) || (additionalProperties !== false && !names.has(name))
}

/** A name that is repeated is a list. */
function membersAsObject(taken: readonly Pair[], nameOf = ({ name }: Pair) => name): QueryValue {
  const members = Object.entries(Object.groupBy(taken, nameOf)).map(([name, all = []]) => {
    const values = all.map(({ value }) => value)
    return [name, values.length === 1 ? values[0] : values]
  })
  return { value: members.length === 0 ? undefined : Object.fromEntries(members), taken }
}

/** `name[key]=value`. Deeper levels, which OpenAPI does not describe, remain as the query parser reads them. */
function deepObject(name: string, pairs: readonly Pair[]): QueryValue {
  const own = pairs.filter((pair) => pair.name.startsWith(`${name}[`))
  const keyOf = (pair: Pair) => pair.name.slice(name.length + 1, -1)
  const isFlat = own.every((pair) => pair.name.endsWith(']') && !/[[\]]/.test(keyOf(pair)))
  return isFlat ? membersAsObject(own, keyOf) : { value: undefined, taken: [] }
}

import { alternatives, isPublic } from '../generate/operations.ts'
import { type OpenApi, operationsOf, type Parameter, type PlacedOperation, resolve } from '../source/openapi.ts'
import { parameterExample } from '../source/parameter-example.ts'

/** A header with a credential: its name, and the text before the credential. */
type CredentialHeader = readonly [name: string, prefix: string]

/** The headers with a credential, one for each security scheme that a header can satisfy. Default: of all schemes. */
export function credentialHeaders(document: OpenApi, wanted?: readonly string[]): CredentialHeader[] {
  const schemes = Object.entries(document.components?.securitySchemes ?? {})
  const headers = schemes.flatMap(([scheme, node]): CredentialHeader[] => {
    if (wanted !== undefined && !wanted.includes(scheme)) return []
    const { type, in: location, name, scheme: http }: Record<string, unknown> = { ...resolve<object>(document, node) }
    if (type === 'apiKey' && location === 'header') return [[String(name), '']]
    if (type === 'apiKey' && location === 'cookie') return [['Cookie', `${name}=`]]
    if (type === 'http') return [['Authorization', `${String(http)} `]]
    return type === 'oauth2' || type === 'openIdConnect' ? [['Authorization', 'Bearer ']] : []
  })
  // The names of headers have no case.
  return [...new Map(headers.map((header) => [header[0].toLowerCase(), header])).values()]
}

/** The names of the query parameters that carry the credential of a security scheme. */
export function credentialQueries(document: OpenApi, wanted?: readonly string[]): string[] {
  const schemes = Object.entries(document.components?.securitySchemes ?? {})
  return schemes.flatMap(([scheme, node]) => {
    if (wanted !== undefined && !wanted.includes(scheme)) return []
    const { type, in: location, name }: Record<string, unknown> = { ...resolve<object>(document, node) }
    return type === 'apiKey' && location === 'query' ? [String(name)] : []
  })
}

/**
 * Returns a command that requests a GET operation of the document, with its credential and required parameters; one
 * with examples for all of them and without a path parameter if there is one, and of these preferably a list to which
 * POST adds, which a new service implements first. Undefined for a document without GET.
 */
export function firstRequest(
  document: OpenApi,
  { baseUrl, credential }: { baseUrl: string; credential: string },
): string | undefined {
  const operations = operationsOf(document, 'paths')
  const gets = operations.filter(({ method }) => method === 'get')
  const growing = new Set(operations.filter(({ method }) => method === 'post').map(({ path }) => path))
  const [chosen] = gets.toSorted(
    (one, other) =>
      missingIn(document, one) - missingIn(document, other) ||
      Number(growing.has(other.path)) - Number(growing.has(one.path)),
  )
  if (chosen === undefined) return undefined
  const required = chosen.parameters.filter((parameter) => parameter.required)
  const valuesIn = (place: Parameter['in']) =>
    required.filter((one) => one.in === place).map((one): [string, string] => [one.name, exampleOf(document, one)])
  const path = valuesIn('path').reduce(
    (filled, [name, value]) => filled.replace(`{${name}}`, () => encodeURIComponent(value)),
    chosen.path,
  )
  const query = new URLSearchParams(valuesIn('query'))
  const accepted = alternatives(document, chosen.operation)
  const [alternative = {}] = isPublic(accepted) ? [] : accepted
  const credentials = credentialHeaders(document, Object.keys(alternative))
  const headers = [
    ...credentials.map(([name, prefix]) => `${name}: ${prefix}${credential}`),
    ...valuesIn('header').map(([name, value]) => `${name}: ${value}`),
  ]
  const keys = credentialQueries(document, Object.keys(alternative)).map(
    (name) => `${encodeURIComponent(name)}=${credential}`,
  )
  const pairs = [...(query.size > 0 ? [query.toString()] : []), ...keys]
  const url = `${baseUrl}${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`
  return ['curl', ...headers.map((header) => `-H ${quoted(header)}`), quoted(url)].join(' ')
}

/** The number of required parameters without an example, and of path parameters, whose records may not exist. */
function missingIn(document: OpenApi, { parameters }: PlacedOperation): number {
  const required = parameters.filter((parameter) => parameter.required)
  const isMissing = (parameter: Parameter) => parameter.in === 'path' || parameterExample(document, parameter) === ''
  return required.filter(isMissing).length
}

function exampleOf(document: OpenApi, parameter: Parameter): string {
  return parameterExample(document, parameter) || '1'
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

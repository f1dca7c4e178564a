import { type Document, resolve } from '../contract.ts'
import { curlOf, quoted, type Request } from '../failure.ts'

/** The parts of every request that the caller of the tests gives, such as a credential. */
export interface Caller {
  baseUrl: string
  headers: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  /** The value of `API_CREDENTIAL`, which is a part of a header or of the query; '' if it is not set. */
  credential: string
}

interface SecurityScheme {
  [field: string]: unknown
  type?: string
  in?: string
  name?: string
}

/** The headers of a caller, with the names that the document has for them: Schemathesis compares them exactly. */
export function spelledHeaders(document: Document, headers: Caller['headers']): Record<string, string> {
  const schemes = schemesOf(document)
  const named = schemes.flatMap(({ in: location, name }) => (location === 'header' && name !== undefined ? [name] : []))
  const known = new Map([...usualNames, ...named].map((name) => [name.toLowerCase(), name]))
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [known.get(name.toLowerCase()) ?? name, value]),
  )
}

const usualNames = ['Authorization', 'Cookie']

/** The security schemes whose key is in the query, with the value that the caller adds. */
export function queryKeys(document: Document, query: Caller['query']): { scheme: string; value: string }[] {
  return Object.entries(document.components.securitySchemes ?? {}).flatMap(([scheme, part]) => {
    const { in: location, name = '' } = resolve<SecurityScheme>(document, part)
    const value = query[name]
    return location === 'query' && value !== undefined ? [{ scheme, value }] : []
  })
}

function schemesOf(document: Document): SecurityScheme[] {
  return Object.values(document.components.securitySchemes ?? {}).map((part) => resolve<SecurityScheme>(document, part))
}

/** Writes requests as shell commands: with `$API_URL` for the address, and `$API_CREDENTIAL` for the credential. */
export type Curl = (request: Request) => string

export function createCurl(document: Document, caller: Caller): Curl {
  const { baseUrl, headers, query, credential } = caller
  const secrets = Object.entries(headers).flatMap(([name, value]) => {
    const shown = shownValue(document, { name, value, credential })
    return shown === undefined ? [] : [[name.toLowerCase(), shown]]
  })
  const ofQuery = Object.entries(query).map(
    ([name, value]) => [`${name}=${encodeURIComponent(value)}`, `${name}='"$${credentialVariable}"'`] as const,
  )
  return (request) => {
    const rest = request.url.startsWith(baseUrl) ? request.url.slice(baseUrl.length) : undefined
    const url = rest === undefined ? quoted(request.url) : `"$${addressVariable}"${rest && quoted(rest)}`
    const shownUrl = ofQuery.reduce((text, [sent, shown]) => text.replace(sent, () => shown), url)
    return curlOf(request, { secrets: Object.fromEntries(secrets), shownUrl: shownUrl.replace(/(?<=")''$/, '') })
  }
}

const credentialVariable = 'API_CREDENTIAL'
const addressVariable = 'API_URL'

/** The value of a header in double quotes of a shell, without the credential; undefined if it has none. */
export function shownValue(
  document: Document,
  { name, value, credential }: { name: string; value: string; credential: string },
): string | undefined {
  const variable = `$${credentialVariable}`
  if (credential !== '' && value.includes(credential)) {
    const [before = '', after = ''] = value.split(credential, 2)
    return `${escaped(before)}${variable}${escaped(after)}`
  }
  const names = [...usualNames, ...schemesOf(document).map((scheme) => String(scheme.name))]
  if (!names.some((one) => one.toLowerCase() === name.toLowerCase())) return undefined
  const [, prefix = ''] = /^([A-Za-z]+ )/.exec(value) ?? []
  return `${prefix}${variable}`
}

/** Replaces the credential of a caller in what is printed: a service may repeat it in a response. */
export function createMask(document: Document, { headers, query, credential }: Caller): (text: string) => string {
  const inHeaders = Object.entries(headers).flatMap(([name, value]) =>
    shownValue(document, { name, value, credential }) === undefined ? [] : [value.replace(/^[A-Za-z]+ /, '')],
  )
  const inQuery = queryKeys(document, query).map(({ value }) => value)
  const secrets = new Set([credential, ...inHeaders, ...inQuery].filter((secret) => secret !== ''))
  return (text) => [...secrets].reduce((shown, secret) => shown.replaceAll(secret, `$${credentialVariable}`), text)
}

const escaped = (text: string) => text.replaceAll(/["$`\\]/g, '\\$&')

/** Two lines that explain the variables of the commands, and how to test one operation again. */
export function explainCommands({ baseUrl }: Caller): string {
  return `The commands above need two variables of the shell: ${addressVariable}, the address of the running service (${baseUrl} in
this run), and ${credentialVariable}, the credential of the tests. Add --operation NAME to test one operation again.`
}

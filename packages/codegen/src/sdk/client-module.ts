import {
  alternatives,
  componentName,
  idOf,
  isPublic,
  jsonMedia,
  property,
  scopesOf,
  success,
} from '../generate/operations.ts'
import { banner, comment, key, literal } from '../generate/typescript.ts'
import {
  type Example,
  type OpenApi,
  operationsOf,
  type Parameter,
  type PlacedOperation,
  type RequestBody,
  resolve,
  type SchemaObject,
} from '../source/openapi.ts'
import { type ClientName, clientNames, identifier } from './resource-names.ts'

/**
 * Writes what a client needs beside the types: a table of the operations, a function and a method for each of them, the events
 * and an index. The runtime that carries them out is not generated; `runtime.ts` says what is asked of it.
 *
 * @returns the files by path
 */
export function resourceFiles(document: OpenApi): Map<string, string> {
  const names = clientNames(document)
  const calls = operationsOf(document, 'paths').map((placed) => describeCall(document, placed, names))
  return new Map([
    ['runtime.ts', `${banner}\n${runtimeModule}`],
    ['operations.ts', `${banner}\n${operationsModule(document, calls)}`],
    ['functions.ts', `${banner}\n${functionsModule(calls)}`],
    ['resources.ts', `${banner}\n${resourcesModule(calls)}`],
    ['events.ts', `${banner}\n${eventsModule(document)}`],
    ['api.md', apiIndex(document, calls)],
  ])
}

/** One operation as a client calls it. */
interface ClientCall {
  /** The operationId as a name in code. */
  id: string
  name: ClientName
  notes: string[]
  facts: Record<string, unknown>
  arguments: Argument[]
  /** Types to import from the generated types. */
  imports: string[]
  /** An alias for the query, so that callers can name its type. */
  queryAlias: string | null
  /** `Call<…>` or `List<…>`. */
  result: string
  isList: boolean
  /** The object literal that carries the arguments to the runtime. */
  input: string
  example: string | null
}

interface Argument {
  name: string
  type: string
  required: boolean
  note: string | undefined
}

function describeCall(document: OpenApi, placed: PlacedOperation, names: Map<string, ClientName>): ClientCall {
  const { operation, parameters } = placed
  const id = identifier(idOf(placed))
  const name = names.get(id) ?? { namespace: [], method: id }
  const data = `${capitalised(id)}Data`
  const types = new Set<string>()
  const typeNamed = (component: string | null, inline: string): string => {
    types.add(component ?? /^\w+/.exec(inline)?.[0] ?? inline)
    return component ?? inline
  }

  const inPath = pathParameters(placed).map((parameter) => {
    const component = componentName(parameter.schema)
    const type = typeNamed(component, `${data}['path'][${literal(parameter.name)}]`)
    const argument = { name: argumentName(component ?? parameter.name), type, required: true, note: noteOf(parameter) }
    return { parameter, argument }
  })
  const args: Argument[] = inPath.map(({ argument }) => argument)
  const input = inPath.map(({ parameter, argument }) => entry(parameter.name, argument.name))
  const parts = input.length === 0 ? [] : [`path: { ${input.join(', ')} }`]

  const body = operation.requestBody && resolve<RequestBody>(document, operation.requestBody)
  const media = body && jsonMedia(body.content)
  if (body && media) {
    const type = typeNamed(componentName(media.schema), `NonNullable<${data}['body']>`)
    types.delete('NonNullable')
    if (type.startsWith('NonNullable')) types.add(data)
    args.push({ name: 'body', type, required: body.required ?? false, note: undefined })
    parts.push('body')
  }

  const query = parameters.filter((parameter) => parameter.in === 'query')
  const queryAlias = query.length === 0 ? null : `${capitalised(id)}Query`
  if (queryAlias !== null) {
    types.add(data)
    args.push({ name: 'query', type: queryAlias, required: query.some(({ required }) => required), note: undefined })
    parts.push('query')
  }

  const { result, isList } = resultOf(document, placed, typeNamed)
  args.sort((a, b) => Number(b.required) - Number(a.required))
  return {
    id,
    name,
    notes: notesOn(document, placed),
    facts: factsOf(placed),
    arguments: args,
    imports: [...types],
    queryAlias,
    result,
    isList,
    input: parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`,
    example: exampleOf(document, placed, name, isList),
  }
}

/** What the runtime has to know; the rest of the contract is in the types. */
function factsOf({ path, method, operation, parameters }: PlacedOperation): Record<string, unknown> {
  const idempotent = parameters.some(
    ({ name, ...at }) => at.in === 'header' && name.toLowerCase() === 'idempotency-key',
  )
  const pages = operation['x-pagination']
  return {
    id: operation.operationId ?? '',
    method: method.toUpperCase(),
    path,
    ...(idempotent && { idempotent }),
    ...(pages?.style === 'cursor' && { pagination: { cursor: pages.cursor, items: pages.items, next: pages.next } }),
  }
}

function resultOf(
  document: OpenApi,
  placed: PlacedOperation,
  typeNamed: (component: string | null, inline: string) => string,
): { result: string; isList: boolean } {
  const { key: status, response } = success(document, placed)
  const media = jsonMedia(response.content)
  if (!media) return { result: 'Call<void>', isList: false }
  const whole = typeNamed(
    componentName(media.schema),
    `${capitalised(identifier(idOf(placed)))}Responses[${literal(status)}]`,
  )
  const pagination = placed.operation['x-pagination']
  if (pagination?.style !== 'cursor') return { result: `Call<${whole}>`, isList: false }
  const { schema } = property(document, media.schema, pagination.items, '')
  const list = typeof schema === 'object' ? resolve<SchemaObject>(document, schema as SchemaObject) : undefined
  const inline = `${whole}${pagination.items
    .split('.')
    .map((name) => `[${literal(name)}]`)
    .join('')}[number]`
  return { result: `List<${whole}, ${typeNamed(componentName(list?.items), inline)}>`, isList: true }
}

function notesOn(document: OpenApi, placed: PlacedOperation): string[] {
  const { operation, method, path } = placed
  const scopes = isPublic(alternatives(document, operation)) ? [] : scopesOf(document, operation)
  const line = [
    `\`${method.toUpperCase()} ${path}\``,
    scopes.length > 0 && `scope ${scopes.map((scope) => `\`${scope}\``).join(', ')}`,
    operation['x-quota'] && `counts against the quota \`${operation['x-quota']}\``,
    operation['x-stability'] === 'beta' && 'beta',
  ]
  return [
    operation.summary,
    operation.description?.trim(),
    line.filter(Boolean).join(' · '),
    operation.deprecated && '@deprecated',
  ].filter((note): note is string => typeof note === 'string' && note !== '')
}

/** Path parameters in the order in which the path names them. */
function pathParameters({ path, parameters }: PlacedOperation): Parameter[] {
  const order = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name)
  const place = ({ name }: Parameter) => order.indexOf(name)
  return parameters.filter((parameter) => parameter.in === 'path').sort((a, b) => place(a) - place(b))
}

/** A parameter called `id` says little beside others: the component that describes it has the better name. */
function argumentName(name: string): string {
  const words = name.split(/[^0-9A-Za-z]+/).filter(Boolean)
  const joined = words.map((word, index) => (index === 0 ? word : capitalised(word))).join('')
  return joined.charAt(0).toLowerCase() + joined.slice(1)
}

function entry(name: string, value: string): string {
  return name === value ? name : `${key(name)}: ${value}`
}

function noteOf({ description }: Parameter): string | undefined {
  return description?.trim().split('\n')[0]
}

/** The call as somebody would write it, with the values of the contract's own examples; null when one is missing. */
function exampleOf(document: OpenApi, placed: PlacedOperation, name: ClientName, isList: boolean): string | null {
  const values = pathParameters(placed).map((parameter) => exampleValue(document, parameter))
  const body = placed.operation.requestBody && resolve<RequestBody>(document, placed.operation.requestBody)
  if (body?.required) values.push(exampleValue(document, Object.values(body.content)[0] ?? {}))
  if (values.includes(undefined)) return null
  const call = `client.${[...name.namespace, name.method].join('.')}(${values.map((value) => literal(value)).join(', ')})`
  return isList ? `for await (const item of ${call}) console.log(item)` : `const answer = await ${call}`
}

function exampleValue(document: OpenApi, place: Pick<Parameter, 'example' | 'examples' | 'schema'>): unknown {
  if (place.example !== undefined) return place.example
  const [first] = Object.values(place.examples ?? {})
  if (first !== undefined) return resolve<Example>(document, first).value
  if (typeof place.schema !== 'object') return undefined
  const { example, examples } = resolve<SchemaObject>(document, place.schema as SchemaObject)
  return example ?? (Array.isArray(examples) ? examples[0] : undefined)
}

function operationsModule(document: OpenApi, calls: readonly ClientCall[]): string {
  const constants = calls.map(({ id, facts }) => `export const ${id} = ${literal(facts)} satisfies Operation\n`)
  return `import type { Operation } from './runtime.ts'

/** The version of the contract that this client was generated from. */
export const specVersion = ${literal(document.info.version)}

/** The first address that the contract names. */
export const defaultBaseUrl = ${literal(document.servers?.[0]?.url ?? '')}

${constants.join('\n')}`
}

function functionsModule(calls: readonly ClientCall[]): string {
  const types = [...new Set(calls.flatMap(({ imports }) => imports))].sort()
  const aliases = calls.flatMap(({ id, queryAlias }) =>
    queryAlias === null ? [] : [`export type ${queryAlias} = NonNullable<${capitalised(id)}Data['query']>\n`],
  )
  return `import * as operations from './operations.ts'
import type { ${runtimeNames(calls).join(', ')} } from './runtime.ts'
import type {
${types.map((type) => `  ${type},\n`).join('')}} from './types.gen.ts'

${aliases.join('\n')}
${calls.map(functionOf).join('\n')}`
}

function functionOf(call: ClientCall): string {
  const { id, result, isList, input } = call
  const parameters = ['caller: Caller', ...parametersOf(call)].map((parameter) => `  ${parameter},\n`).join('')
  return `${comment([...call.notes, tags(call)], 0)}
export function ${id}(
${parameters}): ${result} {
  return caller.${isList ? 'list' : 'call'}(operations.${id}, ${input}, options)
}
`
}

function resourcesModule(calls: readonly ClientCall[]): string {
  const tree = treeOf(calls)
  const types = [...new Set(calls.flatMap(signatureTypes))].sort()
  const queries = calls.flatMap(({ queryAlias }) => (queryAlias === null ? [] : [queryAlias]))
  const inFunctions = queries.length === 0 ? '' : `import type { ${queries.sort().join(', ')} } from './functions.ts'\n`
  return `${inFunctions}import * as functions from './functions.ts'
import type { ${runtimeNames(calls).join(', ')} } from './runtime.ts'
import type {
${types.map((type) => `  ${type},\n`).join('')}} from './types.gen.ts'

${classesBelow(tree).join('\n')}
/** Every operation, by resource. */
export class Resources {
${membersOf(tree)}}
`
}

/** The functions name more types than the methods do: the query's data type is behind an alias there. */
function signatureTypes({ imports, arguments: args, result }: ClientCall): string[] {
  const text = [result, ...args.map(({ type }) => type)].join(' ')
  return imports.filter((name) => new RegExp(`\\b${name}\\b`).test(text))
}

/** A resource with its own operations and the resources below it. */
interface Branch {
  path: string[]
  calls: ClientCall[]
  branches: Map<string, Branch>
}

function treeOf(calls: readonly ClientCall[]): Branch {
  const root: Branch = { path: [], calls: [], branches: new Map() }
  for (const call of calls) {
    let branch = root
    for (const name of call.name.namespace) {
      const below = branch.branches.get(name) ?? { path: [...branch.path, name], calls: [], branches: new Map() }
      branch.branches.set(name, below)
      branch = below
    }
    branch.calls.push(call)
  }
  return root
}

/** Inner classes first, so that the file reads without forward references. */
function classesBelow({ branches }: Branch): string[] {
  return [...branches.values()].flatMap((branch) => [
    ...classesBelow(branch),
    `export class ${className(branch)} {\n${membersOf(branch)}}\n`,
  ])
}

function membersOf({ branches, calls }: Branch): string {
  const below = [...branches].map(([name, branch]) => ({ name, type: className(branch) }))
  const fields = below.map(({ name, type }) => `  readonly ${name}: ${type}\n`).join('')
  const own = calls.length === 0 ? '' : '  readonly #caller: Caller\n'
  const assignments = [
    ...(calls.length === 0 ? [] : ['    this.#caller = caller\n']),
    ...below.map(({ name, type }) => `    this.${name} = new ${type}(caller)\n`),
  ].join('')
  const methods = calls.map((call) => `\n${methodOf(call)}`).join('')
  return `${own}${fields}\n  constructor(caller: Caller) {\n${assignments}  }\n${methods}`
}

function methodOf(call: ClientCall): string {
  const passed = ['this.#caller', ...call.arguments.map(({ name }) => name), 'options'].join(', ')
  const example = call.example === null ? false : `@example\n${call.example}`
  const parameters = parametersOf(call)
  const line = `  ${call.name.method}(${parameters.join(', ')}): ${call.result} {`
  const lines = [`  ${call.name.method}(`, ...parameters.map((one) => `    ${one},`), `  ): ${call.result} {`]
  return `${comment([...call.notes, tags(call), example], 2)}
${line.length <= LINE_WIDTH ? line : lines.join('\n')}
    return functions.${call.id}(${passed})
  }
`
}

const LINE_WIDTH = 120

function className({ path }: Branch): string {
  return `${path.map(capitalised).join('')}Resource`
}

function parametersOf({ arguments: args }: ClientCall): string[] {
  return [...args.map(({ name, type, required }) => `${name}${required ? '' : '?'}: ${type}`), 'options?: CallOptions']
}

function tags({ arguments: args }: ClientCall): string | false {
  const lines = args.flatMap(({ name, note }) => (note === undefined ? [] : [`@param ${name} ${note}`]))
  return lines.length > 0 && lines.join('\n')
}

function runtimeNames(calls: readonly ClientCall[]): string[] {
  const uses = (isList: boolean) => calls.some((call) => call.isList === isList)
  return [...(uses(false) ? ['Call'] : []), 'Caller', 'CallOptions', ...(uses(true) ? ['List'] : [])]
}

function eventsModule(document: OpenApi): string {
  const events = operationsOf(document, 'webhooks').flatMap(({ path, operation }) => {
    const media = operation.requestBody && jsonMedia(resolve<RequestBody>(document, operation.requestBody).content)
    const component = media ? componentName(media.schema) : null
    return [{ type: path, component }]
  })
  const types = [...new Set(events.flatMap(({ component }) => component ?? []))].sort()
  const imports =
    types.length === 0
      ? ''
      : `import type {\n${types.map((type) => `  ${type},\n`).join('')}} from './types.gen.ts'\n\n`
  return `${imports}/** The body of a delivery, by the type of its event. */
export interface WebhookEvents {
${events.map(({ type, component }) => `  ${key(type)}: ${component ?? 'unknown'}\n`).join('')}}
`
}

/** api.md: everything that can be called, with the type it gives. */
function apiIndex(document: OpenApi, calls: readonly ClientCall[]): string {
  const namespaces = [...new Set(calls.map(({ name }) => name.namespace.join('.')))]
  const sections = namespaces.map((namespace) => {
    const lines = calls
      .filter(({ name }) => name.namespace.join('.') === namespace)
      .map((call) => {
        const args = call.arguments.map(({ name, required }) => `${name}${required ? '' : '?'}`)
        const { method, path } = call.facts as { method: string; path: string }
        const place = ['client', ...call.name.namespace, call.name.method].join('.')
        return `| \`${place}(${[...args, 'options?'].join(', ')})\` | \`${call.id}\` | \`${method} ${path}\` | \`${call.result}\` |\n`
      })
    return `## ${namespace}\n\n| method | function | request | result |\n|---|---|---|---|\n${lines.join('')}`
  })
  return `<!-- Written from the contract by \`npm run generate\`. -->

# ${document.info.title} ${document.info.version}

${sections.join('\n')}`
}

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Goes into runtime.ts as it stands: the resources call it, the client's own code fulfils it. */
const runtimeModule = `/** What the runtime knows about an operation. */
export interface Operation {
  /** The operationId. */
  id: string
  method: string
  /** The path template, relative to the base URL. */
  path: string
  /** Takes an Idempotency-Key, so that a lost answer can be asked for again. */
  idempotent?: boolean
  /** How a list is read page by page: the query parameter, and where the answer keeps items and next cursor. */
  pagination?: { cursor: string; items: string; next: string }
}

/** What one call carries. Keys are the names on the wire. */
export interface Input {
  path?: Record<string, string | number>
  query?: object | undefined
  body?: unknown
}

/** What a caller may set for one call. Times are milliseconds. */
export interface CallOptions {
  /** Ends the call, also while it waits before another attempt. */
  signal?: AbortSignal | undefined
  /** For one attempt, from the first byte sent to the last byte received. */
  timeout?: number | undefined
  /** For the whole call with all its attempts and pauses. */
  totalTimeout?: number | undefined
  /** Attempts after the first. */
  maxRetries?: number | undefined
  /** In place of the key that is made for every POST. */
  idempotencyKey?: string | undefined
  /** Added to the request; null removes one that would be sent. */
  headers?: Record<string, string | null> | undefined
  /** Parameters that the types do not know. */
  query?: Record<string, unknown> | undefined
}

/** Carries out operations: a client. */
export interface Caller {
  call<Result>(operation: Operation, input: Input, options?: CallOptions): Call<Result>
  list<Body, Item>(operation: Operation, input: Input, options?: CallOptions): List<Body, Item>
}

/** A call under way. It is a promise of the parsed body. */
export interface Call<Result> extends Promise<Result> {
  /** The answer of the last attempt with its body unread; errors are thrown as ever. Ask before awaiting the call itself. */
  asResponse(): Promise<Response>
  /** The parsed body beside the answer it came in. */
  withResponse(): Promise<{ result: Result; response: Response; requestId: string | null }>
}

/** A call that reads a list: await it for one page, or iterate over all items of all pages. */
export interface List<Body, Item> extends Call<ListPage<Body, Item>>, AsyncIterable<Item> {
  iterPages(): AsyncIterable<ListPage<Body, Item>>
}

/** One page: the body as it was sent, and the way to the next. */
export type ListPage<Body, Item> = Body & PageReader<Body, Item>

export interface PageReader<Body, Item> extends AsyncIterable<Item> {
  readonly items: Item[]
  hasNextPage(): boolean
  /** Rejects when this is the last page. */
  getNextPage(): Promise<ListPage<Body, Item>>
  /** This page and those after it. */
  iterPages(): AsyncIterable<ListPage<Body, Item>>
}
`

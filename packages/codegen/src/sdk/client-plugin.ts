import { $, type DefinePlugin, definePluginConfig } from '@hey-api/openapi-ts'
import { literal } from '../generate/typescript.ts'
import { capitalized } from '../source/names.ts'
import { isDelimited } from './parameter-styles.ts'
import { type Method, methodsOf, type Resource, type ResourceTree } from './resource-tree.ts'

type ClientPlugin = DefinePlugin<{ name: 'svc-client'; tree: ResourceTree }>

/**
 * The plugin for hey-api that generates the client: a function for each operation (`functions.ts`), a class for each
 * resource (`resources.ts`), the payloads of webhooks (`events.ts`) and facts of the contract (`constants.ts`). The
 * plugin `@hey-api/typescript` generates the types. hey-api itself resolves names and writes the imports.
 */
export const clientPlugin = definePluginConfig<ClientPlugin['Types']>({
  name: 'svc-client',
  // Every run has its own tree; hey-api requires a value here.
  config: { tree: { title: '', version: '', baseUrl: '', resources: [], events: [] } },
  dependencies: ['@hey-api/typescript'],
  handler: ({ plugin }) => {
    const { tree } = plugin.config
    const names = createNames(plugin)
    writeConstants(plugin, tree)
    const queries = writeFunctions(plugin, names, tree)
    writeResources(plugin, { ...names, queries }, tree)
    writeEvents(plugin, names, tree)
  },
})

type Instance = ClientPlugin['Instance']
type Symbol = ReturnType<Instance['symbol']>
type Names = ReturnType<typeof createNames>

/** Names that the generated modules refer to and that are declared elsewhere. */
function createNames(plugin: Instance) {
  const inRuntime = (name: string) => plugin.symbol(name, { external: './runtime.ts', kind: 'type' })
  const operationIds = new Map<string, string>()
  for (const [path, item] of Object.entries(plugin.context.ir.paths ?? {}))
    for (const [method, operation] of Object.entries(item))
      if (isOperation(operation)) operationIds.set(`${method.toUpperCase()} ${path}`, operation.id)
  return {
    Call: inRuntime('Call'),
    Caller: inRuntime('Caller'),
    CallOptions: inRuntime('CallOptions'),
    List: inRuntime('List'),
    Upload: inRuntime('Upload'),
    resource: plugin.symbol('resource', { external: './runtime.ts' }),
    withStyles: plugin.symbol('withStyles', { external: './styles.ts' }),
    functions: plugin.symbol('functions', { external: './functions.ts', importKind: 'namespace' }),
    /** The type of a component schema. */
    schema: (name: string): Symbol =>
      typeNamed(plugin, { resource: 'definition', resourceId: `#/components/schemas/${name}` }),
    /** The type of what an operation sends or returns. */
    ofOperation: ({ httpMethod, path }: Method, role: 'data' | 'responses'): Symbol =>
      typeNamed(plugin, { resource: 'operation', resourceId: operationIds.get(`${httpMethod} ${path}`), role }),
  }
}

function isOperation(member: unknown): member is { id: string } {
  return typeof member === 'object' && member !== null && 'id' in member
}

function typeNamed(plugin: Instance, meta: Record<string, string | undefined>): Symbol {
  const symbol = plugin.querySymbol({ category: 'type', ...meta })
  if (symbol === undefined) throw new Error(`hey-api generated no type for ${Object.values(meta).join(' ')}.`)
  return symbol
}

/** Writes the facts of the contract that concern all operations. */
function writeConstants(plugin: Instance, tree: ResourceTree): void {
  const constant = (name: string, value: string, comment: string) =>
    plugin.node(
      $.const(plugin.symbol(name, { getFilePath: () => 'constants' }))
        .export()
        .assign($.fromValue(value))
        .doc(comment),
    )
  constant('specVersion', tree.version, 'The version of the contract that this client was generated from.')
  constant('defaultBaseUrl', tree.baseUrl, 'The first server that the contract names.')
}

/** Writes a function for each operation, and an alias for each query, so that callers can name its type. */
function writeFunctions(plugin: Instance, names: Names, tree: ResourceTree): Map<Method, Symbol> {
  const getFilePath = () => 'functions'
  const methods = methodsOf(tree.resources)
  const queries = new Map<Method, Symbol>()
  for (const method of methods) {
    if (method.queryParameters.length === 0) continue
    const alias = plugin.symbol(`${capitalized(method.functionName)}Query`, { getFilePath, kind: 'type' })
    const query = $.type(names.ofOperation(method, 'data')).idx($.type.literal('query'))
    plugin.node($.type.alias(alias).export().type($.type('NonNullable').generic(query)))
    queries.set(method, alias)
  }
  for (const method of methods) {
    const args = argumentsOf(method, { ...names, queries })
    const request = callerOf(method, names).attr(method.pagination ? 'list' : 'call')
    const declaration = $.func(plugin.symbol(method.functionName, { getFilePath }))
      .export()
      .doc(commentOf(method))
      .param('caller', (parameter) => parameter.type($.type(names.Caller)))
    for (const { name, type, required } of args)
      declaration.param(name, (parameter) => parameter.type(type).optional(!required))
    declaration.returns(resultOf(method, names)).do($.return(request.call(operationOf(method), $('options'))))
    plugin.node(declaration)
  }
  return queries
}

/** The caller or, for an operation with a parameter that has a style, a caller that writes the styles. */
function callerOf({ operationId, pathParameters, queryParameters, pagination }: Method, { withStyles }: Names) {
  const paths = pathParameters.filter(({ style }) => style !== undefined)
  const queries = queryParameters.filter(({ style }) => style !== undefined)
  if (paths.length + queries.length === 0) return $('caller')
  const delimited = pagination && queries.find(({ style }) => style && isDelimited(style))
  if (delimited)
    throw new Error(
      `${operationId}: a client cannot combine the list parameter ${delimited.name}, whose members are separated within ` +
        'one value, with pagination. Give it the style `form` with `explode: true`.',
    )
  const styles = $.object()
  if (paths.length > 0) {
    const values = $.object()
    for (const { name, argumentName, style } of paths)
      values.prop(
        name,
        $.object()
          .prop('value', $(argumentName))
          .prop('style', $.literal(style?.style ?? ''))
          .prop('explode', $.literal(style?.explode ?? false)),
      )
    styles.prop('path', values)
  }
  if (queries.length > 0)
    styles.prop('query', $.fromValue(Object.fromEntries(queries.map(({ name, style }) => [name, style]))))
  return $(withStyles).call($('caller'), styles)
}

/**
 * Returns the operation with its input, as the runtime expects it. It is written in the function itself: in a bundle of
 * all functions, a table of operations would be 0.2 KB more. What many operations have in common comes first and the
 * names of each one last, which compresses best.
 */
function operationOf(method: Method) {
  const { operationId, httpMethod, path, pathParameters, body, queryParameters, pagination } = method
  const operation = $.object()
  const plain = pathParameters.filter(({ style }) => style === undefined)
  if (plain.length > 0) {
    const values = $.object()
    for (const { name, argumentName } of plain) values.prop(name, $(argumentName))
    operation.prop('values', values)
  }
  if (body) operation.prop('body', $('body'))
  if (body?.upload) operation.prop('upload', $.literal(true))
  if (queryParameters.length > 0) operation.prop('query', $('query'))
  if (pagination) {
    const { cursor, items, next } = pagination
    operation.prop('pagination', $.fromValue({ cursor, items, next }))
  }
  return operation
    .prop('method', $.literal(httpMethod))
    .prop('id', $.literal(operationId))
    .prop('path', $.literal(path))
}

/**
 * Writes for each resource the type of its methods, and its class, which the runtime makes from a table: in a bundle,
 * a table is half the size of methods that call functions.
 */
function writeResources(plugin: Instance, names: Names & { queries: Map<Method, Symbol> }, tree: ResourceTree): void {
  const getFilePath = () => 'resources'

  /** Writes inner resources first, so that the file reads without forward references. */
  function write(
    name: string,
    resource: Pick<Resource, 'path' | 'methods' | 'resources'>,
    comment?: string,
  ): { type: Symbol; symbol: Symbol } {
    const inner = resource.resources.map((one) => {
      return { name: one.name, ...write(`${one.path.map(capitalized).join('')}Resource`, one) }
    })
    const type = plugin.symbol(`${name}Methods`, { getFilePath, kind: 'type' })
    const members = $.type.object()
    for (const one of inner) members.prop(one.name, (property) => property.readonly().type($.type(one.type)))
    for (const method of resource.methods)
      members.prop(method.name, (property) => {
        property.doc(commentOf(method, exampleOf(method, resource.path))).type(memberOf(method, names))
      })
    plugin.node($.type.alias(type).export().type(members))

    const methods = $.object()
    for (const method of resource.methods) methods.prop(method.name, $(names.functions).attr(method.functionName))
    const resources = $.object()
    for (const one of inner) resources.prop(one.name, $(one.symbol))
    const symbol = plugin.symbol(name, { getFilePath })
    const declaration = $.const(symbol).export()
    if (comment !== undefined) declaration.doc(comment)
    plugin.node(declaration.assign($(names.resource).call(methods, resources).generic(type)))
    return { type, symbol }
  }

  write('Resources', { ...tree, path: [], methods: [] }, 'Every operation, by resource.')
}

function memberOf(method: Method, names: Names & { queries: Map<Method, Symbol> }) {
  const member = $.type.func()
  for (const { name, type, required } of argumentsOf(method, names))
    member.param(name, (parameter) => parameter.type(type).optional(!required))
  return member.returns(resultOf(method, names))
}

function writeEvents(plugin: Instance, names: Names, tree: ResourceTree): void {
  const events = $.type.object()
  for (const { type, schema } of tree.events)
    events.prop(type, (property) => property.type(schema === null ? 'unknown' : $.type(names.schema(schema))))
  const symbol = plugin.symbol('WebhookEvents', { getFilePath: () => 'events', kind: 'type' })
  plugin.node($.type.alias(symbol).export().doc('The body of a delivery, by the type of its event.').type(events))
}

/** Returns the arguments of a method, required arguments first. */
function argumentsOf(method: Method, names: Names & { queries: Map<Method, Symbol> }) {
  const args = method.pathParameters.map(({ name, argumentName, schema }) => {
    const inline = () => $.type(names.ofOperation(method, 'data')).idx($.type.literal('path')).idx($.type.literal(name))
    return { name: argumentName, type: schema === null ? inline() : $.type(names.schema(schema)), required: true }
  })
  const { body } = method
  if (body) {
    const inline = () =>
      $.type('NonNullable').generic($.type(names.ofOperation(method, 'data')).idx($.type.literal('body')))
    const ofSchema = () => (body.schema === null ? inline() : $.type(names.schema(body.schema)))
    const type = body.upload ? $.type(names.Upload) : ofSchema()
    args.push({ name: 'body', type, required: body.required })
  }
  const query = names.queries.get(method)
  if (query) {
    const required = method.queryParameters.some((parameter) => parameter.required)
    args.push({ name: 'query', type: $.type(query), required })
  }
  args.sort((a, b) => Number(b.required) - Number(a.required))
  return [...args, { name: 'options', type: $.type(names.CallOptions), required: false }]
}

/** `Call<…>` or `List<…>`. */
function resultOf(method: Method, names: Names) {
  const { response, pagination } = method
  if (response === null) return $.type(names.Call).generic('void')
  const whole = () =>
    response.schema === null
      ? $.type(names.ofOperation(method, 'responses')).idx($.type.literal(response.status))
      : $.type(names.schema(response.schema))
  if (pagination === null) return $.type(names.Call).generic(whole())
  const items = () => pagination.items.split('.').reduce((type, name) => type.idx($.type.literal(name)), whole())
  const item = pagination.itemSchema === null ? items().idx('number') : $.type(names.schema(pagination.itemSchema))
  return $.type(names.List).generics(whole(), item)
}

function commentOf(method: Method, example?: string): string[] {
  const { summary, description, httpMethod, path, scopes, quota, stability, deprecated, pathParameters } = method
  const facts = [
    `\`${httpMethod} ${path}\``,
    scopes.length > 0 && `scope ${scopes.map((scope) => `\`${scope}\``).join(', ')}`,
    quota !== null && `counts against the quota \`${quota}\``,
    stability === 'beta' && 'beta',
  ]
  const tags = pathParameters
    .filter((parameter) => parameter.description !== '')
    .map((parameter) => `@param ${parameter.argumentName} ${parameter.description.split('\n')[0]}`)
  const paragraphs = [
    summary,
    description,
    facts.filter(Boolean).join(' · '),
    deprecated ? '@deprecated' : '',
    tags.join('\n'),
    example === undefined ? '' : `@example\n${example}`,
  ]
  const text = paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')
  return text.replaceAll('*/', '* /').split('\n')
}

/** Returns the call with the values of the contract's examples, or undefined if an example is missing. */
function exampleOf({ name, exampleArguments, pagination }: Method, path: readonly string[]): string | undefined {
  if (exampleArguments === null) return undefined
  const values = exampleArguments.map((value) => literal(value)).join(', ')
  const call = `client.${[...path, name].join('.')}(${values})`
  return pagination ? `for await (const item of ${call}) console.log(item)` : `const result = await ${call}`
}

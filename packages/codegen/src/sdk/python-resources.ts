import { capitalized } from '../source/names.ts'
import { type OpenApi, operationsOf, resolve, type Schema, type SchemaObject } from '../source/openapi.ts'
import { type Method, methodsOf, type Resource, type ResourceTree } from './resource-tree.ts'

/**
 * Writes the generated module of the Python client: a constant for each operation, two classes for each resource (the
 * synchronous and the asynchronous one), and the events of webhooks. It imports the hand-written modules next to which
 * the package is built, and the models that another generator writes from the same document.
 */
export function pythonResources(document: OpenApi, tree: ResourceTree): string {
  const resources = tree.resources.map(writableResource)
  const methods = methodsOf(resources)
  const parameters = new Map(
    operationsOf(document, 'paths').map((placed) => [
      `${placed.method.toUpperCase()} ${placed.path}`,
      new Map(placed.parameters.map(({ name, schema }) => [name, pythonType(document, schema)])),
    ]),
  )
  const typesOf = ({ httpMethod, path }: Method) => parameters.get(`${httpMethod} ${path}`) ?? new Map()
  const classes = (['sync', 'async'] as const).flatMap((mode) => {
    const root: Resource = { name: '', path: [], methods: [], resources }
    return classesOf(root, { mode, typesOf })
  })
  return `${[
    header,
    `SPEC_VERSION = ${text(tree.version)}\n"""The version of the contract that this package was generated from."""`,
    `DEFAULT_BASE_URL = ${text(tree.baseUrl)}\n"""The first server that the contract names."""\n`,
    methods.map(operationConstant).join('\n'),
    ...classes,
    events(tree),
  ].join('\n\n')}\n`
}

/** Names the operations without a method in the Python client, in one sentence; an empty list if there are none. */
export function pythonNotes(tree: ResourceTree): string[] {
  const left = methodsOf(tree.resources).filter((method) => !isWritable(method))
  if (left.length === 0) return []
  const names = left.map(({ operationId }) => operationId).join(', ')
  return [
    `The Python client has no method for operations whose parameters have a style that it does not write: ${names}.`,
  ]
}

/** A resource without the methods that would write a parameter in another form than the contract describes. */
function writableResource({ methods, resources, ...resource }: Resource): Resource {
  return { ...resource, methods: methods.filter(isWritable), resources: resources.map(writableResource) }
}

function isWritable({ pathParameters, queryParameters }: Method): boolean {
  return [...pathParameters, ...queryParameters].every(({ style }) => style === undefined)
}

const header = `"""Every operation, by resource. Written from the contract by \`npm run generate\`."""

# ruff: noqa
# pyright: reportUnusedImport=false
from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from typing_extensions import TypedDict

from . import models, requests
from ._delivery import Delivery
from ._model import Model
from ._pages import AsyncList, Page
from ._request import CallOptions, Operation, Pagination, Upload

if TYPE_CHECKING:
    from ._client import AsyncCaller, SyncCaller
`

interface Context {
  mode: 'sync' | 'async'
  /** The Python types of the parameters of an operation, by their names on the wire. */
  typesOf: (method: Method) => ReadonlyMap<string, string>
}

function operationConstant({ functionName, operationId, httpMethod, path, body, pagination }: Method): string {
  const pages =
    pagination && `Pagination(${[pagination.cursor, pagination.items, pagination.next].map(text).join(', ')})`
  const parts = [text(operationId), text(httpMethod), text(path)]
  if (body?.upload) parts.push('upload=True')
  if (pages) parts.push(`pagination=${pages}`)
  return `${constantName(functionName)} = Operation(\n${parts.map((part) => `    ${part},\n`).join('')})`
}

/** The classes of inner resources first, so that the module reads without forward references. */
function classesOf(resource: Resource, context: Context): string[] {
  return [...resource.resources.flatMap((inner) => classesOf(inner, context)), classOf(resource, context)]
}

function className(path: readonly string[], mode: Context['mode']): string {
  const name = path.map(capitalized).join('')
  return `${mode === 'async' ? 'Async' : ''}${name === '' ? 'Resources' : `${name}Resource`}`
}

function classOf({ path, methods, resources }: Resource, context: Context): string {
  const { mode } = context
  const comment =
    path.length === 0 ? 'Every operation, by resource.' : `Operations of \`\`${path.map(snakeCase).join('.')}\`\`.`
  const fields = resources.map(
    (inner) => `        self.${snakeCase(inner.name)} = ${className(inner.path, mode)}(caller)`,
  )
  if (methods.length > 0) fields.unshift('        self._caller = caller')
  const caller = mode === 'async' ? 'AsyncCaller' : 'SyncCaller'
  return [
    `\nclass ${className(path, mode)}:\n    """${comment}"""`,
    `    def __init__(self, caller: ${caller}) -> None:\n${fields.join('\n')}`,
    ...methods.map((method) => methodOf(method, context)),
  ].join('\n\n')
}

function methodOf(method: Method, { mode, typesOf }: Context): string {
  const { functionName, pathParameters, queryParameters, body, pagination, response } = method
  const types = typesOf(method)
  const isUpload = body?.upload === true
  const positional = pathParameters.map(
    ({ name, argumentName }) => `${pythonName(argumentName)}: ${types.get(name) ?? 'Any'}`,
  )
  if (body) {
    const type = isUpload ? 'Upload' : inModule('requests', body.schema, 'Mapping[str, Any]')
    positional.push(body.required ? `body: ${type}` : `body: ${type} | None = None`)
  }
  const named = queryParameters.map(({ name, required }) => {
    const type = types.get(name) ?? 'Any'
    return required ? `${pythonName(name)}: ${type}` : `${pythonName(name)}: ${type} | None = None`
  })
  const args = ['self', ...positional, '*', ...named, 'options: CallOptions | None = None']

  const result = response === null ? 'None' : inModule('models', response.schema, 'Any')
  const item = inModule('models', pagination?.itemSchema ?? null, 'Any')
  const passed = [constantName(functionName), response === null ? 'type(None)' : result]
  if (pagination) passed.push(item)
  if (pathParameters.length > 0) passed.push(`path={${entries(pathParameters, 'argumentName')}}`)
  if (queryParameters.length > 0) passed.push(`query={${entries(queryParameters, 'name')}}`)
  if (body) passed.push('body=body')
  passed.push('options=options')
  const page = `${mode === 'async' ? 'AsyncList' : 'Page'}[${result}, ${item}]`
  const isAwaited = mode === 'async' && pagination === null
  return [
    `    ${isAwaited ? 'async ' : ''}def ${pythonName(method.name)}(`,
    ...args.map((argument) => `        ${argument},`),
    `    ) -> ${pagination ? page : result}:`,
    docstring(method),
    `        return ${isAwaited ? 'await ' : ''}self._caller.${pagination ? 'list' : 'call'}(`,
    ...passed.map((argument) => `            ${argument},`),
    '        )',
  ].join('\n')
}

function entries<Key extends string>(
  parameters: readonly ({ name: string } & Record<Key, string>)[],
  key: Key,
): string {
  return parameters.map((parameter) => `${text(parameter.name)}: ${pythonName(parameter[key])}`).join(', ')
}

function docstring({ summary, description, httpMethod, path, scopes, quota, stability, deprecated, ...rest }: Method) {
  const facts = [
    `\`\`${httpMethod} ${path}\`\``,
    scopes.length > 0 && `scope ${scopes.map((scope) => `\`\`${scope}\`\``).join(', ')}`,
    quota !== null && `counts against the quota \`\`${quota}\`\``,
    stability === 'beta' && 'beta',
    deprecated && 'deprecated',
  ]
  const parameters = [
    ...rest.pathParameters.map((one) => ({ ...one, name: one.argumentName })),
    ...rest.queryParameters,
  ]
    .filter((parameter) => parameter.description !== '')
    .map((parameter) => `:param ${pythonName(parameter.name)}: ${parameter.description.split('\n')[0]}`)
  const paragraphs = [summary, description, facts.filter(Boolean).join(' · '), parameters.join('\n')]
  const lines = paragraphs
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
    .replaceAll('\\', '\\\\')
    .replaceAll('"""', "'''")
    .split('\n')
  return ['"""', ...lines, '"""'].map((line) => (line === '' ? '' : `        ${line}`)).join('\n')
}

function events({ events }: ResourceTree): string {
  const models = events.map(({ type, schema }) => ({ type, model: inModule('models', schema, 'Model') }))
  const handlers = (name: string, result: string) =>
    `${name} = TypedDict(\n    ${text(name)},\n    {\n${models
      .map(({ type, model }) => `        ${text(type)}: Callable[[${model}, Delivery], ${result}],\n`)
      .join('')}    },\n    total=False,\n)`
  const rows = models.map(({ type, model }) => `    ${text(type)}: ${model},\n`).join('')
  return [
    `\nEVENTS: Mapping[str, type[Model]] = {\n${rows}}\n"""The body of a delivery, by the type of its event."""`,
    `${handlers('Handlers', 'object')}\n"""One function for each type of event that is handled."""`,
    `${handlers('AsyncHandlers', '"Awaitable[object] | object"')}\n"""The same, asynchronous or not."""`,
  ].join('\n\n')
}

/** The type of a parameter, for the caller: what the service accepts. */
function pythonType(document: OpenApi, schema: Schema | undefined): string {
  if (typeof schema !== 'object') return 'Any'
  const resolved = resolve<SchemaObject>(document, schema)
  const { type, enum: values, format, items } = resolved
  if (Array.isArray(values)) return `Literal[${values.map((value) => pythonLiteral(value)).join(', ')}]`
  if (type === 'array') return `Sequence[${pythonType(document, items)}]`
  if (type === 'integer') return 'int'
  if (type === 'number') return 'float'
  if (type === 'boolean') return 'bool'
  if (type === 'string') return format === 'date-time' ? 'datetime | str' : 'str'
  return 'Any'
}

function pythonLiteral(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return value === null ? 'None' : text(value)
}

function inModule(module: 'models' | 'requests', schema: string | null, otherwise: string): string {
  return schema === null ? otherwise : `${module}.${schema}`
}

const keywords = new Set(
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield None True False'.split(
    ' ',
  ),
)

/** A name of Python: in snake case, with an underscore after a keyword. */
export function pythonName(name: string): string {
  const snake = snakeCase(name)
  return keywords.has(snake) ? `${snake}_` : snake
}

function snakeCase(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^0-9A-Za-z]+/g, '_')
    .toLowerCase()
}

function constantName(name: string): string {
  return `_${snakeCase(name).toUpperCase()}`
}

/** JSON writes strings and numbers as Python does. */
function text(value: unknown): string {
  return JSON.stringify(value)
}

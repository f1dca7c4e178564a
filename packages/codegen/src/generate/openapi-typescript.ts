import type { transformSchema } from 'openapi-typescript'
import type TypeScript from 'typescript'
import type { OpenApi } from '../source/openapi.ts'
import { copyOf, operationsOf } from '../source/openapi.ts'
import { withAliases } from './recursive-types.ts'

/**
 * Returns a copy from the perspective of handlers: the validator fills in the defaults of query parameters before a
 * handler runs, so these are never missing.
 */
export function withDefaultsFilled(document: OpenApi): OpenApi {
  const filled = copyOf(document)
  for (const { parameters } of operationsOf(filled, 'paths')) {
    for (const parameter of parameters) {
      const { schema } = parameter
      if (parameter.in === 'query' && typeof schema === 'object' && 'default' in schema) parameter.required = true
    }
  }
  return filled
}

/**
 * The types a server works with: body properties with a default are always there, and the type of an id has the prefix
 * of its pattern, so that the compiler distinguishes the ids of different records.
 */
export async function serverTypes(document: OpenApi): Promise<string> {
  const types = await render(document, { defaultNonNullable: true, prefixedIds: true })
  return `${types}
/** The component schemas by name: \`Schemas['Webhook']\`. */
export type Schemas = components['schemas']
`
}

/** Generates the types of clients: fields with a default are optional, and an id is a plain string. */
export function clientTypes(document: OpenApi): Promise<string> {
  return render(document, { defaultNonNullable: false, prefixedIds: false })
}

interface TypeOptions {
  defaultNonNullable: boolean
  prefixedIds: boolean
}

async function render(document: OpenApi, { defaultNonNullable, prefixedIds }: TypeOptions): Promise<string> {
  assertDistinctIds(document)
  // Loads the TypeScript compiler, so it is imported only when it is needed.
  const [{ astToString, resolveRef, scanDiscriminators, transformSchema }, { default: ts }] = await Promise.all([
    import('openapi-typescript'),
    import('typescript'),
  ])
  type Source = Parameters<typeof transformSchema>[0]
  // Our interface only declares the parts of OpenAPI that we read. The linter has checked the rest.
  const source = copyOf(document) as unknown as Source
  const transform: Context['transform'] = (schema) => {
    const prefixes = prefixedIds && schema.type === 'string' && 'pattern' in schema ? idPrefixes(schema.pattern) : []
    if (prefixes.length === 0) return undefined
    return ts.factory.createUnionTypeNode(prefixes.map((prefix) => prefixedString(ts, prefix)))
  }
  const discriminators = scanDiscriminators(source, { silent: true })
  const resolve: Context['resolve'] = (reference) => resolveRef(source, reference, { silent: true })
  // Calling the library as a whole would lint and bundle the document again, which takes most of its time. Only that
  // step reads the configuration of the linter.
  const context = { ...noOptions, defaultNonNullable, discriminators, injectFooter: [], transform, resolve }
  return astToString(withAliases(ts, transformSchema(source, context as unknown as Context)))
}

type Context = Parameters<typeof transformSchema>[1]

/** The optional features of openapi-typescript that change the types. None is used. */
const noOptions = {
  additionalProperties: false,
  alphabetize: false,
  arrayLength: false,
  emptyObjectsUnknown: false,
  enum: false,
  enumValues: false,
  conditionalEnums: false,
  dedupeEnums: false,
  excludeDeprecated: false,
  exportType: false,
  immutable: false,
  rootTypes: false,
  rootTypesNoSchemaPrefix: false,
  rootTypesKeepCasing: false,
  pathParamsAsTypes: false,
  propertiesRequiredByDefault: false,
  makePathsEnum: false,
  generatePathParams: false,
  readWriteMarkers: false,
  silent: true,
}

/** Lint rules of another document may permit what types cannot express: an operation's type has the name of its id. */
function assertDistinctIds(document: OpenApi): void {
  const seen = new Set<string>()
  for (const { operation } of [...operationsOf(document, 'paths'), ...operationsOf(document, 'webhooks')]) {
    const { operationId } = operation
    if (operationId === undefined) continue
    if (seen.has(operationId)) throw new Error(`The operationId \`${operationId}\` is used twice. Rename one of them.`)
    seen.add(operationId)
  }
}

/** The literal beginnings that a pattern such as `^whk_[0-9a-z]{26}$` or `^(key|cli)_[0-9a-z]{26}$` allows. */
function idPrefixes(pattern: unknown): string[] {
  const [, words] = /^\^([A-Za-z]+|\([A-Za-z]+(?:\|[A-Za-z]+)*\))_/.exec(String(pattern)) ?? []
  return (words?.match(/[A-Za-z]+/g) ?? []).map((word) => `${word}_`)
}

/** `` `whk_${string}` `` */
function prefixedString({ factory, SyntaxKind }: typeof TypeScript, prefix: string): TypeScript.TypeNode {
  return factory.createTemplateLiteralType(factory.createTemplateHead(prefix), [
    factory.createTemplateLiteralTypeSpan(
      factory.createKeywordTypeNode(SyntaxKind.StringKeyword),
      factory.createTemplateTail(''),
    ),
  ])
}

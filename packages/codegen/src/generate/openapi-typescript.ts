import type TypeScript from 'typescript'
import type { OpenApi } from '../source/openapi.ts'
import { operationsOf } from '../source/openapi.ts'

/**
 * Returns a copy from the perspective of handlers: the validator fills in the defaults of query parameters before a
 * handler runs, so these are never missing.
 */
export function withDefaultsFilled(document: OpenApi): OpenApi {
  const filled = structuredClone(document)
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
  // Loads the TypeScript compiler, so it is imported only when it is needed.
  const [{ default: openapiTS, astToString }, { default: ts }] = await Promise.all([
    import('openapi-typescript'),
    import('typescript'),
  ])
  type Source = Parameters<typeof openapiTS>[0]
  // Our interface only declares the parts of OpenAPI that we read. The linter has checked the rest.
  const nodes = await openapiTS(structuredClone(document) as unknown as Source, {
    defaultNonNullable,
    alphabetize: false,
    silent: true,
    transform: (schema) => {
      const prefixes = prefixedIds && schema.type === 'string' && 'pattern' in schema ? idPrefixes(schema.pattern) : []
      if (prefixes.length === 0) return undefined
      return ts.factory.createUnionTypeNode(prefixes.map((prefix) => prefixedString(ts, prefix)))
    },
  })
  return astToString(nodes)
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

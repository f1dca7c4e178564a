import { upgradeFromThreeToThreeOne } from '@scalar/openapi-upgrader/3.0-to-3.1'
import { type ContractDocument, child, children, partsOf, referenceOf, type SourceNode } from './document.ts'

/** A part of an OpenAPI 3.0 document that means something else in 3.1, or that 3.1 cannot express. */
interface MeaningChange {
  /** The part in the old document. */
  node: SourceNode
  /** A sentence without its period, which is the same for all parts of a kind. */
  sentence: string
}

/** Returns an OpenAPI 3.0 document as 3.1. The given document is not changed. */
export function upgradeDocument(document: ContractDocument): object {
  const { value, file } = document.root
  const copy: unknown = structuredClone(value)
  if (typeof copy !== 'object' || copy === null) throw new TypeError('A document is an object.')
  const upgraded = upgradeFromThreeToThreeOne({ ...copy })
  const files = new Map([[file.uri, { ...file, value: upgraded }]])
  // The library leaves `nullable` where no type is next to it. In 3.1 it has no meaning, and linters refuse it.
  for (const part of partsOf({ ...document, files }))
    if (typeof part.value === 'object' && part.value !== null) Reflect.deleteProperty(part.value, 'nullable')
  return upgraded
}

/**
 * Finds the parts of an OpenAPI 3.0 document whose meaning is another one in 3.1: tools for 3.0 accept or refuse other
 * values than those for 3.1 do after the upgrade.
 */
export function meaningChangesOf(document: ContractDocument): MeaningChange[] {
  const changes = partsOf(document).flatMap((node) => changesOf(node).map((sentence) => ({ node, sentence })))
  const webhooks = child(document.root, 'x-webhooks')
  const sentence = '`x-webhooks` is an extension in 3.0, and now describes the webhooks'
  return webhooks ? [...changes, { node: webhooks, sentence }] : changes
}

/** Keywords of JSON Schema that OpenAPI 3.0 does not have, so that its tools ignore them. */
const newKeywords = new Set(
  (
    'const contains minContains maxContains if then else prefixItems propertyNames patternProperties dependentRequired ' +
    'dependentSchemas unevaluatedItems unevaluatedProperties contentEncoding contentMediaType contentSchema'
  ).split(' '),
)

/** Keywords of OpenAPI 3.0 that restrict values. */
const constraints = new Set(
  (
    'type enum format pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems ' +
    'maxItems uniqueItems items minProperties maxProperties required properties additionalProperties allOf oneOf anyOf not'
  ).split(' '),
)

function changesOf(node: SourceNode): string[] {
  const keys = children(node).map(([key]) => key)
  const isNullable = child(node, 'nullable')?.value === true
  if (referenceOf(node) !== undefined)
    return [
      ...keys
        .filter((key) => constraints.has(key) || newKeywords.has(key))
        .map((key) => `\`${key}\` next to a \`$ref\` is ignored in 3.0, and now applies`),
      ...(isNullable ? ['`nullable` next to a `$ref` is ignored in 3.0, and now allows null'] : []),
    ]
  return [
    ...keys.filter((key) => newKeywords.has(key)).map((key) => `\`${key}\` is ignored in 3.0, and now applies`),
    ...(isNullable && !keys.includes('type') ? [nullableWithoutType(keys)] : []),
    ...(isNullable && lacksNull(child(node, 'enum')?.value) ? [nullableEnum] : []),
    ...(isDroppedBody(node) ? ['the schema of an `application/octet-stream` body is dropped'] : []),
  ]
}

const nullableEnum = '`nullable` next to an `enum` without null allows null in some tools for 3.0, and no longer does'

function nullableWithoutType(keys: readonly string[]): string {
  return keys.includes('allOf')
    ? '`nullable` without a `type` is ignored in 3.0.3, and now allows null next to the `allOf`'
    : '`nullable` without a `type` allows null in some tools for 3.0, and is dropped'
}

function lacksNull(values: unknown): boolean {
  return Array.isArray(values) && !values.includes(null)
}

/** A media type whose schema says more than that the body has bytes. */
function isDroppedBody(node: SourceNode): boolean {
  if (!node.pointer.endsWith('/content/application~1octet-stream')) return false
  const schema = child(node, 'schema')
  return children(schema).some(([key, { value }]) => !(key === 'type' || (key === 'format' && value === 'binary')))
}

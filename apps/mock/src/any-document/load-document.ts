import { $RefParser } from '@apidevtools/json-schema-ref-parser'
import { upgradeFromThreeToThreeOne } from '@scalar/openapi-upgrader/3.0-to-3.1'
import { isRecord } from '@svc/runtime/json'
import { StartError } from '@svc/runtime/start-error'

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/**
 * Reads an OpenAPI 3.0 or 3.1 document and the files that it refers to, as one document of version 3.1. The id of each
 * operation is its method and path, such as `get /pets`. References to other machines are not followed.
 *
 * @throws StartError for a file that is not such a document
 */
export async function loadAnyDocument(file: string): Promise<object> {
  const bundled: unknown = await $RefParser
    .bundle(file, { resolve: { http: false } })
    .catch((error: Error) => Promise.reject(new StartError(`${file}: ${error.message}`, { cause: error })))
  const version = isRecord(bundled) ? String(bundled.openapi) : ''
  if (!isRecord(bundled) || !/^3\.[012]\./.test(version))
    throw new StartError(`${file} is not an OpenAPI document of version 3.0, 3.1 or 3.2.`)
  const document = version.startsWith('3.0') ? upgraded(bundled) : structuredClone(bundled)
  for (const [path, item] of Object.entries(isRecord(document.paths) ? document.paths : {}))
    for (const method of methods) {
      const operation = isRecord(item) ? item[method] : undefined
      if (isRecord(operation)) operation.operationId = `${method} ${path}`
    }
  return document
}

function upgraded(document: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = { ...upgradeFromThreeToThreeOne(structuredClone(document)) }
  removeNullable(result)
  return result
}

/** Values of the document's author, which are not schemas. */
const dataKeys = new Set(['example', 'examples', 'default', 'enum', 'const'])

/** The library leaves `nullable` where no type is next to it. In 3.1 it has no meaning, and validators refuse it. */
function removeNullable(node: unknown, isNames = false): void {
  if (Array.isArray(node)) for (const item of node) removeNullable(item)
  if (!isRecord(node)) return
  if (!isNames) Reflect.deleteProperty(node, 'nullable')
  for (const [key, value] of Object.entries(node))
    if (isNames || !dataKeys.has(key)) removeNullable(value, !isNames && key === 'properties')
}

import { CannotRunError } from './cannot-run-error.ts'
import { placesOf, readContract, readOAuthContract } from './contract.ts'

/**
 * `GET /webhooks/{id}` → `getWebhook`, for all operations of the REST API and of OAuth, or the given ones. Throws
 * CannotRunError where one does not exist.
 */
export async function readOperations(wanted?: readonly string[]): Promise<Map<string, string>> {
  const documents = [await readContract(), await readOAuthContract()]
  const all = documents
    .flatMap(placesOf)
    .map(({ method, path, operationId }) => [`${method} ${path}`, operationId] as const)
  const names = all.map(([, name]) => name)
  const unknown = wanted?.find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new CannotRunError(`There is no operation "${unknown}". There are ${names.join(', ')}.`)
  return new Map(all.filter(([, name]) => wanted === undefined || wanted.includes(name)))
}

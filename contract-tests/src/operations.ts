import { CannotRunError } from './cannot-run-error.ts'
import { readAllOperations } from './contract.ts'

/**
 * Maps `GET /webhooks/{id}` to `getWebhook`, for all operations of the contract, or the given ones. Throws
 * CannotRunError for an unknown operation.
 */
export async function readOperations(wanted?: readonly string[]): Promise<Map<string, string>> {
  const operations = await readAllOperations()
  const all = operations.map(({ method, path, operationId }) => [`${method} ${path}`, operationId] as const)
  const names = all.map(([, name]) => name)
  const unknown = wanted?.find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new CannotRunError(`There is no operation "${unknown}". The operations are ${names.join(', ')}.`)
  return new Map(all.filter(([, name]) => wanted === undefined || wanted.includes(name)))
}

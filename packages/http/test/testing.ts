import contract from '@generated/contract/openapi.strict.json' with { type: 'json' }
import { type OperationFacts, type OperationId, operations } from '@generated/contract/operations'
import { newId } from '@svc/runtime/ids'
import { pointAt, resolveNode } from '../src/contract/references.ts'

// Requests for tests of every operation, generated from the contract: a new operation is covered at once.

/** A body that the contract accepts: the first example of the operation. Undefined where it takes none. */
export function exampleBody(operationId: OperationId): unknown {
  return exampleBodyIn(contract, operations[operationId])
}

/** A body that another document accepts, in the same way. */
export function exampleBodyIn(
  document: { paths: object },
  { method, path }: Pick<OperationFacts, 'method' | 'path'>,
): unknown {
  const operation = Reflect.get(Reflect.get(document.paths, path), method)
  const examples = pointAt(operation, '#/requestBody/content/application~1json/examples')
  return examples === undefined ? undefined : resolveNode(document, Object.values(Object(examples))[0]).value
}

/** An id of the kind that the path takes, of no record. Throws for a path without an id. */
export function unknownIdFor(path: string): string {
  const parameters: unknown[] = Reflect.get(contract.paths, path).parameters ?? []
  const { schema } = resolveNode(contract, parameters[0])
  const prefix = /^\^([a-z]{3}_)/.exec(String(resolveNode(contract, schema).pattern))?.[1]
  if (prefix === undefined) throw new Error(`${path} has no id`)
  return `${prefix}${newId('biz').slice(4)}`
}

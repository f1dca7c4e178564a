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
  const [first] = Object.values(prefixesIn(contract, path))
  if (first === undefined) throw new Error(`${path} has no id`)
  return unknownId(first)
}

/**
 * The path with an id in place of each parameter that is one: that of its kind in `ids`, by prefix, or an unknown one.
 * Other parameters stay as they are.
 */
export function pathWithIds(
  document: { paths: object },
  path: string,
  ids: Readonly<Record<string, string>> = {},
): string {
  const prefixes = prefixesIn(document, path)
  return path.replaceAll(/\{(\w+)\}/g, (parameter, name: string) => {
    const prefix = prefixes[name]
    return prefix === undefined ? parameter : (ids[prefix] ?? unknownId(prefix))
  })
}

const unknownId = (prefix: string) => `${prefix}_${newId('biz').slice(4)}`

/** The prefixes of the ids that a path takes, by the names of their parameters. */
function prefixesIn(document: { paths: object }, path: string): Record<string, string | undefined> {
  const parameters: unknown[] = Reflect.get(document.paths, path).parameters ?? []
  return Object.fromEntries(
    parameters.flatMap((parameter) => {
      const { name, schema } = resolveNode(document, parameter)
      const prefix = /^\^([a-z]{3})_/.exec(String(resolveNode(document, schema).pattern))?.[1]
      return prefix === undefined ? [] : [[String(name), prefix]]
    }),
  )
}

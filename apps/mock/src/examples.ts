import { type OperationId, operations } from '@generated/contract/operations'
import type { components } from '@generated/contract/server-types'
import type { ErrorCode, ErrorDetail } from '@svc/http/errors'
import type { ContractDocument } from './documents.ts'
import type { Prism } from './prism.ts'

export type Schemas = components['schemas']

/** An error of the contract, as its example tells it. */
export interface ExampleError {
  code: ErrorCode
  message: string
  details?: ErrorDetail[]
}

/** The contract's examples, chosen here by name or by the id that was asked for, and given by Prism. */
export interface Examples {
  /** Names of the examples of one response. */
  names(operationId: OperationId, status: number): string[]
  /** `data` of the success of an operation. */
  success<Data>(operationId: OperationId, example?: string): Promise<Data>
  failure(operationId: OperationId, status: number, example?: string): Promise<ExampleError>
  /** The record with this id, from the examples of the operation that gets one or of the one that lists them. */
  record<Data>(get: OperationId, list: OperationId, id: string): Promise<Data | undefined>
}

interface NamedExamples {
  [name: string]: { value?: unknown; $ref?: string }
}

export function createExamples(document: ContractDocument, prism: Prism): Examples {
  const ask = (operationId: OperationId, code: number, example?: string) => {
    const { method, path } = operations[operationId]
    return prism.ask({ method, path: path.replace('{id}', 'x'), code, ...(example !== undefined && { example }) })
  }

  const examplesOf = (operationId: OperationId, status: number): NamedExamples => {
    const { method, path } = operations[operationId]
    const operation = document.paths[path]?.[method] as { responses: Record<string, object> }
    const response = resolve<{ content?: Record<string, { examples?: NamedExamples }> }>(
      document,
      operation.responses[status] ?? {},
    )
    return response.content?.['application/json']?.examples ?? {}
  }

  /** The name of the example whose record has this id, and its place where the example is a list. */
  const place = (operationId: OperationId, id: string) => {
    for (const [example, node] of Object.entries(examplesOf(operationId, operations[operationId].status))) {
      const { data } = resolve<{ value: { data: { id: string } | { id: string }[] } }>(document, node).value
      if (!Array.isArray(data)) {
        if (data.id === id) return { example }
        continue
      }
      const index = data.findIndex((item) => item.id === id)
      if (index !== -1) return { example, index }
    }
    return undefined
  }

  const success = async <Data>(operationId: OperationId, example?: string) =>
    ((await ask(operationId, operations[operationId].status, example)) as { data: Data }).data

  return {
    names: (operationId, status) => Object.keys(examplesOf(operationId, status)),
    success,
    failure: async (operationId, status, example) =>
      ((await ask(operationId, status, example)) as { error: ExampleError }).error,
    async record<Data>(get: OperationId, list: OperationId, id: string) {
      for (const operationId of [get, list]) {
        const found = place(operationId, id)
        if (!found) continue
        const data = await success<Data | Data[]>(operationId, found.example)
        return found.index === undefined ? (data as Data) : (data as Data[])[found.index]
      }
      return undefined
    },
  }
}

/** Follows references inside a bundle (RFC 6901 in a URI fragment). */
function resolve<Target>(document: object, node: object): Target {
  if (!('$ref' in node)) return node as Target
  const keys = decodeURIComponent(String(node.$ref).slice(2)).split('/')
  const target = keys.reduce<unknown>(
    (parent, key) => (parent as Record<string, unknown>)[key.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  )
  return resolve(document, target as object)
}

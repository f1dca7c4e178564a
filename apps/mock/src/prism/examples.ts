import { type OperationId, operations } from '@generated/contract/operations'
import type { operations as wire } from '@generated/contract/server-types'
import { type ExamplePersona, idPattern } from '../accounts/persona.ts'
import type { ContractDocument } from '../documents.ts'
import type { Prism } from './prism.ts'

type Responses<Id extends OperationId> = wire[Id]['responses']
type Success<Id extends OperationId> = Responses<Id>[keyof Responses<Id> & (200 | 201 | 202)]

/** `data` of the response of an operation that succeeds. */
type SuccessData<Id extends OperationId> = Id extends OperationId
  ? Success<Id> extends { content: { 'application/json': { data: infer Data } } }
    ? Data
    : never
  : never

/** The contract's examples as the data of a persona, for operations that combine them with the state of an account. */
export interface Examples {
  /** `example` is a name in the contract; the first example if omitted. */
  data<Id extends OperationId>(operationId: Id, persona: ExamplePersona, example?: string): Promise<SuccessData<Id>>
  /** Whether the examples mention this id of a persona. */
  includesId(id: string, persona: ExamplePersona): boolean
}

export function createExamples(document: ContractDocument, prism: Prism): Examples {
  const ids = new Set(JSON.stringify(document).match(idPattern))
  return {
    async data<Id extends OperationId>(operationId: Id, persona: ExamplePersona, example?: string) {
      const { method, path, status } = operations[operationId]
      const preference = { code: String(status), ...(example !== undefined && { example }) }
      const result = await prism.request({ operationId, method, path: path.replaceAll(/{\w+}/g, 'x'), preference })
      if ('failed' in result) throw new Error(result.failed)
      if ('unknown' in result) throw new Error(`${operationId} ${status} has no example "${example}".`)
      const { data } = result.body as { data: SuccessData<Id> }
      return persona.apply(data)
    },
    includesId: (id, persona) => ids.has(persona.exampleIdOf(id)),
  }
}

import { isRecord } from '@svc/runtime/json'
import type { DocumentedOperation } from '../contract.ts'
import type { RelationContext } from './relation.ts'
import { isSame, requestSchema, type Schema, writtenPropertiesOf } from './schema.ts'

type Context = Pick<RelationContext, 'document' | 'values' | 'exampleFor'>

/** Valid values for a field that has another one at present. */
export type Choice = (property: Schema, state: { present: unknown; context: Context }) => unknown[]

/** Valid values that differ from the present one. */
export const otherValues: Choice = (property, { present, context }) =>
  context.values.of(property).filter((value) => !isSame(value, present))

/** The default body of an operation first, then with another value in one field after the other. */
export function bodiesFor(operation: DocumentedOperation, context: Context): unknown[] {
  const { document, exampleFor } = context
  const example = exampleFor(operation)
  const schema = requestSchema(document, operation)
  if (!schema || !isRecord(example)) return [example]
  const others = [...writtenPropertiesOf(document, schema)].flatMap(([name, property]) =>
    otherValues(property, { present: example[name], context })
      .slice(0, 1)
      .map((value) => ({ ...example, [name]: value })),
  )
  return [example, ...others]
}

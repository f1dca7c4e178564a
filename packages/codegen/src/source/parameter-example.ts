import { type Example, type OpenApi, type Parameter, resolve, type SchemaObject } from './openapi.ts'

/** Returns the example of a parameter as a string, or else its default, or else an empty string. */
export function parameterExample(document: OpenApi, { example, examples = {}, schema }: Parameter): string {
  const [named] = Object.values(examples)
  const resolved = typeof schema === 'object' ? resolve<SchemaObject>(document, schema) : {}
  const listed = Array.isArray(resolved.examples) ? resolved.examples[0] : resolved.example
  const value = example ?? (named && resolve<Example>(document, named).value) ?? listed ?? resolved.default
  return value === undefined ? '' : String(value)
}

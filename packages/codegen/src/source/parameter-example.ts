import { type Example, type OpenApi, type Parameter, resolve, type SchemaObject } from './openapi.ts'

/**
 * Returns the example of a parameter as a string, or else its default, or else an empty string. That of a header is its
 * value, also if the document writes it with its name.
 */
export function parameterExample(document: OpenApi, parameter: Parameter): string {
  const { name, in: place, example, examples = {}, schema } = parameter
  const [named] = Object.values(examples)
  const resolved = typeof schema === 'object' ? resolve<SchemaObject>(document, schema) : {}
  const listed = Array.isArray(resolved.examples) ? resolved.examples[0] : resolved.example
  const value = example ?? (named && resolve<Example>(document, named).value) ?? listed ?? resolved.default
  const text = value === undefined ? '' : String(value)
  const prefix = `${name}: `
  const isNamed = place === 'header' && text.toLowerCase().startsWith(prefix.toLowerCase())
  return isNamed ? text.slice(prefix.length) : text
}

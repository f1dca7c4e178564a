import { countOf } from '@svc/command-line/text'
import { type OpenApi, operationsOf, type Parameter, resolve, type SchemaObject } from '../source/openapi.ts'

/** Names of parameters that count items or pages. */
const countNames = /^(limit|offset|skip|take|top|count|first|last|page|size|(per|page)[-_]?(page|size|number))$/i

/**
 * One note for each query parameter that counts items or pages and accepts a negative number or a fraction: a handler
 * would get values for which it has no sensible result.
 */
export function notesOnLooseCounts(document: OpenApi): string[] {
  const problems = operationsOf(document, 'paths').flatMap(({ parameters }) =>
    parameters.flatMap((parameter) => problemOf(document, parameter) ?? []),
  )
  return [...Map.groupBy(problems, (problem) => problem)].map(([problem, { length }]) =>
    problem.replace('$count', countOf(length, 'operation')),
  )
}

function problemOf(document: OpenApi, { in: place, name, schema }: Parameter): string | undefined {
  if (place !== 'query' || !countNames.test(name)) return undefined
  const {
    type,
    minimum,
    exclusiveMinimum,
    enum: values,
  } = typeof schema === 'object' ? resolve<SchemaObject>(document, schema) : {}
  if (values !== undefined || (type !== 'integer' && type !== 'number')) return undefined
  const isBounded = minimum !== undefined || exclusiveMinimum !== undefined
  const accepted = [...(isBounded ? [] : ['negative numbers']), ...(type === 'integer' ? [] : ['fractions'])]
  const missing = [...(isBounded ? [] : ['a `minimum`']), ...(type === 'integer' ? [] : ['`type: integer`'])]
  if (missing.length === 0) return undefined
  return `Query parameter \`${name}\` of $count accepts ${accepted.join(' and ')}: give it ${missing.join(' and ')}.`
}

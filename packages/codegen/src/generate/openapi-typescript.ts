import type { OpenApi } from '../source/openapi.ts'
import { operationsOf } from '../source/openapi.ts'

/**
 * A copy as handlers see it: the validator fills in the defaults of query parameters before a handler runs, so those are
 * never missing.
 */
export function withDefaultsFilled(document: OpenApi): OpenApi {
  const filled = structuredClone(document)
  for (const { parameters } of operationsOf(filled, 'paths')) {
    for (const parameter of parameters) {
      const { schema } = parameter
      if (parameter.in === 'query' && typeof schema === 'object' && 'default' in schema) parameter.required = true
    }
  }
  return filled
}

/** The types a server works with: body properties with a default are always there. */
export function serverTypes(document: OpenApi): Promise<string> {
  return render(document, { defaultNonNullable: true })
}

/** The types a client works with: what has a default may be left out. */
export function clientTypes(document: OpenApi): Promise<string> {
  return render(document, { defaultNonNullable: false })
}

async function render(document: OpenApi, options: { defaultNonNullable: boolean }): Promise<string> {
  // Loads the TypeScript compiler: only a run that generates pays for it.
  const { default: openapiTS, astToString } = await import('openapi-typescript')
  type Source = Parameters<typeof openapiTS>[0]
  // Our interface names only the parts of OpenAPI that we read; the linter has checked the rest.
  const nodes = await openapiTS(structuredClone(document) as unknown as Source, {
    ...options,
    alphabetize: false,
    silent: true,
  })
  return astToString(nodes)
}

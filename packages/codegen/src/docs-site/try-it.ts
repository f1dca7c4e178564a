import { alternatives, jsonMedia } from '../generate/operations.ts'
import { type OpenApi, type Parameter, type RequestBody, resolve } from '../source/openapi.ts'
import { parameterExample } from '../source/parameter-example.ts'
import type { ResponseLink } from '../source/response-links.ts'
import { baseUrlOf } from './reference/facts.ts'
import type { ReferencedOperation } from './reference.ts'
import type { TryIt } from './site.ts'

/** The servers, and every operation with prefilled parameters and body. */
export interface Trials extends TryIt {
  /** The header that carries an API key. */
  keyHeader: string
  /** Base URL of the API on the server that has the pages. */
  instance: string
  operations: Trial[]
}

/** One operation with everything that its form needs. */
export interface Trial {
  id: string
  method: string
  path: string
  parameters: TrialParameter[]
  /** Examples of the request body, as JSON. Empty if there are none. */
  bodies: { name: string; text: string }[]
  /** The values in its response that are parameters of other operations. */
  links: readonly ResponseLink[]
}

interface TrialParameter {
  name: string
  place: Parameter['in']
  required: boolean
  example: string
  description: string
  /** Operations whose responses have a value for it. */
  sources: string[]
}

/** More names than these do not help a reader. */
const sourcesMax = 3

/** Every operation of a document with the examples of the contract. */
export function trials(document: OpenApi, operations: readonly ReferencedOperation[], tryIt: TryIt): Trials {
  const links = operations.flatMap(({ id, links }) => links.map((link) => ({ ...link, source: id })))
  return {
    ...tryIt,
    keyHeader: keyHeaderOf(document, operations),
    instance: baseUrlOf(document),
    operations: operations.map((placed) => {
      const { id, method, path, parameters } = placed
      return {
        id,
        path,
        method: method.toUpperCase(),
        parameters: parameters.map((parameter) => ({
          name: parameter.name,
          place: parameter.in,
          required: parameter.required ?? false,
          example: parameterExample(document, parameter),
          description: firstParagraph(parameter.description),
          sources: [
            ...new Set(
              links
                .filter((link) => link.operation === id && link.parameter === parameter.name && link.source !== id)
                .map(({ source }) => source),
            ),
          ].slice(0, sourcesMax),
        })),
        bodies: bodiesOf(document, placed),
        links: placed.links,
      }
    }),
  }
}

/** Returns the header in which the first operation accepts an API key. */
function keyHeaderOf(document: OpenApi, operations: readonly ReferencedOperation[]): string {
  const schemes = document.components?.securitySchemes ?? {}
  const names = operations.flatMap(({ operation }) => alternatives(document, operation).flatMap(Object.keys))
  for (const name of names) {
    const scheme = schemes[name] && resolve<{ type: string; in?: string; name?: string }>(document, schemes[name])
    if (scheme?.type === 'apiKey' && scheme.in === 'header' && scheme.name !== undefined) return scheme.name
  }
  return 'Authorization'
}

function bodiesOf(document: OpenApi, { operation }: ReferencedOperation): Trial['bodies'] {
  if (operation.requestBody === undefined) return []
  const { content } = resolve<RequestBody>(document, operation.requestBody)
  const media = content[jsonMedia(content)?.type ?? '']
  const named = Object.entries(media?.examples ?? {}).map(([name, example]) => ({
    name,
    value: resolve<{ value?: unknown }>(document, example).value,
  }))
  const all = named.length > 0 ? named : [{ name: 'example', value: media?.example ?? {} }]
  return all.map(({ name, value }) => ({ name, text: JSON.stringify(value, null, 2) }))
}

function firstParagraph(text = ''): string {
  const [first = ''] = text.trim().split(/\n\s*\n/)
  return first.replaceAll(/\s+/g, ' ').replaceAll(/[`*]/g, '')
}

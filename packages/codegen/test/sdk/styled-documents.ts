import type { OpenApi, Parameter, Schema } from '../../src/source/openapi.ts'

/** One parameter of an operation of its own, which has its name. */
export interface StyledCase {
  operationId: string
  parameter: Parameter
  /** The kind of its values, a key of `schemas`. */
  kind: keyof typeof schemas
}

export const schemas = {
  text: { type: 'string' },
  count: { type: 'integer' },
  amount: { type: 'number' },
  flag: { type: 'boolean' },
  texts: { type: 'array', items: { type: 'string' } },
  counts: { type: 'array', items: { type: 'integer' } },
  flags: { type: 'array', items: { type: 'boolean' } },
  point: {
    type: 'object',
    properties: { x: { type: 'integer' }, name: { type: 'string' }, open: { type: 'boolean' } },
    additionalProperties: false,
  },
  labels: { type: 'object', additionalProperties: { type: 'string' } },
} satisfies Record<string, Schema>

/** A schema of values that have parts. */
export function hasParts(kind: keyof typeof schemas): boolean {
  return ['array', 'object'].includes(schemas[kind].type)
}

/** The styles that OpenAPI 3.1 defines for values with and without parts, by the place of the parameter. */
const styles = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
}

function isDefined(style: string, kind: keyof typeof schemas): boolean {
  if (style === 'deepObject') return schemas[kind].type === 'object'
  return !/Delimited$/.test(style) || hasParts(kind)
}

const kinds = Object.keys(schemas).filter((kind): kind is keyof typeof schemas => kind in schemas)

/** Every style with every kind of value, exploded or not. */
export const styledCases: StyledCase[] = (['path', 'query'] as const).flatMap((place) => {
  const required = place === 'path' ? { required: true } : {}
  const styled = styles[place].flatMap((style) =>
    [true, false].flatMap((explode) =>
      kinds
        .filter((kind) => isDefined(style, kind))
        .map((kind): StyledCase => {
          const operationId = [place, style, explode ? 'exploded' : 'whole', kind].join('_')
          return {
            operationId,
            kind,
            parameter: { name: 'value', in: place, ...required, style, explode, schema: schemas[kind] },
          }
        }),
    ),
  )
  const json = kinds.map((kind): StyledCase => {
    const content = { 'application/json': { schema: schemas[kind] } }
    return { operationId: `${place}_json_${kind}`, kind, parameter: { name: 'value', in: place, ...required, content } }
  })
  return [...styled, ...json]
})

/** A document with an operation for each case, and one with several parameters. */
export function styledDocument(cases: readonly StyledCase[]): OpenApi {
  const responses = { 200: { description: 'What arrived.', content: { 'application/json': { schema: {} } } } }
  const paths = cases.map(({ operationId, parameter }) => {
    const path = `/${operationId}${parameter.in === 'path' ? '/{value}/end' : ''}`
    return [path, { get: { operationId, parameters: [parameter], responses } }]
  })
  const query = (name: string, schema: Schema, style: Partial<Parameter> = {}): Parameter => ({
    name,
    in: 'query',
    schema,
    ...style,
  })
  const mixed = {
    operationId: 'mixed',
    parameters: [
      { name: 'id', in: 'path', required: true, schema: schemas.text },
      { name: 'open', in: 'path', required: true, schema: schemas.flag },
      { name: 'point', in: 'path', required: true, style: 'matrix', explode: true, schema: schemas.point },
      query('limit', schemas.count),
      query('tags', schemas.texts),
      query('ids', schemas.texts, { explode: false }),
      query('filter', schemas.labels, { style: 'deepObject' }),
      query('since', { type: 'string', format: 'date-time' }),
      query('page', schemas.count),
    ] satisfies Parameter[],
    responses,
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Styles', version: '1' },
    servers: [{ url: 'http://127.0.0.1/v1' }],
    paths: { ...Object.fromEntries(paths), '/mixed/{id}/{open}/at{point}': { get: mixed } },
  }
}

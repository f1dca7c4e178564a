import type { McpTool } from '@generated/mcp/tools'
import type { Input } from '@svc/http/contract'
import { type ValidationProblem, validationError } from '@svc/http/validation-messages'
import type { ErrorObject } from 'ajv'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

const ajv = new Ajv2020({ allErrors: true, useDefaults: true, strictTypes: false })
addFormats.default(ajv, { mode: 'full' })

/** Compiled when a tool is called for the first time. */
const validators = new WeakMap<McpTool, ValidateFunction>()

/**
 * The arguments of a call as the input of its operation, defaults filled in. Throws the ApiError of the same mistake in
 * a REST request. Null counts as left out: models fill in optional arguments with it.
 */
export function inputOf(tool: McpTool, sent: Readonly<Record<string, unknown>>): Input {
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null))
  const validate = validators.get(tool) ?? ajv.compile(tool.shown.inputSchema)
  validators.set(tool, validate)
  if (!validate(given)) {
    const problems = (validate.errors ?? []).map((error) => problemOf(tool, error))
    throw validationError(problems, { isCursor: (name) => name === 'cursor' })
  }
  const input: Input = { path: {}, query: {}, body: undefined }
  for (const [name, value] of Object.entries(given)) {
    const [location, parameter] = parameterOf(tool, name)
    input[location][parameter] = value
  }
  return input
}

/** The parameter for an argument: `path.id` in its operation. */
function parameterOf(tool: McpTool, name: string): ['path' | 'query', string] {
  const [location, parameter = name] = (tool.arguments[name] ?? '').split('.')
  return [location === 'path' ? 'path' : 'query', parameter]
}

/** A problem with the name of the argument. An id that cannot exist is 404, as in a path; a missing one is not. */
function problemOf(tool: McpTool, { keyword, instancePath, params, message = '' }: ErrorObject): ValidationProblem {
  const errorCode = `${keyword}.openapi.validation`
  if (keyword === 'required') return { path: `/query/${params.missingProperty}`, message, errorCode }
  if (keyword === 'additionalProperties')
    return { path: `/query/${params.additionalProperty}`, message, errorCode: 'unknown' }
  const name = instancePath.slice(1)
  const values = Array.isArray(params.allowedValues) ? `: ${params.allowedValues.join(', ')}` : ''
  return { path: `/${parameterOf(tool, name)[0]}/${name}`, message: `${message}${values}`, errorCode }
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '@svc/command-line/errors'
import { parse } from 'yaml'
import type { Files } from '../generate/output.ts'
import { capitalized } from '../source/names.ts'

interface NewOperation {
  /** The path template, such as `/businesses/{id}/plan`. */
  path: string
  operationId: string
  tag: string
  scope: string
}

/**
 * Describes a GET operation of our contract: a new file in spec/paths with the schema of its data, which has one field
 * to begin with, and its path in spec/openapi.yaml. Returns the changed files by path, and what is left to do.
 *
 * @throws UsageError for a path that exists, for a file of another operation, and for an id of a new kind of record
 */
export function newOperation(folder: string, operation: NewOperation): { files: Files; left: string[] } {
  const { path, operationId, scope } = operation
  const root = readFileSync(join(folder, 'spec/openapi.yaml'), 'utf8')
  const { paths }: { paths: Record<string, { $ref: string }> } = parse(root)
  if (path in paths)
    throw new UsageError(`${path} exists. Add the method to ${paths[path]?.$ref.split('#')[0]} in spec/.`)
  const name = /\/([a-z][a-z0-9-]*)$/.exec(path)?.[1]
  if (name === undefined)
    throw new UsageError(
      `${path} has to end with a name in lower case. CONTRIBUTING.md describes an operation on a new kind of record.`,
    )
  const file = `spec/paths/${name}.yaml`
  if (existsSync(join(folder, file))) throw new UsageError(`${file} exists. Describe the operation there.`)
  const parent = path.slice(0, path.lastIndexOf('}') + 1)
  const parameters = parent === '' ? [] : parametersOf(folder, parent, paths[parent]?.$ref)
  const line = `  ${path}: { $ref: "paths/${name}.yaml#/item" }\n`
  return {
    files: new Map([
      [file, description(operation, parameters)],
      ['spec/openapi.yaml', root.replace(/^paths:\n(?: {2}.*\n)+/m, (entries) => `${entries}${line}`)],
    ]),
    left: [
      `${file}: the description, the fields of \`data\` with an example, and the errors`,
      'spec/DECISIONS.md: a row, because the interface does not name the operation',
      'npm run spec:lint && npm run generate',
      `apps/api/src/operations: the function ${operationId}, which the compiler names; npx tsc -p tsconfig.json`,
      `apps/api/test/authorize.test.ts: ${operationId} in the list of ${scope}`,
      'apps/api/test/operations: its test',
      'npm test',
    ],
  }
}

/** The references to the parameters of an existing path, as a file in spec/paths has them. */
function parametersOf(folder: string, path: string, reference: string | undefined): string[] {
  const [file, pointer] = reference?.split('#/') ?? []
  if (file === undefined || pointer === undefined)
    throw new UsageError(
      `The contract does not have the path ${path}. CONTRIBUTING.md describes an operation on a new kind of record.`,
    )
  const items: Record<string, { parameters?: { $ref: string }[] }> = parse(
    readFileSync(join(folder, 'spec', file), 'utf8'),
  )
  return items[pointer]?.parameters?.map(({ $ref }) => $ref) ?? []
}

const headers = {
  'X-Request-Id': 'XRequestId',
  'X-RateLimit-Limit': 'XRateLimitLimit',
  'X-RateLimit-Remaining': 'XRateLimitRemaining',
  'X-RateLimit-Reset': 'XRateLimitReset',
  'X-RateLimit-Policy': 'XRateLimitPolicy',
}

function description({ operationId, tag, scope }: NewOperation, parameters: readonly string[]): string {
  const summary = capitalized(operationId.replaceAll(/([A-Z])/g, ' $1').toLowerCase())
  const hasId = parameters.length > 0
  const shared = hasId ? `  parameters:\n${parameters.map((one) => `    - $ref: "${one}"\n`).join('')}` : ''
  const codes = ['invalid_request', 'unauthorized', 'invalid_api_key', 'forbidden', ...(hasId ? ['not_found'] : [])]
  const missing = hasId ? '      "404": { $ref: "../components/responses.yaml#/NotFound" }\n' : ''
  const sent = Object.entries(headers).map(
    ([name, component]) => `          ${name}: { $ref: "../components/headers.yaml#/${component}" }\n`,
  )
  return `# ${summary}.

item:
${shared}  get:
    operationId: ${operationId}
    tags: [${tag}]
    summary: ${summary}
    description: ${summary}.
    x-stability: beta
    x-extension: true
    x-error-codes:
      [${[...codes, 'rate_limited', 'internal_error', 'unavailable'].join(', ')}]
    security:
      - apiKeyHeader: []
      - apiKeyBearer: []
      - oauth2: ["${scope}"]
    responses:
      "200":
        description: The response of ${operationId}.
        headers:
${sent.join('')}        content:
          application/json:
            schema:
              type: object
              additionalProperties: false
              required: [data, meta]
              properties:
                data:
                  type: object
                  additionalProperties: false
                  required: [name]
                  properties:
                    name: { type: string, minLength: 1, maxLength: 40, examples: [example] }
                meta: { $ref: "../components/schemas/common.yaml#/Meta" }
            examples:
              first:
                value:
                  data: { name: example }
                  meta:
                    request_id: req_01m7w177v6e7q8xgn3y37fv0ac
                    plan: growth
                    rate_limit: { limit: 300, remaining: 297, reset_s: 41 }
      "400": { $ref: "../components/responses.yaml#/BadRequest" }
      "401": { $ref: "../components/responses.yaml#/Unauthorized" }
      "403": { $ref: "../components/responses.yaml#/Forbidden" }
${missing}      "429": { $ref: "../components/responses.yaml#/RateLimited" }
      "500": { $ref: "../components/responses.yaml#/InternalError" }
      "503": { $ref: "../components/responses.yaml#/ServiceUnavailable" }
`
}

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { pointAt, resolveNode } from '@svc/http/references'
import { Ajv2020 } from 'ajv/dist/2020.js'

// Checks every OAuth response that a test receives against spec/oauth.yaml, as the server checks its own responses
// against the contract of the API.

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>
}

const document: Document = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('@generated/contract/oauth.json')), 'utf8'),
)

const formats = { uri: true, 'uri-reference': true } as const
const ajv = new Ajv2020({ strict: false, allErrors: true, formats })
ajv.addSchema(document, 'oauth')

/** Throws if the contract describes the path and method but not this response. */
export function assertOAuthResponse(
  method: string,
  path: string,
  response: { status: number; headers: Headers; body: unknown; text: string },
): void {
  const operation = document.paths[path]?.[method.toLowerCase()]
  if (!operation) return
  const name = `${method} ${path} ${response.status}`
  const definition = operation.responses[String(response.status)]
  if (!definition) throw new Error(`${name} is not in spec/oauth.yaml: ${response.text}`)
  const described = resolveNode(document, definition)
  for (const [header, headerDefinition] of Object.entries(described.headers ?? {})) {
    const isRequired = resolveNode(document, headerDefinition).required === true
    if (isRequired && !response.headers.has(header)) throw new Error(`${name} lacks the header ${header}`)
  }
  if (described.content === undefined) {
    if (response.text !== '' && response.status !== 303) throw new Error(`${name} has a body: ${response.text}`)
    return
  }
  const validate = ajv.compile(absolute(pointAt(described, '#/content/application~1json/schema')))
  if (!validate(response.body)) throw new Error(`${name}: ${ajv.errorsText(validate.errors)} in ${response.text}`)
}

/** Makes the references of a schema absolute: they are relative to the whole document. */
function absolute(schema: unknown): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#', '"$ref":"oauth#'))
}

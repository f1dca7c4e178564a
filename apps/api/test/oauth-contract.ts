import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'

// Holds every OAuth answer that a test receives against spec/oauth.yaml, as the server holds its own answers against
// the API's contract.

interface Described {
  $ref?: string
  headers?: Record<string, Described & { required?: boolean }>
  content?: Record<string, { schema: object }>
  required?: boolean
}

type Document = { paths: Record<string, Record<string, { responses: Record<string, Described> }>> }

const document: Document = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('@generated/contract/oauth.json')), 'utf8'),
)

const formats = { uri: true, 'uri-reference': true } as const
const ajv = new Ajv2020({ strict: false, allErrors: true, formats })
ajv.addSchema(document, 'oauth')

/** Throws where the contract knows the path and method but not this answer to it. */
export function assertOAuthAnswer(
  method: string,
  path: string,
  answer: { status: number; headers: Headers; body: unknown; text: string },
): void {
  const operation = document.paths[path]?.[method.toLowerCase()]
  if (!operation) return
  const name = `${method} ${path} ${answer.status}`
  const described = operation.responses[String(answer.status)]
  if (!described) throw new Error(`${name} is not in spec/oauth.yaml: ${answer.text}`)
  const { headers = {}, content } = resolve(described)
  for (const [header, place] of Object.entries(headers)) {
    const isRequired = resolve(place).required === true
    if (isRequired && !answer.headers.has(header)) throw new Error(`${name} lacks the header ${header}`)
  }
  if (!content) {
    if (answer.text !== '' && answer.status !== 303) throw new Error(`${name} has a body: ${answer.text}`)
    return
  }
  const validate = ajv.compile(absolute(content['application/json']?.schema ?? {}))
  if (!validate(answer.body)) throw new Error(`${name}: ${ajv.errorsText(validate.errors)} in ${answer.text}`)
}

function resolve<Target extends Described>(node: Target): Target {
  if (node.$ref === undefined) return node
  const keys = node.$ref.slice(2).split('/')
  const found = keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key.replaceAll('~1', '/')], document)
  return resolve(found as Target)
}

/** References of a part count from the whole document. */
function absolute(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#', '"$ref":"oauth#'))
}

import { isRecord } from '@svc/runtime/json'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { type Document, type DocumentedOperation, operationsOf, type Part, pointerTo, resolve } from './contract.ts'

/** A response, and the operation it belongs to. */
interface ReceivedResponse {
  operationId: string
  status: number
  headers: Headers
  text: string
}

/** `check` has the name of the same check in Schemathesis or in hooks_rest.py. */
interface Violation {
  check: string
  message: string
}

/** Checks responses and deliveries against the contract. */
export interface Conformance {
  ofResponse(response: ReceivedResponse): Violation[]
  ofDelivery(eventType: string, headers: Headers, body: unknown): Violation[]
}

type HeaderPart = Part & { required?: boolean; schema?: Part }
type ParameterPart = HeaderPart & { name: string }
type ResponsePart = Part & { headers?: Record<string, Part>; content?: Record<string, Part> }

const stackTrace =
  /\\n\s+at |node_modules|file:\/\/\/|\.[cm]?[jt]s:[0-9]+|Error: |\bselect .{1,80} from |SQLSTATE|postgres/i

/** Reads the contract once; schemas are compiled as they are needed. */
export function createConformance(document: Document): Conformance {
  const schemas = createSchemas(document)
  const operations = new Map(operationsOf(document).map((operation) => [operation.operationId, operation]))
  return {
    ofResponse(response) {
      const operation = operations.get(response.operationId)
      if (!operation) throw new Error(`The contract has no operation ${response.operationId}.`)
      return responseViolations(document, schemas, operation, response)
    },
    ofDelivery: (eventType, headers, body) => deliveryViolations(document, schemas, { eventType, headers, body }),
  }
}

/** Returns what a value violates of the schema at a pointer, in one line; undefined if it is valid. */
type Schemas = (pointer: string, value: unknown) => string | undefined

function createSchemas(document: Document): Schemas {
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false })
  addFormats.default(ajv)
  // Only the service implements this format; fuzzing tests it.
  ajv.addFormat('public-https-url', true)
  ajv.addSchema(withoutRequiredSecrets(document), 'contract')
  const compiled = new Map<string, ValidateFunction>()

  return (pointer, value) => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `contract${fragmentOf(pointer)}` })
    compiled.set(pointer, validate)
    if (validate(value)) return undefined
    const errors = (validate.errors ?? []).map(({ instancePath, message, params }) => {
      const named = Object.values(params).filter((param) => typeof param === 'string')
      return `${instancePath || 'the value'} ${message}${named.length > 0 ? ` (${named.join(', ')})` : ''}`
    })
    return errors.slice(0, 4).join('; ')
  }
}

/** The document for responses: a required `writeOnly` field is required only in requests. */
function withoutRequiredSecrets(document: Document): Document {
  const isOnlyWritten = (schema: unknown) => isRecord(schema) && resolve<Part>(document, schema).writeOnly === true
  return JSON.parse(
    JSON.stringify(document, (_name, node: unknown) => {
      if (!isRecord(node) || !Array.isArray(node.required) || !isRecord(node.properties)) return node
      const { required, properties } = node
      return { ...node, required: required.filter((name) => !isOnlyWritten(properties[String(name)])) }
    }),
  )
}

function responseViolations(
  document: Document,
  schemas: Schemas,
  operation: DocumentedOperation,
  { status, headers, text }: ReceivedResponse,
): Violation[] {
  const key = [String(status), `${String(status)[0]}XX`, 'default'].find((one) => one in operation.responses)
  const part = operation.responses[key ?? '']
  if (part === undefined) {
    const documented = Object.keys(operation.responses).join(', ')
    return [{ check: 'status_code_conformance', message: `${status} is not documented; documented are ${documented}.` }]
  }
  const pointer = pointerTo(
    document,
    `#/paths/${stepOf(operation.path)}/${operation.method.toLowerCase()}/responses/${key}`,
  )
  const response = resolve<ResponsePart>(document, part)
  const violations = headerViolations(document, schemas, { described: response.headers ?? {}, pointer, headers })
  const mediaTypes = Object.keys(response.content ?? {})
  const contentType = headers.get('Content-Type')
  const mediaType = mediaTypes.find((one) => contentType?.startsWith(one)) ?? mediaTypes[0]
  if (status >= 400 && stackTrace.test(text))
    violations.push({ check: 'no_internals_leak', message: `The response shows internals: ${text.slice(0, 200)}` })
  if (mediaType === undefined) return violations

  if (!contentType?.startsWith(mediaType)) {
    const message = `Content-Type is ${contentType}, not ${mediaType}.`
    return [...violations, { check: 'content_type_conformance', message }]
  }
  if (!/[/+]json/.test(mediaType)) return violations
  const body = parseJson(text)
  if (body === undefined) return [...violations, { check: 'envelope_always', message: 'The body is not valid JSON.' }]
  const problem = schemas(`${pointer}/content/${stepOf(mediaType)}/schema`, body)
  if (problem !== undefined) violations.push({ check: 'response_schema_conformance', message: `${problem}.` })
  return [...violations, ...metaViolations(body, headers)]
}

function headerViolations(
  document: Document,
  schemas: Schemas,
  { described, pointer, headers }: { described: Record<string, Part>; pointer: string; headers: Headers },
): Violation[] {
  return Object.entries(described).flatMap(([name, part]) => {
    const header = resolve<HeaderPart>(document, part)
    const base = pointerTo(document, `${pointer}/headers/${stepOf(name)}`)
    const message = headerProblem(document, schemas, { name, header, base, text: headers.get(name) })
    return message === undefined ? [] : [{ check: 'response_headers_conformance', message }]
  })
}

function headerProblem(
  document: Document,
  schemas: Schemas,
  { name, header, base, text }: { name: string; header: HeaderPart; base: string; text: string | null },
): string | undefined {
  if (text === null) return header.required ? `The header ${name} is missing.` : undefined
  const { type } = resolve<Part & { type?: string }>(document, header.schema ?? {})
  const value = type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text
  const problem = schemas(`${base}/schema`, value)
  return problem && `The header ${name} is "${text}": ${problem}.`
}

function deliveryViolations(
  document: Document,
  schemas: Schemas,
  { eventType, headers, body }: { eventType: string; headers: Headers; body: unknown },
): Violation[] {
  const operation = document.webhooks?.[eventType]?.post
  if (!operation) {
    return [{ check: 'event_type_conformance', message: `The contract has no event type ${eventType}.` }]
  }
  const base = `#/webhooks/${stepOf(eventType)}/post`
  const problem = schemas(`${base}/requestBody/content/application~1json/schema`, body)
  const ofBody = problem === undefined ? [] : [{ check: 'event_schema_conformance', message: `${problem}.` }]
  const ofHeaders = (operation.parameters ?? []).flatMap((part, index) => {
    const header = resolve<ParameterPart>(document, part)
    const at = pointerTo(document, `${base}/parameters/${index}`)
    const { name } = header
    const message = headerProblem(document, schemas, { name, header, base: at, text: headers.get(name) })
    return message === undefined ? [] : [{ check: 'event_headers_conformance', message }]
  })
  return [...ofBody, ...ofHeaders]
}

/** INTERFACE.md §2 and §8, rule 2: `meta` and the headers have the same values. */
function metaViolations(body: unknown, headers: Headers): Violation[] {
  if (!hasMeta(body)) return []
  const { meta } = body
  const violations: Violation[] = []
  if (meta.request_id !== headers.get('X-Request-Id'))
    violations.push({ check: 'request_id_matches', message: 'meta.request_id differs from X-Request-Id.' })
  const { limit, remaining, reset_s } = meta.rate_limit ?? {}
  const reported = [limit, remaining, reset_s].join(' ')
  const shown = ['Limit', 'Remaining', 'Reset'].map((name) => headers.get(`X-RateLimit-${name}`)).join(' ')
  if (reported !== shown)
    violations.push({
      check: 'rate_limit_matches',
      message: `meta.rate_limit is ${reported}, but the headers are ${shown}.`,
    })
  return violations
}

interface Meta {
  request_id?: string
  rate_limit?: Record<string, number>
}

function hasMeta(body: unknown): body is { meta: Meta } {
  return (
    typeof body === 'object' &&
    body !== null &&
    'meta' in body &&
    typeof body.meta === 'object' &&
    body.meta !== null &&
    // Other documents may have metadata of another form.
    'request_id' in body.meta
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The check reports a body that is not JSON.
    return undefined
  }
}

/** A name as part of a pointer, in which `%` begins an escape. */
function stepOf(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('%', '%25')
}

/** A pointer as a URI fragment. Escapes that it has already are kept. */
function fragmentOf(pointer: string): string {
  return encodeURI(pointer).replaceAll(/%25([0-9A-F]{2})/gi, '%$1')
}

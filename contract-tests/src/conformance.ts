import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { type Document, type Part, placesOf, pointerTo, resolve } from './contract.ts'

/** An answer, or a delivery, and what it belongs to. */
export interface Answer {
  operationId: string
  status: number
  headers: Headers
  text: string
}

/** `check` has the name that the same check has in Schemathesis or in hooks.py. */
export interface Violation {
  check: string
  message: string
}

/** What an answer, and what a delivery, has against its contract. */
export interface Conformance {
  ofAnswer(answer: Answer): Violation[]
  ofDelivery(eventType: string, headers: Headers, body: unknown): Violation[]
}

const stackTrace =
  /\\n\s+at |node_modules|file:\/\/\/|\.[cm]?[jt]s:[0-9]+|Error: |\bselect .{1,80} from |SQLSTATE|postgres/i

/** Reads the contract once; schemas are compiled as they are needed. */
export function createConformance(document: Document): Conformance {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  // The service has the one implementation of it, and fuzzing shows whether that is right.
  ajv.addFormat('public-https-url', true)
  ajv.addSchema(document, 'contract')
  const compiled = new Map<string, ValidateFunction>()
  const places = new Map(placesOf(document).map((place) => [place.operationId, place]))

  function compile(pointer: string): ValidateFunction {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `contract${encodeURI(pointer)}` })
    compiled.set(pointer, known)
    return known
  }

  /** What the schema at the pointer has against the value, in one line; undefined where nothing. */
  function wrong(pointer: string, value: unknown): string | undefined {
    const validate = compile(pointer)
    if (validate(value)) return undefined
    const errors = (validate.errors ?? []).map(({ instancePath, message, params }) => {
      const named = Object.values(params).filter((param) => typeof param === 'string')
      return `${instancePath || 'the whole'} ${message}${named.length > 0 ? ` (${named.join(', ')})` : ''}`
    })
    return errors.slice(0, 4).join('; ')
  }

  function wrongHeaders(described: Record<string, Part>, pointer: string, headers: Headers): Violation[] {
    return Object.entries(described).flatMap(([name, part]) => {
      const { required } = resolve<Part & { required?: boolean }>(document, part)
      const text = headers.get(name)
      const check = 'response_headers_conformance'
      if (text === null) return required ? [{ check, message: `The header ${name} is missing.` }] : []
      const base = pointerTo(document, `${pointer}/headers/${stepOf(name)}`)
      const { schema = {} } = resolve<Part & { schema?: Part }>(document, part)
      const { type } = resolve<Part & { type?: string }>(document, schema)
      const value = type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text
      const problem = wrong(`${base}/schema`, value)
      return problem === undefined ? [] : [{ check, message: `The header ${name} is "${text}": ${problem}.` }]
    })
  }

  return {
    ofAnswer({ operationId, status, headers, text }) {
      const place = places.get(operationId)
      if (!place) throw new Error(`The contract has no operation ${operationId}.`)
      const part = place.responses[String(status)]
      if (part === undefined) {
        const documented = Object.keys(place.responses).join(', ')
        return [{ check: 'status_code_conformance', message: `${status} is not documented; there are ${documented}.` }]
      }
      const pointer = pointerTo(
        document,
        `#/paths/${stepOf(place.path)}/${place.method.toLowerCase()}/responses/${status}`,
      )
      const response = resolve<Part & { headers?: Record<string, Part>; content?: Record<string, Part> }>(
        document,
        part,
      )
      const violations = wrongHeaders(response.headers ?? {}, pointer, headers)
      const [mediaType] = Object.keys(response.content ?? {})
      if (status >= 400 && stackTrace.test(text))
        violations.push({ check: 'no_internals_leak', message: `The answer shows internals: ${text.slice(0, 200)}` })
      if (mediaType === undefined) return violations

      if (!headers.get('Content-Type')?.startsWith(mediaType)) {
        const message = `Content-Type is ${headers.get('Content-Type')}, not ${mediaType}.`
        return [...violations, { check: 'content_type_conformance', message }]
      }
      const body = parsed(text)
      if (body === undefined) return [...violations, { check: 'envelope_always', message: 'The body is not JSON.' }]
      const problem = wrong(`${pointer}/content/${stepOf(mediaType)}/schema`, body)
      if (problem !== undefined) violations.push({ check: 'response_schema_conformance', message: `${problem}.` })
      return [...violations, ...wrongMeta(body, headers)]
    },

    ofDelivery(eventType, headers, body) {
      const operation = document.webhooks?.[eventType]?.post
      if (!operation) {
        const message = `The contract has no event type ${eventType}.`
        return [{ check: 'event_type_conformance', message }]
      }
      const violations: Violation[] = []
      const base = `#/webhooks/${stepOf(eventType)}/post`
      const problem = wrong(`${base}/requestBody/content/application~1json/schema`, body)
      if (problem !== undefined) violations.push({ check: 'event_schema_conformance', message: `${problem}.` })
      for (const [index, part] of (operation.parameters ?? []).entries()) {
        const {
          name,
          schema = {},
          required,
        } = resolve<Part & { name: string; schema?: Part; required?: boolean }>(document, part)
        const text = headers.get(name)
        const check = 'event_headers_conformance'
        if (text === null && required) violations.push({ check, message: `The header ${name} is missing.` })
        if (text === null) continue
        const { type } = resolve<Part & { type?: string }>(document, schema)
        const value = type === 'integer' ? Number(text) : text
        const wrongValue = wrong(`${pointerTo(document, `${base}/parameters/${index}`)}/schema`, value)
        if (wrongValue) violations.push({ check, message: `The header ${name} is "${text}": ${wrongValue}.` })
      }
      return violations
    },
  }
}

/** Interface section 2 and section 8, rule 2: what is in `meta` is in the headers as well. */
function wrongMeta(body: unknown, headers: Headers): Violation[] {
  const meta = (body as { meta?: { request_id?: string; rate_limit?: Record<string, number> } }).meta
  if (meta === undefined) return []
  const violations: Violation[] = []
  if (meta.request_id !== headers.get('X-Request-Id'))
    violations.push({ check: 'request_id_matches', message: 'meta.request_id differs from X-Request-Id.' })
  const { limit, remaining, reset_s } = meta.rate_limit ?? {}
  const told = [limit, remaining, reset_s].join(' ')
  const shown = ['Limit', 'Remaining', 'Reset'].map((name) => headers.get(`X-RateLimit-${name}`)).join(' ')
  if (told !== shown)
    violations.push({ check: 'rate_limit_matches', message: `meta.rate_limit is ${told}, the headers say ${shown}.` })
  return violations
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function stepOf(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

import { isRecord } from '@svc/runtime/json'
import { type Document, type DocumentedOperation, exampleBody } from '../contract.ts'
import { requestSchema, type Schema, withoutNull, writtenPropertiesOf } from '../relations/schema.ts'

/** The bodies of operations that refuse a second record with the same values. */
export interface UniqueBodies {
  /** A body, with texts that no other request of this run has if the operation has refused such a body before. */
  of(operation: DocumentedOperation, body: unknown): unknown
  /** The body of the document, as `of` returns it; undefined for none. */
  exampleOf(operation: DocumentedOperation): unknown
  /** Varies the bodies of an operation after a 409. Returns false if all of its texts are varied already. */
  vary(operation: DocumentedOperation): boolean
}

interface Options {
  document: Document
  /** Whether a body is valid. */
  accepts(operation: DocumentedOperation, body: unknown): boolean
}

const conflictStatus = 409

export function createUniqueBodies({ document, accepts }: Options): UniqueBodies {
  const varied = new Map<string, readonly string[]>()
  // A service that keeps its records between runs has those of earlier ones.
  const run = Date.now().toString(36).slice(-6)
  let count = 0

  function of(operation: DocumentedOperation, body: unknown): unknown {
    const schema = requestSchema(document, operation)
    const names = varied.get(operation.operationId)
    if (!schema || !names || !isRecord(body)) return body
    count += 1
    const properties = writtenPropertiesOf(document, schema)
    const unique = `${run}${count.toString(36)}`
    let whole: Readonly<Record<string, unknown>> = body
    for (const name of names) {
      const candidates = variantsOf(whole[name], unique, withoutNull(document, properties.get(name) ?? {}))
      const bodies = candidates.map((value) => ({ ...whole, [name]: value }))
      whole = bodies.find((one) => accepts(operation, one)) ?? whole
    }
    return whole
  }

  return {
    of,
    exampleOf: (operation) => of(operation, exampleBody(document, operation)),
    vary(operation) {
      const body = exampleBody(document, operation)
      const texts = isRecord(body) ? Object.keys(body).filter((name) => typeof body[name] === 'string') : []
      const named = texts.filter((name) => identifying.test(name))
      const known = varied.get(operation.operationId)
      const next = known === undefined && named.length > 0 ? named : texts
      if (next.length <= (known?.length ?? 0)) return false
      varied.set(operation.operationId, next)
      return true
    },
  }
}

/** Names of fields that are usually unique. */
const identifying = /name|title|slug|key|code|label|mail|login|handle|domain|number|sku/i

/** A text with a part that makes it unique, in the form that its schema may require. */
function variantsOf(value: unknown, unique: string, { format, maxLength }: Schema): string[] {
  if (typeof value !== 'string') return []
  const rest = typeof maxLength === 'number' ? maxLength - unique.length : value.length
  const parts = [`${value} ${unique}`, `${value}-${unique}`, `${value}${unique}`, `${value.slice(0, rest)}${unique}`]
  return format === 'email' ? [value.replace('@', `-${unique}@`)] : parts
}

/** Sends a body, and others while the response is that it conflicts with a record. */
export async function sendUnique<Answer extends { status: number }>(
  operation: DocumentedOperation,
  bodies: UniqueBodies,
  send: (body: unknown) => Promise<Answer>,
): Promise<Answer> {
  const answer = await send(bodies.exampleOf(operation))
  return answer.status === conflictStatus && bodies.vary(operation) ? sendUnique(operation, bodies, send) : answer
}

import { createHash } from 'node:crypto'
import type { OperationId } from '@generated/contract/operations'
import type { Input } from '@svc/http/contract'
import { conflict } from '@svc/http/errors'
import { keepNewest, type World } from './worlds.ts'

export interface Outcome {
  data: unknown
  /** True when this is the answer to an earlier request with the same key. */
  replayed: boolean
}

const answersMax = 1_000

/** Runs the work of a POST once per `Idempotency-Key` (design decision 27). Failures are not kept. */
export async function once(
  { idempotency }: World,
  { operationId, key, input }: { operationId: OperationId; key: string; input: Input },
  work: () => Promise<unknown>,
): Promise<Outcome> {
  const name = `${operationId} ${key}`
  const request = createHash('sha256').update(canonical(input)).digest('base64url')
  const known = idempotency.get(name)
  if (known) {
    if (known.request !== request)
      throw conflict('This Idempotency-Key was used with another request; use a new key for a new request.')
    if (known.data === undefined)
      throw conflict('A request with this Idempotency-Key is still running; repeat it when that one has been answered.')
    return { data: known.data, replayed: true }
  }
  idempotency.set(name, { request, data: undefined, resourceId: null })
  try {
    const data = await work()
    // A copy: the record itself goes on changing, and the answer must not.
    idempotency.set(name, { request, data: structuredClone(data), resourceId: resourceOf(data) })
    keepNewest(idempotency, answersMax)
    return { data, replayed: false }
  } catch (error) {
    idempotency.delete(name)
    throw error
  }
}

/** What makes two requests the same, whatever the order in which the fields were written. */
function canonical({ path, query, body }: Input): string {
  return JSON.stringify({ path, query, body }, (_key, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort())
      : part,
  )
}

/** The webhook endpoint that an answer speaks of: deleting it forgets the answer. */
function resourceOf(data: unknown): string | null {
  const { webhook_id: webhookId, id } = (data ?? {}) as { webhook_id?: unknown; id?: unknown }
  return typeof webhookId === 'string' ? webhookId : typeof id === 'string' ? id : null
}

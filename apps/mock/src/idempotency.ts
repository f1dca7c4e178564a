import type { OperationId } from '@generated/contract/operations'
import type { Input } from '@svc/http/contract'
import { hashOf, otherRequest, resourceOf, stillRunning } from '@svc/http/idempotency'
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
  const request = hashOf(input).toString('base64url')
  const known = idempotency.get(name)
  if (known) {
    if (known.request !== request) throw otherRequest()
    if (known.data === undefined) throw stillRunning()
    return { data: known.data, replayed: true }
  }
  idempotency.set(name, { request, data: undefined, resourceId: null })
  try {
    const data = await work()
    // As the newest: its age is that of the answer.
    idempotency.delete(name)
    // A copy: the record itself goes on changing, and the answer must not.
    idempotency.set(name, { request, data: structuredClone(data), resourceId: resourceOf(data) })
    // Without the key of a request that is still running, its repetition would do the work a second time.
    keepNewest(idempotency, answersMax, ({ data }) => data !== undefined)
    return { data, replayed: false }
  } catch (error) {
    idempotency.delete(name)
    throw error
  }
}

import type { OperationId } from '@generated/contract/operations'
import type { Input } from '@svc/http/contract'
import { hashOf, otherRequest, resourceOf, stillRunning } from '@svc/http/idempotency'
import { keepNewest } from './state/keep-newest.ts'
import type { AccountState } from './state/state-store.ts'

export interface Outcome {
  data: unknown
  /** True when this is the result of an earlier request with the same key. */
  replayed: boolean
}

const resultsMax = 1_000

/** Runs the work of a POST once per `Idempotency-Key`. Failures are not kept. */
export async function once(
  { idempotency }: AccountState,
  { operationId, key, input }: { operationId: OperationId; key: string; input: Input },
  work: () => Promise<unknown>,
): Promise<Outcome> {
  const name = `${operationId} ${key}`
  const requestHash = hashOf(input).toString('base64url')
  const known = idempotency.get(name)
  if (known) {
    if (known.requestHash !== requestHash) throw otherRequest()
    if (known.data === undefined) throw stillRunning()
    return { data: known.data, replayed: true }
  }
  idempotency.set(name, { requestHash, data: undefined, resourceId: null })
  try {
    const data = await work()
    // As the newest: its age is that of the result.
    idempotency.delete(name)
    // A copy: the record itself goes on changing, and the result must not.
    idempotency.set(name, { requestHash, data: structuredClone(data), resourceId: resourceOf(data) })
    // Without the key of a request that is still running, its repetition would do the work a second time.
    keepNewest(idempotency, resultsMax, ({ data }) => data !== undefined)
    return { data, replayed: false }
  } catch (error) {
    idempotency.delete(name)
    throw error
  }
}

import type { OperationId } from '@generated/contract/operations'
import type { Connection } from '@svc/db/database'
import { abandonIdempotent, beginIdempotent, completeIdempotent, keepProgress } from '@svc/db/idempotency'
import type { Input } from '@svc/http/contract'
import { type ApiError, conflict } from '@svc/http/errors'
import { hashOf, otherRequest, resourceOf, stillRunning } from '@svc/http/idempotency'
import type { Keyring } from '@svc/runtime/secrets'
import type { ApiCaller } from './caller.ts'

export interface Outcome {
  data: unknown
  /** True when this is the answer to an earlier request with the same key. */
  replayed: boolean
}

/** What work that takes several transactions has come to under its key. */
export interface Progress {
  /** What was kept last, by a request that broke off; null where none did. */
  reached: unknown
  /** Keeps it in the transaction of the part that was done. Throws where another request has taken over. */
  keep(transaction: Connection, reached: unknown): Promise<void>
}

/**
 * Runs the work of a POST once per `Idempotency-Key` (design decision 27). The work gets the transaction in which its answer is kept, so
 * that a crash leaves both or neither. Work that is `long`, because it waits for somebody else or takes several transactions, gets the
 * pool instead: one transaction would hold its locks and a connection for seconds, and be ended by the database; its answer is
 * kept right after it. Answers are stored encrypted, because some hold a secret; failures are not kept.
 */
export async function once(
  { db, keyring }: { db: Connection; keyring: Keyring },
  {
    caller,
    operationId,
    key,
    input,
    long,
  }: { caller: ApiCaller; operationId: OperationId; key: string; input: Input; long: boolean },
  work: (connection: Connection, progress: Progress) => Promise<unknown>,
): Promise<Outcome> {
  const name = { operation_id: operationId, key }
  const context = `idempotency_keys ${caller.owner.account_id} ${operationId} ${key}`
  const beginning = await beginIdempotent(db, caller.owner, name, hashOf(input))
  switch (beginning.state) {
    case 'done': {
      const { key_id, ciphertext } = beginning.response
      return { data: JSON.parse(keyring.decrypt(key_id, ciphertext, context).toString()), replayed: true }
    }
    case 'running':
      throw stillRunning()
    case 'other_body':
      throw otherRequest()
    case 'started':
      break
  }
  const progress: Progress = {
    reached: beginning.progress,
    async keep(transaction, reached) {
      if (!(await keepProgress(transaction, caller.owner, name, beginning.attempt, reached))) throw takenOver()
    },
  }
  const workAndKeep = async (connection: Connection): Promise<Outcome> => {
    const data = await work(connection, progress)
    const kept = await completeIdempotent(connection, caller.owner, name, beginning.attempt, {
      status: 200,
      response: keyring.encrypt('encryption', JSON.stringify(data), context),
      resource_id: resourceOf(data),
    })
    if (!kept) throw takenOver()
    return { data, replayed: false }
  }
  try {
    return await (long ? workAndKeep(db) : db.transaction(workAndKeep))
  } catch (error) {
    await abandonIdempotent(db, caller.owner, name, beginning.attempt)
    throw error
  }
}

function takenOver(): ApiError {
  return conflict('Another request with this Idempotency-Key took over; repeat it to get its answer.')
}

import type { Caller } from '@svc/credentials/caller'
import type { Connection } from '@svc/db/database'
import { abandonIdempotent, beginIdempotent, completeIdempotent, keepProgress } from '@svc/db/idempotency'
import { conflict } from '@svc/http/errors'
import type { CompleteAttempt, IdempotencyStore, KeyedCall } from '@svc/http/shell/idempotency'
import { idempotencyMessages } from '@svc/http/shell/messages'
import { stringField } from '@svc/http/shell/operation'
import { sha256Of } from '@svc/review-import/uploaded-file'
import type { Logger } from '@svc/runtime/logger'
import type { Progress, RequestContext } from './context.ts'
import type { Dependencies } from './dependencies.ts'

interface IdempotencyOptions {
  dependencies: Pick<Dependencies, 'db' | 'keyring' | 'chat'>
  logger: Pick<Logger, 'warn'>
  /** Makes the context of a request, on the connection pool. */
  context(call: KeyedCall<Caller>): RequestContext
}

/**
 * Stores results in the transaction of the work. For work in parts or with a language model, a transaction would hold
 * its locks and a connection too long: its handler gets the connection pool, and the result is stored right after it.
 * Results are encrypted, because some contain a secret.
 */
export function createIdempotencyStore({
  dependencies: { db, keyring, chat },
  logger,
  context: contextOf,
}: IdempotencyOptions): IdempotencyStore<Caller, RequestContext> {
  return {
    async begin(call) {
      const { owner } = call.caller
      const { work } = call.operation
      const name = { operation_id: call.operationId, key: call.key }
      const secretContext = `idempotency_keys ${owner.account_id} ${call.operationId} ${call.key}`
      const beginning = await beginIdempotent(db, owner, name, call.requestHash)
      switch (beginning.state) {
        case 'completed': {
          const { key_id, ciphertext } = beginning.response
          const data: unknown = JSON.parse(keyring.decrypt(key_id, ciphertext, secretContext).toString())
          return (await isSameFile(call, data)) ? { state: 'completed', data } : { state: 'other_request' }
        }
        case 'running':
        case 'other_request':
          return beginning
        case 'started':
          break
      }
      const progress: Progress = {
        reached: beginning.progress,
        async store(transaction, reached) {
          if (!(await keepProgress(transaction, owner, name, beginning.attempt, reached)))
            throw conflict(idempotencyMessages.takenOver)
        },
      }
      const completeIn =
        (connection: Connection): CompleteAttempt =>
        (data, resourceId) =>
          completeIdempotent(connection, owner, name, beginning.attempt, {
            response: keyring.encrypt('encryption', JSON.stringify(data), secretContext),
            resource_id: resourceId,
          })
      const context = { ...contextOf(call), progress }
      const attempt = {
        transaction: <Result>(run: (context: RequestContext, complete: CompleteAttempt) => Promise<Result>) =>
          work === 'in_parts' || (work === 'with_model' && chat)
            ? run(context, completeIn(db))
            : context.db.transaction((transaction) => run({ ...context, db: transaction }, completeIn(transaction))),
        abandon: () => abandonIdempotent(db, owner, name, beginning.attempt),
      }
      return { state: 'started', attempt }
    },

    onAbandonFailure(failure, { exchange }) {
      logger.warn({ err: failure, request_id: exchange.requestId }, 'An Idempotency-Key could not be released')
    },
  }
}

/**
 * Returns whether a request sends the file of an earlier one with this result. The hash of other requests covers their
 * body; a file is unknown until it has been read.
 */
async function isSameFile({ operation, input }: KeyedCall<Caller>, data: unknown): Promise<boolean> {
  if (!operation.upload) return true
  return (await sha256Of(input.body as AsyncIterable<Uint8Array>)) === stringField(data, 'sha256')
}

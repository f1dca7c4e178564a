import type { OperationId } from '@generated/contract/operations'
import type { Caller } from '@svc/credentials/caller'
import type { Connection } from '@svc/db/database'
import { abandonIdempotent, beginIdempotent, completeIdempotent, keepProgress } from '@svc/db/idempotency'
import { conflict } from '@svc/http/errors'
import type { IdempotencyStore, KeyedCall } from '@svc/http/shell/idempotency'
import { idempotencyMessages } from '@svc/http/shell/messages'
import { stringField } from '@svc/http/shell/operation'
import { sha256Of } from '@svc/review-import/uploaded-file'
import type { Progress, RequestContext } from './context.ts'
import type { Dependencies } from './dependencies.ts'

interface IdempotencyOptions {
  dependencies: Pick<Dependencies, 'db' | 'keyring' | 'chat'>
  /** Makes the context of a request whose handler works on this connection. */
  contextOf(call: KeyedCall<Caller>, connection: Connection, progress: Progress): RequestContext
}

/**
 * Stores results in the transaction of the work. An operation that must not run in one transaction gets the connection
 * pool instead, and its result is stored right after it. Results are stored encrypted, because some contain a secret.
 */
export function createIdempotencyStore({
  dependencies: { db, keyring, chat },
  contextOf,
}: IdempotencyOptions): IdempotencyStore<Caller, RequestContext> {
  // A resend of many commits batch by batch. A language model takes seconds, in which a transaction would hold its
  // locks and a connection; the built-in engine takes milliseconds. A file arrives as slowly as its client sends it.
  const withoutTransaction = new Set<string>(['resendWebhookDeliveries', 'createReviewImport'] satisfies OperationId[])
  if (chat !== null) withoutTransaction.add('draftReviewReply')
  return {
    async begin(call) {
      const { owner } = call.caller
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
      const attempt = {
        transaction: <Result>(work: (context: RequestContext) => Promise<Result>) =>
          withoutTransaction.has(call.operationId)
            ? work(contextOf(call, db, progress))
            : db.transaction((transaction) => work(contextOf(call, transaction, progress))),
        complete: (context: RequestContext, data: unknown, resourceId: string | null) =>
          completeIdempotent(context.db, owner, name, beginning.attempt, {
            response: keyring.encrypt('encryption', JSON.stringify(data), secretContext),
            resource_id: resourceId,
          }),
        abandon: () => abandonIdempotent(db, owner, name, beginning.attempt),
      }
      return { state: 'started', attempt }
    },
  }
}

/**
 * Whether a request sends the file of an earlier one with this result. The hash of other requests covers their body; a
 * file is unknown until it has been read.
 */
async function isSameFile({ operation, input }: KeyedCall<Caller>, data: unknown): Promise<boolean> {
  if (!operation.upload) return true
  return (await sha256Of(input.body as AsyncIterable<Uint8Array>)) === stringField(data, 'sha256')
}

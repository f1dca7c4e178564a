import { createHash } from 'node:crypto'
import { isRecord } from '@svc/runtime/json'
import type { Input } from '../contract/contract.ts'
import { conflict } from '../errors.ts'
import type { BaseCaller } from './exchange.ts'
import { idempotencyMessages as messages } from './messages.ts'
import { type OperationCall, type OperationOutcome, stringField } from './operation.ts'

/** A request with an `Idempotency-Key`. The same key of another account or for another operation is another key. */
export interface KeyedCall<Caller extends BaseCaller> extends OperationCall<Caller> {
  readonly key: string
  /** Equal for equal requests; see `hashOf`. */
  readonly requestHash: Buffer
}

/** Stores the results of requests with an `Idempotency-Key`. */
export interface IdempotencyStore<Caller extends BaseCaller, Context extends object> {
  /** Begins a request under its key, or returns the state of an earlier one. */
  begin(call: KeyedCall<Caller>): Promise<IdempotentBeginning<Context>>
  /** Reports that the key of a failed request could not be released; absent where `abandon` cannot fail. */
  onAbandonFailure?(failure: unknown, call: KeyedCall<Caller>): void
}

type IdempotentBeginning<Context extends object> =
  /** Do the work. */
  | { state: 'started'; attempt: IdempotentAttempt<Context> }
  /** An earlier request succeeded with this result. */
  | { state: 'completed'; data: unknown }
  /** An earlier request has not finished. */
  | { state: 'running' }
  /** The key belongs to a request with another input. */
  | { state: 'other_request' }

/** Stores the result of an attempt. False if another request has taken over the key: the work must be undone. */
export type CompleteAttempt = (data: unknown, resourceId: string | null) => Promise<boolean>

interface IdempotentAttempt<Context extends object> {
  /**
   * Runs the work, which stores its result with `complete`, in one transaction where the store has transactions, so
   * that a crash leaves both the effects and the stored result or neither.
   */
  transaction<Result>(work: (context: Context, complete: CompleteAttempt) => Promise<Result>): Promise<Result>
  /** Releases the key after a failure: failures are not stored. */
  abandon(): Promise<void>
}

/** Runs the work of a request once per `Idempotency-Key` and replays its result from then on. */
export async function runOnce<Caller extends BaseCaller, Context extends object>(
  store: IdempotencyStore<Caller, Context>,
  call: KeyedCall<Caller>,
  work: (context: Context) => Promise<unknown>,
): Promise<OperationOutcome> {
  const beginning = await store.begin(call)
  switch (beginning.state) {
    case 'completed':
      return { data: beginning.data, replayed: true }
    case 'running':
      throw conflict(messages.running)
    case 'other_request':
      throw conflict(messages.otherRequest)
    case 'started':
      break
  }
  const { attempt } = beginning
  try {
    return await attempt.transaction(async (context, complete) => {
      const data = await work(context)
      const resourceId = stringField(data, call.operation.resourceField)
      if (!(await complete(data, resourceId))) throw conflict(messages.takenOver)
      return { data }
    })
  } catch (error) {
    // The caller needs the error of the work. A key that is not released is free again once its request counts as lost.
    await attempt.abandon().catch((failure: unknown) => store.onAbandonFailure?.(failure, call))
    throw error
  }
}

/** Hashes what makes two requests the same: path, query and body, regardless of the order of their fields. */
export function hashOf({ path, query, body }: Input): Buffer {
  const canonical = JSON.stringify({ path, query, body }, (_key, part) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort()) : part,
  )
  return createHash('sha256').update(canonical).digest()
}

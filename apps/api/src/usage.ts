import type { Connection } from '@svc/db/database'
import { insertUsageEvents, type NewUsageEvent } from '@svc/db/usage-events'
import type { ApiError } from '@svc/http/errors'
import { type Outcome, outcomesOf, outcomesOfFailure } from '@svc/http/usage'
import { newId } from '@svc/runtime/ids'
import type { Logger } from '@svc/runtime/logger'
import type { ApiExchange } from './server.ts'

/** Turns answers into the events of `GET /events`, without slowing them: events are written in batches, behind the answer. */
export interface Recorder {
  /** `replayed`: the answer to an earlier request was repeated, and nothing was done. */
  answered(exchange: ApiExchange, status: number, data: unknown, options?: { replayed?: boolean }): void
  refused(exchange: ApiExchange, error: ApiError): void
  /** Something that was done to a credential, outside of the operations of the API. */
  happened(event: CredentialEvent): void
  /** Writes what is waiting. */
  flush(): Promise<void>
  /** Writes what is waiting and stops. */
  close(): Promise<void>
}

export type CredentialEvent = Pick<
  NewUsageEvent,
  'type' | 'account_id' | 'request_id' | 'actor' | 'http_status' | 'duration_ms' | 'resource_id'
>

/** Events that wait for longer are written; more of them than `batchMax` do not wait. */
const flushIntervalMs = 250
const batchMax = 500

/** While the database is away events wait up to this number; after that the oldest are dropped, and the log says how many. */
const waitingMax = 20_000

export function createRecorder({ db, logger }: { db: Connection; logger: Logger }): Recorder {
  const waiting: NewUsageEvent[] = []
  let writing: Promise<void> | undefined
  let dropped = 0

  const keep = (event: NewUsageEvent) => {
    // Named here, so that a batch whose answer was lost can be written again and is there once.
    waiting.push({ ...event, id: newId('act') })
    if (waiting.length > waitingMax) {
      waiting.shift()
      dropped += 1
    }
    if (waiting.length >= batchMax) void flush()
  }

  const record = (exchange: ApiExchange, outcomes: Outcome[]) => {
    const { caller, operationId } = exchange
    // Only calls that can be attributed to an account are its events, and reading them makes no more of them (design decision 29).
    if (!caller || operationId === 'listEvents') return
    const { credential, account, quota } = caller
    const call = {
      account_id: account.id,
      created_at: new Date().toISOString(),
      request_id: exchange.requestId,
      actor: { type: credential.type, id: credential.id, label: credential.label },
      operation_id: operationId ?? null,
      duration_ms: Math.round(performance.now() - exchange.startedAt),
      quota,
    }
    for (const outcome of outcomes) keep({ ...call, ...outcome })
  }

  const writeWaiting = async () => {
    while (waiting.length > 0) {
      // Taken out meanwhile: what is dropped when too much waits must not be counted against this batch.
      const batch = waiting.splice(0, batchMax)
      try {
        await insertUsageEvents(db, batch)
      } catch (error) {
        waiting.unshift(...batch)
        throw error
      }
    }
    if (dropped > 0) logger.error({ dropped }, 'Usage events were dropped while the database was away')
    dropped = 0
  }

  const flush = (): Promise<void> => {
    writing ??= writeWaiting()
      .catch((error) => logger.warn({ err: error, waiting: waiting.length }, 'Usage events could not be written yet'))
      .finally(() => {
        writing = undefined
      })
    return writing
  }

  const timer = setInterval(flush, flushIntervalMs)
  timer.unref()

  return {
    answered: (exchange, status, data, options) =>
      record(exchange, outcomesOf(exchange.operationId, status, data, options)),

    refused: (exchange, error) => record(exchange, outcomesOfFailure(error)),

    happened: (event) =>
      keep({ ...event, created_at: new Date().toISOString(), operation_id: null, error_code: null, quota: null }),

    flush,

    async close() {
      clearInterval(timer)
      await flush()
      await flush()
    },
  }
}

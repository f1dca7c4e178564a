import type { Caller } from '@svc/credentials/caller'
import type { Connection } from '@svc/db/database'
import { insertUsageEvents, type NewUsageEvent } from '@svc/db/usage-events'
import type { UsageRecorder } from '@svc/http/shell/usage'
import { newId } from '@svc/runtime/ids'
import type { Logger } from '@svc/runtime/logger'

/** Writes the events of `GET /events` in batches, so that no response waits for them. */
export interface BatchRecorder extends UsageRecorder<Caller> {
  /** Records something that was done to a credential outside of the operations of the contract. */
  recordCredential(event: CredentialEvent): void
  /** Writes all waiting events. */
  flush(): Promise<void>
  /** Writes all waiting events and stops. */
  close(): Promise<void>
}

type CredentialEvent = Pick<
  NewUsageEvent,
  'type' | 'account_id' | 'request_id' | 'actor' | 'http_status' | 'duration_ms' | 'resource_id'
>

/** Waiting events are written this often, and as soon as there are `batchMax`. */
const flushIntervalMs = 250
const batchMax = 500

/**
 * While the database is unavailable at most this many events wait; then the oldest are dropped, and their number is
 * logged.
 */
const waitingMax = 20_000

export function createUsageRecorder({ db, logger }: { db: Connection; logger: Logger }): BatchRecorder {
  const waiting: NewUsageEvent[] = []
  let writing: Promise<void> | undefined
  let dropped = 0

  const enqueue = (event: NewUsageEvent) => {
    // The id is made here, so that a batch that was written but not confirmed is not written twice.
    waiting.push({ ...event, id: newId('act') })
    if (waiting.length > waitingMax) {
      waiting.shift()
      dropped += 1
    }
    // A failed flush is logged and retried.
    if (waiting.length >= batchMax) void flush()
  }

  const writeWaiting = async () => {
    while (waiting.length > 0) {
      // Removed while it is written: events dropped meanwhile must not count against this batch.
      const batch = waiting.splice(0, batchMax)
      try {
        await insertUsageEvents(db, batch)
      } catch (error) {
        waiting.unshift(...batch)
        throw error
      }
    }
    if (dropped > 0) logger.error({ dropped }, 'Usage events were dropped while the database was unavailable')
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
    record(caller, events) {
      for (const event of events) enqueue({ account_id: caller.account.id, ...event })
    },

    recordCredential: (event) =>
      enqueue({ ...event, created_at: new Date().toISOString(), operation_id: null, error_code: null, quota: null }),

    flush,

    async close() {
      clearInterval(timer)
      await flush()
      await flush()
    },
  }
}

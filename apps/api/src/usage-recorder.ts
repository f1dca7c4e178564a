import type { Caller } from '@svc/credentials/caller'
import type { Connection } from '@svc/db/database'
import { countRepeatedRequests, insertUsageEvents, type NewUsageEvent } from '@svc/db/usage-events'
import type { UsageRecorder } from '@svc/http/shell/exchange'
import { newId } from '@svc/runtime/ids'
import type { Logger } from '@svc/runtime/logger'
import type { ApiMetrics } from './metrics.ts'

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

interface UsageRecorderOptions {
  db: Connection
  logger: Logger
  metrics?: Pick<ApiMetrics, 'credentialEvent'> | undefined
}

export function createUsageRecorder({ db, logger, metrics }: UsageRecorderOptions): BatchRecorder {
  const waiting: NewUsageEvent[] = []
  const repeats = createRepeatCounter(db)
  const isRepeatedRefusal = createRefusalFilter()
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
    await repeats.write()
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
      for (const fields of events) {
        const event = { account_id: caller.account.id, ...fields }
        if (!isRepeatedRefusal(event)) enqueue(event)
        else repeats.count(event)
      }
    },

    recordCredential(event) {
      metrics?.credentialEvent(event.type)
      enqueue({ ...event, created_at: new Date().toISOString(), operation_id: null, error_code: null, quota: null })
    },

    flush,

    async close() {
      clearInterval(timer)
      // The running flush may already have passed the counters; the second writes what was counted since.
      await flush()
      await flush()
    },
  }
}

/** Counts requests without a separate event: one counter per caller, operation and hour waits to be written. */
function createRepeatCounter(db: Connection) {
  const waiting = new Map<string, { event: NewUsageEvent; requests: number }>()

  const count = (event: NewUsageEvent, requests = 1) => {
    const id = `${event.actor.id} ${event.operation_id} ${event.created_at.slice(0, 13)}`
    const known = waiting.get(id)
    if (known) known.requests += requests
    else waiting.set(id, { event, requests })
  }

  return {
    count: (event: NewUsageEvent) => count(event),

    async write() {
      const repeated = [...waiting.values()]
      if (repeated.length === 0) return
      waiting.clear()
      try {
        await countRepeatedRequests(db, repeated)
      } catch (error) {
        for (const { event, requests } of repeated) count(event, requests)
        throw error
      }
    },
  }
}

/**
 * Returns whether a revoked, expired or switched-off key was refused in this minute already: only its first refusal in
 * a minute is an event. A holder of such a key could otherwise fill the table with a row for each request.
 */
function createRefusalFilter(): (event: NewUsageEvent) => boolean {
  let minute = ''
  const refused = new Set<string>()
  return ({ type, http_status, actor, created_at }) => {
    if (type !== 'api.refused' || http_status !== 401 || actor.id === null) return false
    if (created_at.slice(0, 16) !== minute) {
      minute = created_at.slice(0, 16)
      refused.clear()
    }
    if (refused.has(actor.id)) return true
    refused.add(actor.id)
    return false
  }
}

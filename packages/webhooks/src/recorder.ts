import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, isUnavailable } from '@svc/db/database'
import { type FinishedAttempt, type FinishedDelivery, finishAttempts } from '@svc/db/delivery-queue'

export interface Recorder {
  /**
   * Records the result of an attempt. Resolves once it is written, dropped, or refused because the lease was lost.
   * Never rejects.
   */
  record(attempt: FinishedAttempt): Promise<void>
  /** How many results are not recorded yet. */
  readonly pendingCount: number
  /** Resolves when no results are pending, or after `timeoutMs`. */
  flush(timeoutMs: number): Promise<void>
}

export interface RecorderOptions {
  db: Connection
  retryDelaysMs: readonly number[]
  logger: { warn(fields: object, message: string): void; error(fields: object, message: string): void }
  /** Called with each batch that was recorded. */
  onRecorded?: (deliveries: readonly FinishedDelivery[]) => void
  /** How long a result is kept while the database is unavailable: the lease. Afterwards the attempt is made again. */
  keepMs: number
}

/**
 * Long enough to fill a batch under load, short compared to any network. One statement per delivery reaches 0.4 of the
 * rate.
 */
const batchWindowMs = 50
const batchMax = 400
const unavailableRetryMs = 250

/**
 * Writes results in batches, one batch at a time. A result that is lost with this process, or kept too long, is
 * delivered again: "Delivery is at-least-once" (INTERFACE.md §6.2).
 */
export function createRecorder({ db, retryDelaysMs, logger, onRecorded, keepMs }: RecorderOptions): Recorder {
  const pending: Pending[] = []
  let writing: Promise<void> | undefined

  async function writeAll(): Promise<void> {
    await sleep(batchWindowMs)
    while (pending.length > 0) {
      const batch = pending.slice(0, batchMax)
      const written = await write(batch)
      if (written) {
        pending.splice(0, batch.length)
        for (const { done } of batch) done()
      } else {
        await sleep(unavailableRetryMs)
        dropExpired()
      }
    }
    writing = undefined
  }

  /** Resolves with false when the database is unavailable and the batch must be written again. */
  async function write(batch: readonly Pending[]): Promise<boolean> {
    let recorded: FinishedDelivery[]
    try {
      recorded = await finishAttempts(
        db,
        batch.map(({ attempt }) => attempt),
        { retryDelaysMs },
      )
    } catch (error) {
      if (!isUnavailable(error)) return writeHalves(batch, error)
      logger.warn({ err: error, results: pending.length }, 'Delivery results cannot be recorded now')
      return false
    }
    onRecorded?.(recorded)
    return true
  }

  /** One result that the database refuses must not fail the others: the batch is halved until that result is alone. */
  async function writeHalves(batch: readonly Pending[], error: unknown): Promise<boolean> {
    if (batch.length <= 1) {
      logger.error({ err: error, delivery_id: batch[0]?.attempt.lease.id }, 'The database refused a delivery result')
      return true
    }
    const middle = Math.ceil(batch.length / 2)
    // Writing a half twice does no harm: only attempts in progress are updated.
    return (await write(batch.slice(0, middle))) && (await write(batch.slice(middle)))
  }

  function dropExpired(): void {
    const oldestMs = performance.now() - keepMs
    const kept = pending.filter(({ sinceMs }) => sinceMs >= oldestMs)
    for (const { done, sinceMs } of pending) if (sinceMs < oldestMs) done()
    pending.splice(0, pending.length, ...kept)
  }

  return {
    record(attempt) {
      const { promise, resolve: done } = Promise.withResolvers<void>()
      pending.push({ attempt, done, sinceMs: performance.now() })
      writing ??= writeAll()
      return promise
    },
    get pendingCount() {
      return pending.length
    },
    async flush(timeoutMs) {
      await Promise.race([writing, sleep(timeoutMs, undefined, { ref: false })])
    },
  }
}

interface Pending {
  attempt: FinishedAttempt
  done(): void
  sinceMs: number
}

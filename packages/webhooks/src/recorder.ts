import { setTimeout as pause } from 'node:timers/promises'
import { type Connection, isUnavailable } from '@svc/db/database'
import { type FinishedAttempt, type FinishedDelivery, finishAttempts } from '@svc/db/delivery-queue'

export interface Recorder {
  /** Takes the result of an attempt; resolves once it is recorded, given up, or found to be fenced off. Never rejects. */
  record(attempt: FinishedAttempt): Promise<void>
  /** Results that are not recorded yet. */
  readonly pendingCount: number
  /** Writes what is pending now; resolves when nothing is left, or after `timeoutMs`. */
  flush(timeoutMs: number): Promise<void>
}

export interface RecorderOptions {
  db: Connection
  retryDelaysMs: readonly number[]
  logger: { warn(fields: object, message: string): void; error(fields: object, message: string): void }
  /** What was recorded, for metrics and usage events. */
  onRecorded?: (deliveries: readonly FinishedDelivery[]) => void
  /** How long a result is worth keeping while the database is away: the lease. Afterwards the attempt is made again. */
  keepMs: number
}

/** Long enough to fill a batch under load, short beside any network: one statement per delivery reaches 0.4 of the rate. */
const gatherMs = 50
const batchMax = 400
const unavailablePauseMs = 250

/**
 * Writes results in batches, one batch at a time. What is lost with this process, or kept too long, is delivered again:
 * "Delivery is at-least-once" (interface, section 6.2).
 */
export function createRecorder({ db, retryDelaysMs, logger, onRecorded, keepMs }: RecorderOptions): Recorder {
  const pending: Pending[] = []
  let writing: Promise<void> | undefined

  async function writeAll(): Promise<void> {
    await pause(gatherMs)
    while (pending.length > 0) {
      const batch = pending.slice(0, batchMax)
      const written = await write(batch)
      if (written) {
        pending.splice(0, batch.length)
        for (const { done } of batch) done()
      } else {
        await pause(unavailablePauseMs)
        dropExpired()
      }
    }
    writing = undefined
  }

  /** False where the database is away, so that the batch is to be tried again. */
  async function write(batch: readonly Pending[]): Promise<boolean> {
    let recorded: FinishedDelivery[]
    try {
      recorded = await finishAttempts(
        db,
        batch.map(({ attempt }) => attempt),
        { retryDelaysMs },
      )
    } catch (error) {
      if (!isUnavailable(error)) return writeApart(batch, error)
      logger.warn({ err: error, results: pending.length }, 'Results of deliveries cannot be recorded now')
      return false
    }
    onRecorded?.(recorded)
    return true
  }

  /** One result that the database refuses must not take the others with it: halve the batch until it stands alone. */
  async function writeApart(batch: readonly Pending[], error: unknown): Promise<boolean> {
    if (batch.length <= 1) {
      logger.error(
        { err: error, delivery_id: batch[0]?.attempt.lease.id },
        'The result of a delivery was refused by the database',
      )
      return true
    }
    const middle = Math.ceil(batch.length / 2)
    // Writing a half twice does no harm: the fence drops what is no longer in progress.
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
      await Promise.race([writing, pause(timeoutMs, undefined, { ref: false })])
    },
  }
}

interface Pending {
  attempt: FinishedAttempt
  done(): void
  sinceMs: number
}

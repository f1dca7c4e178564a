import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from '@svc/db/database'
import { isStatementTimeout, isUnavailable } from '@svc/db/database-errors'
import { type FinishedAttempt, type FinishedDelivery, finishAttempts } from '@svc/db/delivery-queue'

interface RecorderOptions {
  db: Connection
  retryDelaysMs: readonly number[]
  logger: { warn(fields: object, message: string): void; error(fields: object, message: string): void }
  /** Called with each batch that was recorded. What it throws is logged. */
  onRecorded?: (deliveries: readonly FinishedDelivery[]) => void
  /**
   * The time for which a result is kept while the database is unavailable: the duration of the lease. After that, the
   * attempt is made again.
   */
  keepMs: number
}

/**
 * The time to collect results: long enough to fill a batch under load, and short compared to network latency. One
 * statement per delivery reaches only 0.4 of the rate.
 */
const batchWindowMs = 50
const batchMax = 400
const unavailableRetryMs = 250

interface PendingResult {
  attempt: FinishedAttempt
  done(): void
  sinceMs: number
}

/**
 * Writes the results of attempts in batches, one batch at a time. If a result is lost with this process or kept for too
 * long, the delivery is sent again: "Delivery is at-least-once" (INTERFACE.md §6.2).
 */
export class Recorder {
  readonly #options: RecorderOptions
  readonly #pending: PendingResult[] = []
  #writing: Promise<void> | undefined

  constructor(options: RecorderOptions) {
    this.#options = options
  }

  /** The number of results that are not recorded yet. */
  get pendingCount(): number {
    return this.#pending.length
  }

  /**
   * Records the result of an attempt. Resolves once it is written, dropped, or refused because the lease was lost.
   * Never rejects.
   */
  record(attempt: FinishedAttempt): Promise<void> {
    const { promise, resolve: done } = Promise.withResolvers<void>()
    this.#pending.push({ attempt, done, sinceMs: performance.now() })
    this.#writing ??= this.#writeAll()
    return promise
  }

  /** Resolves when no results are pending, or after `timeoutMs`. */
  async flush(timeoutMs: number): Promise<void> {
    await Promise.race([this.#writing, sleep(timeoutMs, undefined, { ref: false })])
  }

  async #writeAll(): Promise<void> {
    await sleep(batchWindowMs)
    while (this.#pending.length > 0) {
      const batch = this.#pending.slice(0, batchMax)
      if (await this.#write(batch)) {
        this.#pending.splice(0, batch.length)
        for (const { done } of batch) done()
      } else {
        await sleep(unavailableRetryMs)
        this.#dropExpired()
      }
    }
    this.#writing = undefined
  }

  /** Resolves with false when the database is unavailable or overloaded, and the batch must be written again. */
  async #write(batch: readonly PendingResult[]): Promise<boolean> {
    const { db, retryDelaysMs, logger, onRecorded } = this.#options
    const attempts = batch.map(({ attempt }) => attempt)
    let recorded: FinishedDelivery[]
    try {
      recorded = await finishAttempts(db, attempts, { retryDelaysMs })
    } catch (error) {
      if (!isUnavailable(error) && !isStatementTimeout(error)) return this.#writeHalves(batch, error)
      logger.warn({ err: error, results: this.#pending.length }, 'Delivery results could not be recorded; retrying')
      return false
    }
    try {
      onRecorded?.(recorded)
    } catch (error) {
      logger.error({ err: error, deliveries: recorded.length }, 'The report of recorded deliveries failed')
    }
    return true
  }

  /** Isolates a result that the database refuses, so that the others are still written. */
  async #writeHalves(batch: readonly PendingResult[], error: unknown): Promise<boolean> {
    if (batch.length <= 1) {
      const fields = { err: error, delivery_id: batch[0]?.attempt.lease.id }
      this.#options.logger.error(fields, 'Delivery result refused by the database')
      return true
    }
    const middle = Math.ceil(batch.length / 2)
    // Writing a half twice does no harm: only attempts in progress are updated.
    return (await this.#write(batch.slice(0, middle))) && (await this.#write(batch.slice(middle)))
  }

  #dropExpired(): void {
    const oldestMs = performance.now() - this.#options.keepMs
    const kept = this.#pending.filter(({ sinceMs }) => sinceMs >= oldestMs)
    for (const { done, sinceMs } of this.#pending) if (sinceMs < oldestMs) done()
    this.#pending.splice(0, this.#pending.length, ...kept)
  }
}

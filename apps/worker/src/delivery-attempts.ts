import { setImmediate as nextTurn } from 'node:timers/promises'
import { extendLeases } from '@svc/db/claim'
import type { Database } from '@svc/db/database'
import { type ClaimedDelivery, deliveryQueue, releaseDeliveries } from '@svc/db/delivery-queue'
import type { Lease } from '@svc/db/records'
import type { Logger } from '@svc/runtime/logger'
import { currentSpan, type NewSpan, runAs, type Span, type Tracing } from '@svc/runtime/tracing'
import { LocalFaultError, SendInterruptedError, UnexpectedSendError } from '@svc/webhooks/attempt'
import { deliver, type SecretOpener } from '@svc/webhooks/deliver'
import type { Recorder } from '@svc/webhooks/recorder'
import type { Sender } from '@svc/webhooks/sender'
import { untilNoneRuns } from './lease.ts'
import type { WorkerMetrics } from './metrics.ts'

interface DeliveryAttemptsOptions {
  db: Database
  metrics: WorkerMetrics
  tracing: Tracing | undefined
  sender: Sender
  keyring: SecretOpener
  recorder: Recorder
  logger: Logger
}

/** The number of concurrent attempts in this process. A waiting attempt needs a connection but not a thread. */
const attemptsMax = 1_600

/** The number of attempts that are signed and sent in one group, which takes a few milliseconds. */
const startGroupSize = 25

/**
 * The number of unrecorded results at which no further attempts start, so that few attempts are repeated after an
 * outage.
 */
const unrecordedMax = 2_000

/** The pause after this machine has run out of file descriptors or memory, so that some are released. */
const localFaultPauseMs = 1_000

interface RunningAttempt {
  lease: Lease<'whd'>
  stop: AbortController
}

/** The current attempts of this process, from the claim of a delivery until its result is recorded. */
export class DeliveryAttempts {
  readonly #options: DeliveryAttemptsOptions
  readonly #running = new Map<string, RunningAttempt>()
  #sendingCount = 0
  /** Attempts that were stopped because this worker stops. */
  readonly #interrupted: Lease<'whd'>[] = []
  #stopping = false
  #pausedUntilMs = 0

  constructor(options: DeliveryAttemptsOptions) {
    this.#options = options
  }

  get runningCount(): number {
    return this.#running.size
  }

  get leases(): Lease<'whd'>[] {
    return [...this.#running.values()].map(({ lease }) => lease)
  }

  /** The number of further attempts that may start now. */
  get capacity(): number {
    const { recorder } = this.#options
    return recorder.pendingCount >= unrecordedMax ? 0 : attemptsMax - this.#sendingCount
  }

  /** True for a while after this machine could not open a connection. */
  get isPaused(): boolean {
    return performance.now() < this.#pausedUntilMs
  }

  /**
   * Registers an attempt for each claimed delivery, so that their leases are extended from now on, and starts them in
   * the background, a few at a time.
   */
  start(claimed: readonly ClaimedDelivery[]): void {
    const { metrics } = this.#options
    const registered = claimed.flatMap((delivery) => {
      if (delivery.attempt === 1)
        metrics.deliveryClaimed(Date.parse(delivery.started_at) - Date.parse(delivery.created_at))
      const attempt = this.#register(delivery)
      return attempt === undefined ? [] : [{ delivery, attempt }]
    })
    this.#sendingCount += registered.length
    // Not awaited, so that the next claim does not wait for these attempts. Their errors are logged.
    void this.#startInGroups(registered)
  }

  /**
   * Stops an attempt whose lease is no longer held, because the delivery was canceled or claimed by another worker
   * after a long pause. The running attempt may already be that of a later claim.
   */
  stopWithoutLease({ id, attempt }: Lease<'whd'>): void {
    const running = this.#running.get(id)
    if (running?.lease.attempt !== attempt) return
    this.#options.metrics.leaseLost('webhook_deliveries')
    running.stop.abort()
  }

  /** Waits up to `drainMs` for the running attempts, then interrupts the remaining ones and writes their results. */
  async drain(drainMs: number): Promise<void> {
    await untilNoneRuns(this.#running, drainMs)
    this.#stopping = true
    for (const { stop } of this.#running.values()) stop.abort()
    await this.#options.recorder.flush(1_000)
  }

  /**
   * Ends the leases of interrupted attempts. Their receivers may have received them: the next claim records an
   * interruption.
   */
  async releaseInterrupted(): Promise<void> {
    if (this.#interrupted.length > 0) await extendLeases(this.#options.db, deliveryQueue, this.#interrupted, 0)
  }

  #register({ id, worker_id, attempt }: ClaimedDelivery): RunningAttempt | undefined {
    const running = this.#running.get(id)
    // A crash of the database may undo a claim. In that case, the running attempt belongs to the repeated claim.
    if (running?.lease.attempt === attempt) return undefined
    running?.stop.abort()
    const registered: RunningAttempt = { lease: { id, worker_id, attempt }, stop: new AbortController() }
    this.#running.set(id, registered)
    return registered
  }

  async #startInGroups(registered: readonly { delivery: ClaimedDelivery; attempt: RunningAttempt }[]): Promise<void> {
    const { tracing, logger } = this.#options
    for (const [index, { delivery, attempt }] of registered.entries()) {
      if (index % startGroupSize === startGroupSize - 1) await nextTurn()
      runAs(resumeTrace(delivery, tracing), () => this.#sendAndRecord(delivery, attempt)).catch((error) =>
        logger.error({ err: error, delivery_id: delivery.id }, 'Delivery attempt failed unexpectedly'),
      )
    }
  }

  async #sendAndRecord(delivery: ClaimedDelivery, attempt: RunningAttempt): Promise<void> {
    const { metrics, sender, keyring, recorder, logger } = this.#options
    const { lease, stop } = attempt
    try {
      const result = await deliver(delivery, { sender, keyring, logger, signal: stop.signal }).finally(() => {
        this.#sendingCount -= 1
      })
      metrics.attemptFinished(result)
      currentSpan()?.set({ 'svc.attempt.outcome': result.outcome, 'svc.attempt.phase': result.phase })
      await recorder.record({ lease, ...result })
    } catch (error) {
      if (error instanceof LocalFaultError) await this.#releaseUntried(lease, error)
      else if (error instanceof UnexpectedSendError) this.#keepUnrecorded(lease, error)
      else if (!(error instanceof SendInterruptedError)) throw error
      else if (this.#stopping) this.#interrupted.push(lease)
    } finally {
      if (this.#running.get(lease.id) === attempt) this.#running.delete(lease.id)
    }
  }

  /**
   * Records nothing: the receiver may have received the request, as when a worker crashes. The next attempt follows the
   * end of the lease.
   */
  #keepUnrecorded({ id }: Lease<'whd'>, { cause }: UnexpectedSendError): void {
    this.#options.metrics.attemptFailedUnexpectedly()
    this.#options.logger.error({ err: cause, delivery_id: id }, 'Attempt ended with an unexpected error')
  }

  /** Undoes an attempt that sent nothing, instead of counting it. */
  async #releaseUntried(lease: Lease<'whd'>, fault: LocalFaultError): Promise<void> {
    const { db, logger } = this.#options
    logger.error({ err: fault.cause, delivery_id: lease.id }, 'Connections could not be opened: out of local resources')
    this.#pausedUntilMs = performance.now() + localFaultPauseMs
    await releaseDeliveries(db, [lease]).catch((error) => {
      logger.warn({ err: error, delivery_id: lease.id }, 'Delivery could not be released before its lease expires')
    })
  }
}

/**
 * Begins the span of an attempt, from the claim until the result is recorded. Undefined if the request that published
 * the event is not traced.
 */
function resumeTrace(delivery: ClaimedDelivery, tracing: Tracing | undefined): Span | undefined {
  const { account_id, webhook_id, id, event_id, event_type, attempt, traceparent } = delivery
  if (traceparent === null) return undefined
  const span: NewSpan = {
    name: 'process webhook_deliveries',
    kind: 'consumer',
    attributes: {
      'messaging.system': 'svc',
      'messaging.operation.name': 'process',
      'messaging.operation.type': 'process',
      'messaging.destination.name': 'webhook_deliveries',
      'messaging.message.id': event_id,
      'svc.event.types': event_type,
      'svc.account.id': account_id,
      'svc.webhook.id': webhook_id,
      'svc.delivery.id': id,
      'svc.attempt.number': attempt,
    },
  }
  return tracing?.resume(span, traceparent)
}

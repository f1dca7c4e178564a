import type { Database } from '@svc/db/database'
import { claimDeliveries, deliveryQueue } from '@svc/db/delivery-queue'
import type { Clock } from '@svc/runtime/clock'
import type { Logger } from '@svc/runtime/logger'
import type { Tracing } from '@svc/runtime/tracing'
import type { SecretOpener } from '@svc/webhooks/deliver'
import { Recorder } from '@svc/webhooks/recorder'
import type { Sender } from '@svc/webhooks/sender'
import { reportDeadLetters } from './dead-letters.ts'
import { DeliveryAttempts } from './delivery-attempts.ts'
import { startLeaseLoop } from './lease.ts'
import { type Loop, type LoopContext, startLoop } from './loop.ts'
import type { WorkerMetrics } from './metrics.ts'
import type { WorkWaiter } from './work-waiters.ts'

interface DeliveriesOptions {
  db: Database
  metrics: WorkerMetrics
  tracing: Tracing | undefined
  workerId: string
  work: WorkWaiter
  sender: Sender
  keyring: SecretOpener
  retryDelaysMs: readonly number[]
  clock: Clock
  logger: Logger
  leaseMs: number
  drainMs: number
}

/**
 * The maximum number of concurrent attempts per endpoint and per account, across all workers, so that a slow receiver
 * delays only itself.
 */
const perEndpointMax = 8
const perAccountMax = 100

/**
 * A claim visits all endpoints with due deliveries, which takes 6 ms for 500 endpoints. Large claims distribute this
 * time over more deliveries.
 */
const claimMax = 800

/**
 * If the capacity is smaller than this, a claim waits once for more. Under full load, small claims would halve the
 * rate.
 */
const worthwhileClaim = 400

/** The pause if deliveries are due and none can be claimed, for example because of the rate of their endpoints. */
const heldPollMs = 100

/**
 * While attempts are running the next claim follows soon, but not sooner, because each walks all endpoints with due
 * deliveries.
 */
const busyPollMs = 50

/**
 * If the claim is slow, claims take about a third of the time. Fewer and larger claims leave more time for deliveries.
 */
const pausePerClaimTime = 2
const busyPollMaxMs = 150

/** Claims due deliveries and makes their attempts. */
export function startDeliveries(options: DeliveriesOptions): Loop {
  const { db, metrics, tracing, sender, keyring, retryDelaysMs, clock, logger, leaseMs, drainMs } = options
  const recorder = new Recorder({
    db,
    retryDelaysMs,
    logger,
    keepMs: leaseMs,
    onRecorded(deliveries) {
      metrics.deliveriesRecorded(deliveries)
      // Not awaited: usage events must not delay the next batch of results. Never rejects.
      void reportDeadLetters(db, deliveries, { clock, logger })
    },
  })
  const attempts = new DeliveryAttempts({ db, metrics, tracing, sender, keyring, recorder, logger })
  const claiming = startLoop('deliveries', {
    logger,
    metrics,
    iterate: (context) => claimOnce(attempts, options, context),
  })
  const heartbeat = startLeaseLoop('delivery leases', deliveryQueue, options, {
    leases: () => attempts.leases,
    onLost: (lease) => attempts.stopWithoutLease(lease),
  })
  return {
    async stop() {
      await claiming.stop()
      await attempts.drain(drainMs)
      await heartbeat.stop()
      await attempts.releaseInterrupted()
    },
  }
}

/**
 * Claims as many deliveries as there is capacity for, starts their attempts, and pauses until the next claim is due.
 */
async function claimOnce(
  attempts: DeliveryAttempts,
  { db, workerId, work, leaseMs }: DeliveriesOptions,
  context: LoopContext,
): Promise<void> {
  if (claimable(attempts) < worthwhileClaim) await context.pause(busyPollMs)
  const limit = claimable(attempts)
  if (limit <= 0 || attempts.isPaused || context.stopping) return context.pause(busyPollMs)
  if (!(await work.isDue(context))) return
  const startedMs = performance.now()
  const claimed = await claimDeliveries(db, { workerId, limit, leaseMs, perGroupMax: perEndpointMax, perAccountMax })
  const tookMs = performance.now() - startedMs
  // A process that was suspended in between no longer holds the leases of its claim. Another worker delivers these.
  if (tookMs > leaseMs) return
  attempts.start(claimed)
  if (claimed.length === limit) return
  const restMs = Math.min(Math.max(busyPollMs, tookMs * pausePerClaimTime), busyPollMaxMs)
  await context.pause(attempts.runningCount > 0 ? restMs : heldPollMs)
}

function claimable(attempts: DeliveryAttempts): number {
  return Math.min(attempts.capacity, claimMax)
}

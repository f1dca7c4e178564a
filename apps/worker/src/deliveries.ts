import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { extendLeases } from '@svc/db/claim'
import type { Database } from '@svc/db/database'
import { type ClaimedDelivery, claimDeliveries, type FinishedDelivery, releaseDeliveries } from '@svc/db/delivery-queue'
import type { Lease } from '@svc/db/records'
import { insertUsageEvents } from '@svc/db/usage-events'
import type { Clock } from '@svc/runtime/clock'
import type { Logger } from '@svc/runtime/logger'
import { LocalFaultError, SendInterruptedError } from '@svc/webhooks/attempt'
import { deliver, type SecretOpener } from '@svc/webhooks/deliver'
import { createRecorder } from '@svc/webhooks/recorder'
import type { Sender } from '@svc/webhooks/sender'
import { type Loop, startLoop } from './loop.ts'

export interface DeliveriesOptions {
  db: Database
  workerId: string
  sender: Sender
  keyring: SecretOpener
  retryDelaysMs: readonly number[]
  clock: Clock
  logger: Logger
  leaseMs: number
  drainMs: number
}

/** Attempts at the same time in this process. An attempt that waits costs a connection, not a thread. */
const attemptsAtOnceMax = 1_600

/** Of one endpoint, and of one account, over all workers: whoever answers slowly waits behind nobody but himself. */
const perEndpointMax = 8
const perAccountMax = 100

/** A claim walks all endpoints that have work, 6 ms for 500 of them: large ones spread that over more deliveries. */
const claimMax = 800

/** With less room than this a claim waits once for more. Under full load, claims for a handful would cost half of the rate. */
const claimWorthwhile = 400

/** Signing and sending so many takes a few milliseconds. */
const beginAtOnce = 25

/** Results that wait for the database: beyond them nothing more is sent, so that an outage repeats little. */
const unrecordedMax = 2_000
const idlePollMs = 100

/** While attempts are under way the next claim follows soon, and not sooner, because each walks all endpoints that have work. */
const busyPollMs = 50

/** Where that walk is slow, claims keep to about a third of the time: rarer and larger ones leave more of it to deliveries. */
const pausePerClaimTime = 2
const busyPollMaxMs = 150

/** After this machine was out of descriptors or memory: let some of them come back. */
const localFaultPauseMs = 1_000

interface Attempt {
  lease: Lease
  stop: AbortController
}

/** Claims due deliveries and makes their attempts. Polls: a notification per event would slow down every write that publishes. */
export function startDeliveries(options: DeliveriesOptions): Loop {
  const { db, workerId, sender, keyring, retryDelaysMs, clock, logger, leaseMs, drainMs } = options
  const underWay = new Map<string, Attempt>()
  let sendingCount = 0
  /** Stopped in the middle because this worker ends. */
  const interrupted: Lease[] = []
  let ending = false
  let faultUntilMs = 0

  const recorder = createRecorder({
    db,
    retryDelaysMs,
    logger,
    keepMs: leaseMs,
    onRecorded: (deliveries) => void reportDeadLetters(db, deliveries, { clock, logger }),
  })

  /** Takes responsibility for all of them at once, and begins a few at a time, so that the next claim is not kept waiting. */
  async function begin(claimed: readonly ClaimedDelivery[]): Promise<void> {
    const attempts: { delivery: ClaimedDelivery; begun: Attempt }[] = []
    for (const delivery of claimed) {
      const { id, worker_id, attempt: number } = delivery
      // A crash of the database may take a claim back. What is under way then stands for the same attempt claimed again.
      if (underWay.get(id)?.lease.attempt === number) continue
      const begun: Attempt = { lease: { id, worker_id, attempt: number }, stop: new AbortController() }
      underWay.get(id)?.stop.abort()
      underWay.set(id, begun)
      attempts.push({ delivery, begun })
    }
    sendingCount += attempts.length
    for (const [place, { delivery, begun }] of attempts.entries()) {
      if (place % beginAtOnce === beginAtOnce - 1) await nextTurn()
      attempt(delivery, begun).catch((error) =>
        logger.error({ err: error, delivery_id: delivery.id }, 'An attempt broke off'),
      )
    }
  }

  async function attempt(delivery: ClaimedDelivery, begun: Attempt): Promise<void> {
    const { lease } = begun
    const { signal } = begun.stop
    try {
      const result = await deliver(delivery, { sender, keyring, logger, signal }).finally(() => {
        sendingCount -= 1
      })
      await recorder.record(result)
    } catch (error) {
      if (error instanceof LocalFaultError) await giveBackUntried(lease, error)
      else if (!(error instanceof SendInterruptedError)) throw error
      else if (ending) interrupted.push(lease)
    } finally {
      if (underWay.get(lease.id) === begun) underWay.delete(lease.id)
    }
  }

  /** The receiver never heard of it: the attempt is taken back instead of being counted. */
  async function giveBackUntried(lease: Lease, fault: LocalFaultError): Promise<void> {
    logger.error({ err: fault.cause, delivery_id: lease.id }, 'This machine cannot open connections now')
    faultUntilMs = performance.now() + localFaultPauseMs
    await releaseDeliveries(db, [lease]).catch((error) => {
      logger.warn({ err: error, delivery_id: lease.id }, 'A delivery could not be given back; its lease will end')
    })
  }

  function roomNow(): number {
    return recorder.pendingCount >= unrecordedMax ? 0 : Math.min(attemptsAtOnceMax - sendingCount, claimMax)
  }

  const claiming = startLoop('deliveries', {
    logger,
    async round(context) {
      if (roomNow() < claimWorthwhile) await context.pause(busyPollMs)
      const room = roomNow()
      const resting = performance.now() < faultUntilMs
      if (room <= 0 || resting || context.stopping) return context.pause(busyPollMs)
      const claimedMs = performance.now()
      const claimed = await claimDeliveries(db, {
        workerId,
        limit: room,
        leaseMs,
        perGroupMax: perEndpointMax,
        perAccountMax,
      })
      const tookMs = performance.now() - claimedMs
      // A process that was frozen in between no longer holds what it claimed; somebody else delivers it.
      if (tookMs > leaseMs) return
      void begin(claimed)
      if (claimed.length === room) return
      const restMs = Math.min(Math.max(busyPollMs, tookMs * pausePerClaimTime), busyPollMaxMs)
      await context.pause(underWay.size > 0 ? restMs : idlePollMs)
    },
  })

  const heartbeat = startLoop('delivery leases', {
    logger,
    async round(context) {
      await context.pause(leaseMs / 3)
      const attempts = [...underWay.values()]
      if (attempts.length === 0) return
      const held = await extendLeases(
        db,
        'deliveries',
        attempts.map(({ lease }) => lease),
        leaseMs,
      )
      // Canceled, or claimed by another worker after this one was away too long.
      for (const { lease, stop } of attempts) if (!held.has(lease.id) && underWay.has(lease.id)) stop.abort()
    },
  })

  return {
    async stop() {
      await claiming.stop()
      const endMs = performance.now() + drainMs
      while (underWay.size > 0 && performance.now() < endMs) await pause(10)
      ending = true
      for (const { stop } of underWay.values()) stop.abort()
      await recorder.flush(1_000)
      await heartbeat.stop()
      // Their receivers may have got them: the lease ends now, and whoever claims them records an interruption.
      if (interrupted.length > 0) await extendLeases(db, 'deliveries', interrupted, 0)
    },
  }
}

/** Tells the account, in its activity, which deliveries were given up. */
export async function reportDeadLetters(
  db: Database,
  deliveries: readonly FinishedDelivery[],
  { clock, logger }: { clock: Clock; logger: Logger },
): Promise<void> {
  const dead = deliveries.filter(({ status }) => status === 'dead_lettered')
  if (dead.length === 0) return
  const created_at = new Date(clock.now()).toISOString()
  try {
    await insertUsageEvents(
      db,
      dead.map(({ id, account_id }) => ({
        account_id,
        created_at,
        type: 'delivery.dead_lettered',
        request_id: null,
        actor: { type: 'system', id: null, label: null },
        operation_id: null,
        http_status: null,
        error_code: null,
        duration_ms: null,
        resource_id: id,
        quota: null,
      })),
    )
  } catch (error) {
    logger.warn(
      { err: error, deliveries: dead.length },
      'Dead letters could not be written to the activity of their accounts',
    )
  }
}

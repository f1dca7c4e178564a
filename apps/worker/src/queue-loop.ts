import type { ClaimRequest } from '@svc/db/claim'
import { type ClaimedQueue, claimedQueues } from '@svc/db/claimed-queues'
import type { Database } from '@svc/db/database'
import type { Lease } from '@svc/db/records'
import type { Logger } from '@svc/runtime/logger'
import { LeaseLostError, withLease } from './lease.ts'
import { type Loop, type LoopContext, startLoop } from './loop.ts'
import type { WorkerMetrics } from './metrics.ts'
import type { WorkWaiter } from './work-waiters.ts'

/** The parts of a worker that every queue needs. */
export interface QueueLoopOptions {
  db: Database
  metrics: WorkerMetrics
  workerId: string
  work: WorkWaiter
  logger: Logger
  leaseMs: number
}

/** A queue whose rows a process works on one at a time. */
interface SingleClaimQueue<Claimed extends Lease> {
  queue: ClaimedQueue
  claim: (db: Database, request: ClaimRequest) => Promise<Claimed[]>
  /** The pause when the due rows may not be claimed because of the leases of other workers. */
  pollMs: number
  /** Works on a claimed row. May throw a LeaseLostError, after which the row is left to the worker that has it. */
  run: (claimed: Claimed, context: LoopContext) => Promise<void>
}

/**
 * Claims one row of a queue at a time, and extends its lease until the work on it has ended. All workers together hold
 * at most one lease per group and account.
 */
export function startQueueLoop<Claimed extends Lease>(
  name: string,
  { db, metrics, workerId, work, logger, leaseMs }: QueueLoopOptions,
  { queue, claim, pollMs, run }: SingleClaimQueue<Claimed>,
): Loop {
  return startLoop(name, {
    logger,
    metrics,
    async iterate(context) {
      if (!(await work.isDue(context))) return
      const [claimed] = await claim(db, { workerId, limit: 1, leaseMs, perGroupMax: 1, perAccountMax: 1 })
      if (claimed === undefined) return context.pause(pollMs)
      try {
        await withLease(db, claimedQueues[queue], { lease: claimed, leaseMs }, () => run(claimed, context))
      } catch (error) {
        if (!(error instanceof LeaseLostError)) throw error
        metrics.leaseLost(queue)
      }
    },
  })
}

import { setTimeout as sleep } from 'node:timers/promises'
import { extendLeases, type QueueTable } from '@svc/db/claim'
import type { Connection } from '@svc/db/database'
import type { Lease } from '@svc/db/records'
import { type Loop, type LoopOptions, startLoop } from './loop.ts'

/** The lease is held by another worker, or the work is already finished. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError'
}

/**
 * Runs the work of a claimed row, and extends its lease until the work has ended.
 */
export async function withLease(
  connection: Connection,
  queue: QueueTable,
  { lease, leaseMs }: { lease: Lease; leaseMs: number },
  work: () => Promise<void>,
): Promise<void> {
  const heartbeat = setInterval(() => {
    // An outage shows in the next statement of the work, and a lost lease when the work stores its result.
    extendLeases(connection, queue, [lease], leaseMs).catch(() => {})
  }, extensionIntervalMs(leaseMs))
  try {
    await work()
  } finally {
    clearInterval(heartbeat)
  }
}

/** Work that runs at the same time, each piece with the lease of its row. */
interface LeasedWork<Held extends Lease> {
  /** The leases of the work that is running now. */
  leases(): readonly Held[]
  /** Stops work whose lease another worker has, or whose row is finished. */
  onLost(lease: Held): void
}

/** Extends the leases of all running work of a queue until the loop is stopped. */
export function startLeaseLoop<Held extends Lease>(
  name: string,
  queue: QueueTable,
  { db, leaseMs, ...loop }: Omit<LoopOptions, 'iterate'> & { db: Connection; leaseMs: number },
  { leases, onLost }: LeasedWork<Held>,
): Loop {
  return startLoop(name, {
    ...loop,
    async iterate(context) {
      await context.pause(extensionIntervalMs(leaseMs))
      const extended = leases()
      if (extended.length === 0) return
      const heldIds = await extendLeases(db, queue, extended, leaseMs)
      for (const lease of extended) if (!heldIds.has(lease.id)) onLost(lease)
    },
  })
}

/** A lease outlasts two extensions that fail. */
function extensionIntervalMs(leaseMs: number): number {
  return leaseMs / 3
}

/** Resolves once nothing is running, or after `timeoutMs`. */
export async function untilNoneRuns(running: { readonly size: number }, timeoutMs: number): Promise<void> {
  const endMs = performance.now() + timeoutMs
  while (running.size > 0 && performance.now() < endMs) await sleep(10)
}

import { extendLeases, type QueueTable } from '@svc/db/claim'
import type { Connection } from '@svc/db/database'
import type { Lease } from '@svc/db/records'

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
  }, leaseMs / 3)
  try {
    await work()
  } finally {
    clearInterval(heartbeat)
  }
}

import { accountExportQueue } from '../accounts/account-exports.ts'
import { analysisQueue } from '../analyses/analyses.ts'
import { profileConnectionQueue } from '../business-profile/profile-connections.ts'
import { profileReplyQueue } from '../business-profile/profile-replies.ts'
import { profileRevocationQueue } from '../business-profile/profile-revocations.ts'
import { type QueueTable, untilDueText } from '../connection/claim.ts'
import { type Connection, query } from '../connection/database.ts'
import { reviewImportQueue } from '../reviews/review-imports.ts'
import { reviewMaintenanceQueue } from '../reviews/review-maintenance.ts'
import { deliveryQueue } from '../webhooks/delivery-queue.ts'

/** Every queue whose rows workers claim. */
const queues: readonly QueueTable[] = [
  deliveryQueue,
  analysisQueue,
  accountExportQueue,
  reviewImportQueue,
  reviewMaintenanceQueue,
  profileConnectionQueue,
  profileReplyQueue,
  profileRevocationQueue,
]

/**
 * Returns `millisecondsUntilDue` of every queue by its name, except of empty queues. One statement, because an idle
 * worker sends it all the time.
 */
export async function millisecondsUntilEachIsDue(connection: Connection): Promise<ReadonlyMap<string, number>> {
  const rows = await query<{ name: string; ms: number | null }>(connection, { name: 'find_due_work', text }, [])
  return new Map(rows.flatMap(({ name, ms }) => (ms === null ? [] : [[name, ms]])))
}

const text = queues
  .map((queue) => `select '${queue.name}' as name, (${untilDueText(queue)}\n  ) as ms`)
  .join(' union all\n')

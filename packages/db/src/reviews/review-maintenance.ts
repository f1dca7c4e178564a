import { type Connection, query, type Transaction } from '../connection/database.ts'
import type { Lease, Owner } from '../connection/records.ts'
import { type ClaimRequest, claim, enqueue, everyBusiness, fence, held, type QueueTable } from '../queue/claim.ts'

/** The queue has one row per business, which is claimed again until its maintenance succeeds. */
export const reviewMaintenanceQueue: QueueTable = {
  name: 'review_upkeep',
  table: 'review_upkeep',
  group: 'id',
  openGroups: everyBusiness,
  exhausted: 'false',
}

/**
 * Asks a worker to follow up on changed reviews of the business: labels, statistics. Call it in the transaction of the
 * change.
 */
export async function requestReviewMaintenance(transaction: Transaction, owner: Owner): Promise<void> {
  await enqueue(
    transaction,
    reviewMaintenanceQueue,
    {
      name: 'request_review_maintenance',
      text: `
        insert into review_upkeep as known (id, account_id) values ($1, $2)
        on conflict (id) do update
        set requests = known.requests + 1, due_at = case when known.worker_id is null then now() else known.due_at end`,
    },
    [owner.business_id, owner.account_id],
  )
}

/** The claimed maintenance of one business, with its lease. */
export interface ClaimedMaintenance extends Lease<'biz'> {
  owner: Owner
  /** The number of changes that were requested before the claim. */
  requests: number
  /** The number of these changes that earlier claims have processed. */
  followed_up: number
}

/** Claims businesses whose reviews have changed. Only one worker at a time works on a business. */
export async function claimReviewMaintenance(
  connection: Connection,
  request: ClaimRequest,
): Promise<ClaimedMaintenance[]> {
  return connection.transaction(async (transaction) => {
    const claimed = await claim(transaction, reviewMaintenanceQueue, request)
    return query<ClaimedMaintenance>(
      transaction,
      {
        name: 'read_claimed_maintenance',
        text: `
          select id, worker_id, attempt_count as attempt, requests, followed_up,
            json_build_object('account_id', account_id, 'business_id', id) as owner
          from review_upkeep where id = any ($1)`,
      },
      [claimed.map((lease) => lease.id)],
    )
  })
}

/** Notes that the changes which were requested before the claim are followed up: later turns only go on from there. */
export async function recordFollowedUp(connection: Connection, claimed: ClaimedMaintenance): Promise<void> {
  const text = `update review_upkeep set followed_up = $4 where ${held}`
  await query(connection, { name: 'record_followed_up', text }, [...fence(claimed), claimed.requests])
}

/**
 * Ends the maintenance of a business. If more changes were requested in the meantime, or `isFinished` is false, it
 * becomes due again.
 */
export async function releaseReviewMaintenance(
  connection: Connection,
  claimed: ClaimedMaintenance,
  { isFinished }: { isFinished: boolean },
): Promise<void> {
  if (isFinished) {
    const text = `delete from review_upkeep where ${held} and requests = $4 returning id`
    const finished = await query(connection, { name: 'finish_review_maintenance', text }, [
      ...fence(claimed),
      claimed.requests,
    ])
    if (finished.length > 0) return
  }
  const text = `update review_upkeep set worker_id = null, due_at = now() where ${held}`
  await query(connection, { name: 'release_review_maintenance', text }, fence(claimed))
}

import type { Id } from '@svc/runtime/ids'
import {
  type ClaimedDelivery,
  claimDeliveries,
  type FinishedAttempt,
  finishAttempts,
} from '../../src/webhooks/delivery-queue.ts'
import { listDeliveries } from '../../src/webhooks/webhook-deliveries.ts'
import { knexOf } from '../testing.ts'
import type { TwoAccounts } from '../two-accounts.ts'

export const minuteMs = 60_000

/** The delays between the attempts of a delivery in production. */
export const schedule = { retryDelaysMs: [30_000, 2 * minuteMs, 10 * minuteMs, 60 * minuteMs] }

/** The steps of a worker with the deliveries of these accounts. */
export function deliverySteps(accounts: TwoAccounts) {
  function claimAs(workerId: string, caps: { limit?: number; perGroupMax?: number; perAccountMax?: number } = {}) {
    const request = { workerId, limit: 100, leaseMs: minuteMs, perGroupMax: 100, perAccountMax: 100, ...caps }
    return claimDeliveries(accounts.db, request)
  }

  return {
    claimAs,

    /** Claims everything that is due, which has to be one delivery. */
    async claimOne(workerId = 'worker-1'): Promise<ClaimedDelivery> {
      const [delivery, ...others] = await claimAs(workerId)
      if (delivery === undefined || others.length > 0) throw new Error(`Claimed ${others.length + 1} instead of one.`)
      return delivery
    },

    /** Records these results with the retry schedule of production. */
    finish: (...attempts: FinishedAttempt[]) => finishAttempts(accounts.db, attempts, schedule),

    /** The wait of the only delivery by the clock of the database, rounded to ten seconds. */
    async waitSeconds(): Promise<number | null> {
      const { rows } = await knexOf(accounts.db).raw(
        'select (extract(epoch from due_at - now()) / 10)::int * 10 as wait_s from webhook_queue',
      )
      return rows[0]?.wait_s ?? null
    },

    /** The deliveries of an endpoint of the first account, newest first. */
    async allDeliveries(webhookId: Id<'whk'>) {
      return (await listDeliveries(accounts.db, accounts.rosso, webhookId, { limit: 100 })).items
    },
  }
}

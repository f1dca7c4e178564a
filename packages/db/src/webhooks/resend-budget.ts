import type { Id } from '@svc/runtime/ids'
import { query, type Transaction } from '../connection/database.ts'
import type { Owner } from '../connection/records.ts'

/** The number of deliveries that may be resent in a clock hour (UTC). */
export interface ResendBudget {
  perEndpointMax: number
  perAccountMax: number
}

/** The budget of this hour is used up. Roll back what was resent in the transaction. */
export class ResendBudgetError extends Error {
  override name = 'ResendBudgetError'
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super(`No more deliveries may be resent in this hour, which ends in ${retryAfterSeconds} s.`)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/**
 * Counts resends against the budgets of the account and of the endpoint, and returns the remaining number. Throws a
 * ResendBudgetError if the remaining budget is not sufficient. Both counters stay locked until the end of the
 * transaction, so that concurrent requests never exceed the budget. A rollback undoes the count.
 */
export async function spendResends(
  transaction: Transaction,
  owner: Owner,
  webhookId: Id<'whk'>,
  { count, perEndpointMax, perAccountMax }: ResendBudget & { count: number },
): Promise<{ left: number; hourEndsInSeconds: number }> {
  const counters = await query<{ subject: string; used: number; hour_ends_in_s: number }>(
    transaction,
    {
      name: 'spend_resends',
      text: `
        insert into webhook_resend_budgets as budget (subject, account_id, hour, used)
        -- In the order of their names: two requests never wait for each other.
        select subject, $1, date_trunc('hour', now()), $3 from (values ($1), ($2)) as counted (subject) order by subject
        on conflict (subject) do update
        set used = case when budget.hour = excluded.hour then budget.used else 0 end + excluded.used, hour = excluded.hour
        returning subject, used, ceil(extract(epoch from hour + interval '1 hour' - now()))::int as hour_ends_in_s`,
    },
    [owner.account_id, webhookId, count],
  )
  const left = Math.min(
    ...counters.map(({ subject, used }) => (subject === webhookId ? perEndpointMax : perAccountMax) - used),
  )
  const hourEndsInSeconds = Math.max(1, counters[0]?.hour_ends_in_s ?? 0)
  if (left < 0 && count > 0) throw new ResendBudgetError(hourEndsInSeconds)
  return { left: Math.max(0, left), hourEndsInSeconds }
}

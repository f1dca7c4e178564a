import { insertUsageEvents, serviceEvent } from '../accounts/usage-events.ts'
import { type Connection, query } from '../connection/database.ts'
import { type DisabledEndpoint, queueDisabledEndpointEmails } from '../platform/emails.ts'

// Endpoints whose attempts fail for days, by the health that `finishAttempts` records: decision 0037.

/**
 * The number of attempts that must have failed, and the number of days from the first to the last of them, without a
 * success in between.
 */
interface FailureLimits {
  failures: number
  days: number
}

/**
 * Disables up to `limit` endpoints that have failed for too long, with the usage event of each, in one transaction, and
 * returns them. Their deliveries are held. Several workers can call it concurrently: each endpoint is disabled once.
 *
 * @param options.emails whether to queue an email to each member who can enable the endpoint
 */
export async function disableFailingEndpoints(
  connection: Connection,
  { failures, days, limit, emails }: FailureLimits & { limit: number; emails: boolean },
): Promise<DisabledEndpoint[]> {
  return connection.transaction(async (transaction) => {
    const disabled = await query<DisabledEndpoint>(
      transaction,
      {
        name: 'disable_failing_endpoints',
        text: `
          with failing as materialized (
            select endpoint.id, health.failures, health.failing_since
            from webhook_endpoint_health as health
            join webhook_endpoints as endpoint on endpoint.id = health.webhook_id
            where health.failing_since <= now() - $2::int * interval '1 day'
              -- Without an attempt at the end of that time, it may be one bad hour before days of silence.
              and health.last_failed_at >= health.failing_since + $2::int * interval '1 day'
              and health.failures >= $1 and endpoint.enabled and endpoint.deleted_at is null
            order by endpoint.id limit $3
            -- Rows that another transaction has locked are checked in the next iteration.
            for no key update of endpoint, health skip locked
          )
          update webhook_endpoints as endpoint
          set enabled = false, disabled_reason = 'failing', disabled_at = now()
          from failing where endpoint.id = failing.id
          returning endpoint.id, endpoint.account_id, failing.failures, failing.failing_since, endpoint.disabled_at`,
      },
      [failures, days, limit],
    )
    const events = disabled.map(({ id, account_id, disabled_at }) =>
      serviceEvent({ account_id, created_at: disabled_at, type: 'webhook.disabled', resource_id: id }),
    )
    if (events.length > 0) await insertUsageEvents(transaction, events)
    if (emails && disabled.length > 0) await queueDisabledEndpointEmails(transaction, disabled)
    return disabled
  })
}

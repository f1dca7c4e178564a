import type { Role } from '@generated/contract/enums'
import type { Schemas } from '@generated/contract/server-types'
import type { Id } from '@svc/runtime/ids'
import { type Connection, query, type Transaction } from './database.ts'

// Emails about disabled endpoints. They are queued in the transaction that disables and sent outside of any.

/** The members who can enable an endpoint. */
const recipientRoles: readonly Role[] = ['owner', 'developer']

/** An endpoint that was disabled after these failures. */
export interface DisabledEndpoint {
  id: Id<'whk'>
  account_id: Id<'acc'>
  failures: number
  failing_since: string
  disabled_at: string
}

/** Queues an email to each member who can enable one of these endpoints. */
export async function queueDisabledEndpointEmails(
  transaction: Transaction,
  endpoints: readonly DisabledEndpoint[],
): Promise<void> {
  await query(
    transaction,
    {
      name: 'queue_disabled_endpoint_emails',
      text: `
        insert into disabled_endpoint_emails as email (webhook_id, user_id, failures, failing_since)
        select endpoint.id, users.id, endpoint.failures, endpoint.failing_since
        from json_to_recordset($1::json) as endpoint (
          id text, account_id text, failures int, failing_since timestamptz)
        join users on users.account_id = endpoint.account_id and users.role = any ($2)
        -- One may still wait from the time before.
        on conflict (webhook_id, user_id) do update
        set failures = excluded.failures, failing_since = excluded.failing_since, attempt_count = 0,
            due_at = excluded.due_at, created_at = excluded.created_at`,
    },
    [JSON.stringify(endpoints), recipientRoles],
  )
}

/** An email to one member about one endpoint, with everything that its text says. */
export interface DisabledEndpointEmail {
  webhook_id: Id<'whk'>
  user_id: Id<'usr'>
  /** Where it goes. */
  email: string
  account_name: string
  url: string
  description: string | null
  disabled_at: string
  failures: number
  failing_since: string
  /** The newest attempts that failed, newest first; at most three. */
  last_attempts: Pick<Schemas['WebhookAttempt'], 'started_at' | 'http_status' | 'error'>[]
}

/**
 * Claims an email that is due and counts an attempt to send it. Until `removeDisabledEndpointEmail` is called, it is
 * due again `retryDelaysMs[k]` after attempt k + 1, the last one for all further attempts. Undefined if none is due.
 */
export async function claimDisabledEndpointEmail(
  connection: Connection,
  { retryDelaysMs }: { retryDelaysMs: readonly number[] },
): Promise<DisabledEndpointEmail | undefined> {
  const [email] = await query<DisabledEndpointEmail>(
    connection,
    {
      name: 'claim_disabled_endpoint_email',
      text: `
        with due as (
          select webhook_id, user_id from disabled_endpoint_emails where due_at <= current_timestamp(3)
          order by due_at limit 1 for update skip locked
        ),
        claimed as (
          update disabled_endpoint_emails as email
          set attempt_count = attempt_count + 1, due_at = now() + interval '1 millisecond'
                * ($1::bigint[])[least(attempt_count + 1, cardinality($1::bigint[]))]
          from due where email.webhook_id = due.webhook_id and email.user_id = due.user_id
          returning email.*
        )
        select claimed.webhook_id, claimed.user_id, users.email, accounts.name as account_name, endpoint.url,
               endpoint.description, endpoint.disabled_at, claimed.failures, claimed.failing_since,
               coalesce((
                 select json_agg(json_build_object(
                   'started_at', wire_time(started_at), 'http_status', http_status, 'error', error)
                   order by started_at desc)
                 from (
                   select attempt.started_at, attempt.http_status, attempt.error
                   from (
                     select id from webhook_deliveries where webhook_id = claimed.webhook_id and attempt_count > 0
                     order by id desc limit 20
                   ) as delivery
                   join webhook_attempts as attempt on attempt.delivery_id = delivery.id
                   where attempt.outcome = 'failed' and attempt.phase <> 'prepare'
                   order by attempt.started_at desc limit 3
                 ) as newest
               ), '[]') as last_attempts
        from claimed
        join users on users.id = claimed.user_id
        join webhook_endpoints as endpoint on endpoint.id = claimed.webhook_id
        join accounts on accounts.id = endpoint.account_id`,
    },
    [retryDelaysMs],
  )
  return email
}

/** After it was sent. */
export async function removeDisabledEndpointEmail(
  connection: Connection,
  { webhook_id, user_id }: Pick<DisabledEndpointEmail, 'webhook_id' | 'user_id'>,
): Promise<void> {
  const text = 'delete from disabled_endpoint_emails where webhook_id = $1 and user_id = $2'
  await query(connection, { name: 'remove_disabled_endpoint_email', text }, [webhook_id, user_id])
}

/**
 * Removes emails about endpoints that are enabled again or deleted, and those that could not be sent for `days`.
 * Returns how many were given up for the latter reason.
 */
export async function dropDisabledEndpointEmails(connection: Connection, { days }: { days: number }): Promise<number> {
  const dropped = await query<{ is_given_up: boolean }>(
    connection,
    {
      name: 'drop_disabled_endpoint_emails',
      text: `
        delete from disabled_endpoint_emails as email using webhook_endpoints as endpoint
        where endpoint.id = email.webhook_id
          and (endpoint.disabled_at is null or endpoint.deleted_at is not null
               or email.created_at < now() - $1::int * interval '1 day')
        returning endpoint.disabled_at is not null and endpoint.deleted_at is null as is_given_up`,
    },
    [days],
  )
  return dropped.filter(({ is_given_up }) => is_given_up).length
}

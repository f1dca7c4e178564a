import type { Role } from '@generated/contract/enums'
import type { Schemas } from '@generated/contract/server-types'
import type { Id } from '@svc/runtime/ids'
import { type Connection, query, type Transaction } from '../connection/database.ts'
import { enqueue } from '../queue/claim.ts'

// Emails to members. They are queued in the transaction that causes them, and sent outside of transactions.

/** Named in the notifications of workers. Emails are not claimed with leases. */
export const emailQueue = { name: 'emails' } as const

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
  await enqueue(
    transaction,
    emailQueue,
    {
      name: 'queue_disabled_endpoint_emails',
      text: `
        insert into emails (kind, webhook_id, user_id, failures, failing_since)
        select 'endpoint_disabled', endpoint.id, users.id, endpoint.failures, endpoint.failing_since
        from json_to_recordset($1::json) as endpoint (
          id text, account_id text, failures int, failing_since timestamptz)
        join users on users.account_id = endpoint.account_id and users.role = any ($2) and users.invited_at is null
        -- One may still wait from the time before.
        on conflict (user_id, kind, webhook_id) do update
        set failures = excluded.failures, failing_since = excluded.failing_since, ${startOver}`,
    },
    [JSON.stringify(endpoints), recipientRoles],
  )
}

/** An email with a link that sets the password. */
export type LinkEmailKind = 'invitation' | 'password_reset'

/**
 * Queues an email with a link to the member with this address, if there is one. If such an email is already queued,
 * does not queue another.
 */
export async function queueLinkEmail(connection: Connection, kind: LinkEmailKind, email: string): Promise<void> {
  await enqueue(
    connection,
    emailQueue,
    {
      name: 'queue_link_email',
      text: `
        insert into emails (kind, user_id)
        select $1, id from users where email = lower($2) and account_id is not null
        on conflict (user_id, kind, webhook_id) do update set ${startOver}`,
    },
    [kind, email],
  )
}

const startOver = 'attempt_count = 0, due_at = excluded.due_at, created_at = excluded.created_at'

interface ClaimedEmail {
  id: number
  user_id: Id<'usr'>
  /** The recipient. */
  email: string
  account_name: string
  /** The time at which the email was queued. */
  created_at: string
}

/** An email to one member about one endpoint, with all data for its text. */
export interface DisabledEndpointEmail extends ClaimedEmail {
  kind: 'endpoint_disabled'
  webhook_id: Id<'whk'>
  url: string
  description: string | null
  disabled_at: string
  failures: number
  failing_since: string
  /** The newest failed attempts, newest first, at most three. */
  last_attempts: Pick<Schemas['WebhookAttempt'], 'started_at' | 'http_status' | 'error'>[]
}

/** An email to one user with a link that sets the password. */
export interface LinkEmail extends ClaimedEmail {
  kind: LinkEmailKind
  role: Role
}

export type Email = DisabledEndpointEmail | LinkEmail

export const emailKinds = ['endpoint_disabled', 'invitation', 'password_reset'] as const satisfies Email['kind'][]

/**
 * Claims a due email of these kinds and counts an attempt to send it. Until `removeEmail` is called, the email is due
 * again `retryDelaysMs[k]` after attempt k + 1; the last delay applies to all further attempts. Returns undefined if no
 * email is due.
 */
export async function claimEmail(
  connection: Connection,
  { kinds, retryDelaysMs }: { kinds: readonly Email['kind'][]; retryDelaysMs: readonly number[] },
): Promise<Email | undefined> {
  const [email] = await query<Email>(
    connection,
    {
      name: 'claim_email',
      text: `
        with due as (
          select id from emails where kind = any ($2) and due_at <= current_timestamp(3)
          order by due_at limit 1 for update skip locked
        ),
        claimed as (
          update emails as email
          set attempt_count = attempt_count + 1, due_at = now() + interval '1 millisecond'
                * ($1::bigint[])[least(attempt_count + 1, cardinality($1::bigint[]))]
          from due where email.id = due.id
          returning email.*
        )
        select claimed.id, claimed.kind, claimed.user_id, claimed.created_at, users.email, users.role,
               accounts.name as account_name, claimed.webhook_id, endpoint.url, endpoint.description,
               endpoint.disabled_at, claimed.failures, claimed.failing_since,
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
        join accounts on accounts.id = users.account_id
        left join webhook_endpoints as endpoint on endpoint.id = claimed.webhook_id`,
    },
    [retryDelaysMs, kinds],
  )
  return email
}

/** After it was sent. */
export async function removeEmail(connection: Connection, { id }: Pick<Email, 'id'>): Promise<void> {
  await query(connection, { name: 'remove_email', text: 'delete from emails where id = $1' }, [id])
}

/**
 * Removes outdated emails: about endpoints that are enabled again or deleted, and invitations that were accepted. Also
 * removes emails that could not be sent within `days`, or within `resetMinutes` if they are for a forgotten password.
 * Returns the number of emails that were dropped for the latter reason.
 */
export async function dropEmails(
  connection: Connection,
  { days, resetMinutes }: { days: number; resetMinutes: number },
): Promise<number> {
  const dropped = await query<{ is_given_up: boolean }>(
    connection,
    {
      name: 'drop_emails',
      text: `
        delete from emails using (
          select email.id,
                 email.kind = 'endpoint_disabled' and (endpoint.disabled_at is null or endpoint.deleted_at is not null)
                 or email.kind = 'invitation' and users.invited_at is null as is_outdated,
                 email.created_at < now() - case email.kind
                   when 'password_reset' then $2::int * interval '1 minute' else $1::int * interval '1 day'
                 end as is_given_up
          from emails as email
          join users on users.id = email.user_id
          left join webhook_endpoints as endpoint on endpoint.id = email.webhook_id
        ) as state
        where state.id = emails.id and (state.is_outdated or state.is_given_up)
        returning state.is_given_up and not state.is_outdated as is_given_up`,
    },
    [days, resetMinutes],
  )
  return dropped.filter(({ is_given_up }) => is_given_up).length
}

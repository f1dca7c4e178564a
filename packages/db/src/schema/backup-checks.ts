import type { Id } from '@svc/runtime/ids'
import { type Connection, query, type Reader } from '../connection/database.ts'
import type { SealedSecret } from '../webhooks/webhook-endpoints.ts'

/** An invariant of the stored data: how many rows break it. */
export interface BackupCheck {
  invariant: string
  broken: number
}

/**
 * Invariants of every consistent copy of the database. A dump is a consistent snapshot, so a violated invariant means
 * that the backup is incomplete or combines several instants.
 */
const invariants: Readonly<Record<string, string>> = {
  'every delivery has its event': `
    select count(*)::int as broken from webhook_deliveries as delivery
    where not exists (select from webhook_events where id = delivery.event_id)`,
  'every unfinished delivery is in the queue': `
    select count(*)::int as broken from webhook_deliveries as delivery
    where status in ('pending', 'waiting_retry') and not exists (select from webhook_queue where id = delivery.id)`,
  'the queue has unfinished deliveries only': `
    select count(*)::int as broken from webhook_queue as queued
    where not exists (
      select from webhook_deliveries where id = queued.id and status in ('pending', 'waiting_retry')
    )`,
  'every finished delivery has all its attempts': `
    select count(*)::int as broken from webhook_deliveries as delivery
    where status in ('succeeded', 'dead_lettered') and attempt_count <> (
      select count(*) from webhook_attempts where delivery_id = delivery.id
    )`,
  'every completed analysis has its report': `
    select count(*)::int as broken from analyses
    where status = 'completed' and not exists (select from reports where analysis_id = analyses.id)`,
  // Only the newest day: hours are purged earlier than days.
  'the hourly counts of requests sum up to those of the day': `
    select count(*)::int as broken from usage_counters as day
    where "interval" = 'day' and start = (select max(start) from usage_counters where "interval" = 'day')
      and requests <> (
        select coalesce(sum(requests), 0) from usage_counters as hour
        where hour."interval" = 'hour' and hour.start >= day.start and hour.start < day.start + interval '1 day'
          and (hour.account_id, hour.operation_id, hour.http_status, hour.caller_id)
            = (day.account_id, day.operation_id, day.http_status, day.caller_id)
      )`,
}

export async function checkBackup(connection: Connection): Promise<BackupCheck[]> {
  const checks: BackupCheck[] = []
  for (const [invariant, text] of Object.entries(invariants)) {
    const [row] = await connection.execute<{ broken: number }>({ text })
    checks.push({ invariant, broken: row?.broken ?? 0 })
  }
  return checks
}

/** Returns the time of the newest record, so that an operator sees which data a restore would lose. */
export async function readNewestRecord(connection: Reader): Promise<string | null> {
  const [row] = await query<{ newest: string | null }>(
    connection,
    {
      name: 'newest_record',
      text: `
        select greatest(
          (select max(created_at) from webhook_events), (select max(created_at) from usage_events),
          (select max(created_at) from accounts)
        ) as newest`,
    },
    [],
  )
  return row?.newest ?? null
}

/** The encrypted secret of every webhook endpoint. */
export async function listSealedSecrets(connection: Reader): Promise<({ webhook_id: Id<'whk'> } & SealedSecret)[]> {
  const text =
    'select id as webhook_id, secret_ciphertext as ciphertext, secret_key_id as key_id from webhook_endpoints'
  return query(connection, { name: 'list_sealed_secrets', text }, [])
}

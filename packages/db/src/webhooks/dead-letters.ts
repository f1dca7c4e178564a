import type { Schemas } from '@generated/portal/server-types'
import type { Id } from '@svc/runtime/ids'
import { query, type Reader, type RequestDatabase } from '../connection/database.ts'
import { queryBuilder, runBuilt } from '../connection/knex.ts'
import {
  beyondEveryId,
  type Owner,
  type Page,
  type PageRequest,
  pageOfRows,
  storableInstant,
} from '../connection/records.ts'
import { type AuditActor, recordChange } from '../platform/audit-log.ts'
import { type ResendProgress, resendDeliveries } from './webhook-resends.ts'

// Dead letters of all accounts, for administrators and operators.

type DeadLetter = Schemas['DeadLetter']

/** Every dead letter whose endpoint exists, newest first, with its last attempt. */
export async function listDeadLetters(
  connection: Reader,
  { limit, after, account_id, webhook_id }: PageRequest & { account_id?: Id<'acc'>; webhook_id?: Id<'whk'> },
): Promise<Page<DeadLetter>> {
  const letters = queryBuilder
    .select(
      queryBuilder.raw(`
        delivery.id, endpoint.account_id, account.name as account_name, delivery.webhook_id, endpoint.url,
        delivery.event_type, delivery.attempt_count, attempt.http_status, attempt.error, attempt.response_excerpt,
        delivery.created_at, delivery.finished_at`),
    )
    .from('webhook_deliveries as delivery')
    .join('webhook_endpoints as endpoint', 'endpoint.id', 'delivery.webhook_id')
    .join('accounts as account', 'account.id', 'endpoint.account_id')
    .joinRaw(
      `left join lateral (
        select http_status, error, response_excerpt from webhook_attempts
        where delivery_id = delivery.id order by number desc limit 1
      ) as attempt on true`,
    )
    .whereRaw("delivery.ended_without = 'dead_lettered'")
    .whereNull('endpoint.deleted_at')
    .where('delivery.id', '<', after?.id ?? beyondEveryId)
    .orderBy('delivery.id', 'desc')
    .limit(limit + 1)
  if (account_id !== undefined) letters.where('endpoint.account_id', account_id)
  if (webhook_id !== undefined) letters.where('delivery.webhook_id', webhook_id)
  return pageOfRows(await runBuilt<DeadLetter>(connection, letters), limit)
}

interface DeadLetterPeriod {
  since: string
  until: string
  account_id?: Id<'acc'> | undefined
  webhook_id?: Id<'whk'> | undefined
  /** The first endpoint by id. */
  from?: Id<'whk'> | undefined
}

/** An endpoint and whose it is. */
type OwnedEndpoint = Owner & { webhook_id: Id<'whk'> }

/** Up to `limit` endpoints with dead letters of a period, by id. */
export async function listEndpointsWithDeadLetters(
  connection: Reader,
  { since, until, account_id, webhook_id, from }: DeadLetterPeriod,
  limit: number,
): Promise<OwnedEndpoint[]> {
  return query(
    connection,
    {
      name: 'list_endpoints_with_dead_letters',
      text: `
        select endpoint.id as webhook_id, endpoint.account_id, business.id as business_id
        from webhook_endpoints as endpoint join businesses as business on business.account_id = endpoint.account_id
        where endpoint.deleted_at is null and endpoint.id >= $5
          and ($3::text is null or endpoint.account_id = $3) and ($4::text is null or endpoint.id = $4)
          and endpoint.id in (
            select webhook_id from webhook_deliveries
            where ended_without = 'dead_lettered' and created_at >= $1 and created_at < $2
          )
        order by endpoint.id limit $6`,
    },
    [storableInstant(since), storableInstant(until), account_id ?? null, webhook_id ?? null, from ?? '', limit],
  )
}

/** Resends the dead letters of one endpoint, without a budget, and records it with each batch. */
export function resendDeadLetters(
  db: RequestDatabase,
  actor: AuditActor,
  { webhook_id, ...owner }: OwnedEndpoint,
  period: { since: string; until: string; dry_run: boolean },
  { maxAttempts, onBatch }: { maxAttempts: number; onBatch?: (progress: ResendProgress) => void },
): Promise<{ matched_count: number; queued_count: number }> {
  let recorded = 0
  return resendDeliveries(
    db,
    owner,
    webhook_id,
    { ...period, statuses: ['dead_lettered'] },
    {
      maxAttempts,
      async onBatch(transaction, progress) {
        const queued_count = progress.queued_count - recorded
        recorded = progress.queued_count
        onBatch?.(progress)
        if (queued_count === 0) return
        await recordChange(transaction, actor, {
          action: 'deliveries.resent',
          account_id: owner.account_id,
          subject_id: webhook_id,
          after: { queued_count },
        })
      },
    },
  )
}

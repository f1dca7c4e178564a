import type { knexOf } from '@svc/db/testing'

/** Makes one delivery of an endpoint a dead letter, and adds older copies of it and its event up to `count`. */
export async function multiplyDeliveries(
  knex: ReturnType<typeof knexOf>,
  webhookId: string,
  count: number,
): Promise<void> {
  await knex('webhook_queue').delete()
  await knex('webhook_deliveries')
    .where({ webhook_id: webhookId })
    .update({ status: 'dead_lettered', attempt_count: 5, finished_at: new Date() })
  await knex.raw(
    `with copy as materialized (
       select delivery.*, event.business_id, event.payload,
              'whd_' || lpad(n::text, 26, '0') as copy_id, 'evt_' || lpad(n::text, 26, '0') as copied_event_id
       from webhook_deliveries as delivery join webhook_events as event on event.id = event_id, generate_series(1, ?) as n
       where webhook_id = ?
     ), events as (
       insert into webhook_events (id, account_id, business_id, type, payload, created_at)
       select copied_event_id, account_id, business_id, event_type, payload, created_at from copy
     )
     insert into webhook_deliveries
       (id, webhook_id, account_id, event_id, event_type, status, origin, attempt_count, max_attempts, created_at, finished_at)
     select copy_id, webhook_id, account_id, copied_event_id, event_type, status, 'event', attempt_count, max_attempts, created_at, finished_at
     from copy`,
    [count - 1, webhookId],
  )
}

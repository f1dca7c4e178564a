import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@svc/db/database'
import { knexOf } from '@svc/db/testing'
import type { Receiver } from '@svc/webhooks/testing'
import { type Goal, goals, isMet, number, table } from '../statistics.ts'
import type { BalancedLoad, ClientView } from './balanced-load.ts'

/** The results that clients observed while a fault was injected. */
export interface FaultView {
  /** The fault. */
  name: string
  view: ClientView
}

/** @param heading of the first column */
export function tableOfViews(views: readonly FaultView[], heading = 'fault'): string {
  const rows = views.map(({ name, view: { reads, writes, failures, longestGapMs } }) => [
    name,
    number(reads.sent),
    number(reads.failed),
    number(writes.sent),
    number(writes.failed),
    Object.keys(failures).join(' '),
    number(longestGapMs / 1000, 1),
  ])
  return `\n${table([heading, 'reads', 'failed', 'writes', 'failed', 'with', 's without a write'], rows)}`
}

/** Prints the goals. Returns whether all are met. */
export function checkGoals(list: readonly Goal[], print: (text: string) => void): boolean {
  print(goals(list))
  return list.every(isMet)
}

/** The requests that failed with something else than this status, of all faults. */
export function failuresExcept(status: number, views: readonly FaultView[]): number {
  return views
    .flatMap(({ view: { failures } }) => Object.entries(failures))
    .reduce((sum, [result, times]) => sum + (result === String(status) ? 0 : times), 0)
}

/** The time that events may take after the end of the load. */
const lateMsMax = 120_000

/** The number of workers that are notified of new rows. */
export async function listeningWorkers(db: Database): Promise<number> {
  const { rows } = await knexOf(db).raw(`
    select count(*)::int as listening from pg_stat_activity
    where backend_type = 'client backend' and application_name = 'svc-worker' and query like 'listen%'`)
  return rows[0].listening
}

/**
 * Waits for the event of every confirmed write, and prints the number of lost and of repeated ones, of confirmed writes
 * that the database does not have, and of deliveries that would never be repeated. Returns whether all events arrived,
 * nothing is left in the queue, and no row is missing.
 */
export async function checkEvents(
  db: Database,
  { receiver, load: { confirmed } }: { receiver: Receiver; load: Pick<BalancedLoad, 'confirmed'> },
  print: (text: string) => void,
): Promise<boolean> {
  const idsOf = () => receiver.received.map(({ headers }) => String(headers['x-svc-delivery-id']))
  const startMs = performance.now()
  let lost = [...confirmed]
  let unfinished = Number.NaN
  while (performance.now() < startMs + lateMsMax) {
    const arrived = new Set(idsOf())
    lost = confirmed.filter((id) => !arrived.has(id))
    const rows = await knexOf(db)('webhook_queue').limit(1_000)
    unfinished = rows.length
    if (lost.length === 0 && unfinished === 0) break
    await sleep(250)
  }
  const missing = await missingRows(db, confirmed)
  const ids = idsOf()
  const distinct = new Set(ids).size
  print(
    `\n  ${number(confirmed.length)} writes were confirmed to clients. ${number(lost.length)} of their events were lost, ` +
      `${number(unfinished)} are unfinished.\n` +
      `  ${number(distinct)} events arrived, ${number(ids.length - distinct)} of them again, the last ` +
      `${number((performance.now() - startMs) / 1000, 1)} s after the load.\n` +
      `  The database lacks ${number(missing.deliveries)} confirmed writes. ${number(missing.dueTimes)} deliveries are ` +
      `neither finished nor due again.\n`,
  )
  return lost.length === 0 && unfinished === 0 && missing.deliveries === 0 && missing.dueTimes === 0
}

/** The confirmed deliveries that have no row, and the unfinished ones that are not in the queue. */
async function missingRows(
  db: Database,
  confirmed: readonly string[],
): Promise<{ deliveries: number; dueTimes: number }> {
  const { rows } = await knexOf(db).raw(
    `select
      (select count(*)::int from unnest(?::text[]) as confirmed (id)
        where not exists (select from webhook_deliveries where id = confirmed.id)) as deliveries,
      (select count(*)::int from webhook_deliveries as delivery
        where status in ('pending', 'waiting_retry')
          and not exists (select from webhook_queue where id = delivery.id)) as "dueTimes"`,
    [[...confirmed]],
  )
  return rows[0]
}

import type { Database } from '@svc/db/database'
import type { FinishedDelivery } from '@svc/db/delivery-queue'
import { insertUsageEvents, serviceEvent } from '@svc/db/usage-events'
import type { Clock } from '@svc/runtime/clock'
import type { Logger } from '@svc/runtime/logger'

/** Writes a usage event to its account for each of these deliveries that is a dead letter. Never rejects. */
export async function reportDeadLetters(
  db: Database,
  deliveries: readonly FinishedDelivery[],
  { clock, logger }: { clock: Clock; logger: Logger },
): Promise<void> {
  const deadLetters = deliveries.filter(({ status }) => status === 'dead_lettered')
  if (deadLetters.length === 0) return
  const created_at = new Date(clock.now()).toISOString()
  try {
    await insertUsageEvents(
      db,
      deadLetters.map(({ id, account_id }) =>
        serviceEvent({ account_id, created_at, type: 'delivery.dead_lettered', resource_id: id }),
      ),
    )
  } catch (error) {
    logger.warn({ err: error, deliveries: deadLetters.length }, 'Usage events for dead letters could not be written')
  }
}

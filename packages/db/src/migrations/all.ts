import type { Migration } from '../migrate.ts'
import { firstTables } from './0001-first-tables.ts'
import { oauth } from './0002-oauth.ts'
import { cheaperDeliveries } from './0003-cheaper-deliveries.ts'
import { deliveryQueue } from './0004-delivery-queue.ts'
import { cheaperPublishing } from './0005-cheaper-publishing.ts'
import { progressOfKeys } from './0006-progress-of-keys.ts'

/** Every step of the schema in the order in which it runs. */
export const migrations: readonly Migration[] = [
  firstTables,
  oauth,
  cheaperDeliveries,
  deliveryQueue,
  cheaperPublishing,
  progressOfKeys,
]

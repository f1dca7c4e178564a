import type { QueueName } from '@generated/contract/enums'
import { accountExportQueue } from '../accounts/account-exports.ts'
import { analysisQueue } from '../analyses/analyses.ts'
import { profileConnectionQueue } from '../business-profile/profile-connections.ts'
import { profileReplyQueue } from '../business-profile/profile-replies.ts'
import { profileRevocationQueue } from '../business-profile/profile-revocations.ts'
import { reviewImportQueue } from '../reviews/review-imports.ts'
import { reviewMaintenanceQueue } from '../reviews/review-maintenance.ts'
import { deliveryQueue } from '../webhooks/delivery-queue.ts'
import type { QueueTable } from './claim.ts'

/** A queue whose rows workers claim; emails are sent without claims. */
export type ClaimedQueue = Exclude<QueueName, 'emails'>

/** The queues whose rows workers claim, by their names in the contract. */
export const claimedQueues: Readonly<Record<ClaimedQueue, QueueTable>> = {
  webhook_deliveries: deliveryQueue,
  analyses: analysisQueue,
  account_exports: accountExportQueue,
  review_imports: reviewImportQueue,
  review_maintenance: reviewMaintenanceQueue,
  business_profile_connections: profileConnectionQueue,
  business_profile_replies: profileReplyQueue,
  business_profile_revocations: profileRevocationQueue,
}

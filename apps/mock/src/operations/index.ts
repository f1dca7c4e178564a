import type { Operations } from '@generated/contract/operations'
import type { Analyses } from '../analyses.ts'
import type { MockCaller } from '../caller.ts'
import type { Deliveries } from '../deliveries.ts'
import type { Examples } from '../examples.ts'
import type { Chance } from '../ids.ts'
import type { QuotaName } from '../quotas.ts'
import type { Worlds } from '../worlds.ts'
import { businessOperations } from './businesses.ts'
import { deliveryOperations } from './deliveries.ts'
import { reviewReplyOperations } from './review-replies.ts'
import { usageOperations } from './usage-events.ts'
import { webhookOperations } from './webhooks.ts'

/** What every operation may need. */
export interface Workshop {
  chance: Chance
  examples: Examples
  worlds: Worlds
  deliveries: Deliveries
  analyses: Analyses
  /** Counts a metered action of the caller, or throws ApiError 429. */
  takeQuota(caller: MockCaller, name: QuotaName): void
  webhooksMax: number
  /** Aborted when the mock closes: whoever waits is answered. */
  closing: AbortSignal
}

/** Every operation of the contract: one that is missing, misspelt or answers the wrong shape does not compile. */
export function createOperations(workshop: Workshop): Operations<MockCaller> {
  return {
    ...businessOperations(workshop),
    ...reviewReplyOperations(workshop),
    ...webhookOperations(workshop),
    ...deliveryOperations(workshop),
    ...usageOperations(workshop),
  }
}

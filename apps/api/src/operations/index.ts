import type { ApiOperations } from '../context.ts'
import type { Service } from '../service.ts'
import { accountOperations } from './account.ts'
import { analysisOperations } from './analyses.ts'
import { businessOperations } from './businesses.ts'
import { competitorOperations } from './competitors.ts'
import { deliveryOperations } from './deliveries.ts'
import { eventOperations } from './events.ts'
import { reviewImportOperations } from './review-imports.ts'
import { reviewReplyOperations } from './review-replies.ts'
import { reviewOperations } from './reviews.ts'
import { webhookOperations } from './webhooks.ts'

/** Every operation of the contract: one that is missing, misspelled or returns another shape does not compile. */
export function createOperations(service: Service): ApiOperations {
  return {
    ...businessOperations,
    ...competitorOperations,
    ...analysisOperations(service),
    ...reviewOperations(service),
    ...reviewImportOperations(service),
    ...reviewReplyOperations(service),
    ...webhookOperations(service),
    ...deliveryOperations(service),
    ...eventOperations,
    ...accountOperations(service),
  }
}

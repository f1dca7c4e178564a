import type { ApiOperations } from '../context.ts'
import type { Dependencies } from '../dependencies.ts'
import { accountOperations } from './account.ts'
import { analysisOperations, recommendationOperations } from './analyses.ts'
import { businessOperations } from './businesses.ts'
import { competitorOperations } from './competitors.ts'
import { deliveryOperations } from './deliveries.ts'
import { eventOperations } from './events.ts'
import { reviewImportOperations } from './review-imports.ts'
import { reviewReplyOperations } from './review-replies.ts'
import { reviewOperations } from './reviews.ts'
import { webhookOperations } from './webhooks.ts'

/** Every operation of the contract: one that is missing, misspelled or returns another shape does not compile. */
export function createOperations(dependencies: Dependencies): ApiOperations {
  return {
    ...businessOperations,
    ...competitorOperations,
    ...analysisOperations(dependencies),
    ...recommendationOperations,
    ...reviewOperations(dependencies),
    ...reviewImportOperations(dependencies),
    ...reviewReplyOperations(dependencies),
    ...webhookOperations(dependencies),
    ...deliveryOperations(dependencies),
    ...eventOperations,
    ...accountOperations(dependencies),
  }
}

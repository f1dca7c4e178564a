import { analysisScheduleOperations } from './analysis-schedule.ts'
import { businessOperations } from './businesses.ts'
import { competitorOperations } from './competitors.ts'
import type { MockContext, MockOperations } from './context.ts'
import { deliveryOperations } from './deliveries.ts'
import { eventOperations } from './events.ts'
import { reviewReplyOperations } from './review-replies.ts'
import { reviewOperations } from './reviews.ts'
import { webhookOperations } from './webhooks.ts'

/** The operations whose state the mock keeps. Prism serves all others. */
export function createOperations(context: MockContext) {
  return {
    ...businessOperations(context),
    ...competitorOperations(context),
    ...analysisScheduleOperations(context),
    ...reviewOperations(context),
    ...reviewReplyOperations(context),
    ...webhookOperations(context),
    ...deliveryOperations(context),
    ...eventOperations(context),
  } satisfies MockOperations
}

import type { Operations } from '@generated/contract/operations'
import type { ApiCaller } from '../caller.ts'
import type { Service } from '../service.ts'
import { analysisOperations } from './analyses.ts'
import { businessOperations } from './businesses.ts'
import { deliveryOperations } from './deliveries.ts'
import { reviewReplyOperations } from './review-replies.ts'
import { usageOperations } from './usage-events.ts'
import { webhookOperations } from './webhooks.ts'

/** Every operation of the contract: one that is missing, misspelt or answers the wrong shape does not compile. */
export function createOperations(service: Service): Operations<ApiCaller> {
  return {
    ...businessOperations(service),
    ...analysisOperations(service),
    ...reviewReplyOperations(service),
    ...webhookOperations(service),
    ...deliveryOperations(service),
    ...usageOperations(service),
  }
}

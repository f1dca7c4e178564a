// Written from the contract by `npm run generate`. To change it, change the spec and generate again.

import type { Schemas } from './server-types.ts'

/** The events that the service sends, and the component schema of each payload (null where it is written inline). */
export const webhookEvents = {
  'analysis.completed': 'AnalysisCompletedEvent',
  'analysis.failed': 'AnalysisFailedEvent',
  'report.generated': 'ReportGeneratedEvent',
  'recommendation.created': 'RecommendationCreatedEvent',
  'webhook.test': 'WebhookTestEvent',
} as const

export type WebhookEventType = keyof typeof webhookEvents

/** The body of a delivery, by event type. */
export interface WebhookPayloads {
  'analysis.completed': Schemas['AnalysisCompletedEvent']
  'analysis.failed': Schemas['AnalysisFailedEvent']
  'report.generated': Schemas['ReportGeneratedEvent']
  'recommendation.created': Schemas['RecommendationCreatedEvent']
  'webhook.test': Schemas['WebhookTestEvent']
}

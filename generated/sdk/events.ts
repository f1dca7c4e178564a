// Written from the contract by `npm run generate`. To change it, change the spec and generate again.

import type { AnalysisCompletedEvent, AnalysisFailedEvent, RecommendationCreatedEvent, ReportGeneratedEvent, WebhookTestEvent } from './types.ts';

/**
 * The body of a delivery, by the type of its event.
 */
export type WebhookEvents = {
    'analysis.completed': AnalysisCompletedEvent;
    'analysis.failed': AnalysisFailedEvent;
    'report.generated': ReportGeneratedEvent;
    'recommendation.created': RecommendationCreatedEvent;
    'webhook.test': WebhookTestEvent;
};

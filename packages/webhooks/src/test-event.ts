import type { WebhookPayloads } from '@generated/contract/webhooks'

type TestEventData = WebhookPayloads['webhook.test']['data']

/**
 * Returns the data of a `webhook.test` event. A pure function, so that the mock publishes the same event without a
 * database.
 */
export function testEventData(ids: Omit<TestEventData, 'message'>): TestEventData {
  const { business_id, webhook_id } = ids
  return { business_id, webhook_id, message: 'This is a test. If its signature verifies, real events will too.' }
}

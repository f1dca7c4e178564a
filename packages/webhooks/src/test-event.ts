import type { WebhookPayloads } from '@generated/contract/webhooks'

/** The data of a `webhook.test` event. Pure: the mock publishes the same one without a database. */
export function testEventData(ids: {
  business_id: string
  webhook_id: string
}): WebhookPayloads['webhook.test']['data'] {
  const { business_id, webhook_id } = ids
  return { business_id, webhook_id, message: 'This is a test. If its signature verifies, real events will too.' }
}

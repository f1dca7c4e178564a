import * as bounds from '@generated/contract/bounds'
import { defaultSettings } from '@svc/runtime/settings'
import { signatureHeaders } from '@svc/webhooks/signing'
import { parseHttpUrl } from '../http-url.ts'
import type { SentWebhook } from '../public.ts'
import { keepsPreviousSecret, type StoredWebhook } from '../state/state-store.ts'
import type { ReceiverResponse, StoredDelivery } from './delivery-state.ts'
import type { Inbox } from './inbox.ts'

/** Sends one attempt: to the inbox, and to the receiver on this machine if there is one. */
export type Sender = (
  delivery: StoredDelivery,
  webhook: StoredWebhook,
  sender: { accountName: string; signal: AbortSignal },
) => Promise<ReceiverResponse>

const { timeoutMs } = defaultSettings.webhooks
const excerptLengthMax = bounds.WebhookAttempt.response_excerpt.maxLength

/**
 * The URL of `--forward-to`. Throws a RangeError for any other machine: the mock must never send requests to others,
 * least of all to the URLs that webhook endpoints are registered with.
 */
export function readForwardTo(option: string): URL {
  const { url, isLocal } = parseHttpUrl(option)
  if (!isLocal)
    throw new RangeError(`${url.host} is another machine. Events are forwarded to localhost, 127.0.0.1 or [::1] only.`)
  return url
}

export function createSender({ inbox, forwardTo }: { inbox: Inbox; forwardTo: URL | null }): Sender {
  return async ({ event, record }, webhook, { accountName, signal }) => {
    const headers = signatureHeaders({
      secret: webhook.secret,
      previousSecret: keepsPreviousSecret(webhook) ? webhook.previousSecret : null,
      eventId: record.event_id,
      eventType: record.event_type,
      deliveryId: record.id,
      timestamp: Math.floor(Date.now() / 1000),
      body: Buffer.from(event.json),
    })
    const sent: SentWebhook = {
      sent_at: new Date().toISOString(),
      account: accountName,
      webhook_id: record.webhook_id,
      registered_url: webhook.record.url,
      attempt: record.attempt_count,
      headers,
      body: event.json,
      forwarded: forwardTo && { url: forwardTo.href, http_status: null, error: null },
    }
    inbox.add(sent)
    if (!forwardTo) return { http_status: 200, excerpt: 'received by the inbox of the mock', failure: null }
    const response = await post(forwardTo, headers, event.json, signal)
    sent.forwarded = { url: forwardTo.href, http_status: response.http_status, error: response.failure }
    return response
  }
}

/** Sends one webhook. Resolves with the response of the receiver, or with the failure. Redirects are not followed. */
export async function post(
  url: URL,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
): Promise<ReceiverResponse> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    const excerpt = (await response.text()).slice(0, excerptLengthMax)
    return { http_status: response.status, excerpt, failure: null }
  } catch (error) {
    const timedOut = error instanceof Error && error.name === 'TimeoutError'
    return { http_status: null, excerpt: null, failure: timedOut ? 'timeout' : 'connection_failed' }
  }
}

import type { Schemas } from '@generated/contract/server-types'
import { conflict, notFound } from '@svc/http/errors'
import { endpointLimitReached } from '@svc/rules/messages'
import type { SigningSecret } from '@svc/webhooks/secrets'
import { canonicalWebhookUrl } from '@svc/webhooks/url-policy'
import { type AccountState, keepsPreviousSecret, type StoredWebhook } from '../state/state-store.ts'
import { deliveryResponse } from '../webhooks/delivery-state.ts'
import { beginNewCount } from '../webhooks/endpoint-health.ts'
import type { MockContext, MockOperations } from './context.ts'
import { newestFirstPage } from './pages.ts'

/** The endpoints of an account. Their secrets overlap after a rotation as in the service. */
export function webhookOperations({ deliveries, examples, ids, states, webhooksMax }: MockContext) {
  return {
    listWebhooks({ query, caller }) {
      const records = [...states.of(caller.account).webhooks.values()].map(shown)
      return newestFirstPage(records, query)
    },

    async createWebhook({ body, caller }) {
      const url = canonicalWebhookUrl(body.url)
      const state = states.of(caller.account)
      // From the example, so that a field that the contract adds is there before it is known here.
      const { signing_secret: _, ...example } = await examples.data('createWebhook', caller.account.persona)
      if (state.webhooks.size >= webhooksMax) throw conflict(endpointLimitReached(webhooksMax))
      const record: Schemas['Webhook'] = {
        ...example,
        id: ids.newId('whk'),
        url,
        event_types: body.event_types,
        description: body.description ?? null,
        metadata: body.metadata ?? {},
        max_attempts_per_minute: body.max_attempts_per_minute ?? null,
        created_at: new Date().toISOString(),
        ...unusedWebhook,
      }
      const secret = ids.newSigningSecret()
      state.webhooks.set(record.id, { record, secret, failing: null })
      return { ...record, signing_secret: secret }
    },

    getWebhook: ({ path, caller }) => shown(requireWebhook(states.of(caller.account), path.id)),

    updateWebhook({ path, body, caller }) {
      const state = states.of(caller.account)
      const url = body.url === undefined ? undefined : canonicalWebhookUrl(body.url)
      const webhook = requireWebhook(state, path.id)
      Object.assign(webhook.record, body, url !== undefined && { url })
      if (body.enabled || url !== undefined) beginNewCount(webhook)
      if (webhook.record.enabled) deliveries.resume(state, path.id)
      return shown(webhook)
    },

    deleteWebhook({ path, caller }) {
      const state = states.of(caller.account)
      requireWebhook(state, path.id)
      state.webhooks.delete(path.id)
      // Its history leaves the API with the endpoint, and so do responses that an idempotency key would replay.
      for (const [id, { record }] of state.deliveries) if (record.webhook_id === path.id) state.deliveries.delete(id)
      for (const [key, { resourceId }] of state.idempotency) if (resourceId === path.id) state.idempotency.delete(key)
      return { id: path.id, deleted: true }
    },

    testWebhook({ path, body, caller }) {
      const state = states.of(caller.account)
      const webhook = requireWebhook(state, path.id)
      const delivery = deliveries.sendTest(state, webhook, body?.event_type ?? 'webhook.test')
      return deliveryResponse(delivery, webhook.record)
    },

    rotateWebhookSecret({ path, body, caller }) {
      const webhook = requireWebhook(states.of(caller.account), path.id)
      replaceSecret(webhook, ids.newSigningSecret(), { keepPreviousS: body?.keep_previous_for ?? 0 })
      return { ...webhook.record, signing_secret: webhook.secret }
    },
  } satisfies MockOperations
}

/** The fields of an endpoint before its first attempt and rotation. */
const unusedWebhook = {
  enabled: true,
  disabled_reason: null,
  disabled_at: null,
  secret_rotated_at: null,
  previous_secret_expires_at: null,
  last_succeeded_at: null,
  last_failed_at: null,
} as const satisfies Partial<Schemas['Webhook']>

function replaceSecret(webhook: StoredWebhook, secret: SigningSecret, { keepPreviousS }: { keepPreviousS: number }) {
  const now = Date.now()
  webhook.previousSecret = webhook.secret
  webhook.secret = secret
  webhook.record.secret_rotated_at = new Date(now).toISOString()
  webhook.record.previous_secret_expires_at =
    keepPreviousS > 0 ? new Date(now + keepPreviousS * 1000).toISOString() : null
}

/** The endpoint as a response shows it now. */
function shown(webhook: StoredWebhook): Schemas['Webhook'] {
  return keepsPreviousSecret(webhook) ? webhook.record : { ...webhook.record, previous_secret_expires_at: null }
}

/** Throws ApiError 404 if the account has no endpoint with this id. */
export function requireWebhook(state: AccountState, id: string): StoredWebhook {
  const webhook = state.webhooks.get(id)
  if (!webhook) throw notFound()
  return webhook
}

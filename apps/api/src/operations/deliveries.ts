import { setTimeout as pause } from 'node:timers/promises'
import type { Operations } from '@generated/contract/operations'
import type { components } from '@generated/contract/server-types'
import {
  type Delivery,
  findDelivery,
  listDeliveries,
  type ResendProgress,
  resendDeliveries,
  resendDelivery,
} from '@svc/db/webhook-deliveries'
import { findWebhook } from '@svc/db/webhook-endpoints'
import { listWebhookEvents } from '@svc/db/webhook-events'
import { notFound } from '@svc/http/errors'
import type { ApiCaller } from '../caller.ts'
import { pageRequest, pageResult } from '../pagination.ts'
import type { Service } from '../service.ts'

type Names =
  | 'listWebhookDeliveries'
  | 'getWebhookDelivery'
  | 'resendWebhookDelivery'
  | 'resendWebhookDeliveries'
  | 'listWebhookEvents'

/** Entries in one answer of the event feed at most. */
const feedLimit = 100

/** How often a waiting request looks for new entries. Looking is one index read; a notification per event would slow every write. */
const feedPollMs = 500

export function deliveryOperations({ db, progress, settings, draining }: Service): Pick<Operations<ApiCaller>, Names> {
  const maxAttempts = settings.webhooks.attemptsMax

  return {
    async listWebhookDeliveries({ path, query, caller }) {
      if (!(await findWebhook(db, caller.owner, path.id))) throw notFound()
      const page = pageResult(
        await listDeliveries(db, caller.owner, path.id, { ...query, ...pageRequest(query, 'whd') }),
      )
      return { ...page, items: page.items.map(wireDelivery) }
    },

    async getWebhookDelivery({ path, caller }) {
      const delivery = await findDelivery(db, caller.owner, path.id)
      if (!delivery) throw notFound()
      return wireDelivery(delivery)
    },

    async resendWebhookDelivery({ path, caller }) {
      const delivery = await db.transaction((transaction) =>
        resendDelivery(transaction, caller.owner, path.id, { maxAttempts }),
      )
      if (!delivery) throw notFound()
      return wireDelivery(delivery)
    },

    async resendWebhookDeliveries({ path, body, caller }) {
      if (!(await findWebhook(db, caller.owner, path.id))) throw notFound()
      return resendDeliveries(db, caller.owner, path.id, body, {
        maxAttempts,
        reached: (progress?.reached ?? null) as ResendProgress | null,
        onBatch: async (transaction, reached) => progress?.keep(transaction, reached),
      })
    },

    async listWebhookEvents({ query, caller }) {
      const deadline = performance.now() + (query.wait ?? 0) * 1000
      const after = query.after === undefined ? undefined : { rank: 0, id: query.after }
      for (;;) {
        const { items } = await listWebhookEvents(db, caller.owner, { limit: feedLimit, after, type: query.type })
        const remainingMs = deadline - performance.now()
        if (items.length > 0 || remainingMs <= 0 || draining.aborted) return items.map(wirePayload)
        await pause(Math.min(feedPollMs, remainingMs), undefined, { signal: draining }).catch(() => undefined)
      }
    },
  }
}

/** Payloads were checked against the contract before they were signed and stored, so their shape is known here. */
function wirePayload<Stored extends { payload: object }>(
  stored: Stored,
): Stored & { payload: components['schemas']['WebhookDelivery']['payload'] } {
  return stored as Stored & { payload: components['schemas']['WebhookDelivery']['payload'] }
}

export function wireDelivery(delivery: Delivery): components['schemas']['WebhookDelivery'] {
  return wirePayload(delivery)
}

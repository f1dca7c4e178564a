import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from '@svc/db/database'
import { ResendBudgetError } from '@svc/db/resend-budget'
import { findDelivery, listDeliveries } from '@svc/db/webhook-deliveries'
import { findWebhook } from '@svc/db/webhook-endpoints'
import { listWebhookEvents } from '@svc/db/webhook-events'
import { type ResendProgress, resendDeliveries, resendDelivery } from '@svc/db/webhook-resends'
import { notFound, resendsUsedUp } from '@svc/http/errors'
import { longRunning } from '@svc/http/shell/idempotency'
import type { ApiOperations } from '../context.ts'
import { pageRequest, pageResult } from '../pagination.ts'
import type { Service } from '../service.ts'

/** Entries in one response of the event feed at most. */
const feedLimit = 100

/**
 * How often a waiting request polls for new entries. A poll is one index read; a notification per event would slow down
 * every write.
 */
const feedPollMs = 500

export const deliveryOperations = ({ settings, draining }: Pick<Service, 'settings' | 'draining'>) => {
  const { attemptsMax: maxAttempts, resendBudget: budget } = settings.webhooks

  /** Reports a used-up budget as 429. */
  const withinBudget = <Result>(resending: Promise<Result>): Promise<Result> =>
    resending.catch((error: unknown) => {
      throw error instanceof ResendBudgetError ? resendsUsedUp(budget, error.retryAfterSeconds) : error
    })

  return {
    async listWebhookDeliveries({ path, query, caller, db }) {
      if (!(await findWebhook(db, caller.owner, path.id))) throw notFound()
      const page = pageResult(
        await listDeliveries(db, caller.owner, path.id, { ...query, ...pageRequest(query, 'whd') }),
      )
      return page
    },

    async getWebhookDelivery({ path, caller, db }) {
      const delivery = await findDelivery(db, caller.owner, path.id)
      if (!delivery) throw notFound()
      return delivery
    },

    async resendWebhookDelivery({ path, caller, db }) {
      const delivery = await withinBudget(
        db.transaction((transaction) => resendDelivery(transaction, caller.owner, path.id, { maxAttempts, budget })),
      )
      if (!delivery) throw notFound()
      return delivery
    },

    // Resends in one transaction per batch.
    resendWebhookDeliveries: longRunning(async ({ path, body, caller, db, progress }) => {
      if (!(await findWebhook(db, caller.owner, path.id))) throw notFound()
      const reached = progress?.reached
      const options = {
        maxAttempts,
        budget,
        reached: isResendProgress(reached) ? reached : null,
        onBatch: async (transaction: Connection, batch: ResendProgress) => progress?.store(transaction, batch),
      }
      return withinBudget(resendDeliveries(db, caller.owner, path.id, body, options))
    }),

    async listWebhookEvents({ query, caller, db }) {
      const deadlineMs = performance.now() + query.wait * 1000
      const after = query.after === undefined ? undefined : { rank: 0, id: query.after }
      for (;;) {
        const { items } = await listWebhookEvents(db, caller.owner, { limit: feedLimit, after, type: query.type })
        const remainingMs = deadlineMs - performance.now()
        if (items.length > 0 || remainingMs <= 0 || draining.aborted) return items
        await sleep(Math.min(feedPollMs, remainingMs), undefined, { signal: draining }).catch(() => undefined)
      }
    },
  } satisfies Partial<ApiOperations>
}

/** Recognizes what `onBatch` stored. */
function isResendProgress(value: unknown): value is ResendProgress {
  return typeof value === 'object' && value !== null && 'as_of' in value && 'after' in value
}

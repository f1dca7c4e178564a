import * as bounds from '@generated/contract/bounds'
import type { Transaction } from '@svc/db/database'
import { readEndpointStatistics } from '@svc/db/endpoint-statistics'
import { ResendBudgetError } from '@svc/db/resend-budget'
import { findDelivery, listDeliveries } from '@svc/db/webhook-deliveries'
import { findWebhook } from '@svc/db/webhook-endpoints'
import { listWebhookEvents } from '@svc/db/webhook-events'
import { type ResendProgress, resendDeliveries, resendDelivery } from '@svc/db/webhook-resends'
import { type ApiError, limitExceeded, notFound } from '@svc/http/errors'
import { isRecord } from '@svc/runtime/json'
import type { ApiOperations } from '../context.ts'
import type { Dependencies } from '../dependencies.ts'
import { pageRequest, pageResult } from '../pagination.ts'

/** Entries in one response of the event feed at most. */
const feedLimit = bounds.WebhookFeedEntryListResponse.data.maxItems

type DeliveryDependencies = Pick<Dependencies, 'clock' | 'settings' | 'draining' | 'feeds'>

export const deliveryOperations = ({ clock, settings, draining, feeds }: DeliveryDependencies) => {
  const { attemptsMax: maxAttempts, resendBudget: budget } = settings.webhooks

  /** Reports a used-up budget as 429. */
  const withinBudget = <Result>(resending: Promise<Result>): Promise<Result> =>
    resending.catch((error: unknown) => {
      if (!(error instanceof ResendBudgetError)) throw error
      throw resendsUsedUp(budget, error.retryAfterSeconds)
    })

  return {
    async listWebhookDeliveries({ path, query, caller, db }) {
      if (!(await findWebhook(db, caller.owner, path.id))) throw notFound()
      const page = pageResult(
        await listDeliveries(db, caller.owner, path.id, { ...query, ...pageRequest(query, 'whd') }),
      )
      return page
    },

    async getWebhookStatistics({ path, query, caller, db }) {
      const webhook = await findWebhook(db, caller.owner, path.id)
      if (!webhook) throw notFound()
      return readEndpointStatistics(db, webhook.id, { interval: query.interval, nowMs: clock.now() })
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

    /** Resends in one transaction per batch. */
    async resendWebhookDeliveries({ path, body, caller, db, progress }) {
      if (!(await findWebhook(db, caller.owner, path.id))) throw notFound()
      const reached = progress?.reached
      const options = {
        maxAttempts,
        budget,
        reached: isResendProgress(reached) ? reached : null,
        onBatch: async (transaction: Transaction, batch: ResendProgress) => progress?.store(transaction, batch),
      }
      return withinBudget(resendDeliveries(db, caller.owner, path.id, body, options))
    },

    async listWebhookEvents({ query, caller, db, clientGone }) {
      const after = query.after === undefined ? undefined : { rank: 0, id: query.after }
      const read = () => listWebhookEvents(db, caller.owner, { limit: feedLimit, after, type: query.type })
      let { items } = await read()
      if (items.length > 0 || query.wait === 0) return items
      const stopped = AbortSignal.any([draining, clientGone(), AbortSignal.timeout(query.wait * 1000)])
      let number: number | undefined
      while (items.length === 0 && !stopped.aborted) {
        number = await feeds.changed(caller.owner.account_id, number, stopped)
        if (number !== undefined) items = (await read()).items
      }
      return items
    },
  } satisfies Partial<ApiOperations>
}

/** Recognizes what `onBatch` stored. */
function isResendProgress(value: unknown): value is ResendProgress {
  if (!isRecord(value)) return false
  const { as_of, after, matched_count, queued_count } = value
  return (
    typeof as_of === 'string' &&
    typeof after === 'string' &&
    Number.isInteger(matched_count) &&
    Number.isInteger(queued_count)
  )
}

/** 429 when too many deliveries of an endpoint or an account were resent in this hour. */
function resendsUsedUp(
  { perEndpointMax, perAccountMax }: Dependencies['settings']['webhooks']['resendBudget'],
  retryAfterSeconds: number,
): ApiError {
  const most = `at most ${perEndpointMax} per endpoint and ${perAccountMax} per account`
  return limitExceeded({
    message: 'Too many deliveries were resent in this hour.',
    path: 'rate.resends',
    detail: `${most}; the next hour begins in ${retryAfterSeconds} s`,
    retryAfterSeconds,
  })
}

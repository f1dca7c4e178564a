import type { OperationId } from '@generated/contract/operations'
import type { ApiError } from '@svc/http/errors'
import type { Schemas } from './examples.ts'
import type { MockExchange } from './exchange.ts'
import type { Chance } from './ids.ts'
import { keepNewest, type Worlds } from './worlds.ts'

type UsageEvent = Schemas['UsageEvent']

/** Turns answers into the events of `GET /events`, as the service does. */
export interface Recorder {
  /** `replayed`: the answer to an earlier request was repeated, and nothing was done. */
  answered(exchange: MockExchange, status: number, data: unknown, options?: { replayed?: boolean }): void
  refused(exchange: MockExchange, error: ApiError): void
  /** Something that was done with a client, outside of the operations of the API. */
  happened(exchange: MockExchange, type: 'token.issued' | 'token.revoked'): void
}

/** Operations that leave an event of their own besides `api.request`. */
const actions: Partial<Record<OperationId, UsageEvent['type']>> = {
  createWebhook: 'webhook.created',
  updateWebhook: 'webhook.updated',
  deleteWebhook: 'webhook.deleted',
  rotateWebhookSecret: 'webhook.secret_rotated',
  testWebhook: 'webhook.tested',
  resendWebhookDelivery: 'delivery.resent',
  resendWebhookDeliveries: 'delivery.resent',
}

/** Refused before anything was done: the caller may not, or not now. */
const refusals = new Set([401, 403, 429])

const usageMax = 2_000

export function createRecorder({ chance, worlds }: { chance: Chance; worlds: Worlds }): Recorder {
  const record = (
    exchange: MockExchange,
    answer: Pick<UsageEvent, 'type' | 'http_status' | 'error_code' | 'resource_id'>,
  ): void => {
    const { caller, operationId } = exchange
    // Only calls that can be attributed to an account are its events, and reading them makes no more of them (design decision 29).
    if (!caller || operationId === 'listEvents') return
    const { credential, account, quota } = caller
    const { usage } = worlds.of(account)
    usage.push({
      id: chance.id('act'),
      created_at: new Date().toISOString(),
      request_id: exchange.requestId,
      actor: { type: credential.type, id: credential.id, label: credential.label },
      operation_id: operationId ?? null,
      duration_ms: Math.round(performance.now() - exchange.startedAt),
      quota,
      ...answer,
    })
    keepNewest(usage, usageMax)
  }

  return {
    answered(exchange, status, data, { replayed = false } = {}) {
      const answer = { http_status: status, error_code: null, resource_id: resourceOf(data) }
      record(exchange, { ...answer, type: 'api.request' })
      const action = exchange.operationId && actions[exchange.operationId]
      if (action && !replayed && !resentNothing(data)) record(exchange, { ...answer, type: action })
    },

    refused(exchange, error) {
      const answer = { http_status: error.status, error_code: error.code, resource_id: null }
      record(exchange, { ...answer, type: refusals.has(error.status) ? 'api.refused' : 'api.request' })
      if (error.details.some(({ path }) => path.startsWith('quota.')))
        record(exchange, { ...answer, type: 'quota.reached' })
    },

    happened: (exchange, type) => record(exchange, { type, http_status: 200, error_code: null, resource_id: null }),
  }
}

/** A dry run of a bulk resend, or one that matched nothing. */
function resentNothing(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'queued_count' in data && data.queued_count === 0
}

/** The id of the one resource that an answer is about. */
function resourceOf(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('id' in data)) return null
  return typeof data.id === 'string' ? data.id : null
}

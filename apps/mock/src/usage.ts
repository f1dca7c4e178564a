import type { ApiError } from '@svc/http/errors'
import { type Outcome, outcomesOf, outcomesOfFailure } from '@svc/http/usage'
import type { MockExchange } from './exchange.ts'
import type { IdSource } from './state/id-source.ts'
import { keepNewest } from './state/keep-newest.ts'
import type { StateStore } from './state/state-store.ts'

/** Turns answers into the events of `GET /events`, as the service does. */
export interface Recorder {
  /** `replayed`: the answer to an earlier request was repeated, and nothing was done. */
  answered(exchange: MockExchange, status: number, data: unknown, options?: { replayed?: boolean }): void
  refused(exchange: MockExchange, error: ApiError): void
  /** Something that was done with a client, outside of the operations of the API. */
  happened(exchange: MockExchange, type: 'token.issued' | 'token.revoked'): void
}

const usageMax = 2_000

export function createRecorder({ ids, states }: { ids: IdSource; states: StateStore }): Recorder {
  const record = (exchange: MockExchange, outcomes: Outcome[]) => {
    const { caller, operationId } = exchange
    // Only calls that can be attributed to an account are its events, and reading them makes no more of them (design decision 29).
    if (!caller || operationId === 'listEvents') return
    const { credential, account, quota } = caller
    const { usage } = states.of(account)
    const call = {
      created_at: new Date().toISOString(),
      request_id: exchange.requestId,
      actor: { type: credential.type, id: credential.id, label: credential.label },
      operation_id: operationId ?? null,
      duration_ms: Math.round(performance.now() - exchange.startedAt),
      quota,
    }
    for (const outcome of outcomes) usage.push({ id: ids.newId('act'), ...call, ...outcome })
    keepNewest(usage, usageMax)
  }

  return {
    answered: (exchange, status, data, options) =>
      record(exchange, outcomesOf(exchange.operationId, status, data, options)),

    refused: (exchange, error) => record(exchange, outcomesOfFailure(error)),

    happened: (exchange, type) => record(exchange, [{ type, http_status: 200, error_code: null, resource_id: null }]),
  }
}

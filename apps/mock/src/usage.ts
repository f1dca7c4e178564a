import type { ApiError } from '@svc/http/errors'
import { type Outcome, outcomesOf, outcomesOfFailure } from '@svc/http/usage'
import type { MockExchange } from './exchange.ts'
import type { Chance } from './ids.ts'
import { keepNewest, type Worlds } from './worlds.ts'

/** Turns answers into the events of `GET /events`, as the service does. */
export interface Recorder {
  /** `replayed`: the answer to an earlier request was repeated, and nothing was done. */
  answered(exchange: MockExchange, status: number, data: unknown, options?: { replayed?: boolean }): void
  refused(exchange: MockExchange, error: ApiError): void
  /** Something that was done with a client, outside of the operations of the API. */
  happened(exchange: MockExchange, type: 'token.issued' | 'token.revoked'): void
}

const usageMax = 2_000

export function createRecorder({ chance, worlds }: { chance: Chance; worlds: Worlds }): Recorder {
  const record = (exchange: MockExchange, outcomes: Outcome[]) => {
    const { caller, operationId } = exchange
    // Only calls that can be attributed to an account are its events, and reading them makes no more of them (design decision 29).
    if (!caller || operationId === 'listEvents') return
    const { credential, account, quota } = caller
    const { usage } = worlds.of(account)
    const call = {
      created_at: new Date().toISOString(),
      request_id: exchange.requestId,
      actor: { type: credential.type, id: credential.id, label: credential.label },
      operation_id: operationId ?? null,
      duration_ms: Math.round(performance.now() - exchange.startedAt),
      quota,
    }
    for (const outcome of outcomes) usage.push({ id: chance.id('act'), ...call, ...outcome })
    keepNewest(usage, usageMax)
  }

  return {
    answered: (exchange, status, data, options) =>
      record(exchange, outcomesOf(exchange.operationId, status, data, options)),

    refused: (exchange, error) => record(exchange, outcomesOfFailure(error)),

    happened: (exchange, type) => record(exchange, [{ type, http_status: 200, error_code: null, resource_id: null }]),
  }
}

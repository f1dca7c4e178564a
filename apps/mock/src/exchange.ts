import type { OperationId } from '@generated/contract/operations'
import type { Exchange } from '@svc/http/exchange'
import type { IpDecision } from '@svc/limits/limiter'
import type { Response } from 'express'
import type { MockCaller } from './accounts/authenticate.ts'

export interface MockExchange extends Exchange {
  /** The limiter's decision about the address; the caller's limits are taken together with it. */
  readonly ipDecision: IpDecision
  /** Known once the request is routed. */
  operationId?: OperationId
  /** Known once the request is authenticated. */
  caller?: MockCaller
}

export function exchangeOf(response: Response): MockExchange {
  return response.locals.exchange
}

import type { OperationFacts } from '@generated/contract/operations'
import type { ApiCaller, Caller } from '@svc/credentials/caller'
import { hasBusiness } from '@svc/db/records'
import { ApiError } from '@svc/http/errors'
import { authorizeByPlanAndScopes } from '@svc/http/shell/operation'
import { noBusinessYet } from '@svc/rules/messages'

/** 403 for a caller of the API: the plan, the scope, and then the business. */
export function authorizeCaller(caller: ApiCaller, operation: OperationFacts): void {
  authorizeByPlanAndScopes(caller, operation)
  requireBusiness(caller, operation)
}

/** Until an account has a business, it can only list its businesses, which returns an empty list, and create one. */
export function requireBusiness({ owner }: Caller, { path }: OperationFacts): void {
  if (!hasBusiness(owner) && path !== '/businesses') throw new ApiError('forbidden', { message: noBusinessYet })
}

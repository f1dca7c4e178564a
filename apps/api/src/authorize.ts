import type { OperationFacts } from '@generated/contract/operations'
import type { ApiCaller, Caller } from '@svc/credentials/caller'
import { hasBusiness } from '@svc/db/records'
import { ApiError } from '@svc/http/errors'
import { requireScopes } from '@svc/http/shell/operation'
import { noBusinessYet, planWithoutApi } from '@svc/rules/messages'

/** Throws ApiError 403 by the plan, then by the scopes, then by the business, as the contract orders them. */
export function authorizeCaller(caller: ApiCaller, operation: OperationFacts): void {
  if (!caller.account.entitled) throw new ApiError('forbidden', { message: planWithoutApi })
  requireScopes(caller, operation)
  requireBusiness(caller, operation)
}

/** Throws ApiError 403 until the account has a business, for operations that need one. */
export function requireBusiness({ owner }: Caller, { withoutBusiness }: OperationFacts): void {
  if (!hasBusiness(owner) && !withoutBusiness) throw new ApiError('forbidden', { message: noBusinessYet })
}

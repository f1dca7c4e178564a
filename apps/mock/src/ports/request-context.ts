import type { QuotaName } from '@generated/contract/enums'
import type { OperationCall } from '@svc/http/shell/operation'
import type { MockCaller } from '../accounts/caller.ts'

/** The context of a handler, in addition to its input and its caller. */
export interface RequestContext {
  /** Counts a metered action of the caller; throws ApiError 429 if the quota of the month is used up. */
  takeQuota(name: QuotaName): void
  /** The `Accept` header. */
  readonly accept: string | undefined
}

export type MockCall = OperationCall<MockCaller>

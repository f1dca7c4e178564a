import type { Caller } from '@svc/credentials/caller'
import type { QuotaName } from '@svc/limits/plans'

/** The caller of one request. */
export interface ApiCaller extends Caller {
  readonly request_id: string
  /** Set when the operation counted a metered action; the usage event of the request shows it. */
  quota: { name: QuotaName; used: number; limit: number } | null
}

import type { Plan } from '@svc/db/accounts'
import type { KeyKind, Scope } from '@svc/db/api-keys'
import type { Owner } from '@svc/db/records'
import type { Id } from '@svc/process/ids'

/** Who sent a request, and what the credential allows. */
export interface Caller {
  readonly credential: {
    readonly type: 'api_key'
    readonly id: Id<'key'>
    readonly kind: KeyKind
    /** The visible prefix: what logs and usage events show instead of the key. */
    readonly label: string
  }
  readonly account: {
    readonly id: Id<'acc'>
    readonly plan: Plan
    /** Whether the plan or an entitlement includes the API; if not, every call is 403 `forbidden`. */
    readonly entitled: boolean
  }
  readonly business_id: Id<'biz'>
  readonly scopes: ReadonlySet<Scope>
  /** What every finder takes first. */
  readonly owner: Owner
}

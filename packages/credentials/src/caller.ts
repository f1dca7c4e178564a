import type { Plan, Scope } from '@generated/contract/enums'
import type { KeyKind } from '@svc/db/api-keys'
import type { Owner } from '@svc/db/records'
import type { Id } from '@svc/runtime/ids'

/** Who sent a request, and what the credential allows. */
export interface Caller {
  readonly credential: {
    readonly type: 'api_key' | 'oauth_client'
    readonly id: Id<'key'> | Id<'cli'>
    /** Which quota it draws on: test keys on an allowance of their own; live keys and OAuth clients on that of the plan. */
    readonly kind: KeyKind
    /** The visible prefix of a key or the name of a client: what logs and usage events show instead of the secret. */
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

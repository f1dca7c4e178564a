import type { CredentialKind, CredentialType, Plan, Scope } from '@generated/contract/enums'
import type { Owner } from '@svc/db/records'
import type { Id } from '@svc/runtime/ids'

/** The scope with which a client creates the business of its account. Keys and people do not have it. */
export const businessCreation = 'businesses:write'
export type PrivateScope = typeof businessCreation

/** The authenticated sender of a request, and what the credential allows. */
export interface Caller {
  readonly credential: {
    readonly type: CredentialType
    readonly id: Id<'key'> | Id<'cli'> | Id<'usr'>
    /** The quota that applies: `test` keys have their own allowance; everyone else uses the plan's. */
    readonly kind: CredentialKind
    /** The visible prefix of a key, the name of a client or the email address of a person. */
    readonly label: string
    /** The name that the key or client was given; the email address of a person. */
    readonly name: string
    /** The expiry of the key, access token or session; null if it does not expire. */
    readonly expires_at: string | null
  }
  readonly account: {
    readonly id: Id<'acc'>
    readonly plan: Plan
  }
  readonly business_id: Id<'biz'>
  readonly scopes: ReadonlySet<Scope | PrivateScope>
  /** The owner whose records every statement of this request is limited to. */
  readonly owner: Owner
}

/** The sender of a request with an API key or access token. */
export interface ApiCaller extends Caller {
  readonly account: Caller['account'] & {
    /** Whether the plan or an entitlement includes the API; if not, every request is refused with 403 `forbidden`. */
    readonly entitled: boolean
    /** Whether the account may use the MCP server. */
    readonly mcpEnabled: boolean
  }
}

import type { CredentialKind, CredentialType, Scope } from '@generated/contract/enums'
import type { BaseCaller } from '@svc/http/shell/exchange'
import type { Id } from '@svc/runtime/ids'
import type { DemoAccount } from './credentials.ts'

/** The sender of a request, and the permissions of its credential. */
export interface MockCaller extends BaseCaller {
  account: DemoAccount
  credential: {
    type: CredentialType
    id: Id<'key'> | Id<'cli'>
    /** Test keys have a separate allowance; clients use that of the plan. */
    kind: CredentialKind
    /** The visible prefix of a key, or the name of a client. */
    label: string
    /** The name of a key or client. */
    name: string
  }
  scopes: ReadonlySet<Scope>
}

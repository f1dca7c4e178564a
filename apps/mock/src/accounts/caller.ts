import type { CredentialKind, CredentialType, Scope } from '@generated/contract/enums'
import type { EntitledCaller } from '@svc/http/shell/exchange'
import type { Id } from '@svc/runtime/ids'
import type { DemoAccount } from './credentials.ts'

/** Who sent a request, and what the credential allows. */
export interface MockCaller extends EntitledCaller {
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

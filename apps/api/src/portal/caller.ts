import * as bounds from '@generated/contract/bounds'
import { type Permission, permissions, type Role, scopes } from '@generated/contract/enums'
import type { OperationFacts } from '@generated/contract/operations'
import type { Caller } from '@svc/credentials/caller'
import { type AdministratorSessionRow, isConfirmed, recordSessionUse, type SessionRow } from '@svc/credentials/sessions'
import { ApiError, notFound } from '@svc/http/errors'
import type { RefusedCredential } from '@svc/http/shell/dispatch'
import type { BaseCaller, Exchange, LimitSubject } from '@svc/http/shell/exchange'
import { requireBusiness } from '../authorize.ts'
import type { BrowserSessions } from '../browser-sessions.ts'
import type { Dependencies } from '../dependencies.ts'
import { forbidden } from './refusals.ts'

/** A person as the caller of public operations. */
export type PersonCaller = Caller & { readonly role: Role }

/** The caller of the portal's own operations. */
export interface PortalCaller extends BaseCaller {
  readonly account: Caller['account']
  readonly session: SessionRow
  readonly scopes: ReadonlySet<Permission>
}

/** The caller of the console: an administrator, who has no account. */
export interface AdministratorCaller extends BaseCaller {
  readonly session: AdministratorSessionRow
}

/** The permissions of each role beyond reading (spec/portal.yaml, "Roles"). */
export const permissionsOf: Readonly<Record<Role, readonly Permission[]>> = {
  owner: permissions,
  developer: ['keys:manage', 'clients:manage', 'replies:publish'],
  viewer: [],
}

/** The session of a request, as the caller of the portal's own operations and of the public ones. */
export function sessionAuthentication(
  { db, background }: Pick<Dependencies, 'db' | 'background'>,
  sessions: BrowserSessions,
) {
  const authenticate =
    <Result extends BaseCaller>(callerOf: (session: SessionRow) => Result) =>
    async ({ request }: Exchange): Promise<Result | RefusedCredential<Result>> => {
      const session = await sessions.find(request)
      if (!session) return signInRequired
      const recordUse = recordSessionUse(db, session)
      if (recordUse) background(recordUse)
      return callerOf(session)
    }
  return { own: authenticate(portalCallerOf), public: authenticate(publicCallerOf) }
}

export const signInRequired = {
  code: 'unauthorized',
  message: 'Sign in to continue.',
  challenge: 'Cookie realm="portal"',
} as const

/**
 * The caller of a public operation: the scopes are those of the role. A person may use the portal on every plan:
 * without the API there are no keys, and deliveries are held.
 */
function publicCallerOf(session: SessionRow): PersonCaller {
  const { account_id, business_id, email } = session
  const { label, name } = bounds.AccountCaller
  return {
    credential: {
      type: 'user',
      id: session.user_id,
      kind: 'live',
      label: email.slice(0, label.maxLength),
      name: email.slice(0, name.maxLength),
      expires_at: session.expires_at,
    },
    account: { id: account_id, plan: session.plan },
    business_id,
    scopes: new Set(scopes),
    owner: { account_id, business_id },
    role: session.role,
  }
}

function portalCallerOf(session: SessionRow): PortalCaller {
  const { user_id, email, account_id, plan } = session
  return {
    session,
    account: { id: account_id, plan },
    credential: { type: 'user', id: user_id, label: email, name: email },
    scopes: new Set(permissionsOf[session.role]),
  }
}

/** Requests of the portal and of the API do not use up each other's limit. */
export function portalLimitSubject({ account, credential }: BaseCaller): LimitSubject {
  return { account: { id: `${account.id}/portal` }, credential }
}

/**
 * A viewer may only read, in every operation. Private operations are not part of the portal, which has operations of
 * its own.
 */
export function authorizeRole(caller: PersonCaller, operation: OperationFacts): void {
  if (operation.private) throw notFound()
  if (caller.role === 'viewer' && operation.method !== 'get') throw roleRefused()
  requireBusiness(caller, operation)
}

/** Checks the permissions of the caller, and that the password was confirmed in the last ten minutes if required. */
export function authorizeSession(
  { scopes, session }: PortalCaller | AdministratorCaller,
  { scopes: required, confirmedPassword }: OperationFacts,
): void {
  const held: ReadonlySet<string> = scopes
  if (!required.every((permission) => held.has(permission))) throw roleRefused()
  if (confirmedPassword && !isConfirmed(session))
    throw forbidden('Confirm your password to continue.', {
      path: 'header.cookie.password_confirmation',
      message: 'was given more than 10 minutes ago',
    })
}

function roleRefused(): ApiError {
  return new ApiError('forbidden', { message: 'Your role does not allow this. Ask an owner of the account.' })
}

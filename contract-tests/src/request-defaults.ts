import { setTimeout as sleep } from 'node:timers/promises'
import { type Document, type DocumentedOperation, exampleBody, shorterExample } from './contract.ts'
import { type Fixtures, idFor } from './fixtures.ts'
import type { PortalBrowser } from './portal-browser.ts'
import type { Operated } from './service.ts'

/** The parts of a request that the probe does not set. */
export interface RequestDefaults {
  /** Headers with the credentials. */
  headersFor(operation: DocumentedOperation): Promise<Record<string, string>>
  /** The id in the path. */
  idFor(operation: DocumentedOperation): Promise<string>
  /** The parameter of a path for the id of a record. Default: the id. */
  segmentFor?(operation: DocumentedOperation, id: string): Promise<string>
  /** The parameter of the path, such as `{key_id}`, that is the id of the record, where there are several. */
  idParameterFor?(operation: DocumentedOperation): string | undefined
  /** The other parameters in the path; none by default. */
  otherParametersFor?(operation: DocumentedOperation): Promise<Record<string, string>>
  /** Parameters that are added to every query. */
  query?: Readonly<Record<string, string>>
  /** The body; undefined for none. */
  bodyFor(operation: DocumentedOperation): unknown
}

/** The examples of the contract, with the key and the records of the first account. */
export function restDefaults(
  document: Document,
  { apiKey, fixtures, webhookUrl }: { apiKey: string; fixtures: Fixtures; webhookUrl: string },
): RequestDefaults {
  return {
    headersFor: async () => ({ 'x-api-key': apiKey }),
    idFor: (operation) => idFor(operation, fixtures),
    bodyFor: (operation) => withUrl(exampleBody(document, operation), webhookUrl),
  }
}

/** A valid body that differs from that of the defaults. Throws for an operation whose example cannot be shortened. */
export function otherBody(document: Document, operation: DocumentedOperation, webhookUrl: string): unknown {
  const body = withUrl(shorterExample(document, operation), webhookUrl)
  if (body !== undefined) return body
  throw new Error(`The example of ${operation.operationId} has neither an optional field nor a second item: add one.`)
}

/** The examples of the contract alone: their client does not exist. */
export function oauthDefaults(document: Document): RequestDefaults {
  return {
    headersFor: async () => ({}),
    idFor: async () => '',
    bodyFor: (operation) => exampleBody(document, operation),
  }
}

/**
 * Requests that succeed: the login of the browser, and records that are created for each request. Members are created
 * by the operator, so theirs is the unknown id of the contract.
 */
export function portalDefaults(
  document: Document,
  { portal: browser, console: administrator }: Pick<Operated, 'portal' | 'console'>,
): RequestDefaults {
  const { email, password } = browser.login
  const isOfConsole = ({ path }: DocumentedOperation) => path.startsWith('/admin/')
  const bodies: Record<string, unknown> = {
    signIn: { email, password },
    confirmPassword: { password },
    signInAdministrator: administrator.login,
    confirmAdministratorPassword: { password: administrator.login.password },
    // The same password: other sessions of the user end, and the login stays as it is.
    changePassword: { current_password: password, new_password: password },
    // Longer than any review of the demo is old.
    setReviewRetention: { review_retention_days: 3_650 },
  }
  return {
    async headersFor(operation) {
      const headers = await (isOfConsole(operation) ? administrator : browser).headersFor(operation.operationId)
      return secondSteps.has(operation.operationId) ? { ...headers, cookie: begunSignIn() } : headers
    },
    idFor: async (operation) => (isOfConsole(operation) ? administrator.accountId : freshId(browser, operation.path)),
    async otherParametersFor({ path }) {
      if (path.includes('{name}')) return { name: 'mcp_enabled' }
      if (path.includes('{client_id}')) return { client_id: administrator.clientId }
      if (!path.includes('{key_id}')) return {}
      const keys = `/admin/accounts/${administrator.accountId}/keys`
      return { key_id: (await administrator.call<{ id: string }>('POST', keys, { name: 'Fixture' })).id }
    },
    bodyFor: (operation) => bodies[operation.operationId] ?? exampleBody(document, operation),
  }
}

/** Operations that finish a sign-in with a code. */
const secondSteps = new Set(['signInWithCode', 'signInAdministratorWithCode'])

/** The cookie of a sign-in that waits for a code, as the service reads it, of a member that does not exist. */
function begunSignIn(): string {
  return `svc_second_factor=${unknownMemberId}.${Date.now() + 60_000}.${'A'.repeat(43)}`
}

/** A member that does not exist. */
export const unknownMemberId = 'usr_01kjpy7v9kf1s8n2m4xq6t8z3c'

/** Only a device can create a passkey. */
export const unknownPasskeyId = 'pky_01kt00000000000000000000zz'

/** Only a connected location has reviews to reply to. */
export const unknownReplyId = 'bpr_01kt00000000000000000000zz'

async function freshId({ call, login }: PortalBrowser, path: DocumentedOperation['path']): Promise<string> {
  const { email, password } = login
  if (path.startsWith('/members/') || path.startsWith('/invitations/')) return unknownMemberId
  if (path.startsWith('/passkeys/')) return unknownPasskeyId
  if (path.startsWith('/business-profile/')) return unknownReplyId
  if (path.startsWith('/sessions/')) return (await call<{ id: string }>('POST', '/session', { email, password })).id
  if (path.startsWith('/keys/')) return (await call<{ id: string }>('POST', '/keys', { name: 'Fixture' })).id
  if (path.startsWith('/clients/')) return (await call<{ id: string }>('POST', '/clients', { name: 'Fixture' })).id
  if (path.startsWith('/account/exports/')) return completedExport(call)
  throw new Error(`The portal has no record for ${path}: add one to request-defaults.ts.`)
}

/**
 * An export that is complete: the last one, or else a new one once the worker has made it. A new one for each request
 * would take the worker seconds in an account with much data.
 */
export async function completedExport(call: PortalBrowser['call']): Promise<string> {
  const list = () => call<{ id: string; status: string }[]>('GET', '/account/exports')
  const [known] = await list()
  if (known === undefined || known.status === 'failed') await call('POST', '/account/exports')
  for (;;) {
    const [newest] = await list()
    if (newest?.status === 'completed') return newest.id
    await sleep(100)
  }
}

/** Replaces the webhook URL of an example, so that deliveries go to an allowed origin. */
function withUrl(body: unknown, webhookUrl: string): unknown {
  if (typeof body !== 'object' || body === null || !('url' in body) || typeof body.url !== 'string') return body
  return { ...body, url: `${webhookUrl}/contract-tests` }
}

import type { components as PublicComponents, paths as PublicPaths } from '@generated/contract/client-types'
import type { RefusalPath } from '@generated/contract/enums'
import type { components, paths as PortalPaths } from '@generated/portal/client-types'
import { publicPaths } from '@generated/portal/public-paths'
import createFetchClient, { type Middleware } from 'openapi-fetch'
import createQueryClient from 'openapi-react-query'

export type Session = components['schemas']['Session']
type AdministratorSession = components['schemas']['AdministratorSession']
export type Member = components['schemas']['Member']
export type Client = components['schemas']['Client']
export type AuditEntry = components['schemas']['AuditEntry']
export type AccountSummary = components['schemas']['AccountSummary']
export type AccountDetails = components['schemas']['AccountDetails']
export type AccountKey = components['schemas']['AccountKey']
export type ServiceHealth = components['schemas']['Health']
export type DeadLetter = components['schemas']['DeadLetter']
export type Delivery = PublicComponents['schemas']['WebhookDelivery']
export type Problem = components['schemas']['ErrorResponse']

let csrfToken = ''

/** The token that every change sends along. It stays in the memory of this page. */
export function setCsrfToken(token: string): void {
  csrfToken = token
}

/** Called when a response, or another tab, says that the session has ended. */
let onSignedOut = () => {}

export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener
}

/** The open tabs of the portal share one session. A channel delivers to the other tabs only. */
const tabs = new BroadcastChannel('session')
tabs.onmessage = () => onSignedOut()

/** Shows the sign-in page in the other tabs, so that none keeps data on the screen. */
export function signOutOtherTabs(): void {
  tabs.postMessage('signed out')
}

/** Paths on which a 401 does not mean that a session has ended: nobody is signed in yet. */
const signInPaths = new Set(publicPaths)

const sessionMiddleware: Middleware = {
  onRequest({ request }) {
    if (request.method !== 'GET') request.headers.set('X-CSRF-Token', csrfToken)
    return request
  },
  onResponse({ response, schemaPath, request }) {
    const isSignIn = signInPaths.has(schemaPath) && request.method !== 'DELETE'
    if (response.status === 401 && !isSignIn) onSignedOut()
    return response
  },
}

const portalClient = createFetchClient<PortalPaths>({ baseUrl: '/portal/api' })
const publicClient = createFetchClient<PublicPaths>({ baseUrl: '/portal/api/v1' })
for (const client of [portalClient, publicClient]) client.use(sessionMiddleware)

/** The operations of `spec/portal.yaml`. */
export const portal = createQueryClient(portalClient)

/** The operations of the public API, with the session as the caller. */
export const api = createQueryClient(publicClient)

/** Pages of lists, for which the hooks of `api` and `portal` know only single requests. */
export { portalClient, publicClient }

/** Returns whether an error is a response of the API; anything else means that the network or the server is gone. */
export function isProblem(error: unknown): error is Problem {
  const { error: problem, meta } = fieldsOf(error)
  const { code, message } = fieldsOf(problem)
  return typeof code === 'string' && typeof message === 'string' && typeof fieldsOf(meta).request_id === 'string'
}

/** The fields of an object; none of any other value. */
function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** An operation that failed on the device of the person. Its message is a sentence for them. */
export class DeviceError extends Error {
  override name = 'DeviceError'
}

/** One sentence for a person, from the error of a failed request. */
export function messageOf(error: unknown): string {
  if (error instanceof DeviceError) return error.message
  if (!isProblem(error)) return 'The server cannot be reached. Check your connection and try again.'
  // The message of the API is about a header, which no page shows.
  if (error.error.code === 'unavailable') return 'The service is busy. Try again in a few seconds.'
  return error.error.message
}

/** Returns whether the request has to be repeated after the password was confirmed. */
export function needsPassword(error: unknown): boolean {
  return hasDetail(error, 'header.cookie.password_confirmation')
}

/** Returns whether the password or the link was right, and a code of the second factor is still missing. */
export function needsCode(error: unknown): boolean {
  return hasDetail(error, 'header.cookie.second_factor')
}

/** Returns whether a code was checked and refused. The user can try another. */
export function isWrongCode(error: unknown): boolean {
  return hasDetail(error, 'body.code')
}

/** Whether an administrator has to set up an authenticator app before anything else. */
export function isLocked({ authenticator_required, authenticator_since }: AdministratorSession): boolean {
  return authenticator_required && authenticator_since === null
}

function hasDetail(error: unknown, path: RefusalPath): boolean {
  return isProblem(error) && (error.error.details ?? []).some((detail) => detail.path === path)
}

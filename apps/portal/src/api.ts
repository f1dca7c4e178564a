import type { paths as PublicPaths } from '@generated/contract/client-types'
import type { components, paths as PortalPaths } from '@generated/portal/client-types'
import createFetchClient, { type Middleware } from 'openapi-fetch'
import createQueryClient from 'openapi-react-query'

export type Session = components['schemas']['Session']
export type Client = components['schemas']['Client']
export type AuditEntry = components['schemas']['AuditEntry']
export type AccountSummary = components['schemas']['AccountSummary']
export type AccountDetails = components['schemas']['AccountDetails']
export type AccountKey = components['schemas']['AccountKey']
export type DeadLetter = components['schemas']['DeadLetter']
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

const sessionMiddleware: Middleware = {
  onRequest({ request }) {
    if (request.method !== 'GET') request.headers.set('X-CSRF-Token', csrfToken)
    return request
  },
  onResponse({ response, schemaPath, request }) {
    // The page before the sign-in asks who is signed in, and shows that nobody is.
    const isSession = schemaPath === '/session' || schemaPath === '/admin/session'
    if (response.status === 401 && !(isSession && request.method !== 'DELETE')) onSignedOut()
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

/** Whether an error is a response of the API; anything else means that the network or the server is gone. */
export function isProblem(error: unknown): error is Problem {
  return typeof error === 'object' && error !== null && 'error' in error && 'meta' in error
}

/** One sentence for a person, from whatever a request failed with. */
export function messageOf(error: unknown): string {
  return isProblem(error) ? error.error.message : 'The server cannot be reached. Check your connection and try again.'
}

/** Whether the request has to be repeated after the password was confirmed. */
export function needsPassword(error: unknown): boolean {
  return (
    isProblem(error) && (error.error.details ?? []).some(({ path }) => path === 'header.cookie.password_confirmation')
  )
}

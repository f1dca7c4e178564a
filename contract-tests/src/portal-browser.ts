import { CannotRunError } from './cannot-run-error.ts'
import { fetchWhenAllowed } from './limited-fetch.ts'

/** The path of the operations of `spec/portal.yaml` at the origin of the service. */
export const portalPath = '/portal/api'

/** The email address and password of a member. */
export interface Login {
  email: string
  password: string
}

/** A browser in which a member is signed in to the portal. */
export interface PortalBrowser {
  login: Login
  /** The cookie that a browser keeps after a sign-in: its next ones have limits of their own (decision 0028). */
  device: string
  /** Sends a request that must succeed. Resolves with `data`. */
  call<Data>(method: string, path: string, body?: unknown): Promise<Data>
  /**
   * The headers of a request of the portal's pages. Signs in again after an operation that ends the session, and before
   * the password that was given at the sign-in is too old for the operations that need it.
   */
  headersFor(operationId: string): Promise<Record<string, string>>
}

/** The headers that a browser sends with each request of a page of the portal. */
const fromOwnPage = { 'sec-fetch-site': 'same-origin' }

/** After these requests the next one needs another browser: its session has ended, or its attempts were counted. */
const usesUpBrowser = new Set([
  'signIn',
  'signOut',
  'changePassword',
  'confirmPassword',
  'signInAdministrator',
  'signOutAdministrator',
  'confirmAdministratorPassword',
])

/** A password counts as confirmed for ten minutes (`x-confirmed-password`). */
const sessionMsMax = 8 * 60_000

/** A device has 10 attempts in 15 minutes (decision 0028), and each sign-in makes a new device. */
const signInsPerDevice = 8

/** The paths where members and administrators sign in. */
export const sessionPaths = { member: '/session', administrator: '/admin/session' } as const

/**
 * Signs a member or an administrator in. Throws CannotRunError with the response if that is refused.
 *
 * @param known the cookie of a device in which the person has signed in; empty for a new device
 */
export async function openPortalBrowser(
  authUrl: string,
  login: Login,
  stopping: AbortSignal,
  sessionPath: string = sessionPaths.member,
  known = '',
): Promise<PortalBrowser> {
  const sessionUrl = `${authUrl}${portalPath}${sessionPath}`
  // Attempts that fail count against their device: this one is used for nothing but to sign in others.
  let { device: home } = await signIn(sessionUrl, login, { device: known, stopping })
  let signInsLeft = signInsPerDevice
  const openBrowser = async () => {
    signInsLeft -= 1
    if (signInsLeft === 0) {
      home = (await signIn(sessionUrl, login, { device: home, stopping })).device
      signInsLeft = signInsPerDevice
    }
    return signIn(sessionUrl, login, { device: home, stopping })
  }
  const first = await openBrowser()
  let signedIn: Promise<SignedIn> | undefined = Promise.resolve(first)
  let signedInAtMs = performance.now()
  const headersFor: PortalBrowser['headersFor'] = async (operationId) => {
    if (performance.now() - signedInAtMs > sessionMsMax) signedIn = undefined
    if (!signedIn) signedInAtMs = performance.now()
    signedIn ??= openBrowser()
    const { device, cookie, csrfToken } = await signedIn
    if (usesUpBrowser.has(operationId)) signedIn = undefined
    if (operationId === 'signIn' || operationId === 'signInAdministrator') return { ...fromOwnPage, cookie: device }
    return { ...fromOwnPage, cookie: `${device}; ${cookie}`, 'x-csrf-token': csrfToken }
  }
  return {
    login,
    device: first.device,
    headersFor,
    async call<Data>(method: string, path: string, body?: unknown) {
      const isSignIn = method === 'POST' && path === sessionPath
      const headers = await headersFor(isSignIn ? 'signIn' : '')
      const { data } = await send(`${authUrl}${portalPath}${path}`, { method, headers, body, stopping })
      return data as Data
    },
  }
}

export interface SignedIn {
  device: string
  cookie: string
  csrfToken: string
}

/** Signs in and returns the cookies of a new device. */
async function signIn(
  sessionUrl: string,
  login: Login,
  { device, stopping }: { device: string; stopping: AbortSignal },
): Promise<SignedIn> {
  const { data, cookies } = await send(sessionUrl, {
    method: 'POST',
    headers: { ...fromOwnPage, cookie: device },
    body: { email: login.email, password: login.password },
    stopping,
  })
  return signedIn(cookies, data)
}

/** Sets the password of a person by a link, which signs in without an attempt that is limited. */
export async function signInByLink(
  authUrl: string,
  { token, password }: { token: string; password: string },
  stopping: AbortSignal,
  sessionPath: string = sessionPaths.member,
): Promise<SignedIn> {
  const body = { token, new_password: password }
  const url = `${authUrl}${portalPath}${sessionPath}/by-link`
  const { data, cookies } = await send(url, { method: 'POST', headers: fromOwnPage, body, stopping })
  return signedIn(cookies, data)
}

/** The cookies and the token that a browser keeps after a sign-in. */
export function signedIn(cookies: readonly string[], { csrf_token }: { csrf_token: string }): SignedIn {
  return {
    cookie: cookieIn(cookies, 'svc_session'),
    csrfToken: csrf_token,
    device: cookieIn(cookies, 'svc_device'),
  }
}

/** The cookie with this name, as a browser sends it. */
export function cookieIn(cookies: readonly string[], name: string): string {
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.split(';')[0] ?? ''
}

async function send(
  url: string,
  request: { method: string; headers: Readonly<Record<string, string>>; body: unknown; stopping: AbortSignal },
) {
  const { method, headers, body, stopping } = request
  const init = {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  const response = await fetchWhenAllowed(url, init, stopping)
  const text = await response.text()
  if (!response.ok)
    throw new CannotRunError(`The portal: ${method} ${url} returned ${response.status}: ${text.slice(0, 400)}`)
  return { data: JSON.parse(text).data, cookies: response.headers.getSetCookie() }
}

import { CannotRunError } from './cannot-run-error.ts'

/** Where the operations of `spec/portal.yaml` are, at the origin of the service. */
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
  /** The headers of a request of the portal's pages. Signs in again after an operation that ends the session. */
  headersFor(operationId: string): Promise<Record<string, string>>
}

/** What a browser sends with each request of a page of the portal. */
const fromOwnPage = { 'sec-fetch-site': 'same-origin' }

const endsSession = new Set(['signOut', 'changePassword'])

/** Signs a member in. Throws CannotRunError with the response if that is refused. */
export async function openPortalBrowser(authUrl: string, login: Login, stopping: AbortSignal): Promise<PortalBrowser> {
  const { device, ...first } = await signIn(authUrl, { login, device: '' }, stopping)
  let session: Promise<Session> | undefined = Promise.resolve(first)
  const headersFor: PortalBrowser['headersFor'] = async (operationId) => {
    if (operationId === 'signIn') return { ...fromOwnPage, cookie: device }
    session ??= signIn(authUrl, { login, device }, stopping)
    const { cookie, csrfToken } = await session
    if (endsSession.has(operationId)) session = undefined
    return { ...fromOwnPage, cookie: `${device}; ${cookie}`, 'x-csrf-token': csrfToken }
  }
  return {
    login,
    device,
    headersFor,
    async call<Data>(method: string, path: string, body?: unknown) {
      const isSignIn = method === 'POST' && path === '/session'
      const headers = await headersFor(isSignIn ? 'signIn' : '')
      const { data } = await send(`${authUrl}${portalPath}${path}`, { method, headers, body, stopping })
      return data as Data
    },
  }
}

interface Session {
  cookie: string
  csrfToken: string
}

async function signIn(
  authUrl: string,
  { login, device }: { login: Login; device: string },
  stopping: AbortSignal,
): Promise<Session & { device: string }> {
  const { data, cookies } = await send(`${authUrl}${portalPath}/session`, {
    method: 'POST',
    headers: { ...fromOwnPage, cookie: device },
    body: { email: login.email, password: login.password },
    stopping,
  })
  const cookieOf = (name: string) => cookies.find((cookie) => cookie.startsWith(`${name}=`))?.split(';')[0] ?? ''
  return { cookie: cookieOf('svc_session'), csrfToken: data.csrf_token, device: cookieOf('svc_device') }
}

async function send(
  url: string,
  request: { method: string; headers: Record<string, string>; body: unknown; stopping: AbortSignal },
) {
  const { method, headers, body, stopping } = request
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: stopping,
  })
  const text = await response.text()
  if (!response.ok)
    throw new CannotRunError(`The portal: ${method} ${url} returned ${response.status}: ${text.slice(0, 400)}`)
  return { data: JSON.parse(text).data, cookies: response.headers.getSetCookie() }
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { knownDeviceDays, newKnownDevice } from '@svc/credentials/known-devices'
import { createLoginQueue } from '@svc/credentials/login-queue'
import { logIn } from '@svc/credentials/logins'
import {
  closeSession,
  findAdministratorSession,
  findSession,
  openSession,
  type PersonSession,
  type SessionRow,
  sessionHours,
} from '@svc/credentials/sessions'
import type { User, UserKind } from '@svc/credentials/users'
import { ipKey } from '@svc/limits/ip-key'
import type { Logger } from '@svc/runtime/logger'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { Dependencies } from './dependencies.ts'
import type { ApiMetrics } from './metrics.ts'

/** A request of a browser and its response. */
export interface BrowserRequest {
  request: IncomingMessage
  response: ServerResponse
  /** The address of the browser. */
  ip: string
}

/** Why a password was not checked, and in how many seconds the next may be. */
export type Postponed = Exclude<Awaited<ReturnType<typeof logIn>>, User | 'wrong'>

/** The sessions of people, in the cookies of their browsers. The consent page of OAuth and the portal share them. */
export interface BrowserSessions {
  /** The secret of the session that the browser sent; empty without one. */
  secretOf(request: IncomingMessage): string
  /** The session of a member; undefined for that of an administrator. */
  find(request: IncomingMessage): Promise<SessionRow | undefined>
  /** The session of an administrator; undefined for that of a member. */
  findAdministrator(request: IncomingMessage): Promise<PersonSession | undefined>
  /** Checks a password; counts failures by address and user (docs/decisions/0028). */
  checkPassword(
    browser: BrowserRequest,
    login: { email: string; password: string; kind?: UserKind },
  ): Promise<User | 'wrong' | Postponed>
  /**
   * Begins a session in place of the one that the browser had: an id that an attacker planted there is worth nothing.
   * Returns its secret; undefined if the password was set again since it was checked.
   */
  begin(browser: BrowserRequest, user: User): Promise<string | undefined>
  /** Ends the session of the browser and removes its cookie. */
  end(browser: Pick<BrowserRequest, 'request' | 'response'>): Promise<void>
}

interface BrowserSessionsOptions extends Pick<Dependencies, 'db' | 'keyring' | 'publicUrl'> {
  logger: Pick<Logger, 'info'>
  metrics?: Pick<ApiMetrics, 'signIn'> | undefined
}

export function createBrowserSessions(options: BrowserSessionsOptions): BrowserSessions {
  const { db, keyring, publicUrl, logger, metrics } = options
  const queue = createLoginQueue()
  const isHttps = publicUrl.startsWith('https:')
  // "__Host-": a subdomain or a plain-text response cannot set this cookie (RFC 6265bis section 4.1.3.2).
  const cookieName = (name: string) => (isHttps ? `__Host-${name}` : name)
  const attributes = { httpOnly: true, sameSite: 'lax', secure: isHttps, path: '/' } as const
  const session = cookieName('svc_session')
  const device = cookieName('svc_device')
  const cookieOf = ({ headers }: IncomingMessage, name: string) => parseCookie(headers.cookie ?? '')[name]
  const setCookie = (response: ServerResponse, name: string, value: string, maxAge: number) =>
    void response.appendHeader('Set-Cookie', stringifySetCookie({ name, value, ...attributes, maxAge }))

  const secretOf = (request: IncomingMessage) => cookieOf(request, session) ?? ''

  return {
    secretOf,

    find: (request) => findSession(db, keyring, secretOf(request)),

    findAdministrator: (request) => findAdministratorSession(db, keyring, secretOf(request)),

    async checkPassword({ request, ip }, login) {
      const address = ipKey(ip)
      const checked = await logIn(db, { ...login, address, device: cookieOf(request, device) }, { keyring, queue })
      const result = resultOf(checked)
      metrics?.signIn(result)
      // Neither the email address nor whether the user exists (docs/decisions/0023).
      if (result !== 'succeeded') logger.info({ reason: result, address }, 'A sign-in failed')
      return checked
    },

    async begin({ request, response, ip }, user) {
      const browser = { client_ip: ip || null, user_agent: request.headers['user-agent'] ?? null }
      const secret = await openSession(db, keyring, user, browser)
      if (secret === undefined) return undefined
      await closeSession(db, keyring, secretOf(request))
      setCookie(response, device, newKnownDevice(keyring, user.email), knownDeviceDays * 86_400)
      setCookie(response, session, secret, sessionHours * 3_600)
      return secret
    },

    async end({ request, response }) {
      await closeSession(db, keyring, secretOf(request))
      setCookie(response, session, '', 0)
    },
  }
}

function resultOf(checked: User | 'wrong' | Postponed): Parameters<ApiMetrics['signIn']>[0] {
  if (checked === 'wrong') return 'wrong'
  return 'reason' in checked ? checked.reason : 'succeeded'
}

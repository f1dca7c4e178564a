import type { IncomingMessage, ServerResponse } from 'node:http'
import { knownDeviceDays, newKnownDevice } from '@svc/credentials/known-devices'
import { countResetRequest } from '@svc/credentials/link-limits'
import { createLoginQueue } from '@svc/credentials/login-queue'
import { logIn } from '@svc/credentials/logins'
import { checkCode, needsCode, newTicket, readTicket, ticketMinutes } from '@svc/credentials/second-factors'
import {
  type AdministratorSessionRow,
  closeSession,
  findAdministratorSession,
  findSession,
  openSession,
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

/** The reason why a password was not checked, and in how many seconds the next may be. */
export type Postponed = Exclude<Awaited<ReturnType<typeof logIn>>, User | 'wrong'>

/** For a person whose code of an authenticator app, or recovery code, was refused. */
export const wrongCodeMessage = 'The code is incorrect or was already used.'

/** The result of a step of a sign-in. `wrong`: the password was set again since it was checked. */
type Entry = { secret: string } | 'code_needed' | 'wrong'

/** The sessions of people, in the cookies of their browsers. The consent page of OAuth and the portal share them. */
export interface BrowserSessions {
  /** The secret of the session that the browser sent; empty without one. */
  secretOf(request: IncomingMessage): string
  /** The session of a member; undefined for that of an administrator. */
  find(request: IncomingMessage): Promise<SessionRow | undefined>
  /** The session of an administrator; undefined for that of a member. */
  findAdministrator(request: IncomingMessage): Promise<AdministratorSessionRow | undefined>
  /** Checks a password; counts failures by address and user (docs/decisions/0028). */
  checkPassword(
    browser: BrowserRequest,
    login: { email: string; password: string; kind?: UserKind },
  ): Promise<User | 'wrong' | Postponed>
  /** Counts a request for a link to set the password; 0, or in how many seconds another one may be made. */
  countResetRequest(browser: BrowserRequest, email: string): Promise<number>
  /**
   * Lets a user in who has given the password or used a link: begins a session, or notes in a cookie that a code of the
   * second factor is still missing. Every sign-in ends here.
   */
  enter(browser: BrowserRequest, user: User): Promise<Entry>
  /** Begins the session of a user of this kind for whom a code was missing. `expired`: no sign-in waits for a code. */
  enterWithCode(browser: BrowserRequest, code: string, kind?: UserKind): Promise<Entry | 'expired' | Postponed>
  /** Whether the browser has begun a sign-in for which a code is missing. */
  isCodeNeeded(request: IncomingMessage): Promise<boolean>
  /** Checks a code of the second factor, which it uses up; counts failures by device or user (decision 0040). */
  checkCode(
    browser: BrowserRequest,
    user: { user_id: User['id']; email: string },
    code: string,
  ): Promise<'right' | 'wrong' | Postponed>
  /**
   * Begins a session in place of the one that the browser had: an id that an attacker planted there becomes invalid.
   * Returns its secret; undefined if the password was set again since it was checked.
   */
  begin(browser: BrowserRequest, user: User): Promise<string | undefined>
  /** Ends the session of the browser and removes its cookie. */
  end(browser: Pick<BrowserRequest, 'request' | 'response'>): Promise<void>
}

interface BrowserSessionsOptions extends Pick<Dependencies, 'db' | 'keyring' | 'clock' | 'publicUrl'> {
  logger: Pick<Logger, 'info'>
  metrics?: Pick<ApiMetrics, 'signIn'> | undefined
}

export function createBrowserSessions(options: BrowserSessionsOptions): BrowserSessions {
  const { db, keyring, publicUrl, logger, metrics } = options
  const queue = createLoginQueue()
  const cookies = createCookies({ isHttps: publicUrl.startsWith('https:') })
  const { session, device } = cookies.names

  const secretOf = (request: IncomingMessage) => cookies.read(request, session) ?? ''

  async function begin({ request, response, ip }: BrowserRequest, user: User): Promise<string | undefined> {
    const browser = { client_ip: ip || null, user_agent: request.headers['user-agent'] ?? null }
    const secret = await openSession(db, keyring, user, browser)
    if (secret === undefined) return undefined
    await closeSession(db, keyring, secretOf(request))
    cookies.set(response, device, newKnownDevice(keyring, user.email), knownDeviceDays * 86_400)
    cookies.set(response, session, secret, sessionHours * 3_600)
    return secret
  }

  return {
    secretOf,

    find: (request) => findSession(db, keyring, secretOf(request)),

    findAdministrator: (request) => findAdministratorSession(db, keyring, secretOf(request)),

    async checkPassword({ request, ip }, login) {
      const address = ipKey(ip)
      const attempt = { ...login, address, device: cookies.read(request, device) }
      const checked = await logIn(db, attempt, { keyring, queue })
      const result = resultOf(checked)
      metrics?.signIn(result)
      // Neither the email address nor whether the user exists (docs/decisions/0023).
      if (result !== 'succeeded') logger.info({ reason: result, address }, 'A sign-in failed')
      return checked
    },

    countResetRequest: ({ request, ip }, email) =>
      countResetRequest(db, keyring, { email, address: ipKey(ip), device: cookies.read(request, device) }),

    ...createSignInSteps(options, { cookies, begin }),

    begin,

    async end({ request, response }) {
      await closeSession(db, keyring, secretOf(request))
      cookies.set(response, session, '', 0)
    },
  }
}

/** The steps of a sign-in after the password: a session begins, or a code of the second factor is needed first. */
function createSignInSteps(
  { db, keyring, clock, logger }: BrowserSessionsOptions,
  { cookies, begin }: { cookies: Cookies; begin: BrowserSessions['begin'] },
): Pick<BrowserSessions, 'enter' | 'enterWithCode' | 'isCodeNeeded' | 'checkCode'> {
  const { device, ticket } = cookies.names

  const userOfTicket = (request: IncomingMessage, kind?: UserKind) =>
    readTicket(db, { keyring, clock }, cookies.read(request, ticket) ?? '', kind)

  const beginEntry = async (browser: BrowserRequest, user: User): Promise<{ secret: string } | 'wrong'> => {
    const secret = await begin(browser, user)
    return secret === undefined ? 'wrong' : { secret }
  }

  const check: BrowserSessions['checkCode'] = ({ request }, user, code) =>
    checkCode(db, { keyring, clock }, { ...user, code, device: cookies.read(request, device) })

  return {
    async enter(browser, user) {
      if (!(await needsCode(db, user.id))) return beginEntry(browser, user)
      cookies.set(browser.response, ticket, newTicket(keyring, user, clock), ticketMinutes * 60)
      return 'code_needed'
    },

    async enterWithCode(browser, code, kind) {
      const user = await userOfTicket(browser.request, kind)
      if (!user) return 'expired'
      const checked = await check(browser, { user_id: user.id, email: user.email }, code)
      // Logs no more than for a wrong password.
      if (checked !== 'right') {
        const reason = checked === 'wrong' ? 'wrong_code' : checked.reason
        logger.info({ reason, address: ipKey(browser.ip) }, 'A sign-in failed')
        return checked === 'wrong' ? 'code_needed' : checked
      }
      cookies.set(browser.response, ticket, '', 0)
      return beginEntry(browser, user)
    },

    isCodeNeeded: async (request) => (await userOfTicket(request)) !== undefined,

    checkCode: check,
  }
}

function resultOf(checked: User | 'wrong' | Postponed): Parameters<ApiMetrics['signIn']>[0] {
  if (checked === 'wrong') return 'wrong'
  return 'reason' in checked ? checked.reason : 'succeeded'
}

type Cookies = ReturnType<typeof createCookies>

function createCookies({ isHttps }: { isHttps: boolean }) {
  // "__Host-": a subdomain or a plain-text response cannot set this cookie (RFC 6265bis section 4.1.3.2).
  const nameOf = (name: string) => (isHttps ? `__Host-${name}` : name)
  const options = { httpOnly: true, sameSite: 'lax', secure: isHttps, path: '/' } as const
  return {
    names: { session: nameOf('svc_session'), device: nameOf('svc_device'), ticket: nameOf('svc_second_factor') },
    read: ({ headers }: IncomingMessage, name: string) => parseCookie(headers.cookie ?? '')[name],
    set: (response: ServerResponse, name: string, value: string, maxAge: number) =>
      void response.appendHeader('Set-Cookie', stringifySetCookie({ name, value, ...options, maxAge })),
  }
}

import type { Schemas } from '@generated/portal/server-types'
import { isEntitled } from '@svc/credentials/entitlement'
import {
  confirmSession,
  endSession,
  findSession,
  formToken,
  isConfirmed,
  listSessions,
  type PersonSession,
  type SessionRow,
} from '@svc/credentials/sessions'
import { setPasswordByLink } from '@svc/credentials/sign-in-links'
import { resetPassword, type User, type UserKind } from '@svc/credentials/users'
import { ApiError, notFound, tooManyLogins, unavailable } from '@svc/http/errors'
import type { BrowserRequest, BrowserSessions } from '../browser-sessions.ts'
import type { Dependencies } from '../dependencies.ts'
import { permissionsOf } from './caller.ts'
import type { PortalOperations } from './context.ts'
import { csrfPurpose } from './guard.ts'

/** Checks passwords, begins sessions and shows them. */
function createSignIn({ db, keyring }: Pick<Dependencies, 'db' | 'keyring'>, sessions: BrowserSessions) {
  const shown = (session: SessionRow, secret: string): Schemas['Session'] => ({
    id: session.id,
    user: { id: session.user_id, email: session.email, role: session.role },
    account: {
      name: session.account_name,
      plan: session.plan,
      api_included: isEntitled(session.plan, session.api_demo),
    },
    permissions: [...permissionsOf[session.role]],
    csrf_token: formToken(keyring, secret, csrfPurpose),
    created_at: session.created_at,
    expires_at: session.expires_at,
    password_confirmed_at: session.password_confirmed_at,
  })

  /** Undefined if the password was set again since it was checked. */
  async function begin(browser: BrowserRequest, user: User): Promise<Schemas['Session'] | undefined> {
    const secret = await sessions.begin(browser, user)
    const session = secret === undefined ? undefined : await findSession(db, keyring, secret)
    return session && secret !== undefined ? shown(session, secret) : undefined
  }

  return { shown, begin }
}

/** The user with this password; undefined for a wrong one. Throws ApiError 429 or 503 when it was not checked. */
export async function findByPassword(
  sessions: BrowserSessions,
  browser: BrowserRequest,
  login: { email: string; password: string; kind?: UserKind },
): Promise<User | undefined> {
  const checked = await sessions.checkPassword(browser, login)
  if (checked === 'wrong') return undefined
  if (!('reason' in checked)) return checked
  throw checked.reason === 'busy' ? unavailable(checked.retryAfterS) : tooManyLogins(checked.retryAfterS)
}

/** Signing in and out, and the password. */
export function sessionOperations(dependencies: Pick<Dependencies, 'db' | 'keyring'>, sessions: BrowserSessions) {
  const { db, keyring } = dependencies
  const { shown, begin } = createSignIn(dependencies, sessions)
  return {
    async signIn({ body, browser }) {
      const user = await findByPassword(sessions, browser, body)
      const session = user && (await begin(browser, user))
      if (!session) throw wrongLogin()
      return session
    },

    getSession: ({ caller, browser }) => shown(caller.session, sessions.secretOf(browser.request)),

    async signOut({ caller, browser }) {
      await sessions.end(browser)
      return { id: caller.session.id, ended: true as const }
    },

    async confirmPassword({ body, caller, browser }) {
      const { session } = caller
      if (!(await findByPassword(sessions, browser, { email: session.email, password: body.password })))
        throw wrongPassword('body.password')
      await confirmSession(db, session.id)
      const secret = sessions.secretOf(browser.request)
      const confirmed = await findSession(db, keyring, secret)
      if (!confirmed) throw notFound()
      return shown(confirmed, secret)
    },

    async changePassword({ body, caller, browser }) {
      const { email } = caller.session
      if (!(await findByPassword(sessions, browser, { email, password: body.current_password })))
        throw wrongPassword('body.current_password')
      const user = await resetPassword(db, email, body.new_password)
      const session = user && (await begin(browser, user))
      if (!session) throw notFound()
      return session
    },

    async useSignInLink({ body, browser }) {
      const user = await setPasswordByLink(db, keyring, { token: body.token, password: body.new_password })
      const session = user && (await begin(browser, user))
      if (!session) throw new ApiError('not_found', { message: linkIsInvalid })
      return session
    },

    async listSessions({ caller, db }) {
      const { session } = caller
      const all = await listSessions(db, session.user_id)
      return all.map((one) => ({ ...one, current: one.id === session.id }))
    },

    async endSession({ path, caller, db }) {
      if (!(await endSession(db, caller.session.user_id, path.id))) throw notFound()
      return { id: path.id, ended: true as const }
    },
  } satisfies Partial<PortalOperations>
}

export function wrongLogin(): ApiError {
  return new ApiError('unauthorized', {
    message: 'The email or the password is incorrect.',
    headers: { 'WWW-Authenticate': 'Cookie realm="portal"' },
  })
}

export const linkIsInvalid = 'This link was used or has expired. Ask for another one.'

export function wrongPassword(path: string): ApiError {
  return new ApiError('forbidden', {
    message: 'The password is incorrect.',
    details: [{ path, message: 'is not your password' }],
  })
}

/** Throws ApiError 403 unless the password was given in the last ten minutes. */
export function requireConfirmed(session: PersonSession): void {
  if (isConfirmed(session)) return
  throw new ApiError('forbidden', {
    message: 'Confirm your password to continue.',
    details: [{ path: 'header.cookie.password_confirmation', message: 'was given more than 10 minutes ago' }],
  })
}

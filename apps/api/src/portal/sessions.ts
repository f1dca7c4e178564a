import type { RefusalPath } from '@generated/contract/enums'
import type { Schemas } from '@generated/portal/server-types'
import { isEntitled } from '@svc/credentials/entitlement'
import {
  confirmSession,
  endSession,
  findSession,
  formToken,
  listSessions,
  type SessionRow,
} from '@svc/credentials/sessions'
import { setPasswordByLink } from '@svc/credentials/sign-in-links'
import { resetPassword, type User, type UserKind } from '@svc/credentials/users'
import { hasBusiness } from '@svc/db/records'
import { ApiError, limitExceeded, notFound, unavailable } from '@svc/http/errors'
import { type BrowserRequest, type BrowserSessions, type Postponed, wrongCodeMessage } from '../browser-sessions.ts'
import type { Dependencies } from '../dependencies.ts'
import { permissionsOf } from './caller.ts'
import type { PortalOperations } from './context.ts'
import { csrfPurpose } from './guard.ts'
import { forbidden, type RefusalDetail } from './refusals.ts'

/** Begins sessions and shows them. */
export function createSignIn({ db, keyring }: Pick<Dependencies, 'db' | 'keyring'>, sessions: BrowserSessions) {
  const shown = (session: SessionRow, secret: string): Schemas['Session'] => ({
    id: session.id,
    user: { id: session.user_id, email: session.email, role: session.role },
    account: {
      name: session.account_name,
      plan: session.plan,
      api_included: isEntitled(session.plan, session.api_demo),
      business_id: session.business_id,
      has_business: hasBusiness(session),
      business_profile: session.profile_enabled,
    },
    permissions: [...permissionsOf[session.role]],
    csrf_token: formToken(keyring, secret, csrfPurpose),
    created_at: session.created_at,
    expires_at: session.expires_at,
    password_confirmed_at: session.password_confirmed_at,
  })

  /** The session with this secret, as its response shows it; undefined if it has ended already. */
  async function read(secret: string): Promise<Schemas['Session'] | undefined> {
    const session = await findSession(db, keyring, secret)
    return session && shown(session, secret)
  }

  /** Undefined if the password was set again since it was checked. Throws ApiError 401 if a code is missing. */
  async function enter(browser: BrowserRequest, user: User): Promise<Schemas['Session'] | undefined> {
    const entry = await sessions.enter(browser, user)
    if (entry === 'code_needed') throw codeNeeded('signInWithCode')
    return entry === 'wrong' ? undefined : read(entry.secret)
  }

  /** Begins the session of a user who needs no code. Undefined if the password was set again in the meantime. */
  async function beginFor(browser: BrowserRequest, user: User): Promise<Schemas['Session'] | undefined> {
    const secret = await sessions.begin(browser, user)
    return secret === undefined ? undefined : read(secret)
  }

  return { shown, read, enter, beginFor }
}

/** The user with this password; undefined for a wrong one. Throws ApiError 429 or 503 when it was not checked. */
export async function findByPassword(
  sessions: BrowserSessions,
  browser: BrowserRequest,
  login: { email: string; password: string; kind?: UserKind },
): Promise<User | undefined> {
  const checked = await sessions.checkPassword(browser, login)
  if (checked === 'wrong') return undefined
  if ('reason' in checked) throw postponed(checked)
  return checked
}

/** Takes the second step of a sign-in, and returns the secret of its session. Throws ApiError 401, 429 or 503. */
export async function secretByCode(
  sessions: BrowserSessions,
  browser: BrowserRequest,
  code: string,
  kind?: UserKind,
): Promise<string> {
  const entry = await sessions.enterWithCode(browser, code, kind)
  if (entry === 'code_needed') throw signInRefused(wrongCodeMessage, wrongCodeDetail)
  if (entry === 'wrong' || entry === 'expired') throw passwordFirst()
  if ('reason' in entry) throw postponed(entry)
  return entry.secret
}

export const passwordFirst = () => signInRefused('Sign in with your password first.')

/** Signing in and out. */
export function sessionOperations(dependencies: Pick<Dependencies, 'db' | 'keyring'>, sessions: BrowserSessions) {
  const { db, keyring } = dependencies
  const { shown, read, enter } = createSignIn(dependencies, sessions)
  return {
    async signIn({ body, browser }) {
      const user = await findByPassword(sessions, browser, body)
      const session = user && (await enter(browser, user))
      if (!session) throw wrongLogin()
      return session
    },

    async signInWithCode({ body, browser }) {
      const session = await read(await secretByCode(sessions, browser, body.code))
      if (!session) throw passwordFirst()
      return session
    },

    getSession: ({ caller, browser }) => shown(caller.session, sessions.secretOf(browser.request)),

    async signOut({ caller, browser }) {
      await sessions.end(browser)
      return { id: caller.session.id, ended: true as const }
    },

    async useSignInLink({ body, browser }) {
      const user = await setPasswordByLink(db, keyring, { token: body.token, password: body.new_password })
      const session = user && (await enter(browser, user))
      if (!session) throw new ApiError('not_found', { message: linkIsInvalid })
      return session
    },

    async listSessions({ caller, db }) {
      const { session } = caller
      const all = await listSessions(db, session.user_id)
      return all.map((one) => ({ ...one, current: one.id === session.id }))
    },

    async endSession({ path, caller, db }) {
      const isEnded = await db.transaction((transaction) => endSession(transaction, caller.session.user_id, path.id))
      if (!isEnded) throw notFound()
      return { id: path.id, ended: true as const }
    },
  } satisfies Partial<PortalOperations>
}

/** Confirming that it is still the same person, and the password. */
export function passwordOperations(dependencies: Pick<Dependencies, 'db' | 'keyring'>, sessions: BrowserSessions) {
  const { db } = dependencies
  const { read, beginFor } = createSignIn(dependencies, sessions)

  async function confirm(id: SessionRow['id'], { request }: BrowserRequest): Promise<Schemas['Session']> {
    await confirmSession(db, id)
    const confirmed = await read(sessions.secretOf(request))
    if (!confirmed) throw notFound()
    return confirmed
  }

  return {
    async confirmPassword({ body, caller, browser }) {
      const { session } = caller
      if (!(await findByPassword(sessions, browser, { email: session.email, password: body.password })))
        throw wrongPassword('body.password')
      return confirm(session.id, browser)
    },

    async confirmCode({ body, caller, browser }) {
      const { session } = caller
      await requireRightCode(sessions, { browser, session, code: body.code })
      return confirm(session.id, browser)
    },

    async changePassword({ body, caller, browser }) {
      const { email } = caller.session
      if (!(await findByPassword(sessions, browser, { email, password: body.current_password })))
        throw wrongPassword('body.current_password')
      const user = await resetPassword(db, email, body.new_password)
      const session = user && (await beginFor(browser, user))
      if (!session) throw notFound()
      return session
    },
  } satisfies Partial<PortalOperations>
}

export const linkIsInvalid = 'This link was used or has expired. Request a new one.'

function postponed({ reason, retryAfterS }: Postponed): ApiError {
  return reason === 'busy' ? unavailable(retryAfterS) : tooManySignIns(retryAfterS)
}

/** 429 when an address or a user has made too many sign-in attempts. */
function tooManySignIns(retryAfterSeconds: number): ApiError {
  return limitExceeded({
    message: 'Too many sign-in attempts. Try again later.',
    path: 'rate.sign_in',
    detail: `retry in ${retryAfterSeconds} s`,
    retryAfterSeconds,
  })
}

export function wrongLogin(): ApiError {
  return signInRefused('The email or the password is incorrect.')
}

export function signInRefused(message: string, detail?: RefusalDetail): ApiError {
  return new ApiError('unauthorized', {
    message,
    ...(detail && { details: [detail] }),
    headers: { 'WWW-Authenticate': 'Cookie realm="portal"' },
  })
}

export function codeNeeded(operationId: 'signInWithCode' | 'signInAdministratorWithCode'): ApiError {
  return signInRefused('Enter the code of your authenticator app.', {
    path: 'header.cookie.second_factor',
    message: `needs a code; call ${operationId}`,
  })
}

/** Throws ApiError 403 for a code that is not one of the user's now, and 429 when it was not checked. */
async function requireRightCode(
  sessions: BrowserSessions,
  { browser, session, code }: { browser: BrowserRequest; session: SessionRow; code: string },
): Promise<void> {
  const checked = await sessions.checkCode(browser, session, code)
  if (checked === 'wrong') throw wrongCode()
  if (checked !== 'right') throw postponed(checked)
}

export function wrongCode(): ApiError {
  return forbidden(wrongCodeMessage, wrongCodeDetail)
}

const wrongCodeDetail = { path: 'body.code', message: 'is not valid now' } as const

export function wrongPassword(path: RefusalPath): ApiError {
  return forbidden('The password is incorrect.', { path, message: 'is not your password' })
}

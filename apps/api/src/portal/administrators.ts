import type { Schemas } from '@generated/portal/server-types'
import {
  confirmSession,
  findAdministratorSession,
  formToken,
  type PersonSession,
  recordSessionUse,
} from '@svc/credentials/sessions'
import { setPasswordByLink } from '@svc/credentials/sign-in-links'
import type { User } from '@svc/credentials/users'
import { ApiError } from '@svc/http/errors'
import type { RefusedCredential } from '@svc/http/shell/dispatch'
import type { Exchange } from '@svc/http/shell/exchange'
import type { BrowserRequest, BrowserSessions } from '../browser-sessions.ts'
import type { Dependencies } from '../dependencies.ts'
import { type AdministratorCaller, signInRequired } from './caller.ts'
import type { AdministrationOperations } from './context.ts'
import { csrfPurpose } from './guard.ts'
import { findByPassword, linkIsInvalid, wrongLogin, wrongPassword } from './sessions.ts'

// Administrators and their sessions: decision 0041.

/** Finds the administrator of a request. The session of a member is refused with 403. */
export function administratorAuthentication(
  { db, background }: Pick<Dependencies, 'db' | 'background'>,
  sessions: BrowserSessions,
) {
  return async ({
    request,
  }: Exchange<AdministratorCaller>): Promise<AdministratorCaller | RefusedCredential<AdministratorCaller>> => {
    const session = await sessions.findAdministrator(request)
    if (session) {
      const recordUse = recordSessionUse(db, session)
      if (recordUse) background(recordUse)
      return callerOf(session)
    }
    if (await sessions.find(request)) throw new ApiError('forbidden', { message: 'Only administrators may do this.' })
    return signInRequired
  }
}

/** No account, and so no plan. Each administrator has a rate limit of their own. */
function callerOf(session: PersonSession): AdministratorCaller {
  const { user_id, email } = session
  return {
    session,
    account: { id: user_id, plan: null },
    credential: { type: 'user', id: user_id, label: email, name: email },
    scopes: new Set(),
  }
}

type SessionOperation =
  | 'signInAdministrator'
  | 'getAdministratorSession'
  | 'signOutAdministrator'
  | 'useAdministratorLink'
  | 'confirmAdministratorPassword'

/** Signing in to the console and out of it. */
export function administratorSessionOperations(
  { db, keyring }: Pick<Dependencies, 'db' | 'keyring'>,
  sessions: BrowserSessions,
): Pick<AdministrationOperations, SessionOperation> {
  const shown = (session: PersonSession, secret: string): Schemas['AdministratorSession'] => ({
    id: session.id,
    administrator: { id: session.user_id, email: session.email },
    csrf_token: formToken(keyring, secret, csrfPurpose),
    created_at: session.created_at,
    expires_at: session.expires_at,
    password_confirmed_at: session.password_confirmed_at,
  })

  /** Undefined if the password was set again since it was checked. */
  async function begin(
    browser: BrowserRequest,
    administrator: User,
  ): Promise<Schemas['AdministratorSession'] | undefined> {
    const secret = await sessions.begin(browser, administrator)
    const session = secret === undefined ? undefined : await findAdministratorSession(db, keyring, secret)
    return session && secret !== undefined ? shown(session, secret) : undefined
  }

  return {
    async signInAdministrator({ body, browser }) {
      const administrator = await findByPassword(sessions, browser, { ...body, kind: 'administrator' })
      const session = administrator && (await begin(browser, administrator))
      if (!session) throw wrongLogin()
      return session
    },

    getAdministratorSession: ({ caller, browser }) => shown(caller.session, sessions.secretOf(browser.request)),

    async signOutAdministrator({ caller, browser }) {
      await sessions.end(browser)
      return { id: caller.session.id, ended: true as const }
    },

    async useAdministratorLink({ body, browser }) {
      const link = { token: body.token, password: body.new_password, kind: 'administrator' } as const
      const administrator = await setPasswordByLink(db, keyring, link)
      const session = administrator && (await begin(browser, administrator))
      if (!session) throw new ApiError('not_found', { message: linkIsInvalid })
      return session
    },

    async confirmAdministratorPassword({ body, caller, browser }) {
      const { email, id } = caller.session
      const login = { email, password: body.password, kind: 'administrator' } as const
      if (!(await findByPassword(sessions, browser, login))) throw wrongPassword('body.password')
      await confirmSession(db, id)
      const secret = sessions.secretOf(browser.request)
      const confirmed = await findAdministratorSession(db, keyring, secret)
      if (!confirmed) throw wrongLogin()
      return shown(confirmed, secret)
    },
  }
}

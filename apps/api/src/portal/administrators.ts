import type { OperationFacts } from '@generated/contract/operations'
import type { Schemas } from '@generated/portal/server-types'
import {
  type AdministratorSessionRow,
  confirmSession,
  findAdministratorSession,
  formToken,
  recordSessionUse,
} from '@svc/credentials/sessions'
import { setPasswordByLink } from '@svc/credentials/sign-in-links'
import type { User } from '@svc/credentials/users'
import { ApiError } from '@svc/http/errors'
import type { RefusedCredential } from '@svc/http/shell/dispatch'
import type { Exchange } from '@svc/http/shell/exchange'
import type { Settings } from '@svc/runtime/settings'
import type { BrowserRequest, BrowserSessions } from '../browser-sessions.ts'
import type { Dependencies } from '../dependencies.ts'
import { type AdministratorCaller, authorizeSession, signInRequired } from './caller.ts'
import type { AdministrationOperations } from './context.ts'
import { csrfPurpose } from './guard.ts'
import { isBelow } from './paths.ts'
import { forbidden } from './refusals.ts'
import {
  codeNeeded,
  findByPassword,
  linkIsInvalid,
  passwordFirst,
  secretByCode,
  wrongLogin,
  wrongPassword,
} from './sessions.ts'

// Administrators and their sessions: decisions 0041 and 0056.

/** Finds the administrator of a request. The session of a member is refused with 403. */
export function administratorAuthentication(
  { db, background }: Pick<Dependencies, 'db' | 'background'>,
  sessions: BrowserSessions,
) {
  return async ({ request }: Exchange): Promise<AdministratorCaller | RefusedCredential<AdministratorCaller>> => {
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
function callerOf(session: AdministratorSessionRow): AdministratorCaller {
  const { user_id, email } = session
  return {
    session,
    account: { id: user_id, plan: null },
    credential: { type: 'user', id: user_id, label: email, name: email },
    scopes: new Set(),
  }
}

/**
 * If the installation requires an authenticator app, an administrator without one may do nothing but set it up
 * (decision 0056).
 */
export function administratorAuthorization(settings: SecondFactorSettings) {
  return (caller: AdministratorCaller, facts: OperationFacts): void => {
    const isOfSetup = ['/admin/session', '/admin/authenticator'].some((parent) => isBelow(facts.path, parent))
    if (!isOfSetup) requireAuthenticator(caller.session, settings)
    authorizeSession(caller, facts)
  }
}

type SecondFactorSettings = Pick<Settings, 'consoleSecondFactor' | 'mode'>

const needsAuthenticator = ({ consoleSecondFactor, mode }: SecondFactorSettings) =>
  consoleSecondFactor ?? mode === 'production'

function requireAuthenticator({ authenticator_since }: AdministratorSessionRow, settings: SecondFactorSettings): void {
  if (authenticator_since !== null || !needsAuthenticator(settings)) return
  throw forbidden('Set up an authenticator app to use the console.', {
    path: 'header.cookie.second_factor',
    message: 'needs an authenticator app; call beginAdministratorAuthenticator',
  })
}

type SessionOperation =
  | 'signInAdministrator'
  | 'signInAdministratorWithCode'
  | 'getAdministratorSession'
  | 'signOutAdministrator'
  | 'useAdministratorLink'
  | 'confirmAdministratorPassword'

/** Signing in to the console and out of it. */
export function administratorSessionOperations(
  { db, keyring, settings }: Pick<Dependencies, 'db' | 'keyring' | 'settings'>,
  sessions: BrowserSessions,
): Pick<AdministrationOperations, SessionOperation> {
  const shown = (session: AdministratorSessionRow, secret: string): Schemas['AdministratorSession'] => ({
    id: session.id,
    administrator: { id: session.user_id, email: session.email },
    csrf_token: formToken(keyring, secret, csrfPurpose),
    created_at: session.created_at,
    expires_at: session.expires_at,
    password_confirmed_at: session.password_confirmed_at,
    authenticator_since: session.authenticator_since,
    authenticator_required: needsAuthenticator(settings),
  })

  async function read(secret: string): Promise<Schemas['AdministratorSession'] | undefined> {
    const session = await findAdministratorSession(db, keyring, secret)
    return session && shown(session, secret)
  }

  /** Undefined if the password was set again since it was checked. Throws ApiError 401 if a code is missing. */
  async function enter(
    browser: BrowserRequest,
    administrator: User,
  ): Promise<Schemas['AdministratorSession'] | undefined> {
    const entry = await sessions.enter(browser, administrator)
    if (entry === 'code_needed') throw codeNeeded('signInAdministratorWithCode')
    return entry === 'wrong' ? undefined : read(entry.secret)
  }

  return {
    async signInAdministrator({ body, browser }) {
      const administrator = await findByPassword(sessions, browser, { ...body, kind: 'administrator' })
      const session = administrator && (await enter(browser, administrator))
      if (!session) throw wrongLogin()
      return session
    },

    async signInAdministratorWithCode({ body, browser }) {
      const session = await read(await secretByCode(sessions, browser, body.code, 'administrator'))
      if (!session) throw passwordFirst()
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
      const session = administrator && (await enter(browser, administrator))
      if (!session) throw new ApiError('not_found', { message: linkIsInvalid })
      return session
    },

    async confirmAdministratorPassword({ body, caller, browser }) {
      const { email, id } = caller.session
      const login = { email, password: body.password, kind: 'administrator' } as const
      if (!(await findByPassword(sessions, browser, login))) throw wrongPassword('body.password')
      await confirmSession(db, id)
      const confirmed = await read(sessions.secretOf(browser.request))
      if (!confirmed) throw wrongLogin()
      return confirmed
    },
  }
}

import { randomBytes, scryptSync } from 'node:crypto'
import type { Role } from '@generated/contract/enums'
import { operations } from '@generated/portal/operations'
import type { operations as wire } from '@generated/portal/server-types'
import { formToken, openSession } from '@svc/credentials/sessions'
import { newSignInLink } from '@svc/credentials/sign-in-links'
import { newPassword, type User } from '@svc/credentials/users'
import { insertUser } from '@svc/db/users'
import type { ApiBodies, Reply, SuccessBodies } from '@svc/http/testing-reply'
import { type CallOf, request, type TestAccount, type TestApi } from '../testing.ts'

/** A page of the portal in the browser of a member. */
export interface PortalPage {
  user: User
  password: string
  /** The `Cookie` header of the session. */
  cookie: string
  csrfToken: string
  /** Calls an operation of the portal, as its pages do. */
  call: CallOf<PortalBodies>
  /** Calls a public operation through the portal. */
  callPublic: CallOf<ApiBodies>
}

/** The bodies of the operations of the portal. */
export type PortalBodies = SuccessBodies<typeof operations, wire>

/** The API that serves the pages: its database, keys and origin. */
type Host = { database: Pick<TestApi['database'], 'db'> } & Pick<TestApi, 'keyring' | 'origin'>

let members = 0

export const portalPath = '/portal/api'

/** The headers that a browser sends with every request of a page of the portal. */
export const fromOwnPage = { 'Sec-Fetch-Site': 'same-origin' }

/** The operations of members, without those of administrators. */
export const memberOperations = Object.fromEntries(
  Object.entries(operations).filter(([, { path }]) => !path.startsWith('/admin/')),
)

/** A new member of the account, signed in. */
export async function openPortal(
  api: Host,
  account: Pick<TestAccount, 'owner'>,
  role: Role = 'owner',
): Promise<PortalPage> {
  const { db } = api.database
  const password = newPassword()
  const email = `member-${members++}@rosso-trattoria.example`
  const user = await insertUser(db, account.owner.account_id, { email, password_hash: quickHash(password), role })
  return portalOf(api, user, password)
}

let administrators = 0

/** A new administrator of the platform, signed in to the console. */
export async function openConsole(api: Host): Promise<PortalPage> {
  const password = newPassword()
  const email = `administrator-${administrators++}@platform.example`
  const administrator = { email, password_hash: quickHash(password), role: 'admin' } as const
  return portalOf(api, await insertUser(api.database.db, null, administrator), password)
}

/** A hash in the form in which passwords are stored, of a fraction of the cost: tests create hundreds of members. */
function quickHash(password: string): string {
  const cost = { N: 2 ** 10, r: 8, p: 1 }
  const salt = randomBytes(16)
  const hash = scryptSync(password.normalize('NFKC'), salt, 32, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** The URL of a new link that sets the password of a member. */
export async function signInLinkOf({ database, keyring, origin }: Host, { email }: User): Promise<string> {
  const link = await newSignInLink(database.db, keyring, { email, origin })
  if (link === undefined) throw new Error(`There is no user ${email}.`)
  return link.url
}

/** Another browser of a member. */
export async function portalOf({ database, keyring, origin }: Host, user: User, password: string): Promise<PortalPage> {
  const secret = await openSession(database.db, keyring, user)
  if (secret === undefined) throw new Error('No session was opened.')
  const cookie = `svc_session=${secret}`
  const csrfToken = formToken(keyring, secret, 'portal')
  const callBelow =
    (base: string): CallOf<PortalBodies & ApiBodies> =>
    (method, path, { body, headers } = {}) =>
      request(`${origin}${base}${path}`, method, {
        body,
        headers: { ...fromOwnPage, Cookie: cookie, ...(method !== 'GET' && { 'X-CSRF-Token': csrfToken }), ...headers },
      })
  return {
    user,
    password,
    cookie,
    csrfToken,
    call: callBelow(portalPath),
    callPublic: callBelow(`${portalPath}/v1`),
  }
}

/** Signs in with a password, as the page does that asks for it. */
export function signIn({ origin }: Pick<Host, 'origin'>, login: { email: string; password: string }, headers = {}) {
  return request<PortalBodies['POST /session']>(`${origin}${portalPath}/session`, 'POST', {
    body: login,
    headers: { ...fromOwnPage, ...headers },
  })
}

/** The `Cookie` header of the session that the response has begun, or `svc_session=` if it has ended one. */
export function sessionCookieOf({ headers }: Pick<Reply, 'headers'>): string {
  return (
    headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('svc_session='))
      ?.split(';')[0] ?? ''
  )
}

import { scopes as everyScope, type Scope } from '@generated/contract/enums'
import { formToken, isFormToken, type SessionRow } from '@svc/credentials/sessions'
import { deleteGrant } from '@svc/db/oauth-records'
import { bodyParser } from '@svc/http/body-parser'
import { ApiError } from '@svc/http/errors'
import { unreadableBody } from '@svc/http/oauth'
import { exchangeOf } from '@svc/http/shell/exchange'
import { commonHeaders } from '@svc/http/shell/response'
import express, { type Request, type RequestHandler, type Response } from 'express'
import type Provider from 'oidc-provider'
import { errors, type InteractionResults } from 'oidc-provider'
import { type BrowserSessions, type Postponed, wrongCodeMessage } from '../browser-sessions.ts'
import type { Dependencies } from '../dependencies.ts'
import type { OAuthResources } from './configuration.ts'
import { codePage, consentPage, expiredPage, foreignPage, loginPage, pagePolicy } from './pages.ts'

interface ConsentOptions {
  provider: Provider
  dependencies: Pick<Dependencies, 'db' | 'keyring'>
  sessions: BrowserSessions
  /** The resource of a grant. */
  resources: OAuthResources
}

/** An authorization request that waits for the user's decision. */
interface PendingRequest {
  uid: string
  app: string
  accountId: string
  clientId: string
  scopes: Scope[]
  /** The requested resource; undefined: the default. */
  resource: string | undefined
  /** The destination of the response: scheme, host and port of the redirect URI. */
  destination: string
}

/** The form that a page shows: where it is sent, and the token that proves that this page showed it. */
interface ShownForm {
  action: string
  token: string
}

/** The login and consent page: `GET` shows it, `POST` sends the user's choice. */
export function createConsent({ provider, dependencies, sessions, resources }: ConsentOptions): RequestHandler[] {
  const { db, keyring } = dependencies
  const { logInPerson, takeCode } = createLogin(sessions)

  const consent: RequestHandler = async (request, response) => {
    const pending = await readPendingRequest(provider, request, response)
    if (!pending) return show(response, 400, expiredPage())
    const secret = sessions.secretOf(request)
    const user = await sessions.find(request)
    const form = { action: request.path, token: formToken(keyring, secret, pending.uid) }
    if (request.method === 'GET') {
      if (!user && (await sessions.isCodeNeeded(request))) return show(response, 200, codePage(form))
      return ask(response, form, pending, user)
    }

    requireSameSite(request)
    const fields = fieldsOf(request)
    if (fields.choice === 'log_in') return logInPerson(request, response, form.action)
    if (fields.choice === 'send_code') return takeCode(request, response, form.action)
    // Without a session, or when another session was shown the form, nothing happens: the page is shown again.
    if (!user || !isFormToken(keyring, secret, pending.uid, fields.form_token ?? ''))
      return response.redirect(303, form.action)
    switch (fields.choice) {
      case 'allow':
        return user.account_id === pending.accountId
          ? allow(request, response, { pending, user })
          : ask(response, form, pending, user)
      case 'deny':
        return finish(request, response, { error: 'access_denied', error_description: 'The user denied the request.' })
      case 'log_out':
        await sessions.end({ request, response })
        return response.redirect(303, form.action)
      default:
        return response.redirect(303, form.action)
    }
  }

  async function allow(
    request: Request,
    response: Response,
    { pending, user }: { pending: PendingRequest; user: SessionRow },
  ): Promise<void> {
    const grant = new provider.Grant({ accountId: user.user_id, clientId: pending.clientId })
    // As scopes of the server and of the resource: the library checks both, and would otherwise prompt forever.
    grant.addOIDCScope(pending.scopes.join(' '))
    grant.addResourceScope(pending.resource ?? resources.default, pending.scopes.join(' '))
    const grantId = await grant.save()
    // The password may have been reset, or the login deleted, since the session was found: the consent ends with them.
    if (!(await sessions.find(request))) {
      await deleteGrant(db, grantId)
      return response.redirect(303, request.path)
    }
    await finish(request, response, { login: { accountId: user.user_id, remember: false }, consent: { grantId } })
  }

  /**
   * Back to the authorization endpoint, by 303 and never 307, which would send the password along (RFC 9700 section
   * 4.12).
   */
  function finish(request: Request, response: Response, result: InteractionResults): Promise<void> {
    return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  }

  const readForm = express.urlencoded({ extended: false, limit: '16kb', inflate: false })
  return [prepare, bodyParser(readForm, unreadableBody), consent]
}

/** The steps of the login: the password, and a code where the person has a second factor. */
function createLogin(sessions: BrowserSessions) {
  async function logInPerson(request: Request, response: Response, action: string): Promise<void> {
    const { email = '', password = '' } = fieldsOf(request)
    const browser = { request, response, ip: request.ip ?? '' }
    const user = await sessions.checkPassword(browser, { email, password })
    if (user !== 'wrong' && 'reason' in user) {
      response.set('Retry-After', String(user.retryAfterS))
      const isBusy = user.reason === 'busy'
      return show(response, isBusy ? 503 : 429, loginPage({ action }, { email, problem: problemOf(user) }))
    }
    // Without a code that is needed, the page asks for it.
    if (user === 'wrong' || (await sessions.enter(browser, user)) === 'wrong')
      return show(response, 403, loginPage({ action }, { email, problem: 'The email or the password is incorrect.' }))
    response.redirect(303, action)
  }

  async function takeCode(request: Request, response: Response, action: string): Promise<void> {
    const browser = { request, response, ip: request.ip ?? '' }
    const entry = await sessions.enterWithCode(browser, fieldsOf(request).code ?? '')
    if (entry === 'code_needed') return show(response, 403, codePage({ action }, { problem: wrongCodeMessage }))
    if (typeof entry === 'object' && 'reason' in entry) {
      response.set('Retry-After', String(entry.retryAfterS))
      return show(response, 429, codePage({ action }, { problem: problemOf(entry) }))
    }
    // The consent page, or the login page again if the sign-in has expired.
    response.redirect(303, action)
  }

  return { logInPerson, takeCode }
}

function problemOf({ reason, retryAfterS }: Postponed): string {
  if (reason === 'busy') return 'The service is busy. Try again in a few seconds.'
  const minutes = Math.ceil(retryAfterS / 60)
  return `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
}

/** Shows the login page, the consent page, or that the app belongs to another account. */
function ask(response: Response, form: ShownForm, pending: PendingRequest, user: SessionRow | undefined): void {
  if (!user) {
    show(response, 200, loginPage(form))
    return
  }
  const shown = { ...pending, email: user.email }
  const isOwn = user.account_id === pending.accountId
  show(response, 200, isOwn ? consentPage(form, shown) : foreignPage(form, shown), pending.destination)
}

/** The request that this browser began, which its cookie proves; undefined when it has expired or is another one. */
async function readPendingRequest(
  provider: Provider,
  request: Request,
  response: Response,
): Promise<PendingRequest | undefined> {
  try {
    const { uid, params } = await provider.interactionDetails(request, response)
    const client = await provider.Client.find(String(params.client_id))
    if (uid !== request.params.uid || !client) return undefined
    const requested = new Set(String(params.scope).split(' '))
    return {
      uid,
      app: client.clientName ?? client.clientId,
      accountId: client.account_id,
      clientId: client.clientId,
      scopes: everyScope.filter((scope) => requested.has(scope)),
      resource: params.resource === undefined ? undefined : String(params.resource),
      destination: new URL(String(params.redirect_uri)).origin,
    }
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined
    throw error
  }
}

const prepare: RequestHandler = (_request, response, next) => {
  response.set({
    ...commonHeaders(exchangeOf(response)),
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
  })
  next()
}

function show(response: Response, status: number, html: string, destination?: string): void {
  response.status(status).set('Content-Security-Policy', pagePolicy(destination)).type('html').send(html)
}

/** Forms come from our own page. Browsers say where from; the cookies do not travel from another site in any case. */
function requireSameSite(request: Request): void {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin')
    throw new ApiError('forbidden', { message: 'This form was sent from another site.' })
}

/** The fields of a form, each as a string. */
function fieldsOf({ body }: Request): Partial<Record<string, string>> {
  return Object.fromEntries(Object.entries(body ?? {}).map(([name, value]) => [name, String(value)]))
}

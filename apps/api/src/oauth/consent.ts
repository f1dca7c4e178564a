import type { IncomingHttpHeaders } from 'node:http'
import type { Scope } from '@generated/contract/enums'
import { closeSession, findSession, formToken, isFormToken, openSession, sessionHours } from '@svc/credentials/sessions'
import { logIn, type User } from '@svc/credentials/users'
import { ApiError } from '@svc/http/errors'
import { exchangeOf } from '@svc/http/shell/exchange'
import { commonHeaders } from '@svc/http/shell/response'
import { ipKey } from '@svc/limits/ip-key'
import express, { type Request, type RequestHandler, type Response } from 'express'
import type Provider from 'oidc-provider'
import { errors, type InteractionResults } from 'oidc-provider'
import type { Service } from '../service.ts'
import type { ClientFacts } from './adapter.ts'
import { consentPage, expiredPage, foreignPage, loginPage, pagePolicy } from './pages.ts'

export interface ConsentOptions {
  provider: Provider
  service: Pick<Service, 'db' | 'keyring' | 'publicUrl'>
  /** The address of the API, which the grant is for. */
  resource: string
}

/** An authorization request that waits for its answer. */
interface Question {
  uid: string
  app: string
  accountId: string
  clientId: string
  scopes: Scope[]
  /** Where the answer goes: scheme, host and port of the redirect URI. */
  destination: string
}

/** The login and consent page: `GET` shows it, `POST` is what the person chose. */
export function createConsent({ provider, service, resource }: ConsentOptions): RequestHandler[] {
  const { db, keyring, publicUrl } = service
  const isHttps = publicUrl.startsWith('https:')
  // "__Host-": a sub-domain or a plain-text answer cannot set this cookie (RFC 6265bis section 4.1.3.2).
  const cookieName = isHttps ? '__Host-svc_session' : 'svc_session'
  const cookie = { httpOnly: true, sameSite: 'lax', secure: isHttps, path: '/' } as const

  const consent: RequestHandler = async (request, response) => {
    const question = await readQuestion(request, response)
    if (!question) return show(response, 400, expiredPage())
    const sessionId = readCookie(request.headers, cookieName) ?? ''
    const user = await findSession(db, keyring, sessionId)
    const form = { action: request.path, token: formToken(keyring, sessionId, question.uid) }
    if (request.method === 'GET') return ask(response, form, question, user)

    requireSameSite(request)
    const fields = request.body as Record<string, unknown>
    if (fields.choice === 'log_in') return identifyPerson(request, response, form.action)
    const isOurs = isFormToken(keyring, sessionId, question.uid, String(fields.form_token ?? ''))
    // The session is over, or the form was not shown in it: the person is asked again and nothing has happened.
    if (!user || !isOurs) return response.redirect(303, form.action)
    switch (fields.choice) {
      case 'allow':
        return user.account_id === question.accountId
          ? allow(request, response, question, user)
          : ask(response, form, question, user)
      case 'deny':
        return finish(request, response, { error: 'access_denied', error_description: 'The person did not allow it.' })
      case 'log_out':
        await closeSession(db, keyring, sessionId)
        response.clearCookie(cookieName, cookie)
        return response.redirect(303, form.action)
      default:
        return response.redirect(303, form.action)
    }
  }

  function ask(response: Response, form: { action: string; token: string }, question: Question, user?: User): void {
    if (user) {
      const shown = { ...question, email: user.email }
      const isOwn = user.account_id === question.accountId
      show(response, 200, isOwn ? consentPage(form, shown) : foreignPage(form, shown), question.destination)
    } else {
      show(response, 200, loginPage(form))
    }
  }

  async function identifyPerson(request: Request, response: Response, action: string): Promise<void> {
    const { email, password } = request.body as Record<string, unknown>
    const given = { email: String(email ?? ''), password: String(password ?? ''), address: ipKey(request.ip ?? '') }
    const user = await logIn(db, given)
    if (user === 'too_many')
      return show(response, 429, loginPage({ action }, { problem: 'Too many attempts. Wait a quarter of an hour.' }))
    if (user === 'wrong')
      return show(
        response,
        403,
        loginPage({ action }, { email: given.email, problem: 'The email or the password is wrong.' }),
      )
    // A new id at every login: one that somebody planted before is worth nothing.
    const id = await openSession(db, keyring, user)
    response.cookie(cookieName, id, { ...cookie, maxAge: sessionHours * 3_600_000 })
    response.redirect(303, action)
  }

  async function allow(request: Request, response: Response, question: Question, user: User): Promise<void> {
    const grant = new provider.Grant({ accountId: user.id, clientId: question.clientId })
    // As scopes of the server and of the resource: the library looks for both, and would ask again for ever.
    grant.addOIDCScope(question.scopes.join(' '))
    grant.addResourceScope(resource, question.scopes.join(' '))
    const grantId = await grant.save()
    await finish(request, response, { login: { accountId: user.id, remember: false }, consent: { grantId } })
  }

  /** Back to the authorization endpoint, by 303 and never 307, which would send the password along (RFC 9700 section 4.12). */
  function finish(request: Request, response: Response, result: InteractionResults): Promise<void> {
    return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  }

  /** The request that this browser began, which its cookie proves; undefined when it is over or another one. */
  async function readQuestion(request: Request, response: Response): Promise<Question | undefined> {
    try {
      const { uid, params } = await provider.interactionDetails(request, response)
      const client = await provider.Client.find(String(params.client_id))
      if (uid !== request.params.uid || !client) return undefined
      return {
        uid,
        app: client.clientName ?? client.clientId,
        accountId: (client as unknown as ClientFacts).account_id,
        clientId: client.clientId,
        scopes: String(params.scope).split(' ') as Scope[],
        destination: new URL(String(params.redirect_uri)).origin,
      }
    } catch (error) {
      if (error instanceof errors.SessionNotFound) return undefined
      throw error
    }
  }

  return [prepare, express.urlencoded({ extended: false, limit: '16kb', inflate: false }), consent]
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
  const from = request.headers['sec-fetch-site']
  if (from !== undefined && from !== 'same-origin')
    throw new ApiError('forbidden', { message: 'This form was sent from another site.' })
}

function readCookie({ cookie = '' }: IncomingHttpHeaders, name: string): string | undefined {
  const pairs = cookie.split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}

import { createHash, randomBytes } from 'node:crypto'
import { createOAuthClient, type NewClient } from '@svc/credentials/oauth-clients'
import { createUser, newPassword } from '@svc/credentials/users'
import { setFlag } from '@svc/db/flags'
import type { ApiBodies, Reply as ApiReply } from '@svc/http/testing-reply'
import type { Id } from '@svc/runtime/ids'
import { request, startTestApi, type TestAccount, type TestApi } from '../testing.ts'
import { assertOAuthResponse } from './oauth-contract.ts'

// An OAuth client and a person with a browser, for tests. They use no code of the service and hide nothing of what was
// sent.

export interface TestClient {
  id: Id<'cli'>
  secret: string
}

export interface Reply {
  status: number
  headers: Headers
  text: string
  body: Body
}

/** The fields of a JSON body that tests read; empty if the response has no JSON body. */
interface Body {
  access_token?: string
  refresh_token?: string
  scope?: string
  /** A string on the OAuth paths, an object elsewhere. */
  error?: unknown
  error_description?: string
}

export const accessIn = ({ access_token, ...rest }: Body) => present(access_token, rest)

export const refreshIn = ({ refresh_token, ...rest }: Body) => present(refresh_token, rest)

/** The token of a response that must contain one. A refusal fails the test with its error. */
function present(token: string | undefined, { error, error_description }: Body): string {
  if (token === undefined) throw new Error(`Expected a token, but the response was ${error}: ${error_description}`)
  return token
}

export const redirectUri = 'https://app.nightly-sync.nl/callback?from=svc'

export const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

export const basic = ({ id, secret }: TestClient) => ({
  Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})

export const inBody = ({ id, secret }: TestClient) => ({ client_id: id, client_secret: secret })

/** Sends one request and follows no redirect. Fails the test if the response does not match the contract. */
export async function send(url: string, init: RequestInit = {}): Promise<Reply> {
  const response = await fetch(url, { redirect: 'manual', ...init })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const reply = {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : {},
  }
  assertOAuthResponse(init.method ?? 'GET', new URL(url).pathname, reply)
  return reply
}

/** The service and its database for a test. */
export type Target = Pick<TestApi, 'origin' | 'baseUrl' | 'database' | 'keyring'>
export type Tenant = Pick<TestAccount, 'owner'>

export interface OAuthDriver {
  register(client?: Partial<NewClient>, account?: Tenant): Promise<TestClient>
  post(path: 'token' | 'revoke', body: string, headers?: Record<string, string>): Promise<Reply>
  /** Requests a token by client credentials, with Basic. */
  requestToken(client: TestClient, fields?: Record<string, string>): Promise<Reply>
  /** As `requestToken`, and returns the token. Fails the test if the request is refused. */
  tokenOf(client: TestClient, fields?: Record<string, string>): Promise<string>
  /** Lists the businesses with a token. The status shows whether the token is accepted. */
  call(token: string): Promise<ApiReply<ApiBodies['GET /businesses']>>
  revoke(client: TestClient, token: string, fields?: Record<string, string>): Promise<Reply>
}

export function createDriver(api: Target, owner: Tenant): OAuthDriver {
  const post: OAuthDriver['post'] = (path, body, headers = {}) =>
    send(`${api.origin}/api/oauth/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body,
    })
  const requestToken: OAuthDriver['requestToken'] = (client, fields = {}) =>
    post('token', form({ grant_type: 'client_credentials', ...fields }), basic(client))
  return {
    async register(client = {}, account = owner) {
      const wanted = { name: 'Nightly sync', ...client }
      const created = await createOAuthClient(api.database.db, api.keyring, account.owner.account_id, wanted)
      return { id: created.client_id, secret: created.client_secret ?? '' }
    },
    post,
    requestToken,
    async tokenOf(client, fields) {
      const { body } = await requestToken(client, fields)
      return accessIn(body)
    },
    call: (token) =>
      request<ApiBodies['GET /businesses']>(`${api.baseUrl}/businesses`, 'GET', {
        headers: { Authorization: `Bearer ${token}` },
      }),
    revoke: (client, token, fields = {}) => post('revoke', form({ token, ...fields }), basic(client)),
  }
}

export interface Person {
  email: string
  password: string
}

let people = 0

export async function openPerson(api: Target, account: Tenant): Promise<Person> {
  const person = { email: `owner-${people++}@rosso-trattoria.example`, password: newPassword() }
  await createUser(api.database.db, account.owner.account_id, person)
  return person
}

export function newVerifier(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** The parameters of an authorization request; a change to `undefined` omits one. */
export function authorization(
  client: TestClient,
  challenge: string,
  changes: Record<string, string | undefined> = {},
): URLSearchParams {
  const parameters = {
    response_type: 'code',
    client_id: client.id,
    redirect_uri: redirectUri,
    scope: 'businesses:read',
    state: 'fT3kWm9aQx7Lr2Vb',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  }
  const sent = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) sent.append(name, value)
  return sent
}

/** Keeps cookies, submits forms, and follows redirects within the service. */
export class Browser {
  readonly origin: string
  readonly cookies: { name: string; value: string; path: string }[] = []

  constructor(origin: string) {
    this.origin = origin
  }

  async open(path: string, fields?: Record<string, string>): Promise<Reply & { path: string }> {
    const { pathname } = new URL(path, this.origin)
    const sent = this.cookies.filter(
      (cookie) => pathname === cookie.path || pathname.startsWith(cookie.path.replace(/\/?$/, '/')),
    )
    const cookie = sent.map(({ name, value }) => `${name}=${value}`).join('; ')
    const reply = await send(`${this.origin}${path}`, {
      method: fields ? 'POST' : 'GET',
      headers: { Cookie: cookie, ...(fields && { 'Content-Type': 'application/x-www-form-urlencoded' }) },
      ...(fields && { body: form(fields) }),
    })
    for (const line of reply.headers.getSetCookie()) this.#store(line)
    return { ...reply, path }
  }

  /** Follows redirects to a page, or to the first URL outside the service: `away`. */
  async follow(reply: Reply & { path: string }): Promise<Reply & { path: string; away?: URL }> {
    const location = reply.headers.get('location')
    if (location === null) return reply
    const target = new URL(location, this.origin)
    if (target.origin !== this.origin) return { ...reply, away: target }
    return this.follow(await this.open(target.pathname + target.search))
  }

  async visit(path: string) {
    return this.follow(await this.open(path))
  }

  /** Submits the form of a page with one of its buttons. */
  async press(page: Reply & { path: string }, choice: string, fields: Record<string, string> = {}) {
    const hidden = [...page.text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)]
    const known = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]))
    return this.follow(await this.open(page.path, { ...known, ...fields, choice }))
  }

  #store(line: string): void {
    const [pair = '', ...attributes] = line.split('; ')
    const name = pair.slice(0, pair.indexOf('='))
    const value = pair.slice(name.length + 1)
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/'
    const index = this.cookies.findIndex((cookie) => cookie.name === name && cookie.path === path)
    if (index >= 0) this.cookies.splice(index, 1)
    if (value !== '') this.cookies.push({ name, value, path })
  }
}

/** Logs a person in, allows the request, and returns the URL at the app to which the browser is redirected. */
export async function consent(
  api: Pick<Target, 'origin'>,
  person: Person,
  parameters: URLSearchParams,
  browser = new Browser(api.origin),
): Promise<URL> {
  let page = await browser.visit(`/api/oauth/authorize?${parameters}`)
  if (page.text.includes('name="password"')) page = await browser.press(page, 'log_in', { ...person })
  const allowed = await browser.press(page, 'allow')
  if (!allowed.away)
    throw new Error(`Expected a redirect to the app, but the response was ${allowed.status} ${allowed.text}`)
  return allowed.away
}

interface OAuthFixture {
  api: TestApi
  account: TestAccount
  oauth: OAuthDriver
  person: Person
}

/** Starts the API with the authorization code flow enabled, and opens an account with an OAuth driver and a person. */
export async function startOAuth(...options: Parameters<typeof startTestApi>): Promise<OAuthFixture> {
  const api = await startTestApi(...options)
  const account = await api.open()
  await setFlag(api.database.db, 'oauth_authcode_enabled', true)
  return { api, account, oauth: createDriver(api, account), person: await openPerson(api, account) }
}

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { components } from '@generated/business-profile/client-types'

type Review = components['schemas']['Review']
type ReplyState = components['schemas']['ReplyState']

/** A request as the double received it. */
interface DoubleRequest {
  method: string
  /** Without the query. */
  path: string
  query: URLSearchParams
  body: string
}

/**
 * The fault of one request.
 *
 * - a status: refused without an effect, with `Retry-After` if given
 * - `lost`: the connection breaks before the request has its effect
 * - `unanswered`: the request has its effect, then the connection breaks
 * - `truncated`: the request has its effect, and its response breaks off
 * - `late`: the connection breaks at once, and the request has its effect `lateMs` later
 */
export type Fault =
  | { status: number; retryAfterSeconds?: number }
  | 'lost'
  | 'unanswered'
  | 'truncated'
  | { lateMs: number }

/** The upstream service in memory, for one location `accounts/1/locations/2`. */
export interface UpstreamDouble {
  readonly origin: string
  readonly location: string
  readonly refreshToken: string
  /** Every request, in the order of arrival. */
  readonly requests: DoubleRequest[]
  /** The reviews by id. Tests add, edit and delete them. */
  readonly reviews: Map<string, Review>
  /** The visible changes of the reply to each review: every reply that appears, differs or disappears. */
  visibleChanges(reviewId: string): number
  /** Adds a review, updated a second after the one before. */
  addReview(id: string, fields?: Partial<Review>): Review
  /** Sets or removes the reply, as the owner does at the upstream service itself. */
  setReply(id: string, text: string | null): void
  /** The moderation of replies that arrive from now on; undefined to state none, as is the default. */
  newReplyState: ReplyState | undefined
  /** Decides on the reply to a review, which changes neither its time nor that of the review. */
  moderate(id: string, state: ReplyState, policyViolation?: string): void
  /** Decides what goes wrong with a request. Default: nothing. */
  fault(request: DoubleRequest): Fault | undefined
  /** Runs when a request arrives, and after its response was sent. */
  observe(request: DoubleRequest, moment: 'before' | 'after'): Promise<void> | void
  /** From now on, access tokens that were issued are rejected. */
  expireAccessTokens(): void
  /** From now on, page tokens that were issued are refused. */
  expirePageTokens(): void
  /** Whether the refresh token and its access tokens are valid. */
  hasConsent: boolean
  /** The scope that a person grants from now on. */
  grantedScope: string
  /** The locations that the person manages, by their titles. Only the first has reviews. */
  readonly locations: Map<string, string>
  /**
   * Decides on the page of an authorization URL as a person, and returns the URL to which the browser is sent. Throws
   * if the URL lacks a parameter.
   */
  decide(authorizationUrl: string, decision: 'allow' | 'refuse'): string
  /** Signs a token of a push subscription. Its header and `signingKey` are those of the published key by default. */
  pushToken(claims: object, forged?: { header?: object; signingKey?: KeyObject }): string
  close(): Promise<void>
}

const location = 'accounts/1/locations/2'
const reviewsPath = `/v4/${location}/reviews`

interface Result {
  status: number
  body: unknown
}

/** The parameters of an authorization URL whose values are always the same. */
const fixedParameters = {
  client_id: 'client',
  response_type: 'code',
  scope: 'https://www.googleapis.com/auth/business.manage',
  code_challenge_method: 'S256',
  access_type: 'offline',
  prompt: 'consent',
}

const refused = (status: number, message: string): Result => ({ status, body: { error: { code: status, message } } })

/** The latest update first. */
function byUpdate(one: Review, other: Review): number {
  return Number(other.updateTime > one.updateTime) - Number(other.updateTime < one.updateTime)
}

/** Starts a double of the upstream service on loopback. */
export async function startUpstreamDouble(): Promise<UpstreamDouble> {
  const reviews = new Map<string, Review>()
  const changes = new Map<string, number>()
  const requests: DoubleRequest[] = []
  const refreshToken = 'refresh-token-of-the-owner'
  let accessToken = 1
  let pageEpoch = 1
  let clockMs = Date.parse('2026-11-01T00:00:00.000Z')

  function setReply(id: string, text: string | null): void {
    const review = reviews.get(id)
    if (review === undefined) throw new Error(`The double has no review ${id}.`)
    if ((review.reviewReply?.comment ?? null) !== text) changes.set(id, (changes.get(id) ?? 0) + 1)
    if (text === null) {
      delete review.reviewReply
      return
    }
    const { newReplyState } = double
    const updateTime = new Date(clockMs).toISOString()
    review.reviewReply = { comment: text, updateTime, ...(newReplyState && { reviewReplyState: newReplyState }) }
  }

  function moderate(id: string, reviewReplyState: ReplyState, policyViolation?: string): void {
    const reply = reviews.get(id)?.reviewReply
    if (reply === undefined) throw new Error(`The double has no reply to the review ${id}.`)
    Object.assign(reply, { reviewReplyState, ...(policyViolation && { policyViolation }) })
  }

  /** Codes that were not used yet, with the URL of the page on which the person consented. */
  const codes = new Map<string, URLSearchParams>()

  function decide(authorizationUrl: string, decision: 'allow' | 'refuse'): string {
    const parameters = new URL(authorizationUrl).searchParams
    for (const [name, value] of Object.entries(fixedParameters))
      if (parameters.get(name) !== value) throw new Error(`The parameter ${name} is not "${value}".`)
    const back = new URL(parameters.get('redirect_uri') ?? '')
    back.searchParams.set('state', parameters.get('state') ?? '')
    if (decision === 'refuse') {
      back.searchParams.set('error', 'access_denied')
      return back.href
    }
    const code = `4/${randomBytes(16).toString('base64url')}`
    codes.set(code, parameters)
    back.searchParams.set('code', code)
    back.searchParams.set('scope', double.grantedScope)
    return back.href
  }

  function redeemCode(form: URLSearchParams): Result {
    const code = form.get('code') ?? ''
    const asked = codes.get(code)
    codes.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isValid = asked?.get('code_challenge') === challenge && asked.get('redirect_uri') === form.get('redirect_uri')
    if (!isValid) return { status: 400, body: { error: 'invalid_grant' } }
    double.hasConsent = true
    const tokens = { access_token: `access-${accessToken}`, expires_in: 3_600, refresh_token: refreshToken }
    return { status: 200, body: { ...tokens, scope: double.grantedScope } }
  }

  function issueToken(form: URLSearchParams): Result {
    const isClient = form.get('client_id') === 'client' && form.get('client_secret') === 'secret'
    if (form.get('grant_type') === 'authorization_code' && isClient) return redeemCode(form)
    if (!double.hasConsent || form.get('refresh_token') !== refreshToken)
      return { status: 400, body: { error: 'invalid_grant' } }
    if (!isClient) return { status: 401, body: { error: 'invalid_client' } }
    return { status: 200, body: { access_token: `access-${accessToken}`, expires_in: 3_600 } }
  }

  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const publishedKey = { ...publicKey.export({ format: 'jwk' }), kid: 'published', alg: 'RS256', use: 'sig' }

  const publishedHeader = { alg: 'RS256', typ: 'JWT', kid: publishedKey.kid }

  function pushToken(claims: object, forged: { header?: object; signingKey?: KeyObject } = {}): string {
    const { header = publishedHeader, signingKey = privateKey } = forged
    const encoded = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    return `${encoded}.${sign('RSA-SHA256', Buffer.from(encoded), signingKey).toString('base64url')}`
  }

  function listReviews(query: URLSearchParams): Result {
    const [epoch = '', start = '0'] = query.get('pageToken')?.split('.') ?? [String(pageEpoch), '0']
    if (epoch !== String(pageEpoch)) return refused(400, 'The page token has expired.')
    const size = Number(query.get('pageSize'))
    const ordered = [...reviews.values()].sort(byUpdate)
    const end = Number(start) + size
    const next = end < ordered.length ? { nextPageToken: `${pageEpoch}.${end}` } : {}
    return {
      status: 200,
      body: { reviews: ordered.slice(Number(start), end), totalReviewCount: reviews.size, ...next },
    }
  }

  function onReview({ method, path, body }: DoubleRequest): Result {
    const [id = '', part] = path.slice(reviewsPath.length + 1).split('/')
    const review = reviews.get(decodeURIComponent(id))
    if (review === undefined) return refused(404, 'Requested entity was not found.')
    if (part === undefined && method === 'GET') return { status: 200, body: review }
    if (method === 'PUT') {
      const { comment }: { comment: string } = JSON.parse(body)
      setReply(review.reviewId, comment)
      return { status: 200, body: review.reviewReply }
    }
    setReply(review.reviewId, null)
    return { status: 200, body: {} }
  }

  function respond(request: DoubleRequest, authorization: string | undefined): Result {
    const { path, query, body } = request
    if (path === '/token') return issueToken(new URLSearchParams(body))
    if (path === '/revoke') {
      double.hasConsent = false
      return { status: 200, body: {} }
    }
    if (path === '/oauth2/v3/certs') return { status: 200, body: { keys: [publishedKey] } }
    if (!double.hasConsent || authorization !== `Bearer access-${accessToken}`)
      return refused(401, 'Invalid credentials.')
    if (path === '/v1/accounts') return { status: 200, body: { accounts: [{ name: 'accounts/1' }] } }
    if (path === '/v1/accounts/1/locations') {
      const locations = [...double.locations].map(([name, title]) => ({ name, title }))
      return { status: 200, body: { locations } }
    }
    if (path === reviewsPath) return listReviews(query)
    if (path.startsWith(`${reviewsPath}/`)) return onReview(request)
    return refused(404, 'Requested entity was not found.')
  }

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { href, pathname: path, searchParams: query } = new URL(incoming.url ?? '', 'http://double')
    if (path === '/o/oauth2/v2/auth') return void showConsentPage(response, { href, decide })
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString('utf8')
    const request: DoubleRequest = { method: incoming.method ?? '', path, query, body }
    const run = () => respond(request, incoming.headers.authorization)
    requests.push(request)
    await double.observe(request, 'before')
    const fault = double.fault(request)
    if (fault === undefined) send(response, run())
    else if (typeof fault === 'object' && 'status' in fault) {
      if (fault.retryAfterSeconds !== undefined) response.setHeader('Retry-After', fault.retryAfterSeconds)
      send(response, refused(fault.status, 'A fault of the test.'))
    } else await breakOff(response, fault, run)
    await double.observe(request, 'after')
  }

  async function breakOff(
    response: ServerResponse,
    fault: Exclude<Fault, { status: number }>,
    run: () => Result,
  ): Promise<void> {
    if (fault === 'truncated') {
      const { status, body } = run()
      const text = JSON.stringify(body)
      response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': text.length + 10 })
      response.write(text.slice(0, -1), () => response.destroy())
      return
    }
    if (fault === 'unanswered') run()
    response.destroy()
    if (typeof fault === 'object') await sleep(fault.lateMs).then(run)
  }

  const server = createServer((incoming, response) => {
    // A client that was killed breaks its connection.
    serve(incoming, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  const double: UpstreamDouble = {
    origin: `http://127.0.0.1:${port}`,
    location,
    refreshToken,
    requests,
    reviews,
    visibleChanges: (id) => changes.get(id) ?? 0,
    addReview(id, fields = {}) {
      clockMs += 1_000
      const time = new Date(clockMs).toISOString()
      const review: Review = {
        reviewId: id,
        starRating: 'TWO',
        comment: `We waited an hour for cold pizza (${id}).`,
        createTime: time,
        updateTime: time,
        ...fields,
      }
      reviews.set(id, review)
      return review
    },
    setReply,
    newReplyState: undefined,
    moderate,
    fault: () => undefined,
    observe: () => {},
    expireAccessTokens() {
      accessToken += 1
    },
    expirePageTokens() {
      pageEpoch += 1
    },
    hasConsent: true,
    grantedScope: fixedParameters.scope,
    locations: new Map([['locations/2', 'Rosso Trattoria']]),
    decide,
    pushToken,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return double
}

/** A page with a link for each decision. */
function showConsentPage(
  response: ServerResponse,
  { href, decide }: { href: string } & Pick<UpstreamDouble, 'decide'>,
) {
  const link = (decision: 'allow' | 'refuse', name: string) =>
    `<a href="${decide(href, decision).replaceAll('&', '&amp;')}">${name}</a>`
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Consent</title>
    <body style="font: 1rem system-ui; max-width: 26rem; margin: 4rem auto">
    <h1>Double of the search company</h1>
    <p>Customer insights wants to see, edit and delete your Business Profile.</p>
    <p>${link('allow', 'Allow')} &nbsp; ${link('refuse', 'Cancel')}</p></body></html>`
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html)
}

function send(response: ServerResponse, { status, body }: Result): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

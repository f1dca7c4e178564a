import { setTimeout as sleep } from 'node:timers/promises'
import { type ApiBodies, type BodyOf, Reply } from '@svc/http/testing-reply'
import { type Observation, observe } from './observation.ts'
import type { Target } from './target.ts'

interface Request {
  /** A JSON value, or text that is sent as it is. */
  body?: unknown
  headers?: Record<string, string>
  /** The key of the first account by default; null: none. */
  key?: string | null
}

/** The maximum time until a state is reached: the service analyzes on a machine that may be busy. */
const waitMaxMs = 120_000

/** Everything that a partner's client meets, in one story. The same requests go to every target. */
export async function runSuite(target: Target): Promise<Observation[]> {
  const { base_url, auth_url, first, second } = target
  const observations: Observation[] = []

  async function send<Body>(step: string | null, method: string, url: string, init: RequestInit): Promise<Reply<Body>> {
    const response = await fetch(url, { method, redirect: 'manual', ...init })
    const text = await response.text()
    if (step !== null) observations.push(observe(step, response.status, response.headers, text))
    const isJson = response.headers.get('content-type')?.includes('json') === true && text !== ''
    return new Reply(response.status, response.headers, isJson ? JSON.parse(text) : text)
  }

  /** One step: a call of the API, observed under its name. */
  const call = <const Method extends string, const Path extends string>(
    step: string | null,
    method: Method,
    path: Path,
    { body, headers, key = first.api_key }: Request = {},
  ) =>
    send<BodyOf<ApiBodies, Method, Path>>(step, method, `${base_url}${path}`, {
      headers: {
        ...(key !== null && { 'X-API-Key': key }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })

  /** Repeats a read until it shows what is waited for; only the last one is a step. */
  async function until<const Path extends string>(
    step: string,
    path: Path,
    isThere: (reply: Reply<BodyOf<ApiBodies, 'GET', Path>>) => boolean,
    request: Request = {},
  ): Promise<Reply<BodyOf<ApiBodies, 'GET', Path>>> {
    const deadline = performance.now() + waitMaxMs
    for (;;) {
      const reply = await call(null, 'GET', path, request)
      if (isThere(reply)) return call(step, 'GET', path, request)
      if (performance.now() > deadline)
        throw new Error(`${step}: not within ${waitMaxMs} ms: ${JSON.stringify(reply.body).slice(0, 500)}`)
      await sleep(200)
    }
  }

  const token = (step: string, fields: Record<string, string> | string, headers: Record<string, string> = {}) =>
    send(step, 'POST', `${auth_url}/api/oauth/token`, {
      headers,
      body: typeof fields === 'string' ? fields : new URLSearchParams(fields),
    })

  const business = `/businesses/${first.business_id}` as const
  const unknown = (prefix: string) => `${prefix}_01kjpx4gtrex7rhcb4yfrgw1zz`

  // Authentication.
  await call('no credential', 'GET', '/businesses', { key: null })
  await call('an unknown key', 'GET', '/businesses', { key: `svc_test_${'A'.repeat(43)}` })
  await call('a malformed key', 'GET', '/businesses', { key: 'svc_test_short' })
  await call('a revoked key', 'GET', '/businesses', { key: target.revoked_key })
  await call('an expired key', 'GET', '/businesses', { key: target.expired_key })
  await call('two different keys', 'GET', '/businesses', { headers: { Authorization: `Bearer ${second.api_key}` } })
  await call('the same key twice', 'GET', '/businesses', { headers: { Authorization: `Bearer ${first.api_key}` } })
  await call('a key as bearer', 'GET', '/businesses', {
    key: null,
    headers: { Authorization: `bearer ${first.api_key}` },
  })
  await call('another scheme', 'GET', '/businesses', { key: null, headers: { Authorization: 'Basic eHg6eHg=' } })
  await call('an unsigned token', 'GET', '/businesses', {
    key: null,
    headers: { Authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.AA' },
  })
  await call('a plan without the API', 'GET', '/businesses', { key: target.without_api_key })
  await call('a key without the scope', 'POST', '/webhooks', {
    key: target.read_only_key,
    body: { url: 'https://hooks.rosso-trattoria.nl/x' },
  })
  await call('a key without the scope, on an id that is not there', 'GET', `/webhooks/${unknown('whk')}`, {
    key: target.read_only_key,
  })

  // Paths and methods.
  await call('an unknown path', 'GET', '/nothing-here')
  await call('a slash at the end', 'GET', '/businesses/')
  await call('capitals in the path', 'GET', '/Businesses')
  await call('a method that the path has not', 'PUT', '/webhooks')
  await call('DELETE on a list', 'DELETE', '/businesses')
  await call('OPTIONS', 'OPTIONS', '/businesses')
  await call('HEAD', 'HEAD', '/businesses')
  await call('an address that is not UTF-8', 'GET', '/businesses/%FF')
  await call('a lone percent sign', 'GET', '/businesses/%')

  // The document, for anyone.
  const document = await call('openapi.json', 'GET', '/openapi.json', { key: null })
  const known = { 'If-None-Match': document.headers.get('etag') ?? '' }
  await call('openapi.json, unchanged', 'GET', '/openapi.json', { key: null, headers: known })
  await call('openapi.yaml', 'GET', '/openapi.yaml', { key: null })
  await call('openapi.json, another method', 'POST', '/openapi.json', { key: null })

  // The business and what is known of it.
  const listed = await call('listBusinesses', 'GET', '/businesses')
  await call('listBusinesses, unchanged', 'GET', '/businesses', {
    headers: { 'If-None-Match': listed.headers.get('etag') ?? '' },
  })
  await call('listBusinesses, another version', 'GET', '/businesses', { headers: { 'If-None-Match': 'W/"other"' } })
  await call('listBusinesses, any version', 'GET', '/businesses', { headers: { 'If-None-Match': '*' } })
  await call('getBusiness', 'GET', business)
  await call('getBusiness of another account', 'GET', `/businesses/${second.business_id}`)
  await call('getBusiness, an id that cannot exist', 'GET', '/businesses/biz_1')
  await call('listCompetitors', 'GET', `${business}/competitors`)
  const page = await call('listCompetitors, a page of two', 'GET', `${business}/competitors?limit=2`)
  await call(
    'listCompetitors, the page behind it',
    'GET',
    `${business}/competitors?limit=2&cursor=${page.meta.page.next_cursor}`,
  )
  await call('listCompetitors, a made-up cursor', 'GET', `${business}/competitors?cursor=${'A'.repeat(24)}`)
  await call('listCompetitors of another account', 'GET', `/businesses/${second.business_id}/competitors`)
  for (const query of [
    'limit=0',
    'limit=101',
    'limit=1e1',
    'limit=x',
    'limit=',
    'limit=1&limit=2',
    'cursor=short',
    'colour=red',
  ])
    await call(`listCompetitors, ${query}`, 'GET', `${business}/competitors?${query}`)

  const sole = await call('createCompetitor', 'POST', `${business}/competitors`, { body: { name: 'Trattoria Sole' } })
  const competitor = `/competitors/${sole.data.id}` as const
  await call('createCompetitor, without a name', 'POST', `${business}/competitors`, { body: {} })
  await call('getCompetitor, a created one', 'GET', competitor)
  await call('updateCompetitor', 'PATCH', competitor, { body: { name: 'Trattoria Luna', distance_m: 300 } })
  await call('listCompetitors, with a created one', 'GET', `${business}/competitors`)
  await call('getBusiness, with a created competitor', 'GET', business)
  await call('deleteCompetitor', 'DELETE', competitor)
  await call('deleteCompetitor, again', 'DELETE', competitor)
  await call('updateCompetitor, a deleted one', 'PATCH', competitor, { body: { name: 'Trattoria Sole' } })
  await call('listCompetitors, without the deleted one', 'GET', `${business}/competitors`)

  // An analysis, from the request to its report.
  const started = await call('startAnalysis', 'POST', `${business}/analyses`, {
    headers: { 'Idempotency-Key': 'parity-analysis' },
  })
  await call('startAnalysis, repeated', 'POST', `${business}/analyses`, {
    headers: { 'Idempotency-Key': 'parity-analysis' },
  })
  await call('startAnalysis of another account', 'POST', `/businesses/${second.business_id}/analyses`)
  const analysisPath = `/analyses/${started.data.id}` as const
  const done = await until('getAnalysis, completed', analysisPath, ({ data }) => data.report_id !== null)
  await call('getAnalysis of another account', 'GET', analysisPath, { key: second.api_key })
  await call('getAnalysis, unknown', 'GET', `/analyses/${unknown('ana')}`)
  await call('listAnalyses', 'GET', `${business}/analyses?limit=1`)
  await call('getReport', 'GET', `/reports/${done.data.report_id}`)
  await call('getReport of another account', 'GET', `/reports/${done.data.report_id}`, { key: second.api_key })
  await call('getReport, unknown', 'GET', `/reports/${unknown('rpt')}`)
  await call('getAnalysisSchedule', 'GET', `${business}/analysis-schedule`)
  await call('setAnalysisSchedule', 'PUT', `${business}/analysis-schedule`, { body: { frequency: 'weekly', hour: 3 } })
  await call('listRecommendations', 'GET', `${business}/recommendations`)
  await call('listRecommendations, one', 'GET', `${business}/recommendations?limit=1`)

  // Drafts.
  const complaint = {
    review: { rating: 2, text: 'We waited forty minutes for our table.', author_name: 'Marieke' },
    variants: 2,
  }
  await call('draftReviewReply', 'POST', '/review-replies', { body: complaint })
  await call('draftReviewReply, stars only', 'POST', '/review-replies', { body: { review: { rating: 5 } } })
  await call('draftReviewReply, six stars', 'POST', '/review-replies', { body: { review: { rating: 6 } } })
  await call('draftReviewReply, without a review', 'POST', '/review-replies', { body: {} })
  await call('draftReviewReply, a field too many', 'POST', '/review-replies', {
    body: { review: { rating: 5 }, mood: 'good' },
  })
  await call('draftReviewReply, null for a text', 'POST', '/review-replies', {
    body: { review: { rating: 5, text: null } },
  })
  await call('draftReviewReply, a list', 'POST', '/review-replies', { body: [] })
  await call('draftReviewReply, malformed JSON', 'POST', '/review-replies', { body: '{"review":' })
  await call('draftReviewReply, no body', 'POST', '/review-replies')
  await call('draftReviewReply, as text', 'POST', '/review-replies', {
    body: 'hello',
    headers: { 'Content-Type': 'text/plain' },
  })
  await call('draftReviewReply, another charset', 'POST', '/review-replies', {
    body: '{}',
    headers: { 'Content-Type': 'application/json; charset=latin1' },
  })
  await call('draftReviewReply, 300 KB', 'POST', '/review-replies', {
    body: JSON.stringify({ review: { rating: 5, text: 'a'.repeat(300_000) } }),
  })
  await call('draftReviewReply, with a key that allows reading', 'POST', '/review-replies', {
    body: complaint,
    key: target.read_only_key,
  })

  // A webhook's life.
  await call('listWebhooks, none', 'GET', '/webhooks')
  const url = 'https://hooks.rosso-trattoria.nl/svc'
  const request = { body: { url }, headers: { 'Idempotency-Key': 'parity-webhook' } }
  const created = await call('createWebhook', 'POST', '/webhooks', request)
  await call('createWebhook, repeated', 'POST', '/webhooks', request)
  await call('createWebhook, the same key for another body', 'POST', '/webhooks', {
    ...request,
    body: { url: `${url}/2` },
  })
  await call('createWebhook, an odd key', 'POST', '/webhooks', { ...request, headers: { 'Idempotency-Key': 'a b' } })
  const refused = [
    'http://hooks.rosso-trattoria.nl/',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://10.0.0.1/',
    'https://db.internal/',
    'https://user:pw@hooks.rosso-trattoria.nl/',
    'nothing',
    '',
  ]
  for (const each of refused)
    await call(`createWebhook, ${each || 'an empty url'}`, 'POST', '/webhooks', { body: { url: each } })
  await call('createWebhook, an unknown event type', 'POST', '/webhooks', {
    body: { url, event_types: ['review.created'] },
  })
  await call('createWebhook, a type twice', 'POST', '/webhooks', {
    body: { url, event_types: ['webhook.test', 'webhook.test'] },
  })
  await call('createWebhook, no type', 'POST', '/webhooks', { body: { url, event_types: [] } })
  const narrow = await call('createWebhook, one type', 'POST', '/webhooks', {
    body: { url: `${url}/narrow`, event_types: ['analysis.failed'] },
  })
  const webhook = `/webhooks/${created.data.id}` as const
  const read = await call('getWebhook', 'GET', webhook)
  await call('getWebhook, unchanged', 'GET', webhook, { headers: { 'If-None-Match': read.headers.get('etag') ?? '' } })
  await call('getWebhook of another account', 'GET', webhook, { key: second.api_key })
  await call('getWebhook, unknown', 'GET', `/webhooks/${unknown('whk')}`)
  await call('listWebhooks', 'GET', '/webhooks?limit=1')
  await call('updateWebhook', 'PATCH', webhook, {
    body: { url: `${url}/moved`, event_types: ['webhook.test', 'analysis.completed'] },
  })
  await call('updateWebhook, described', 'PATCH', webhook, {
    body: { description: 'Kitchen', metadata: { team: 'kitchen' } },
  })
  await call('updateWebhook, description removed', 'PATCH', webhook, { body: { description: null } })
  await call('updateWebhook, a key with a space', 'PATCH', webhook, { body: { metadata: { 'a b': 'c' } } })
  await call('updateWebhook, nothing', 'PATCH', webhook, { body: {} })
  await call('updateWebhook, a private address', 'PATCH', webhook, { body: { url: 'https://192.168.1.1/' } })
  await call('updateWebhook of another account', 'PATCH', webhook, { body: { enabled: false }, key: second.api_key })

  const tested = await call('testWebhook', 'POST', `${webhook}/test`)
  await call('testWebhook, an example', 'POST', `/webhooks/${narrow.data.id}/test`, {
    body: { event_type: 'report.generated' },
  })
  await call('testWebhook, an unknown type', 'POST', `${webhook}/test`, { body: { event_type: 'review.created' } })
  await call('testWebhook, unknown', 'POST', `/webhooks/${unknown('whk')}/test`)
  const deliveryPath = `/webhook-deliveries/${tested.data.id}` as const
  await until('getWebhookDelivery, succeeded', deliveryPath, ({ data }) => data.status === 'succeeded')
  await call('getWebhookDelivery of another account', 'GET', deliveryPath, { key: second.api_key })
  await call('getWebhookDelivery, unknown', 'GET', `/webhook-deliveries/${unknown('whd')}`)
  await call('getWebhook after a delivery', 'GET', webhook)
  const resent = await call('resendWebhookDelivery', 'POST', `${deliveryPath}/resend`)
  await call('resendWebhookDelivery, unknown', 'POST', `/webhook-deliveries/${unknown('whd')}/resend`)
  await until(
    'getWebhookDelivery of the resend',
    `/webhook-deliveries/${resent.data.id}`,
    ({ data }) => data.status === 'succeeded',
  )
  await call('listWebhookDeliveries', 'GET', `${webhook}/deliveries`)
  await call(
    'listWebhookDeliveries, by status and type',
    'GET',
    `${webhook}/deliveries?status=succeeded&event_type=webhook.test&limit=1`,
  )
  await call('listWebhookDeliveries, none of that status', 'GET', `${webhook}/deliveries?status=dead_lettered`)
  await call('listWebhookDeliveries, of a period', 'GET', `${webhook}/deliveries?created_after=2026-01-01T00:00:00Z`)
  await call('listWebhookDeliveries, before any', 'GET', `${webhook}/deliveries?created_before=2026-01-01T00:00:00Z`)
  await call('listWebhookDeliveries, no instant', 'GET', `${webhook}/deliveries?created_after=yesterday`)
  await call('getWebhookStatistics', 'GET', `${webhook}/statistics`)
  await call('getWebhookStatistics, by hour', 'GET', `${webhook}/statistics?interval=hour`)
  await call('getWebhookStatistics, another interval', 'GET', `${webhook}/statistics?interval=month`)
  await call('getWebhookStatistics of another account', 'GET', `${webhook}/statistics`, { key: second.api_key })
  await call('listWebhookDeliveries, an unknown status', 'GET', `${webhook}/deliveries?status=lost`)
  await call('listWebhookDeliveries of another account', 'GET', `${webhook}/deliveries`, { key: second.api_key })
  const since = '2026-01-01T00:00:00Z'
  await call('resendWebhookDeliveries, counted', 'POST', `${webhook}/resend`, {
    body: { since, statuses: ['succeeded'], dry_run: true },
  })
  await call('resendWebhookDeliveries', 'POST', `${webhook}/resend`, { body: { since, statuses: ['succeeded'] } })
  await call('resendWebhookDeliveries, without since', 'POST', `${webhook}/resend`, { body: {} })
  await call('resendWebhookDeliveries, not a timestamp', 'POST', `${webhook}/resend`, { body: { since: 'yesterday' } })
  await call('listWebhookEvents', 'GET', '/webhook-events?type=webhook.test')
  await call('listWebhookEvents, behind the end', 'GET', `/webhook-events?after=${'evt_7zzzzzzzzzzzzzzzzzzzzzzzzz'}`)
  await call('listWebhookEvents, waiting too long', 'GET', '/webhook-events?wait=21')
  await call('rotateWebhookSecret', 'POST', `${webhook}/rotate-secret`)
  await call('rotateWebhookSecret with an overlap', 'POST', `${webhook}/rotate-secret`, {
    body: { keep_previous_for: 600 },
  })
  await call('rotateWebhookSecret, an overlap that is too long', 'POST', `${webhook}/rotate-secret`, {
    body: { keep_previous_for: 86_401 },
  })
  await call('rotateWebhookSecret, unknown', 'POST', `/webhooks/${unknown('whk')}/rotate-secret`)
  await call('updateWebhook, switched off', 'PATCH', webhook, { body: { enabled: false } })
  const held = await call('testWebhook while it is off', 'POST', `${webhook}/test`)
  await sleep(300)
  await call('getWebhookDelivery, held', 'GET', `/webhook-deliveries/${held.data.id}`)
  await call('updateWebhook, switched on', 'PATCH', webhook, { body: { enabled: true } })
  await until(
    'getWebhookDelivery, released',
    `/webhook-deliveries/${held.data.id}`,
    ({ data }) => data.status === 'succeeded',
  )
  await call('deleteWebhook of another account', 'DELETE', webhook, { key: second.api_key })
  await call('deleteWebhook', 'DELETE', webhook)
  await call('deleteWebhook, again', 'DELETE', webhook)
  await call('getWebhookDelivery after the deletion', 'GET', deliveryPath)
  await call('createWebhook, its stored result removed', 'POST', '/webhooks', request)
  await call('deleteWebhook, the other', 'DELETE', `/webhooks/${narrow.data.id}`)

  // Usage events.
  await until('listEvents', '/events?type=webhook.created&limit=1', ({ data }) => data.length === 1)
  await until('listEvents, a refusal', '/events?type=api.refused&limit=1', ({ data }) => data.length === 1)
  await until(
    'listEvents of a request',
    `/events?request_id=${listed.headers.get('x-request-id')}`,
    ({ data }) => data.length === 1,
  )
  await call('listEvents, an empty span', 'GET', '/events?since=2026-01-01T00:00:00Z&until=2026-01-01T00:00:00Z')
  await call('listEvents, not a timestamp', 'GET', '/events?since=yesterday')
  await call('listEvents, an unknown type', 'GET', '/events?type=nothing')

  // Tokens.
  const { client_id, client_secret } = first.client
  const granted = await token('token, in the body', { grant_type: 'client_credentials', client_id, client_secret })
  const basic = (id: string, secret: string) => ({ Authorization: `Basic ${btoa(`${id}:${secret}`)}` })
  await token('token, by Basic', { grant_type: 'client_credentials' }, basic(client_id, client_secret))
  await token('token, as JSON', JSON.stringify({ grant_type: 'client_credentials', client_id, client_secret }), {
    'Content-Type': 'application/json',
  })
  await token('token, fewer scopes', {
    grant_type: 'client_credentials',
    client_id,
    client_secret,
    scope: 'webhooks:manage businesses:read',
  })
  await token('token, a scope beyond', {
    grant_type: 'client_credentials',
    ...target.read_only_client,
    scope: 'webhooks:manage',
  })
  await token('token, an unknown scope', {
    grant_type: 'client_credentials',
    client_id,
    client_secret,
    scope: 'everything',
  })
  await token('token, a wrong secret', { grant_type: 'client_credentials', client_id, client_secret: 'wrong' })
  await token('token, an unknown client', {
    grant_type: 'client_credentials',
    client_id: unknown('cli'),
    client_secret,
  })
  await token('token, no client', { grant_type: 'client_credentials' })
  await token(
    'token, both ways at once',
    { grant_type: 'client_credentials', client_id, client_secret },
    basic(client_id, client_secret),
  )
  await token('token, an odd Authorization', { grant_type: 'client_credentials' }, { Authorization: 'Basic ???' })
  await token('token, no grant type', { client_id, client_secret })
  await token('token, an unknown grant type', { grant_type: 'password', client_id, client_secret })
  await token('token, authorization code', { grant_type: 'authorization_code', client_id, client_secret, code: 'x' })
  await token('token, refresh', { grant_type: 'refresh_token', client_id, client_secret, refresh_token: 'x' })
  await token('token, for this API', { grant_type: 'client_credentials', client_id, client_secret, resource: base_url })
  await token('token, for another API', {
    grant_type: 'client_credentials',
    client_id,
    client_secret,
    resource: 'https://example.com',
  })
  await token('token, a plan without the API', { grant_type: 'client_credentials', ...target.without_api_client })
  await token('token, a field twice', 'grant_type=client_credentials&grant_type=client_credentials', {
    'Content-Type': 'application/x-www-form-urlencoded',
  })
  await token('token, as text', 'hello', { 'Content-Type': 'text/plain' })
  await token('token, malformed JSON', '{', { 'Content-Type': 'application/json' })
  await send('token, by GET', 'GET', `${auth_url}/api/oauth/token`, {})
  const bearer = { key: null, headers: { Authorization: `Bearer ${accessTokenIn(granted)}` } }
  await call('a call with a token', 'GET', business, bearer)
  const readOnly = await token('token, of a client that may read', {
    grant_type: 'client_credentials',
    ...target.read_only_client,
  })
  await call('a token without the scope', 'GET', '/webhooks', {
    key: null,
    headers: { Authorization: `Bearer ${accessTokenIn(readOnly)}` },
  })
  const revoke = (step: string, fields: Record<string, string>) =>
    send(step, 'POST', `${auth_url}/api/oauth/revoke`, { body: new URLSearchParams(fields) })
  await revoke('revoke, a wrong secret', { client_id, client_secret: 'wrong', token: accessTokenIn(granted) })
  await revoke('revoke, no token', { client_id, client_secret })
  await revoke('revoke, an unknown token', { client_id, client_secret, token: 'unknown' })
  await revoke('revoke, the token of another client', { ...target.read_only_client, token: accessTokenIn(granted) })
  await call('a request with a token that another client tried to revoke', 'GET', business, bearer)
  await revoke('revoke', { client_id, client_secret, token: accessTokenIn(granted) })
  await call('a call with a revoked token', 'GET', business, bearer)
  await send(
    'authorize, switched off',
    'GET',
    `${auth_url}/api/oauth/authorize?response_type=code&client_id=${client_id}`,
    {},
  )
  await send('metadata', 'GET', `${auth_url}/.well-known/oauth-authorization-server`, {})

  // Too many. The refused request itself is the step, because the next one may be allowed again.
  for (let count = 0; count < 1000; count++) {
    const { status } = await call('the limit of a key', 'GET', '/webhooks', { key: second.api_key })
    if (status === 429) break
    observations.pop()
  }
  return observations
}

/** The token of a response of the token endpoint. Throws for any other response. */
function accessTokenIn({ status, body }: Reply): string {
  if (typeof body === 'object' && body !== null && 'access_token' in body) return String(body.access_token)
  throw new Error(`Expected a token, but the response was ${status} ${JSON.stringify(body)}`)
}

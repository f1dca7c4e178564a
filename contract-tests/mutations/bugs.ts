import { createHmac } from 'node:crypto'
import type { Received } from '@svc/webhooks/testing'
import {
  asError,
  asFirst,
  everywhere,
  failed,
  hasCredential,
  inBody,
  inData,
  inEvent,
  objectIn,
  on,
  onlyFields,
  unknown,
  withHeader,
  without,
  withStatus,
} from './misbehavior.ts'
import type { Misbehavior, ProxiedResponse } from './proxy.ts'

export interface Bug {
  name: string
  /** The lane that must fail. */
  lane:
    | 'main'
    | 'auth'
    | 'isolation'
    | 'limits'
    | 'oauth'
    | 'tokens'
    | 'portal'
    | 'statuses'
    | 'webhooks'
    | 'sdk'
    | 'faults'
  misbehave: Misbehavior
  /** Changes a delivery between the service and its receiver. */
  changeDelivery?: (delivery: Received) => Received
}

/**
 * Every bug that is planted, each with the lane that must detect it.
 *
 * @param firstKey the API key of the first account, which a misbehaving service uses instead of another credential
 */
export function plantBugs(firstKey: string): Bug[] {
  return [
    ...statusBugs,
    ...headerBugs,
    ...fieldBugs,
    ...envelopeBugs,
    ...leakBugs(firstKey),
    ...inputBugs,
    ...stateBugs,
    ...credentialBugs(firstKey),
    ...limitBugs,
    ...accessTokenBugs(firstKey),
    ...oauthBugs,
    ...portalBugs,
    ...conditionalBugs,
    ...webhookBugs,
    ...sdkBugs,
    ...databaseBugs,
  ]
}

const tokenPath = /api\/oauth\/token/

const statusBugs: readonly Bug[] = [
  bug('creating a webhook returns 200', 'main', on('POST', /^\/webhooks$/, withStatus(201, 200))),
  bug('an undocumented status', 'main', on('GET', /^\/businesses(\?|$)/, withStatus(200, 206))),
  bug('a wrong method returns 404', 'main', everywhere(withStatus(405, 404))),
  bug(
    'a list redirects',
    'main',
    on('GET', /^\/webhooks(\?|$)/, (response) => ({
      ...response,
      status: 302,
      headers: { ...response.headers, location: '/' },
    })),
  ),
  bug(
    '500 on characters outside ASCII',
    'main',
    on('POST', /^\/review-replies$/, (response, { body }) =>
      /[^ -~\s]|\\u[89a-f]/.test(body.toString()) ? failed(response) : response,
    ),
  ),
  bug(
    '500 on an empty body',
    'main',
    on('POST', /^\/webhooks$/, (response, { body }) => (body.length === 0 ? failed(response) : response)),
  ),
  bug(
    '500 on a null in the body',
    'main',
    on('POST', /^\/webhooks$/, (response, { body }) => (body.includes('null') ? failed(response) : response)),
  ),
]

const headerBugs: readonly Bug[] = [
  bug(
    'no X-Request-Id on errors',
    'main',
    everywhere((response) => (response.status < 400 ? response : without(response, 'x-request-id'))),
  ),
  bug(
    'no X-RateLimit-Remaining on one list',
    'main',
    on('GET', /^\/events/, (response) => without(response, 'x-ratelimit-remaining')),
  ),
  bug(
    'X-RateLimit-Reset is a date',
    'main',
    on('GET', /^\/businesses(\?|$)/, withHeader('x-ratelimit-reset', '2026-11-21T00:00:00Z')),
  ),
  bug(
    'no Location for a new webhook',
    'main',
    on('POST', /^\/webhooks$/, (response) => without(response, 'location')),
  ),
  bug(
    'no Allow with 405',
    'main',
    everywhere((response) => (response.status === 405 ? without(response, 'allow') : response)),
  ),
  bug(
    'no ETag on a record',
    'main',
    on('GET', /^\/businesses\/[^/]+$/, (response) => without(response, 'etag')),
  ),
  bug(
    'errors are HTML',
    'main',
    everywhere((response) =>
      response.status === 404
        ? {
            ...response,
            headers: { ...response.headers, 'content-type': 'text/html' },
            body: Buffer.from('<h1>Not found</h1>'),
          }
        : response,
    ),
  ),
  bug(
    'the content type of a response is text',
    'main',
    on('GET', /^\/webhooks(\?|$)/, withHeader('content-type', 'text/plain')),
  ),
]

const fieldBugs: readonly Bug[] = [
  bug(
    'an undocumented field',
    'main',
    on(
      'GET',
      /^\/businesses\/[^/]+$/,
      inData((data) => ({ ...data, internal_score: 7 })),
    ),
  ),
  bug(
    'a required field is missing',
    'main',
    on(
      'GET',
      /^\/webhooks\/[^/]+$/,
      inData(({ enabled: _, ...data }) => data),
    ),
  ),
  bug(
    'a value outside its enum',
    'main',
    on(
      'GET',
      /^\/analyses\/[^/]+$/,
      inData((data) => ({ ...data, status: 'done' })),
    ),
  ),
  bug(
    'a number as a string',
    'main',
    on(
      'GET',
      /^\/analyses\/[^/]+$/,
      inData((data) => ({ ...data, competitors_analyzed: String(data.competitors_analyzed) })),
    ),
  ),
  bug(
    'an instant without its time zone',
    'main',
    on(
      'GET',
      /^\/webhooks\/[^/]+$/,
      inData((data) => ({ ...data, created_at: String(data.created_at).replace('Z', '') })),
    ),
  ),
]

const envelopeBugs: readonly Bug[] = [
  bug(
    'a list without meta.page',
    'main',
    on(
      'GET',
      /^\/webhooks(\?|$)/,
      inBody(({ meta, ...body }) => ({ ...body, meta: { ...objectIn(meta), page: undefined } })),
    ),
  ),
  bug(
    'errors without meta',
    'main',
    everywhere((response) => (response.status < 400 ? response : inBody(({ meta: _, ...body }) => body)(response))),
  ),
  bug(
    'data together with an error',
    'main',
    everywhere((response) =>
      response.status === 404 ? inBody((body) => ({ ...body, data: null }))(response) : response,
    ),
  ),
  bug(
    'meta.request_id differs from the header',
    'main',
    on(
      'GET',
      /^\/businesses(\?|$)/,
      inBody((body) => ({ ...body, meta: { ...objectIn(body.meta), request_id: 'req_01m7w17f2rfmdsvt8ga4tjfd07' } })),
    ),
  ),
  bug(
    'meta.rate_limit differs from the headers',
    'main',
    on(
      'GET',
      /^\/businesses(\?|$)/,
      inBody((body) => ({
        ...body,
        meta: { ...objectIn(body.meta), rate_limit: { limit: 300, remaining: 12, reset_s: 3 } },
      })),
    ),
  ),
  bug(
    '404 has the code of another status',
    'main',
    everywhere((response) =>
      response.status === 404
        ? inBody((body) => ({ ...body, error: { ...objectIn(body.error), code: 'forbidden' } }))(response)
        : response,
    ),
  ),
]

const leakBugs = (firstKey: string): Bug[] => [
  bug(
    'an error contains a stack trace',
    'main',
    everywhere((response) =>
      response.status === 400
        ? inBody((body) => ({
            ...body,
            error: { ...objectIn(body.error), message: 'TypeError: x\n    at work (file:///srv/app/main.ts:3:1)' },
          }))(response)
        : response,
    ),
  ),
  bug('a response repeats the API key', 'main', on('GET', /^\/events/, withHeader('x-debug', `key=${firstKey}`))),
  bug(
    'a signing secret can be read later',
    'main',
    on('GET', /^\/webhooks\/[^/]+$/, withHeader('x-signing-secret', `whsec_${'A'.repeat(43)}=`)),
  ),
]

const inputBugs: readonly Bug[] = [
  bug('limit=101 is accepted', 'main', async (sent, forward) =>
    forward({ ...sent, path: sent.path.replace(/limit=1[0-9]{2,}/, 'limit=100') }),
  ),
  bug('unknown fields are accepted', 'main', async (sent, forward) =>
    forward(sent.path === '/webhooks' ? onlyFields(sent, ['url', 'event_types']) : sent),
  ),
  bug('the largest limit is refused', 'main', async (sent, forward) =>
    forward({ ...sent, path: sent.path.replace(/limit=100\b/, 'limit=101') }),
  ),
  bug('a body of another type is accepted', 'main', async (sent, forward) =>
    forward(
      sent.body.length > 0 ? { ...sent, headers: { ...sent.headers, 'content-type': 'application/json' } } : sent,
    ),
  ),
]

const stateBugs: readonly Bug[] = [
  bug(
    'a new webhook cannot be read',
    'main',
    on('GET', /^\/webhooks\/whk_[0-9a-z]{26}$/, (response) => (response.status === 200 ? unknown(response) : response)),
  ),
  keepDeleted(),
]

const credentialBugs = (firstKey: string): Bug[] => [
  bug('no credential is needed', 'main', async (sent, forward) =>
    forward(hasCredential(sent) ? sent : { ...sent, headers: { ...sent.headers, 'x-api-key': firstKey } }),
  ),
  bug('an invalid credential is ignored', 'auth', async (sent, forward) =>
    forward({
      ...sent,
      headers: { ...sent.headers, authorization: undefined, 'x-api-key': sent.headers['x-api-key'] ?? firstKey },
    }),
  ),
  bug(
    '401 without WWW-Authenticate',
    'auth',
    everywhere((response) => (response.status === 401 ? without(response, 'www-authenticate') : response)),
  ),
  bug(
    'a revoked key is only unauthorized',
    'auth',
    everywhere((response) =>
      response.status === 401
        ? inBody((body) => ({ ...body, error: { ...objectIn(body.error), code: 'unauthorized' } }))(response)
        : response,
    ),
  ),
  bug('the second account reads a record of the first', 'isolation', async (sent, forward) =>
    forward(/^\/webhooks\/[^/]+$/.test(sent.path) && sent.method === 'GET' ? asFirst(sent, firstKey) : sent),
  ),
  bug('the second account rotates a secret of the first', 'isolation', async (sent, forward) =>
    forward(/rotate-secret$/.test(sent.path) ? asFirst(sent, firstKey) : sent),
  ),
  bug('the second account lists the events of the first', 'isolation', async (sent, forward) =>
    forward(/^\/webhooks(\?|$)/.test(sent.path) && sent.method === 'GET' ? asFirst(sent, firstKey) : sent),
  ),
  bug('the second account deletes a webhook of the first', 'isolation', async (sent, forward) =>
    forward(sent.method === 'DELETE' ? asFirst(sent, firstKey) : sent),
  ),
]

const limitBugs: readonly Bug[] = [
  bug(
    '429 without Retry-After',
    'limits',
    everywhere((response) => (response.status === 429 ? without(response, 'retry-after') : response)),
  ),
  bug(
    'Retry-After is a date',
    'limits',
    everywhere((response) =>
      response.status === 429 ? withHeader('retry-after', 'Sat, 21 Nov 2026 00:00:00 GMT')(response) : response,
    ),
  ),
  bug('one operation has no limit', 'limits', async (sent, forward) => {
    const response = await forward(sent)
    return response.status === 429 && sent.path.startsWith('/events') ? unknown(response) : response
  }),
]

const accessTokenBugs = (firstKey: string): Bug[] => [
  bug('a token without the scope is accepted', 'oauth', async (sent, forward) => {
    const response = await forward(sent)
    return response.status === 403 ? forward(asFirst(sent, firstKey)) : response
  }),
  bug('a revoked token is accepted', 'oauth', async (sent, forward) => {
    const response = await forward(sent)
    return response.status === 401 && sent.headers.authorization ? forward(asFirst(sent, firstKey)) : response
  }),
  bug(
    '403 does not name the missing scope',
    'oauth',
    everywhere((response) => (response.status === 403 ? without(response, 'www-authenticate') : response)),
  ),
  bug('the signature of a token is not checked', 'oauth', async (sent, forward) =>
    forward(String(sent.headers.authorization).endsWith('AAAAAA') ? asFirst(sent, firstKey) : sent),
  ),
]

const oauthBugs: readonly Bug[] = [
  bug('a token may be cached', 'tokens', on('POST', tokenPath, withHeader('cache-control', 'private, max-age=60'))),
  bug(
    'the token endpoint uses the envelope',
    'tokens',
    on('POST', tokenPath, (response) =>
      response.status < 400 ? response : inBody(({ error }) => ({ error: { code: error, message: 'No.' } }))(response),
    ),
  ),
  bug(
    '500 on an unknown grant',
    'tokens',
    on('POST', tokenPath, (response) =>
      response.body.includes('unsupported_grant_type')
        ? { ...response, status: 500, body: Buffer.from('{"error":"server_error"}') }
        : response,
    ),
  ),
  bug(
    'revoking an unknown token is an error',
    'tokens',
    on('POST', /api\/oauth\/revoke/, (response) => (response.status === 200 ? { ...response, status: 404 } : response)),
  ),
  bug(
    '401 of the token endpoint without a challenge',
    'tokens',
    on('POST', tokenPath, (response) => (response.status === 401 ? without(response, 'www-authenticate') : response)),
  ),
]

const portalBugs: readonly Bug[] = [
  bug('a page of another site revokes a key', 'portal', on('DELETE', /portal\/api\/keys/, withStatus(403, 200))),
  bug(
    'the portal accepts requests without a session',
    'portal',
    on('GET', /portal\/api\/members/, withStatus(401, 200)),
  ),
  bug(
    'the list of keys may be cached',
    'portal',
    on('GET', /portal\/api\/keys/, withHeader('cache-control', 'public')),
  ),
]

const conditionalBugs: readonly Bug[] = [
  bug('a conditional read is never 304', 'statuses', async (sent, forward) =>
    forward({ ...sent, headers: { ...sent.headers, 'if-none-match': undefined } }),
  ),
  bug('a retried POST is done twice', 'statuses', async (sent, forward) =>
    forward({ ...sent, headers: { ...sent.headers, 'idempotency-key': undefined } }),
  ),
]

const webhookBugs: readonly Bug[] = [
  onDelivery('an unsigned webhook', ({ headers: { 'x-svc-signature': _, ...headers }, ...delivery }) => ({
    ...delivery,
    headers,
  })),
  onDelivery('a webhook signed with another secret', (delivery) => ({
    ...delivery,
    headers: {
      ...delivery.headers,
      'x-svc-signature': `sha256=${createHmac('sha256', 'whsec_other').update(delivery.body).digest('hex')}`,
    },
  })),
  onDelivery('a webhook signed without its timestamp', (delivery) => ({
    ...delivery,
    headers: { ...delivery.headers, 'x-svc-timestamp': String(Number(delivery.headers['x-svc-timestamp']) - 1) },
  })),
  onDelivery('an additional field in an event', (delivery) =>
    inEvent(delivery, (event) => ({ ...event, debug: true })),
  ),
  onDelivery('a missing field in an event', (delivery) => inEvent(delivery, ({ version: _, ...event }) => event)),
  onDelivery('the event id in the header differs from the body', (delivery) => ({
    ...delivery,
    headers: { ...delivery.headers, 'x-svc-event-id': 'evt_01kt00000000000000000000zz' },
  })),
]

const sdkBugs: readonly Bug[] = [
  bug(
    'a list instead of a record',
    'sdk',
    on(
      'GET',
      /^\/analyses\/[^/]+$/,
      inBody((body) => ({ ...body, data: [body.data] })),
    ),
  ),
]

const databaseBugs: readonly Bug[] = [
  bug(
    'a 500 after a database fault contains a stack trace',
    'faults',
    everywhere((response) =>
      response.status === 500
        ? inBody((body) => ({
            ...body,
            error: {
              ...objectIn(body.error),
              message: 'error: could not read block 7\n    at Parser (pg/parser.js:3:1)',
            },
          }))(response)
        : response,
    ),
  ),
  bug(
    '503 without Retry-After',
    'faults',
    everywhere((response) => (response.status === 503 ? without(response, 'retry-after') : response)),
  ),
  bug(
    'an unavailable database is 500',
    'faults',
    everywhere((response) => (response.status === 503 ? asError(response, 500, 'internal_error') : response)),
  ),
]

function bug(name: string, lane: Bug['lane'], misbehave: Misbehavior): Bug {
  return { name, lane, misbehave }
}

function onDelivery(name: string, changeDelivery: (delivery: Received) => Received): Bug {
  return { name, lane: 'webhooks', misbehave: (sent, forward) => forward(sent), changeDelivery }
}

/** Keeps deleted webhooks readable, by the response to their creation. */
function keepDeleted(): Bug {
  const known = new Map<string, ProxiedResponse>()
  return bug('a deleted webhook can still be read', 'main', async (sent, forward) => {
    const response = await forward(sent)
    if (sent.method === 'POST' && sent.path === '/webhooks' && response.status === 201) {
      const { data, meta } = JSON.parse(response.body.toString())
      const { signing_secret: _, ...webhook } = data
      known.set(`/webhooks/${data.id}`, {
        ...response,
        status: 200,
        body: Buffer.from(JSON.stringify({ data: webhook, meta })),
      })
    }
    const cached = sent.method === 'GET' && response.status === 404 ? known.get(sent.path) : undefined
    return cached ? { ...cached, headers: { ...cached.headers, etag: 'W/"cached"' } } : response
  })
}

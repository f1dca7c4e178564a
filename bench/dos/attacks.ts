import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { type Attack, type AttackRequest, churn, flood, hold, pace, withinLimitsPerSecond } from './attack.ts'
import {
  analyses,
  deepBody,
  deepMessage,
  endlessRow,
  head,
  imports,
  invalidRows,
  longHeader,
  longReview,
  manyArguments,
  manyEtags,
  manyEventTypes,
  manyFields,
  prototypeFields,
  reviews,
  rpc,
  solidReview,
  tokenForm,
} from './requests.ts'
import { basePath, openConnection, openTcp, type Target } from './target.ts'

/** An attack by one key at a pace that its limits allow. */
function paced(name: string, request: (target: Target, index: number) => AttackRequest): Attack {
  return {
    name,
    withinLimits: true,
    run: (target, signal) => pace(target, signal, withinLimitsPerSecond, (index) => request(target, index)),
  }
}

/** An attack that sends as fast as it can. */
function flooding(
  name: string,
  connections: number,
  request: (target: Target, index: number) => AttackRequest,
): Attack {
  return {
    name,
    withinLimits: false,
    run: (target, signal) => flood(target, signal, connections, (index) => request(target, index)),
  }
}

const csv = { 'Content-Type': 'text/csv' }
const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
const post = (path: string, body: string, headers: Record<string, string> = {}): AttackRequest => [
  path,
  { method: 'POST', body, headers },
]
const token = (target: Target, secret?: string): AttackRequest => [
  '/api/oauth/token',
  { method: 'POST', body: tokenForm(target, secret), headers: form, authenticated: false },
]

const bodies: Attack[] = [
  paced('21,000 objects in a list of five', () => post(`${basePath}/webhooks`, manyEventTypes)),
  paced('125,000 nested lists', () => post(`${basePath}/webhooks`, deepBody)),
  paced('20,000 unknown fields', () => post(`${basePath}/webhooks`, manyFields)),
  paced('10,000 fields named __proto__', () => post(`${basePath}/webhooks`, prototypeFields)),
  paced('the longest review, over and over', (_target, index) => post(`${basePath}/review-replies`, longReview(index))),
  paced('a review without a space', () => post(`${basePath}/review-replies`, solidReview)),
  paced('a compressed body of 40 MB', () =>
    post(`${basePath}/webhooks`, gzipSync(Buffer.alloc(40_000_000)).toString('latin1'), { 'Content-Encoding': 'gzip' }),
  ),
  paced('a new Idempotency-Key each time', (target) =>
    post(`${basePath}/webhooks/${target.webhookId}/test`, '', { 'Idempotency-Key': randomUUID() }),
  ),
  paced('endpoints whose names do not exist', (_target, index) =>
    post(
      `${basePath}/webhooks`,
      JSON.stringify({ url: `https://name-${index}.example.org/`, event_types: ['webhook.test'] }),
      { 'Idempotency-Key': randomUUID() },
    ),
  ),
  paced('resends of everything', (target) =>
    post(`${basePath}/webhooks/${target.webhookId}/resend`, JSON.stringify({ since: '2026-01-01T00:00:00Z' })),
  ),
]

const uploads: Attack[] = [
  paced('files of reviews, of which no row is valid', (target) => post(imports(target), invalidRows, csv)),
  paced('files whose one row never ends', (target) => post(imports(target), endlessRow, csv)),
]

const sameOrigin = (target: Target) => ({
  Origin: `https://localhost:${target.port}`,
  'Sec-Fetch-Site': 'same-origin',
  'Content-Type': 'application/json',
})

const portal: Attack[] = [
  flooding('flood of sign-ins to the portal', 32, (target, index) => [
    '/portal/api/session',
    {
      method: 'POST',
      headers: sameOrigin(target),
      body: JSON.stringify({ email: `owner-${index}@example.com`, password: 'x'.repeat(200) }),
      authenticated: false,
    },
  ]),
  flooding('flood of unknown sessions', 64, () => [
    '/portal/api/session',
    { authenticated: false, headers: { Cookie: `__Host-svc_session=${randomBytes(32).toString('base64url')}` } },
  ]),
  flooding('flood of the pages of the portal', 16, () => ['/portal/', { authenticated: false }]),
  flooding('flood of changes from another site', 32, (target) => [
    `/portal/api/v1/webhooks/${target.webhookId}`,
    {
      method: 'DELETE',
      authenticated: false,
      headers: { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
    },
  ]),
]

/** A message to the MCP server, with the headers of the protocol. */
const message = (method: string, params: object): AttackRequest =>
  post('/api/public/mcp', rpc(method, params), {
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': '2025-11-25',
  })
const listAnalyses = ({ businessId }: Target, more: object) =>
  message('tools/call', { name: 'list_analyses', arguments: { business_id: businessId, ...more } })

const mcp: Attack[] = [
  paced('the longest page of an MCP tool', (target) => listAnalyses(target, { limit: 100 })),
  paced('the definitions of all MCP tools', () => message('tools/list', {})),
  paced('3,000 unknown arguments of an MCP tool', (target) => listAnalyses(target, manyArguments)),
  paced('an MCP message of 10,000 nested lists', () => post('/api/public/mcp', deepMessage)),
  flooding('flood of calls of an MCP tool', 32, (target) => listAnalyses(target, { limit: 100 })),
  flooding('flood of definitions of MCP tools', 32, () => message('tools/list', {})),
  flooding('flood of MCP messages of an unknown key', 64, () =>
    post('/api/public/mcp', rpc('tools/list', {}), {
      'X-API-Key': `svc_test_${randomBytes(24).toString('base64url')}`,
    }),
  ),
]

const reads: Attack[] = [
  paced('the longest page of analyses', (target) => [`${analyses(target)}?limit=100`]),
  paced('full-text search for 40 words', (target, index) => [
    `${reviews(target)}?limit=100&q=${Array.from({ length: 40 }, (_, word) => `w${(word * index) % 97}`).join('+')}`,
  ]),
  paced('full-text search for operators', (target) => [
    `${reviews(target)}?q=${encodeURIComponent('"-(|&!*:'.repeat(20))}`,
  ]),
  paced('reviews by rating with every filter', (target) => [
    `${reviews(target)}?sort=lowest_rating&rating=1&aspect=wait&polarity=negative&replied=false&limit=100`,
  ]),
  paced('usage of a month by hour and caller', () => [
    `${basePath}/usage?interval=hour&group_by=caller&from=2020-01-01T00:00:00Z`,
  ]),
  paced('events that match nothing', () => [`${basePath}/events?status=5xx&operation_id=nothing&limit=100`]),
  paced('long polls', () => [`${basePath}/webhook-events?wait=20`]),
  paced('2,000 query parameters', (target) => [`${analyses(target)}?${'a=1&'.repeat(2_000)}`]),
  paced('450 ETags', (target) => [analyses(target), { headers: { 'If-None-Match': manyEtags } }]),
  paced('a path of 14 KB', () => [`/${longHeader(14_000)}`]),
  paced('preflight requests', (target) => [
    analyses(target),
    { method: 'OPTIONS', headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' } },
  ]),
  paced('access tokens', (target) => token(target)),
  paced('wrong client secrets', (target) => token(target, 'wrong'.repeat(9))),
  paced('authorization requests with a long state', () => [
    `/api/oauth/authorize?response_type=code&state=${longHeader(4_000)}`,
    { authenticated: false },
  ]),
]

/** 630 KB, built once. */
const largestDocument = `${basePath}/openapi.json`

const floods: Attack[] = [
  flooding('flood of GET without a credential', 64, (target) => [analyses(target), { authenticated: false }]),
  flooding('flood of unknown API keys', 64, (target) => [
    analyses(target),
    { authenticated: false, headers: { 'X-API-Key': `svc_test_${randomBytes(32).toString('base64url')}` } },
  ]),
  flooding('flood of forged access tokens', 64, (target) => [
    analyses(target),
    {
      authenticated: false,
      headers: { Authorization: `Bearer eyJhbGciOiJIUzI1NiJ9.${randomBytes(300).toString('base64url')}.AAAA` },
    },
  ]),
  flooding('flood of requests with a good key', 64, (target) => [analyses(target)]),
  flooding('flood of /livez', 64, () => ['/livez', { authenticated: false }]),
  flooding('flood of /readyz', 64, () => ['/readyz', { authenticated: false }]),
  flooding('flood of token requests', 32, (target) => token(target)),
  flooding('flood of the largest document', 16, () => [largestDocument, { authenticated: false }]),
  flooding('flood of range requests', 16, () => [
    largestDocument,
    { authenticated: false, headers: { Range: `bytes=${'0-1,'.repeat(200)}0-1` } },
  ]),
  flooding('flood of 15 KB headers', 32, (target) => [
    analyses(target),
    { headers: { 'X-Padding': longHeader(15_000) } },
  ]),
  flooding('flood of the largest invalid body', 16, () => post(`${basePath}/webhooks`, manyEventTypes)),
]

const list = head(`GET ${basePath}/businesses HTTP/1.1`)
const unread = head(`GET ${largestDocument} HTTP/1.1`)
const slowBody = head(`POST ${basePath}/webhooks HTTP/1.1`, [
  'Content-Type: application/json',
  'Content-Length: 200000',
])

/** Writes a byte four times a second. */
async function drip(socket: { write(bytes: string): boolean; destroyed: boolean }, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !socket.destroyed) {
    socket.write('x')
    // Rejects only when the attack ends.
    await sleep(250, undefined, { signal }).catch(() => {})
  }
}

/** An attack on connections. */
const beyondLimits = (name: string, run: Attack['run']): Attack => ({ name, withinLimits: false, run })

const connections: Attack[] = [
  beyondLimits('2,000 idle TCP connections', (target, signal) => hold(signal, 2_000, () => openTcp(target))),
  beyondLimits('500 idle TLS connections', (target, signal) => hold(signal, 500, () => openConnection(target))),
  beyondLimits('TLS handshakes, one after the other', (target, signal) =>
    churn(
      signal,
      16,
      () => openConnection(target),
      (socket) => once(socket, 'secureConnect', { signal }),
    ),
  ),
  beyondLimits('200 slow headers', (target, signal) =>
    hold(
      signal,
      200,
      () => openConnection(target),
      (socket) => void drip(socket, signal),
    ),
  ),
  beyondLimits('200 slow bodies', (target, signal) =>
    hold(
      signal,
      200,
      () => openConnection(target),
      (socket) => {
        socket.write(slowBody)
        void drip(socket, signal)
      },
    ),
  ),
  beyondLimits('200 unread documents', (target, signal) =>
    hold(
      signal,
      200,
      () => openConnection(target),
      (socket) => {
        socket.pause()
        socket.write(unread)
      },
    ),
  ),
  beyondLimits('50 connections with 1,000 requests each in one write', (target, signal) =>
    hold(
      signal,
      50,
      () => openConnection(target),
      (socket) => socket.write(list.repeat(1_000)),
    ),
  ),
  beyondLimits('responses that are reset while they arrive', (target, signal) =>
    churn(
      signal,
      16,
      () => openConnection(target),
      async (socket) => {
        socket.write(unread)
        await once(socket, 'data', { signal })
      },
    ),
  ),
  beyondLimits('uploads that are aborted', (target, signal) =>
    churn(
      signal,
      16,
      () => openConnection(target),
      async (socket) => {
        socket.write(slowBody + 'x'.repeat(10_000))
        await sleep(20, undefined, { signal })
      },
    ),
  ),
  beyondLimits('a body in chunks of one byte', (target, signal) =>
    churn(
      signal,
      8,
      () => openConnection(target),
      async (socket) => {
        socket.write(
          head(`POST ${basePath}/webhooks HTTP/1.1`, ['Content-Type: application/json', 'Transfer-Encoding: chunked']),
        )
        socket.write('1\r\n[\r\n'.repeat(40_000))
        await once(socket, 'close', { signal })
      },
    ),
  ),
]

const protocol: Attack[] = [
  ['two lengths of a body', head('POST / HTTP/1.1', ['Content-Length: 5', 'Content-Length: 6'])],
  ['a length and chunks', head('POST / HTTP/1.1', ['Content-Length: 5', 'Transfer-Encoding: chunked'])],
  ['HTTP/1.0 without a host', 'GET / HTTP/1.0\r\n\r\n'],
  ['bytes that are not HTTP', randomBytes(2_000).toString('latin1')],
  [
    '1,000 headers',
    head(
      'GET / HTTP/1.1',
      Array.from({ length: 1_000 }, (_, index) => `X-${index}: 1`),
    ),
  ],
  [
    'Expect: 100-continue without a body',
    head(`POST ${basePath}/webhooks HTTP/1.1`, ['Expect: 100-continue', 'Content-Length: 9']),
  ],
  ['an upgrade to WebSocket', head('GET / HTTP/1.1', ['Connection: Upgrade', 'Upgrade: websocket'])],
].map(([name = '', bytes = '']) =>
  beyondLimits(name, (target, signal) =>
    churn(
      signal,
      16,
      () => openConnection(target),
      async (socket) => {
        socket.write(bytes, 'latin1')
        await Promise.race([once(socket, 'data', { signal }), once(socket, 'close', { signal })])
      },
    ),
  ),
)

/** One attack of each kind, for a check of a few seconds. */
export const shortAttacks: ReadonlySet<string> = new Set([
  '21,000 objects in a list of five',
  'files whose one row never ends',
  'full-text search for 40 words',
  'flood of unknown API keys',
  'flood of sign-ins to the portal',
  'flood of calls of an MCP tool',
  '200 slow bodies',
  '200 unread documents',
  'a length and chunks',
])

/** Every attack of the battery. */
export const attacks: readonly Attack[] = [
  ...bodies,
  ...uploads,
  ...reads,
  ...floods,
  ...portal,
  ...mcp,
  ...connections,
  ...protocol,
]

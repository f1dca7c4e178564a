import { once } from 'node:events'
import { connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { request, startTestApi, type TestAccount, type TestApi } from '../testing.ts'

// Requests that an Express server handles badly by default: each gets the envelope of the contract, or its connection
// is closed.

let api: TestApi
let account: TestAccount

beforeAll(async () => {
  api = await startTestApi()
  account = await api.open()
})

afterAll(() => api.close())

/** Writes bytes to a socket and reads until the server closes it. */
async function raw(bytes: string | Buffer): Promise<string> {
  const socket = connect(api.api.port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes)
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  await once(socket, 'close')
  return Buffer.concat(chunks).toString('latin1')
}

const head = (line: string, ...headers: string[]) =>
  [line, `X-API-Key: ${account.key}`, ...headers, '', ''].join('\r\n')

/** The status, head and envelope of a response. */
function parse(response: string): {
  status: number
  body: { error?: { code: string }; data?: unknown; meta: object }
  head: string
} {
  const [top = '', body = ''] = response.split('\r\n\r\n')
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(top)?.[1]), body: JSON.parse(body), head: top }
}

describe('paths and methods', () => {
  test.each(['DELETE', 'PUT', 'PATCH', 'TRACE', 'QUERY', 'OPTIONS', 'POST'])(
    '%s on a path with only GET is 405 with Allow',
    async (method) => {
      const response = parse(
        await raw(
          head(
            `${method} /api/public/v1/account HTTP/1.1`,
            'Host: localhost',
            'Connection: close',
            'Content-Length: 0',
          ),
        ),
      )
      expect(response.status).toBe(405)
      expect(response.body.error?.code).toBe('method_not_allowed')
      expect(response.head).toMatch(/^Allow: GET$/im)
    },
  )

  test('HEAD returns the headers of GET without a body', async () => {
    const got = await account.call('GET', '/webhooks')
    const headed = await account.call('HEAD', '/webhooks')
    expect([headed.status, headed.body]).toEqual([200, undefined])
    expect(headed.headers.get('etag')).toBe(got.headers.get('etag'))
    expect(headed.headers.get('content-type')).toBe(got.headers.get('content-type'))
  })

  test.each(['/businesses/', '/Businesses', '/businesses//analyses', '/nope', '/..%2f', '/webhooks/%2E%2E/test'])(
    'the path %s does not exist and returns 404 in the envelope',
    async (path) => {
      const response = await account.call('GET', path)
      expect([response.status, response.error.code]).toEqual([404, 'not_found'])
    },
  )

  test.each(['/businesses/%FF', '/businesses/%', '/businesses/%ED%A0%80'])(
    'the path %s, which is not percent-encoded UTF-8, is 400',
    async (path) => {
      const response = parse(
        await raw(head(`GET /api/public/v1${path} HTTP/1.1`, 'Host: localhost', 'Connection: close')),
      )
      expect([response.status, response.body.error?.code]).toEqual([400, 'invalid_request'])
    },
  )

  test('a link to a file whose id is not percent-encoded UTF-8 is 400', async () => {
    const response = await request(`${api.origin}/report-files/%FF.pdf`, 'GET')
    expect([response.status, response.error.code]).toEqual([400, 'invalid_request'])
  })

  test('a path outside the API is 404 in the same envelope', async () => {
    const response = await request(`${api.origin}/admin`, 'GET')
    expect([response.status, response.error.code]).toEqual([404, 'not_found'])
    expect(response.headers.get('x-request-id')).toBe(response.meta.request_id)
  })
})

describe('parameters', () => {
  test.each([
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=1.5',
    'limit=1e1',
    'limit=true',
    'limit=',
    'limit=%2010',
    'limit=010',
    'limit=1&limit=2',
    'limit[]=1',
    'limit=%FF',
    'cursor=abc',
    'cursor=',
    'cursor=%00',
    'unknown=1',
    '__proto__=1',
    'constructor[prototype]=1',
  ])('the query ?%s is 400, and the error names the parameter', async (query) => {
    const response = await account.call('GET', `/webhooks?${query}`)
    expect([response.status, response.error.code]).toEqual([400, 'invalid_request'])
    expect(response.details[0]?.path).toMatch(/^query/)
  })

  test('all invalid parameters are reported, each with its correction', async () => {
    const { details } = await account.call('GET', '/webhooks?limit=0&cursor=abc&foo=1&__proto__=1')
    expect(details.toSorted((a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1))).toEqual([
      { path: 'query.__proto__', message: 'is not a parameter of this operation' },
      {
        path: 'query.cursor',
        message: 'must be the meta.page.next_cursor of the previous page, unchanged; omit it for the first page',
      },
      { path: 'query.foo', message: 'is not a parameter of this operation' },
      { path: 'query.limit', message: 'must be at least 1' },
    ])
  })

  test.each([
    ['/webhooks?limit=', 'query.limit', 'must not be empty'],
    ['/webhooks?limit=1e1', 'query.limit', 'must be a whole number'],
    ['/webhooks?cursor=', 'query.cursor', expect.stringContaining('meta.page.next_cursor')],
    ['/businesses?limit=101', 'query.limit', 'must be at most 100'],
    ['/events?since=yesterday', 'query.since', 'must be an RFC 3339 instant, such as 2026-11-16T06:00:00Z'],
    ['/events?request_id=1', 'query.request_id', expect.stringMatching(/^must match the pattern \^req_/)],
    ['/webhook-events?cursor=abc', 'query.cursor', 'is not a parameter of this operation'],
  ])('%s reports what %s accepts', async (path, parameter, message) => {
    expect((await account.call('GET', path)).details).toEqual([{ path: parameter, message }])
  })

  test('instants may have unencoded colons and an offset', async () => {
    for (const since of ['2026-11-01T00:00:00Z', '2026-11-01T00:00:00.000%2B02:00', '2026-11-01T00%3A00%3A00Z']) {
      expect([since, (await account.call('GET', `/events?since=${since}`)).status]).toEqual([since, 200])
    }
  })
})

describe('bodies', () => {
  const create = (body: string | undefined, headers: Record<string, string> = { 'Content-Type': 'application/json' }) =>
    account.call('POST', '/webhooks', { body, headers })

  test.each([
    ['no body', undefined],
    ['an empty body', ''],
    ['malformed JSON', '{"url":'],
    ['text after the JSON', '{} {}'],
    ['null', 'null'],
    ['a number', '0'],
    ['a string', '"https://hooks.rosso-trattoria.nl"'],
    ['an array', '[]'],
    ['an unknown field', '{"url":"https://hooks.rosso-trattoria.nl/","admin":true}'],
    ['a prototype', '{"url":"https://hooks.rosso-trattoria.nl/","__proto__":{"admin":true}}'],
    ['a wrong type', '{"url":1}'],
    ['an unknown event type', '{"url":"https://hooks.rosso-trattoria.nl/","event_types":["review.created"]}'],
    [
      'a repeated event type',
      '{"url":"https://hooks.rosso-trattoria.nl/","event_types":["webhook.test","webhook.test"]}',
    ],
    ['a URL that is not https', '{"url":"http://hooks.rosso-trattoria.nl/"}'],
    ['a private address', '{"url":"https://10.0.0.1/hooks"}'],
    ['100,000 nested arrays', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['300 KB', JSON.stringify({ url: 'x'.repeat(300_000) })],
  ])('a request with %s is 400 and names the place in the body', async (_name, body) => {
    const response = await create(body)
    expect([response.status, response.error.code]).toEqual([400, 'invalid_request'])
    expect(response.details[0]?.path).toMatch(/^body/)
  })

  test('every invalid field is reported with its rule', async () => {
    const body = { review: { rating: 0, source: 'x', author_name: '' }, facts: Array(11).fill('A fact.'), variants: 4 }
    const drafted = await account.call('POST', '/review-replies', { body })
    const created = await create('{"url":"https://hooks.rosso-trattoria.nl/","event_types":[]}')
    const details = [...drafted.details, ...created.details]
    expect(Object.fromEntries(details.map(({ path, message }) => [path, message]))).toEqual({
      'body.review.rating': 'must be at least 1',
      'body.review.source': 'must be one of google, yelp, tripadvisor, facebook, other',
      'body.review.author_name': 'must have at least 1 character',
      'body.facts': 'must have at most 10 items',
      'body.variants': 'must be at most 3',
      'body.event_types': 'must have at least 1 item',
    })
  })

  const valid = '{"url":"https://hooks.rosso-trattoria.nl/"}'
  test.each([
    ['no content type', { 'Content-Type': '' }],
    ['plain text', { 'Content-Type': 'text/plain' }],
    ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['another charset', { 'Content-Type': 'application/json; charset=latin1' }],
    ['a compressed body', { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }],
    ['an unknown encoding', { 'Content-Type': 'application/json', 'Content-Encoding': 'zstd-2' }],
  ])('a request with %s is 400', async (_name, headers) => {
    const response = await create(valid, headers)
    expect([response.status, response.error.code]).toEqual([400, 'invalid_request'])
  })

  test('application/json is accepted in any case and with the charset utf-8', async () => {
    for (const type of ['Application/JSON', 'application/json; charset=UTF-8', 'application/json;charset="utf-8"']) {
      expect((await create(valid, { 'Content-Type': type })).status).toBe(201)
    }
  })

  test('a body on a GET is ignored', async () => {
    const response = parse(
      await raw(
        `${head('GET /api/public/v1/webhooks HTTP/1.1', 'Host: localhost', 'Connection: close', 'Content-Type: application/json', 'Content-Length: 1')}{`,
      ),
    )
    expect(response.status).toBe(200)
  })
})

describe('bytes that are not a valid request', () => {
  test.each([
    ['no request line', 'GARBAGE\r\n\r\n'],
    ['an unknown method', 'FOO / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['a control byte in a header', 'GET / HTTP/1.1\r\nHost: localhost\r\nX-A: a\x01b\r\n\r\n'],
    ['a raw byte in the path', Buffer.from('GET /api/\xff HTTP/1.1\r\nHost: localhost\r\n\r\n', 'latin1')],
    ['headers of 20 KB', `GET / HTTP/1.1\r\nHost: localhost\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['no Host', 'GET /api/public/v1/businesses HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ])('%s is 400 in the envelope, or a closed connection', async (_name, bytes) => {
    const response = await raw(bytes)
    if (response === '') return
    const { status, body, head: top } = parse(response)
    expect(status).toBe(400)
    expect(body.error?.code).toBe('invalid_request')
    expect(top).toMatch(/^X-Request-Id: req_/im)
    expect(top).toMatch(/^X-RateLimit-Remaining: \d+/im)
  })

  test('two Host headers are refused', async () => {
    const response = parse(
      await raw(head('GET /api/public/v1/businesses HTTP/1.1', 'Host: a', 'Host: b', 'Connection: close')),
    )
    expect([response.status, response.body.error?.code]).toEqual([400, 'invalid_request'])
  })

  test('a target in absolute form is accepted only if it names the Host', async () => {
    const foreign = parse(
      await raw(
        head('GET http://evil.example/api/public/v1/businesses HTTP/1.1', 'Host: localhost', 'Connection: close'),
      ),
    )
    const own = parse(
      await raw(head('GET http://localhost/api/public/v1/businesses HTTP/1.1', 'Host: localhost', 'Connection: close')),
    )
    expect([foreign.status, own.status]).toEqual([400, 200])
  })
})

test('memory does not grow with the number of content types that callers send', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const heap = () => {
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  const body = { review: { rating: 0 } }
  const flood = async (from: number, count: number) => {
    for (let index = from; index < from + count; index += 25) {
      await Promise.all(
        Array.from({ length: 25 }, async (_, offset) => {
          const number = index + offset
          const unread = { 'Content-Type': `application/x-${number}` }
          const read = { 'Content-Type': `application/json; profile=${number}` }
          expect((await account.call('GET', '/businesses', { headers: unread })).status).toBe(200)
          expect((await account.call('POST', '/review-replies', { body, headers: read })).status).toBe(400)
        }),
      )
    }
  }
  await flood(0, 250)
  const before = heap()
  await flood(250, 1_000)
  // A validator per content type would be 300 KB each: 600 MB here.
  expect(heap() - before).toBeLessThan(60 * 1024 * 1024)
})

test('an upload that the client breaks off is neither an outage nor an event of the account', async () => {
  const own = await api.open()
  for (let sent = 0; sent < 5; sent++) {
    const socket = connect(api.api.port, '127.0.0.1')
    await once(socket, 'connect')
    const lines = ['POST /api/public/v1/webhooks HTTP/1.1', 'Host: localhost', `X-API-Key: ${own.key}`]
    socket.write([...lines, 'Content-Type: application/json', 'Content-Length: 1000', '', '{"url":'].join('\r\n'))
    // The server reads the body once it has authenticated the caller.
    await own.call('GET', '/businesses')
    await own.call('GET', '/businesses')
    socket.destroy()
    await once(socket, 'close')
  }
  await own.call('GET', '/businesses')
  await api.api.usage.flush()
  const { data } = await own.call('GET', '/events?limit=100')
  expect(data.map(({ http_status }) => http_status)).not.toContain(503)
  expect(data.map(({ operation_id }) => operation_id)).not.toContain('createWebhook')
  expect(api.log()).not.toContain('request aborted')
})

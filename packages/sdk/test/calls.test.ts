import { AbortError, ApiError, Client, type Logger, PaginationError, SdkError, SPEC_VERSION, VERSION } from '@svc/sdk'
import { createCaller, getBusiness } from '@svc/sdk/functions'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { failure, faultServer, halfJson, json, meta, page, success } from './fault-server.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

describe('the client', () => {
  test('reads key and base URL from the environment, after the options', async () => {
    const server = await faultServer(success())
    vi.stubEnv('SVC_API_KEY', 'svc_test_from_environment')
    vi.stubEnv('SVC_BASE_URL', `${server.url}/v1/`)
    await new Client().businesses.get('bus_1')
    await new Client({ apiKey: async () => 'svc_test_given' }).businesses.get('bus_1')
    expect(server.seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/v1/businesses/bus_1', 'Bearer svc_test_from_environment'],
      ['/v1/businesses/bus_1', 'Bearer svc_test_given'],
    ])
  })

  test('refuses to start without a credential, with half of one, and with an invalid base URL', () => {
    vi.stubEnv('SVC_API_KEY', '')
    vi.stubEnv('SVC_CLIENT_ID', '')
    expect(() => new Client()).toThrow('No credential')
    expect(() => new Client({ clientId: 'client' })).toThrow('needed together')
    expect(() => new Client({ apiKey: 'k', baseUrl: 'example.org' })).toThrow('not an absolute URL')
  })

  test('refuses to start in a browser unless an option allows it', () => {
    vi.stubGlobal('window', { document: {} })
    expect(() => new Client({ apiKey: 'k' })).toThrow('dangerouslyAllowBrowser')
    expect(() => new Client({ apiKey: 'k', dangerouslyAllowBrowser: true })).not.toThrow()
  })

  test('sets no user agent in a browser', async () => {
    vi.stubGlobal('window', { document: {} })
    const server = await faultServer(success())
    await server.client({ dangerouslyAllowBrowser: true }).businesses.get('bus_1')
    expect(server.seen[0]?.headers['user-agent']).not.toContain('svc-sdk')
  })

  test('sends a user agent with its version, the version of the contract and the runtime', async () => {
    const server = await faultServer(success())
    await server.client().businesses.get('bus_1')
    expect(server.seen[0]?.headers['user-agent']).toBe(
      `svc-sdk/${VERSION} (spec ${SPEC_VERSION}; node/${process.versions.node}; ${process.platform} ${process.arch})`,
    )
  })

  test('sends only the request, without cookies, telemetry or other headers', async () => {
    const server = await faultServer(success())
    await server.client().businesses.get('bus_1')
    const ofFetch = ['host', 'connection', 'accept-language', 'accept-encoding', 'sec-fetch-mode']
    const sent = Object.keys(server.seen[0]?.headers ?? {}).filter((name) => !ofFetch.includes(name))
    expect(sent.sort()).toEqual(['accept', 'authorization', 'user-agent'])
    expect(server.seen).toHaveLength(1)
  })

  test('encodes parameters so that they arrive unchanged', async () => {
    const server = await faultServer(page([], null))
    const query = { limit: 2, cursor: 'a+b/c=', status: undefined }
    await server.client().webhooks.deliveries.list('whk/1 ?#', query as object)
    expect(server.seen[0]?.url).toBe('/webhooks/whk%2F1%20%3F%23/deliveries?limit=2&cursor=a%2Bb%2Fc%3D')
  })

  test.each(['', '.', '..'])('refuses the id %j, which would be another address, and sends nothing', async (id) => {
    const server = await faultServer(success())
    await expect(server.client().webhooks.get(id)).rejects.toThrow('needs a value for id')
    expect(server.seen).toHaveLength(0)
  })
})

describe('a call', () => {
  test('returns the body as it was sent, with unknown fields and enum values', async () => {
    const data = { id: 'ana_1', status: 'archived', mood: 'new field' }
    const server = await faultServer(success(data))
    expect(await server.client().analyses.get('ana_1')).toEqual({ data, meta })
  })

  test('is sent even if it is not awaited', async () => {
    const server = await faultServer(success())
    void server.client().webhooks.test('whk_1')
    await expect.poll(() => server.seen.length).toBe(1)
  })

  test('is sent once, however often it is awaited', async () => {
    const server = await faultServer(success())
    const call = server.client().businesses.get('bus_1')
    const [body, { result, response, requestId }] = await Promise.all([call, call.withResponse(), call.finally()])
    expect(result).toBe(body)
    expect([response.status, requestId, body.meta.request_id]).toEqual([200, 'req_1', 'req_1'])
    expect(server.seen).toHaveLength(1)
  })

  test('leaves the body unread for asResponse, which returns 304 and still throws errors', async () => {
    const server = await faultServer(success({ id: 'bus_1' }), json(304, ''), failure(404, 'not_found'), success())
    const client = server.client()
    const response = await client.businesses.get('bus_1').asResponse()
    expect(await response.json()).toMatchObject({ data: { id: 'bus_1' } })
    const conditional = { headers: { 'If-None-Match': 'W/"1"' } }
    expect((await client.businesses.get('bus_1', conditional).asResponse()).status).toBe(304)
    expect(server.seen[1]?.headers['if-none-match']).toBe('W/"1"')
    await expect(client.businesses.get('bus_1').asResponse()).rejects.toThrow('not_found')
    const read = client.businesses.get('bus_1')
    await read
    await expect(read.asResponse()).rejects.toThrow('already being read')
  })

  test('sends parameters, headers and paths that it has no types for', async () => {
    const server = await faultServer(success())
    const client = server.client({ headers: { 'X-Team': 'growth' } })
    await client.businesses.get('bus_1', { query: { expand: ['a', 'b'] }, headers: { 'X-Beta': '1', 'X-Team': null } })
    await client.request({ method: 'post', path: '/new-things', query: { since: new Date(0) }, body: { a: 1 } })
    const [known, unknown] = server.seen
    await client.businesses.get('bus_1', { headers: { Authorization: 'Bearer another' } })
    expect(server.seen[2]?.headers.authorization).toBe('Bearer another')
    expect(known?.url).toBe('/businesses/bus_1?expand=a&expand=b')
    expect(known?.headers).toMatchObject({ 'x-beta': '1' })
    expect(known?.headers).not.toHaveProperty('x-team')
    expect(unknown).toMatchObject({
      method: 'POST',
      url: '/new-things?since=1970-01-01T00%3A00%3A00.000Z',
      body: '{"a":1}',
    })
    expect(unknown?.headers).toHaveProperty('idempotency-key')
    await expect(client.request({ method: 'GET', path: 'https://example.org/' })).rejects.toThrow('start with a slash')
  })
})

describe('an error', () => {
  test('has code, status, details, request id, headers and the delay', async () => {
    const details = [{ path: 'body.url', message: 'must be https' }]
    const server = await faultServer(failure(400, 'invalid_request', { 'retry-after-ms': '1500' }, details))
    const error = await server
      .client()
      .webhooks.create({ url: 'http://x' })
      .catch((thrown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toBeInstanceOf(SdkError)
    expect(error).toMatchObject({
      name: 'InvalidRequestError',
      message: '400 invalid_request: Refused. (request req_1)',
      status: 400,
      code: 'invalid_request',
      details,
      requestId: 'req_1',
      isRetryable: false,
      retryAfterMs: 1500,
    })
    expect(error.headers.get('x-request-id')).toBe('req_1')
  })

  test('an error with an unknown code is an ApiError with that code', async () => {
    const server = await faultServer(failure(410, 'constructor'))
    const error = await server
      .client()
      .reports.get('rep_1')
      .catch((thrown) => thrown)
    expect([error.name, error.code, error.status]).toEqual(['ApiError', 'constructor', 410])
  })

  test('omits details that are not in the form of the contract', async () => {
    const valid = { path: 'body.url', message: 'must be https' }
    const details: unknown[] = [valid, {}, { path: 1, message: 'one' }, { path: 'body' }, null, 'body']
    const body = { error: { code: 'invalid_request', message: 'Invalid.', details }, meta }
    const server = await faultServer(json(400, body))
    const error = await server
      .client()
      .reports.get('rep_1')
      .catch((thrown) => thrown)
    expect(error).toMatchObject({ code: 'invalid_request', details: [valid] })
  })

  test('names the quota that is used up', async () => {
    const details = [{ path: 'quota.reply_drafts', message: '50 of 50 used' }]
    const server = await faultServer(failure(429, 'rate_limited', { 'Retry-After': '600' }, details))
    const draft = server.client().analyses.start('bus_1')
    await expect(draft).rejects.toMatchObject({ quota: 'reply_drafts', retryAfterMs: 600_000, isRetryable: false })
  })

  test('an error without a response has its cause', async () => {
    const server = await faultServer(halfJson)
    const error = await server
      .client({ maxRetries: 0 })
      .reports.get('rep_1')
      .catch((thrown) => thrown)
    expect(error.cause).toBeInstanceOf(SyntaxError)
  })

  test('an error without a response names the URL without query and password', async () => {
    const listing = (baseUrl: string) =>
      new Client({ apiKey: 'k', baseUrl, maxRetries: 0 }).webhooks
        .list({ cursor: 'secret' })
        .then(String, ({ message }: Error) => message)
    const start = 'listWebhooks (GET http://127.0.0.1:1/v1/webhooks) got no response: '
    expect(await listing('http://127.0.0.1:1/v1')).toBe(`${start}bad port.`)
    const refused = await listing('http://me:secret@127.0.0.1:1/v1')
    expect(refused).toContain(start)
    expect(refused).not.toContain('secret')
    expect(await listing('localhost:1/v1')).toContain('(GET localhost:1/v1/webhooks)')
  })
})

describe('a list', () => {
  test('is read to its end item by item, with its parameters on every page', async () => {
    const server = await faultServer(page([1, 2], 'a+/='), page([3], null))
    const items: unknown[] = []
    for await (const item of server.client().competitors.list('bus_1', { limit: 2 })) items.push(item)
    expect(items).toEqual([1, 2, 3])
    expect(server.seen.map(({ url }) => url)).toEqual([
      '/businesses/bus_1/competitors?limit=2',
      '/businesses/bus_1/competitors?limit=2&cursor=a%2B%2F%3D',
    ])
  })

  test('is read page by page', async () => {
    const server = await faultServer(page([1, 2], 'c1'), page([3], null))
    const first = await server.client().competitors.list('bus_1')
    expect(JSON.parse(JSON.stringify(first))).toEqual({
      data: [1, 2],
      meta: { ...meta, page: { limit: 2, next_cursor: 'c1' } },
    })
    expect([first.items, first.hasNextPage()]).toEqual([[1, 2], true])
    const second = await first.getNextPage()
    expect([second.data, second.hasNextPage()]).toEqual([[3], false])
    await expect(second.getNextPage()).rejects.toThrow(PaginationError)
    expect(server.seen).toHaveLength(2)
  })

  test('ends at an empty cursor too', async () => {
    const server = await faultServer(page([1], ''))
    expect((await server.client().competitors.list('bus_1')).hasNextPage()).toBe(false)
  })

  test('does not request a page in advance', async () => {
    const server = await faultServer(page([1, 2], 'c1'), page([3], null))
    for await (const item of server.client().competitors.list('bus_1')) if (item) break
    expect(server.seen).toHaveLength(1)
  })

  test.each([
    ['at once', [page([1], 'c1'), page([2], 'c1')], 2],
    ['after others', [page([1], 'c1'), page([2], 'c2'), page([3], 'c1')], 3],
  ] as const)('ends with an error when a cursor is repeated %s', async (_when, script, requests) => {
    const server = await faultServer(...script)
    const reading = async () => {
      for await (const page of server.client().competitors.list('bus_1').iterPages()) void page
    }
    await expect(reading()).rejects.toThrow('c1 a second time')
    expect(server.seen).toHaveLength(requests)
  })

  test('throws when the first page points to itself', async () => {
    const server = await faultServer(page([1], 'start'))
    const list = await server.client().competitors.list('bus_1', { cursor: 'start' })
    await expect(list.getNextPage()).rejects.toThrow(PaginationError)
  })

  test('ends when its signal aborts, between pages too', async () => {
    const server = await faultServer(page([1], 'c1'), page([2], null))
    const controller = new AbortController()
    const reading = async () => {
      for await (const _item of server.client().competitors.list('bus_1', {}, { signal: controller.signal })) {
        controller.abort()
      }
    }
    await expect(reading()).rejects.toThrow(AbortError)
    expect(server.seen).toHaveLength(1)
  })
})

describe('waiting for an analysis', () => {
  const analysis = (status: string, failure: unknown = null) => success({ id: 'ana_1', status, failure })

  test('polls until the analysis has ended, regardless of the states in between', async () => {
    const server = await faultServer(
      analysis('queued'),
      analysis('reticulating'),
      analysis('running'),
      analysis('completed'),
    )
    const { data } = await server.client().analyses.createAndWait('bus_1', { pollInterval: 1 })
    expect(data.status).toBe('completed')
    expect(server.seen.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET', 'GET'])
  })

  test('throws the reason of a failure', async () => {
    const server = await faultServer(analysis('queued'), analysis('failed', { reason: 'not_enough_reviews' }))
    const waiting = server.client().analyses.createAndWait('bus_1', { pollInterval: 1 })
    await expect(waiting).rejects.toMatchObject({
      name: 'AnalysisFailedError',
      message: 'Analysis ana_1 failed: not_enough_reviews.',
    })
  })

  test('times out with the id to continue with', async () => {
    const server = await faultServer(analysis('running'))
    const { analyses } = server.client()
    const waiting = analyses.createAndWait('bus_1', { timeout: 500, pollInterval: 5 })
    await expect(waiting).rejects.toMatchObject({ name: 'WaitTimeoutError', analysisId: 'ana_1' })
  })

  test('polls at growing intervals, up to ten times the first one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const polledAt: number[] = []
    const running = JSON.stringify({ data: { id: 'ana_1', status: 'running' }, meta })
    const fetch = async () => {
      polledAt.push(performance.now())
      return new Response(running)
    }
    const { analyses } = new Client({ apiKey: 'k', fetch })
    const waiting = expect(analyses.wait('ana_1', { timeout: 60_000 })).rejects.toThrow('did not end')
    await vi.advanceTimersByTimeAsync(60_000)
    await waiting
    const pauses = polledAt.slice(1).map((at, index) => Math.round(at - (polledAt[index] ?? 0)))
    expect(pauses.slice(0, 8)).toEqual([1_000, 1_500, 2_250, 3_375, 5_062, 7_593, 10_000, 10_000])
  })

  test('ends when its signal aborts', async () => {
    const server = await faultServer(analysis('running'))
    const signal = AbortSignal.timeout(20)
    await expect(server.client().analyses.createAndWait('bus_1', { signal })).rejects.toThrow(AbortError)
  })
})

describe('around a call', () => {
  test('middleware changes requests and gets the response or network error of every attempt, outermost first', async () => {
    const server = await faultServer(failure(503, 'unavailable', { 'retry-after-ms': '1' }), success())
    const order: string[] = []
    const client = server.client({
      middleware: [
        async (url, init, next) => {
          const response = await next(url, { ...init, headers: { ...init.headers, 'x-trace': 'outer' } })
          order.push(`outer saw ${response.status}`)
          return response
        },
        async (url, init, next) => {
          order.push(`inner saw ${init.headers['x-trace']}`)
          return next(url, init)
        },
      ],
    })
    await client.businesses.get('bus_1')
    expect(order).toEqual(['inner saw outer', 'outer saw 503', 'inner saw outer', 'outer saw 200'])
    expect(server.seen[1]?.headers['x-trace']).toBe('outer')
  })

  test('the log follows a request through its attempts and never shows a credential', async () => {
    const server = await faultServer(failure(503, 'unavailable', { 'retry-after-ms': '1' }), success())
    const lines: string[] = []
    const line = (message: string, fields: Record<string, unknown>) =>
      void lines.push(`${message} ${JSON.stringify(fields)}`)
    const logger: Logger = { debug: line, info: line, warn: line }
    const headers = { 'X-Other-Secret': 'hush-hush' }
    await server.client({ apiKey: 'svc_test_hidden', logger, logLevel: 'debug', headers }).businesses.get('bus_1')
    const log = lines.join('\n')
    expect(lines.map((one) => one.split(' {')[0])).toEqual(['request', 'response', 'retrying', 'request', 'response'])
    for (const one of lines) expect(one).toContain('"call":1,"operation":"getBusiness"')
    expect(log).toContain('"request_id":"req_1"')
    expect(log).toContain('"authorization":"[redacted]"')
    expect(log).not.toMatch(/svc_test_hidden|hush-hush/)

    lines.length = 0
    await server.client({ logger }).businesses.get('bus_1')
    expect(lines).toEqual([])
  })

  test('the log level limits the log', async () => {
    const server = await faultServer(failure(503, 'unavailable', { 'retry-after-ms': '1' }), success())
    const lines: string[] = []
    const line = (message: string) => void lines.push(message)
    const logger: Logger = { debug: line, info: line, warn: line }
    await server.client({ logger, logLevel: 'warn' }).businesses.get('bus_1')
    expect(lines).toEqual([])
    expect(server.seen).toHaveLength(2)
  })

  test('an error never shows a credential', async () => {
    const server = await faultServer(failure(401, 'unauthorized'))
    const error = await server
      .client({ apiKey: 'svc_test_hidden' })
      .businesses.get('bus_1')
      .catch((thrown) => thrown)
    expect(JSON.stringify({ ...error, message: error.message, stack: error.stack })).not.toContain('svc_test_hidden')
  })
})

test('a function is equivalent to its method', async () => {
  const server = await faultServer(success({ id: 'bus_1' }))
  const caller = createCaller({ apiKey: 'svc_test_key', baseUrl: server.url })
  const { data } = await getBusiness(caller, 'bus_1')
  expect(data.id).toBe('bus_1')
})

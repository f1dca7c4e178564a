import { once } from 'node:events'
import { type OperationFacts, type Operations, operations } from '@generated/contract/operations'
import type { components } from '@generated/contract/server-types'
import { createContract, toApiError } from '@svc/http/contract'
import { type ApiError, notFound } from '@svc/http/errors'
import { createApp } from '@svc/http/shell/app'
import { createDispatch, handlersOf } from '@svc/http/shell/dispatch'
import type { BaseCaller, Exchange, UsageRecorder } from '@svc/http/shell/exchange'
import type { CompleteAttempt, IdempotencyStore } from '@svc/http/shell/idempotency'
import { requireScopes } from '@svc/http/shell/operation'
import { describe, expect, test } from 'vitest'
import { listen } from '../listen.ts'

// The shell from socket to handler and back, with three operations and ports in memory.

type UsageEvent = Parameters<UsageRecorder<BaseCaller>['record']>[1][number]
type Context = { exchange?: Exchange }
type Served = 'createWebhook' | 'getWebhook' | 'deleteWebhook'
type Handlers = Pick<Operations<BaseCaller, Context>, Served>

const basePath = '/v1'
const json = (schema: object) => ({ 'application/json': { schema } })
const envelope = (data: object) =>
  json({ type: 'object', required: ['data', 'meta'], properties: { data, meta: { type: 'object' } } })
const record = { type: 'object', required: ['id', 'url'], properties: { url: { type: 'string', minLength: 10 } } }

/** Three operations by the names and statuses of the contract, because the shell serves the operations of its table. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Webhooks', version: '1.0.0' },
  paths: {
    '/webhooks': {
      post: {
        operationId: 'createWebhook',
        requestBody: {
          required: true,
          content: json({
            type: 'object',
            additionalProperties: false,
            required: ['url'],
            properties: { url: { type: 'string', minLength: 10 } },
          }),
        },
        responses: { 201: { description: 'created', content: envelope(record) } },
      },
    },
    '/webhooks/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^whk_[0-9a-z]+$' } }],
      get: {
        operationId: 'getWebhook',
        responses: { 200: { description: 'ok', content: envelope(record) } },
      },
      delete: {
        operationId: 'deleteWebhook',
        responses: { 200: { description: 'deleted', content: envelope({ type: 'object' }) } },
      },
    },
  },
}

const { createWebhook, getWebhook, deleteWebhook } = operations
const served = { createWebhook, getWebhook, deleteWebhook } satisfies Record<Served, OperationFacts>

const url = 'https://hooks.rosso-trattoria.nl/svc'
const webhook = (id: `whk_${string}`): components['schemas']['Webhook'] => ({
  id,
  url,
  event_types: ['webhook.test'],
  enabled: true,
  disabled_reason: null,
  disabled_at: null,
  description: null,
  metadata: {},
  max_attempts_per_minute: null,
  created_at: '2026-11-16T06:00:00.000Z',
  secret_rotated_at: null,
  previous_secret_expires_at: null,
  last_succeeded_at: null,
  last_failed_at: null,
})

const limit = { limit: 9, remaining: 8, reset_s: 7 }
const manage = new Set(['webhooks:manage'])
const scopesOf: Record<string, ReadonlySet<string>> = { rosso: manage, brightside: manage, narrow: new Set() }

function callerOf(name: string): BaseCaller | undefined {
  const scopes = scopesOf[name]
  return (
    scopes && {
      account: { id: name, plan: 'growth' },
      credential: { type: 'api_key', id: `key_${name}`, label: 'svc_test_Q7m', name: 'Test' },
      scopes,
    }
  )
}

interface MemoryStore extends IdempotencyStore<BaseCaller, Context> {
  takeOver(): void
  /** The error with which `abandon` rejects from now on. */
  failure?: Error
  reportedFailures: unknown[]
}

/** Stores results in memory, without transactions. */
function createMemoryStore(): MemoryStore {
  const entries = new Map<string, { hash: string; isCompleted: boolean; data: unknown }>()
  const store: MemoryStore = {
    reportedFailures: [],
    onAbandonFailure: (failure) => void store.reportedFailures.push(failure),
    takeOver: () => entries.clear(),
    async begin({ caller, operationId, key, requestHash, exchange }) {
      const name = JSON.stringify([caller.account.id, operationId, key])
      const hash = requestHash.toString('hex')
      const known = entries.get(name)
      if (known && known.hash !== hash) return { state: 'other_request' }
      if (known) return known.isCompleted ? { state: 'completed', data: known.data } : { state: 'running' }
      const entry = { hash, isCompleted: false, data: undefined as unknown }
      entries.set(name, entry)
      const attempt = {
        transaction: <Result>(work: (context: Context, complete: CompleteAttempt) => Promise<Result>) =>
          work({ exchange }, async (data) => {
            Object.assign(entry, { isCompleted: true, data })
            return entries.get(name) === entry
          }),
        async abandon() {
          if (store.failure) throw store.failure
          if (entries.get(name) === entry) entries.delete(name)
        },
      }
      return { state: 'started', attempt }
    },
  }
  return store
}

interface Shell {
  origin: string
  usage: UsageEvent[]
  serverErrors: ApiError[]
  store: MemoryStore
  send(method: string, path: string, options?: SendOptions): Promise<Reply>
}

interface SendOptions {
  account?: string | null
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

interface Reply {
  status: number
  headers: Headers
  body: {
    data?: Record<string, unknown>
    error?: { code: string; message: string; details?: { path: string }[] }
    meta: { request_id: string }
  }
}

interface ShellOptions {
  ipAllowed?: boolean
  checkResponses?: boolean
  /** The operation table. Default: the operations that have a handler. */
  table?: Record<string, OperationFacts>
}

async function startShell(
  handlers: Partial<Handlers> = {},
  { ipAllowed = true, checkResponses = true, table = served }: ShellOptions = {},
): Promise<Shell> {
  const contract = createContract({ document, operations: table, basePath, formats: {} })
  const usage: UsageEvent[] = []
  const serverErrors: ApiError[] = []
  const store = createMemoryStore()
  const recorder = { record: (_caller: BaseCaller, events: readonly UsageEvent[]) => void usage.push(...events) }
  let created = 0
  const app = createApp({
    contract,
    limits: {
      checkIp: async () => ({
        ...limit,
        policy: 'ip',
        allowed: ipAllowed,
        ...(!ipAllowed && { retry_after_s: 7 }),
        checkCaller: async () => ({ ...limit, policy: 'key', allowed: true, policies: [] }),
      }),
    },
    newRequestId: () => `req_${created++}`,
    uncounted: (request, response, next) => (request.url === '/livez' ? response.send('ok') : next()),
    cors: { allows: () => false },
    open: [(request, response, next) => (request.url === '/openapi.json' ? response.send('{}') : next())],
    toApiError,
    onServerError: (error) => void serverErrors.push(error),
    dispatch: createDispatch<BaseCaller, Context>({
      contract,
      handlers: handlersOf<Context, Handlers>({
        createWebhook: async () => ({ ...webhook('whk_1'), signing_secret: 'whsec_x' }),
        getWebhook: async ({ path }) => webhook(path.id),
        deleteWebhook: () => Promise.reject(notFound()),
        ...handlers,
      }),
      async authenticate({ request }) {
        return callerOf(String(request.headers['x-api-key'])) ?? { code: 'unauthorized' }
      },
      authorize: requireScopes,
      context: ({ exchange }) => ({ exchange }),
      idempotency: store,
      usage: recorder,
      checkResponses,
    }),
  })
  const origin = await listen(app)
  return {
    origin,
    usage,
    serverErrors,
    store,
    async send(method, path, { account = 'rosso', body, headers = {}, signal } = {}) {
      const response = await fetch(`${origin}${path}`, {
        method,
        headers: {
          ...(account !== null && { 'X-API-Key': account }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
      })
      const text = await response.text()
      return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
    },
  }
}

const create = ({ send }: Shell, key: string, options: SendOptions = {}) =>
  send('POST', '/v1/webhooks', { body: { url }, headers: { 'Idempotency-Key': key }, ...options })

describe('a request', () => {
  test('gets the result of its handler in the envelope, with request id, limits and location', async () => {
    const shell = await startShell()
    const { status, headers, body } = await shell.send('POST', '/v1/webhooks', { body: { url } })
    expect([status, body.data?.id]).toEqual([201, 'whk_1'])
    expect(body.meta).toMatchObject({ request_id: 'req_0', plan: 'growth', rate_limit: limit })
    expect(headers.get('x-request-id')).toBe('req_0')
    expect(headers.get('x-ratelimit-policy')).toBe('key')
    expect(headers.get('location')).toMatch(/\/webhooks\/whk_1$/)
    expect(shell.usage.map(({ type }) => type)).toEqual(['api.request', 'webhook.created'])
  })

  test('before the shell needs neither request id nor limit', async () => {
    const { origin } = await startShell({}, { ipAllowed: false })
    const response = await fetch(`${origin}/livez`)
    expect([response.status, await response.text(), response.headers.get('x-request-id')]).toEqual([200, 'ok', null])
  })

  test('for an open path needs no credential but counts against the limits', async () => {
    const { origin } = await startShell()
    const response = await fetch(`${origin}/openapi.json`)
    expect([response.status, await response.text()]).toEqual([200, '{}'])
    const refusing = await startShell({}, { ipAllowed: false })
    expect((await refusing.send('GET', '/openapi.json')).status).toBe(429)
  })

  test('by HEAD gets the headers of GET without a body', async () => {
    const shell = await startShell({ getWebhook: async ({ path }) => webhook(path.id) })
    const read = await shell.send('GET', '/v1/webhooks/whk_1')
    const head = await shell.send('HEAD', '/v1/webhooks/whk_1')
    expect([head.status, head.body]).toEqual([200, undefined])
    expect(head.headers.get('etag')).toBe(read.headers.get('etag'))
  })
})

test('the shell does not start with an operation that has no handler', async () => {
  const { updateWebhook } = operations
  await expect(startShell({}, { table: { ...served, updateWebhook } })).rejects.toThrow('No handler for updateWebhook')
})

describe('an error becomes a response in the envelope', () => {
  test.each<[string, string, string, SendOptions, number, string]>([
    ['an unknown path', 'GET', '/v1/unknown', {}, 404, 'not_found'],
    ['a path outside the base path', 'GET', '/webhooks', {}, 404, 'not_found'],
    ['an unknown method', 'PUT', '/v1/webhooks', {}, 405, 'method_not_allowed'],
    ['no credential', 'GET', '/v1/webhooks/whk_1', { account: null }, 401, 'unauthorized'],
    ['a missing scope', 'GET', '/v1/webhooks/whk_1', { account: 'narrow' }, 403, 'forbidden'],
    ['an id that cannot exist', 'GET', '/v1/webhooks/none', {}, 404, 'not_found'],
    ['an invalid body', 'POST', '/v1/webhooks', { body: { url: 1 } }, 400, 'invalid_request'],
    ['a refusal of the handler', 'DELETE', '/v1/webhooks/whk_1', {}, 404, 'not_found'],
    ['a defect of the handler', 'GET', '/v1/webhooks/whk_1', {}, 500, 'internal_error'],
  ])('for %s, without details of the cause', async (_case, method, path, options, status, code) => {
    const shell = await startShell({
      async getWebhook() {
        throw new TypeError('secret detail')
      },
      async deleteWebhook() {
        throw notFound()
      },
    })
    const reply = await shell.send(method, path, options)
    expect([reply.status, reply.body.error?.code, reply.body.meta.request_id]).toEqual([status, code, 'req_0'])
    expect(Object.keys(reply.body)).toEqual(['error', 'meta'])
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(JSON.stringify(reply.body)).not.toContain('secret detail')
    expect(shell.serverErrors.map((error) => String(error.cause))).toEqual(
      status === 500 ? ['TypeError: secret detail'] : [],
    )
  })

  test.each([400, 404, 405])('an error of a handler with the status %i of a library is a defect', async (status) => {
    const cause = Object.assign(new Error('upstream'), { status, type: 'entity.parse.failed' })
    const shell = await startShell({ getWebhook: () => Promise.reject(cause) })
    const reply = await shell.send('GET', '/v1/webhooks/whk_1')
    expect([reply.status, reply.body.error?.code]).toEqual([500, 'internal_error'])
    expect(shell.serverErrors.map((error) => error.cause)).toEqual([cause])
  })

  test('a refused IP address is 429 with Retry-After, before the path is read', async () => {
    const { send } = await startShell({}, { ipAllowed: false })
    const { status, headers, body } = await send('GET', '/v1/unknown')
    expect([status, body.error?.code, headers.get('retry-after')]).toEqual([429, 'rate_limited', '7'])
    expect(headers.get('x-ratelimit-policy')).toBe('ip')
  })

  test('refusals of a known caller are recorded, others are not', async () => {
    const shell = await startShell()
    await shell.send('GET', '/v1/webhooks/whk_1', { account: null })
    await shell.send('GET', '/v1/webhooks/whk_1', { account: 'narrow' })
    expect(shell.usage).toMatchObject([{ type: 'api.refused', http_status: 403, operation_id: 'getWebhook' }])
  })
})

describe('a response that violates the contract', () => {
  const invalid = { getWebhook: async () => ({ ...webhook('whk_1'), url: 'short' }) }

  test('is 500 if responses are checked, and the error names the field', async () => {
    const shell = await startShell(invalid)
    const { status, body } = await shell.send('GET', '/v1/webhooks/whk_1')
    expect([status, body.error?.code]).toEqual([500, 'internal_error'])
    expect(String(shell.serverErrors[0]?.cause)).toContain('body.data.url')
  })

  test('is sent if they are not', async () => {
    const { send } = await startShell(invalid, { checkResponses: false })
    expect((await send('GET', '/v1/webhooks/whk_1')).body.data?.url).toBe('short')
  })
})

describe('a request with an Idempotency-Key', () => {
  /** Counts its calls. */
  function counting() {
    const calls: number[] = []
    const handlers: Partial<Handlers> = {
      async createWebhook() {
        calls.push(calls.length)
        return { ...webhook(`whk_${calls.length}`), signing_secret: 'whsec_x' }
      },
    }
    return { calls, handlers }
  }

  test('runs once; the same request gets the stored result, marked as a replay', async () => {
    const { calls, handlers } = counting()
    const shell = await startShell(handlers)
    const [first, again] = [await create(shell, 'a'), await create(shell, 'a')]
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([201, null])
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
    expect(again.body.data).toEqual(first.body.data)
    expect(calls).toHaveLength(1)
    expect(shell.usage.map(({ type }) => type)).toEqual(['api.request', 'webhook.created', 'api.request'])
  })

  test('is 409 if the key belongs to a request with another body', async () => {
    const { calls, handlers } = counting()
    const shell = await startShell(handlers)
    await create(shell, 'a')
    const { status, body } = await create(shell, 'a', { body: { url: `${url}/2` } })
    expect([status, body.error?.code, calls.length]).toEqual([409, 'conflict', 1])
  })

  test('is independent of the same key of another account', async () => {
    const { calls, handlers } = counting()
    const shell = await startShell(handlers)
    await create(shell, 'a')
    expect((await create(shell, 'a', { account: 'brightside' })).status).toBe(201)
    expect(calls).toHaveLength(2)
  })

  test('is 409 while the first request runs', async () => {
    const started = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const shell = await startShell({
      async createWebhook() {
        started.resolve()
        await finish.promise
        return { ...webhook('whk_1'), signing_secret: 'whsec_x' }
      },
    })
    const first = create(shell, 'a')
    await started.promise
    expect((await create(shell, 'a')).status).toBe(409)
    finish.resolve()
    expect((await first).status).toBe(201)
  })

  test('runs again after a failure', async () => {
    let calls = 0
    const shell = await startShell({
      async createWebhook() {
        calls += 1
        if (calls === 1) throw new Error('The work failed.')
        return { ...webhook('whk_1'), signing_secret: 'whsec_x' }
      },
    })
    expect((await create(shell, 'a')).status).toBe(500)
    const retried = await create(shell, 'a')
    expect([retried.status, retried.headers.get('idempotency-replayed')]).toEqual([201, null])
  })

  test('fails with the error of its work if its key cannot be released either, and reports that', async () => {
    const lost = new Error('The connection to the database was lost.')
    const shell: Shell = await startShell({
      async createWebhook() {
        shell.store.failure = lost
        throw notFound()
      },
    })
    const { status, body } = await create(shell, 'a')
    expect([status, body.error?.code]).toEqual([404, 'not_found'])
    expect(shell.store.reportedFailures).toEqual([lost])
  })

  test('is 409 if another request took over the key', async () => {
    const shell: Shell = await startShell({
      async createWebhook() {
        shell.store.takeOver()
        return { ...webhook('whk_1'), signing_secret: 'whsec_x' }
      },
    })
    expect((await create(shell, 'a')).status).toBe(409)
  })
})

test('a request whose client disconnects is finished and recorded, and the server keeps serving', async () => {
  const started = Promise.withResolvers<void>()
  const finished = Promise.withResolvers<void>()
  const shell = await startShell({
    async getWebhook({ exchange, path }) {
      if (path.id === 'whk_2') return webhook('whk_2')
      started.resolve()
      if (exchange) await once(exchange.response, 'close')
      finished.resolve()
      return webhook('whk_1')
    },
  })
  const client = new AbortController()
  const aborted = shell.send('GET', '/v1/webhooks/whk_1', { signal: client.signal })
  await started.promise
  client.abort()
  await expect(aborted).rejects.toThrow('aborted')
  await finished.promise
  expect((await shell.send('GET', '/v1/webhooks/whk_2')).status).toBe(200)
  expect(shell.usage.map(({ resource_id }) => resource_id).sort()).toEqual(['whk_1', 'whk_2'])
  expect(shell.serverErrors).toEqual([])
})

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { createTestDatabase, knexOf } from '@svc/db/testing'
import { createLogger } from '@svc/runtime/logger'
import { createKeyring } from '@svc/runtime/secrets'
import { readSettings } from '@svc/runtime/settings'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createReadiness } from '../src/readiness.ts'
import { openApi } from '../src/start-api.ts'
import { request, startTestApi } from './testing.ts'

test('checks within one second share one probe of the database', async () => {
  const database = await createTestDatabase()
  let nowMs = 5_000
  const readiness = createReadiness({ address: database.db, keyring: { missingId: null }, nowMs: () => nowMs })
  onTestFinished(async () => {
    await readiness.close()
    await database.drop()
  })
  const first = readiness.check()
  nowMs += 999
  expect(readiness.check()).toBe(first)
  nowMs += 1
  expect(readiness.check()).not.toBe(first)
  await Promise.allSettled([first, readiness.check()])
})

test('a failed probe is shared as well, and the next one finds the database again', async () => {
  const readiness = createReadiness({
    address: { url: 'postgres://svc:x@127.0.0.1:1/svc' },
    keyring: { missingId: null },
    nowMs: () => 0,
  })
  onTestFinished(() => readiness.close())
  const first = readiness.check()
  await expect(first).rejects.toThrow('ECONNREFUSED')
  expect(readiness.check()).toBe(first)
})

test('200 concurrent readiness checks take one connection, and none from requests', async () => {
  const api = await startTestApi()
  onTestFinished(() => api.close())
  const replies = await Promise.all(Array.from({ length: 200 }, () => request(`${api.origin}/readyz`, 'GET')))
  expect(replies.map(({ status }) => status)).toContain(200)
  const { rows } = await knexOf(api.database.db).raw(
    'select application_name, count(*)::int as open from pg_stat_activity where datname = current_database() and application_name in (?, ?) group by 1',
    ['svc-ready', 'svc-ping'],
  )
  expect(rows).toEqual([{ application_name: 'svc-ready', open: 1 }])
})

test('health checks have a separate limit', async () => {
  const api = await startTestApi({ SVC_HEALTH_LIMIT: '3' })
  onTestFinished(() => api.close())
  const account = await api.open()
  const statuses: number[] = []
  // More than the limits of two minutes together: the minute may end in between.
  for (let sent = 0; sent < 8; sent++) statuses.push((await request(`${api.origin}/livez`, 'GET')).status)
  expect(statuses.slice(0, 3)).toEqual([200, 200, 200])
  expect(statuses).toContain(429)
  expect((await account.call('GET', '/businesses')).status).toBe(200)
})

test('a process that lacks the current secret key is not ready and names the key', async () => {
  const api = await startTestApi()
  try {
    api.keyring.follow({ currentId: 'k9', replacedAtMs: new Map() })
    // The result of the check at the start is still returned for up to a second.
    await vi.waitFor(
      async () => {
        const { status, body } = await request(`${api.origin}/readyz`, 'GET')
        expect([status, body]).toEqual([503, { status: 'the secret key "k9" is not listed' }])
      },
      { timeout: 20_000, interval: 200 },
    )
  } finally {
    await api.close()
  }
})

describe('a process that listens and does not serve yet', () => {
  async function open() {
    const database = await createTestDatabase()
    onTestFinished(() => database.drop())
    const api = await openApi({
      settings: readSettings({ SVC_PORT: '0', SVC_STOP_DELAY: '1ms' }, { purpose: 'api' }),
      logger: createLogger({ name: 'api', level: 'silent' }),
      db: database.db,
      keyring: createKeyring([{ id: 'test', key: randomBytes(32) }]),
    })
    return { ...api, origin: `http://127.0.0.1:${api.port}` }
  }

  test('is alive and not ready at once, and ready when it serves', async () => {
    const api = await open()
    onTestFinished(() => api.close())
    const stateOf = async (path: string, method = 'GET') => {
      const { status, headers, body } = await request(`${api.origin}${path}`, method)
      expect(headers.get('cache-control')).toBe('no-store')
      return [status, body]
    }
    expect(await stateOf('/livez')).toEqual([200, { status: 'alive' }])
    expect(await stateOf('/readyz')).toEqual([503, { status: 'starting' }])
    expect(await stateOf('/readyz', 'HEAD')).toEqual([503, undefined])
    await api.serve()
    expect(await stateOf('/livez')).toEqual([200, { status: 'alive' }])
    // On a busy machine, the first probe of the database may take too long.
    await vi.waitFor(async () => expect(await stateOf('/readyz')).toEqual([200, { status: 'ready' }]), {
      timeout: 20_000,
      interval: 200,
    })
  })
  test('closes its port in order: waiting requests get 503, and it no longer serves', async () => {
    const api = await open()
    const waiting = connect(api.port, '127.0.0.1')
    onTestFinished(() => void waiting.destroy())
    waiting.write('GET /api/public/v1/businesses HTTP/1.1\r\nHost: rosso\r\n\r\n')
    // Requests are read in the order of arrival.
    await once(waiting, 'connect')
    await request(`${api.origin}/livez`, 'GET')
    const [text] = await Promise.all([readAll(waiting), api.close()])
    expect(text).toMatch(/^HTTP\/1\.1 503 .*X-Request-Id: req_.*Retry-After: 1\r\n.*Connection: close\r\n/s)
    expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '').error.code).toBe('unavailable')
    await expect(api.serve()).rejects.toThrow('aborted')
  })
})

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { revokeApiKey } from '@svc/credentials/api-keys'
import { withoutTable } from '@svc/db/testing-faults'
import { setEndpointUrl } from '@svc/db/testing-webhooks'
import { newId } from '@svc/runtime/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectError } from '../expectations.ts'
import { request, startTestApi, type TestAccount, type TestApi } from '../testing.ts'

// "Internal exception details are never returned" (INTERFACE.md §7), and secrets are never logged.

let api: TestApi
let account: TestAccount

beforeAll(async () => {
  api = await startTestApi()
  account = await api.open()
})

afterAll(() => api.close())

const url = 'https://hooks.rosso-trattoria.nl/svc'

/** The lines of the log about one request. */
const linesAbout = (requestId: string | null) =>
  api
    .log()
    .split('\n')
    .filter((line) => requestId !== null && line.includes(requestId))
    .map((line) => JSON.parse(line))

describe('an operation that fails', () => {
  const business = () => `/businesses/${account.owner.business_id}`
  test.each<[string, string, () => Parameters<TestAccount['call']>]>([
    ['in a list', 'competitors', () => ['GET', `${business()}/competitors`]],
    ['in a read', 'reports', () => ['GET', `/reports/${newId('rpt')}`]],
    ['in a transaction', 'quota_counters', () => ['POST', `${business()}/analyses`]],
    ['in a creation', 'webhook_endpoints', () => ['POST', '/webhooks', { body: { url } }]],
    [
      'under an idempotency key',
      'webhook_endpoints',
      () => ['POST', '/webhooks', { body: { url }, headers: { 'Idempotency-Key': 'x' } }],
    ],
    [
      'before its idempotency key is known',
      'idempotency_keys',
      () => ['POST', '/webhooks', { body: { url }, headers: { 'Idempotency-Key': 'y' } }],
    ],
    ['while the caller is looked up', 'api_keys', () => ['GET', '/webhooks']],
  ])('%s returns 500 without details, which are in the log under the same request id', async (_where, table, call) => {
    const reply = await withoutTable(api.database.db, table, () => account.call(...call()))
    expectError(reply, 'internal_error')
    expect(JSON.stringify(reply.body)).not.toContain(table)
    const lines = linesAbout(reply.headers.get('x-request-id'))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({
      level: 'error',
      err: { message: expect.stringContaining(`"${table}" does not exist`), stack: expect.stringContaining(' at ') },
    })
    expect((await account.call('GET', '/webhooks')).status).toBe(200)
  })

  test('a response that does not match the contract becomes 500, and the log names the field', async () => {
    const { db } = api.database
    const { id } = (await account.call('POST', '/webhooks', { body: { url } })).data
    await setEndpointUrl(db, id, 'short')
    const reply = await account.call('GET', `/webhooks/${id}`)
    await setEndpointUrl(db, id, url)
    expectError(reply, 'internal_error')
    expect(linesAbout(reply.headers.get('x-request-id'))[0].err.message).toContain('body.data.url')
  })
})

test('refused requests leave the log unchanged', async () => {
  const before = api.log()
  const stranger = request(`${api.baseUrl}/webhooks`, 'GET')
  const replies = await Promise.all([
    stranger,
    account.call('GET', '/nope'),
    account.call('GET', '/webhooks?limit=0'),
    account.call('POST', '/webhooks', { body: '{' }),
    account.call('GET', `/webhooks/${newId('whk')}`),
  ])
  expect(replies.map(({ status }) => status)).toEqual([401, 404, 400, 400, 404])
  expect(api.log()).toBe(before)
})

test('keys and signing secrets are never logged, regardless of the result of the requests that contain them', async () => {
  const spare = await account.issue()
  const unknown = `svc_live_${randomBytes(32).toString('base64url')}`
  const created = await account.call('POST', '/webhooks', { body: { url } })
  const { id, signing_secret: secret } = created.data
  const rotated = (
    await account.call('POST', `/webhooks/${id}/rotate-secret`, { headers: { 'Idempotency-Key': secret } })
  ).data
  const canaries = [account.key, spare.key, unknown, secret, rotated.signing_secret]

  for (const canary of canaries) {
    const sent = encodeURIComponent(canary)
    await withoutTable(api.database.db, 'competitors', () =>
      account.call('GET', `/businesses/${account.owner.business_id}/competitors`),
    )
    await withoutTable(api.database.db, 'api_keys', () =>
      request(`${api.baseUrl}/webhooks`, 'GET', {
        headers: { 'X-API-Key': canary, Authorization: `Bearer ${canary}` },
      }),
    )
    await withoutTable(api.database.db, 'idempotency_keys', () =>
      account.call('POST', '/webhooks', {
        body: { url: `${url}?token=${sent}` },
        headers: { 'Idempotency-Key': canary },
      }),
    )
    await account.call('GET', `/webhooks/${sent}`)
    await account.call('GET', `/webhooks?cursor=${sent}`)
    await account.call('POST', '/webhooks', { body: { [canary]: canary } })
    await account.call('POST', '/review-replies', { body: `{"review": "${canary}"` })
    await request(`${api.origin}/${sent}`, 'GET')
    await sendBytes(`GET /${canary} HTTP/1.1\r\nX-API-Key: ${canary}\x01\r\n\r\n`)
  }
  await revokeApiKey(api.database.db, account.owner.account_id, spare.id)
  await spare.call('GET', '/webhooks')
  await api.api.usage.flush()

  const log = api.log()
  expect(log).toContain('A request failed')
  for (const canary of canaries) expect(log).not.toContain(canary.slice(12))
})

async function sendBytes(bytes: string): Promise<void> {
  const socket = connect(api.api.port, '127.0.0.1')
  await once(socket, 'connect')
  socket.end(bytes)
  socket.resume()
  await once(socket, 'close')
}

import { randomBytes } from 'node:crypto'
import { createOAuthClient } from '@svc/credentials/oauth-clients'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDriver } from './oauth/oauth-client.ts'
import { fromOwnPage, openConsole, openPortal, type PortalPage, portalPath } from './portal/portal-client.ts'
import { request, startTestApi, type TestAccount, type TestApi } from './testing.ts'

let api: TestApi
let account: TestAccount
beforeAll(async () => {
  api = await startTestApi({ SVC_ACCESS_LOG: 'on', SVC_LOG_LEVEL: 'trace' })
  account = await api.open()
})
afterAll(() => api.close())

/** The lines of the access log with this request id. */
const linesOf = (requestId: string | null) =>
  api
    .log()
    .split('\n')
    .filter((line) => line.includes('"msg":"Request"'))
    .map((line) => JSON.parse(line))
    .filter(({ request_id }) => request_id === requestId)

describe('the access log', () => {
  test('has one line per request, with the path of its operation instead of its ids', async () => {
    const reply = await account.call('GET', `/businesses/${account.owner.business_id}/analyses?limit=5`)
    const lines = linesOf(reply.headers.get('x-request-id'))
    expect(lines).toEqual([
      {
        time: expect.any(String),
        name: 'api',
        pid: process.pid,
        hostname: expect.any(String),
        level: 'info',
        request_id: reply.headers.get('x-request-id'),
        method: 'GET',
        route: '/api/public/v1/businesses/{id}/analyses',
        operation: 'listAnalyses',
        status: 200,
        duration_ms: expect.any(Number),
        bytes: expect.any(Number),
        account_id: account.owner.account_id,
        caller: 'api_key',
        msg: 'Request',
      },
    ])
    expect(lines[0].bytes).toBeGreaterThan(200)
  })

  test('has the path of the portal for its operations and for those of the console', async () => {
    const routes: [PortalPage, string][] = [
      [await openPortal(api, account), '/keys'],
      [await openConsole(api), '/admin/flags'],
    ]
    for (const [page, path] of routes) {
      const reply = await page.call('GET', path)
      const route = `${portalPath}${path}`
      expect(linesOf(reply.headers.get('x-request-id'))).toMatchObject([{ status: 200, route }])
    }
  })

  test('has the error code of a refused request, and no account before one is known', async () => {
    const reply = await request(`${api.baseUrl}/webhooks`, 'GET', { headers: { 'X-API-Key': 'svc_test_unknown' } })
    expect(linesOf(reply.headers.get('x-request-id'))).toMatchObject([
      { status: 401, error_code: 'unauthorized', account_id: null, caller: null },
    ])
  })

  test('has no path of a request that no route matches', async () => {
    const reply = await request(`${api.origin}/secret-in-a-path?code=abc`, 'GET')
    expect(linesOf(reply.headers.get('x-request-id'))).toMatchObject([{ status: 404, route: null, operation: 'none' }])
    expect(api.log()).not.toContain('secret-in-a-path')
  })
})

test('a sign-in that fails is logged with its reason and address, and neither email address nor password', async () => {
  const body = { email: 'nobody@rosso-trattoria.nl', password: 'a-password-that-is-wrong' }
  await request(`${api.origin}${portalPath}/session`, 'POST', { body, headers: fromOwnPage })
  const failed = api
    .log()
    .split('\n')
    .filter((line) => line.includes('A sign-in failed'))
  expect(failed.map((line) => JSON.parse(line))).toMatchObject([{ reason: 'wrong', address: '127.0.0.1' }])
  expect(api.log()).not.toMatch(/nobody@|a-password-that-is-wrong/)
})

test('keys, tokens, passwords, secrets, cookies and texts of reviews appear in no log at any level', async () => {
  const page = await openPortal(api, account)
  const signedIn = await request(`${api.origin}${portalPath}/session`, 'POST', {
    body: { email: page.user.email, password: page.password },
    headers: fromOwnPage,
  })
  const cookies = signedIn.headers.getSetCookie().map((cookie) => cookie.split(';')[0]?.split('=')[1] ?? '')
  const client = await createOAuthClient(api.database.db, api.keyring, account.owner.account_id, { name: 'Canary' })
  const secret = client.client_secret ?? ''
  const token = await createDriver(api, account).tokenOf({ id: client.client_id, secret })
  const webhook = await account.call('POST', '/webhooks', { body: { url: 'https://hooks.rosso-trattoria.nl/canary' } })
  const text = `A review with the canary ${randomBytes(8).toString('hex')}`
  const review = { source: 'google', source_id: '1', rating: 5, text, published_at: '2026-11-01T10:00:00.000Z' }
  await account.call('POST', `/businesses/${account.owner.business_id}/reviews`, { body: { reviews: [review] } })
  await account.call('POST', `/businesses/${account.owner.business_id}/reviews`, { body: { reviews: [{ text }] } })
  const invalid = `Bearer ${randomBytes(24).toString('base64url')}`
  await request(`${api.baseUrl}/webhooks`, 'GET', { headers: { Authorization: invalid } })

  const secrets = { cookie: cookies.join(), client: secret, token }
  const canaries = [account.key, page.password, webhook.data.signing_secret, ...cookies, secret, text, invalid]
  expect([signedIn.status, webhook.status, Object.values(secrets).every(Boolean)]).toEqual([201, 201, true])
  const log = api.log()
  for (const canary of [...canaries, secrets.token, page.user.email]) {
    expect(canary.length).toBeGreaterThan(10)
    expect(log.includes(canary), `the log contains a canary of ${canary.length} characters`).toBe(false)
  }
})

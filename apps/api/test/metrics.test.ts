import { setLimits } from '@svc/db/limit-settings'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromOwnPage, openPortal, portalPath } from './portal/portal-client.ts'
import { request, startTestApi, type TestAccount, type TestApi } from './testing.ts'

let api: TestApi
let account: TestAccount
beforeAll(async () => {
  api = await startTestApi()
  account = await api.open()
})
afterAll(() => api.close())

/** The value of a time series, 0 if there is none. */
async function seriesValue(series: string): Promise<number> {
  const line = (await api.metrics()).split('\n').find((one) => one.startsWith(`${series} `))
  return Number(line?.slice(series.length + 1) ?? 0)
}

/** Labels of the contract or of the code; the values of the others depend on time. */
const seriesOf = (text: string) =>
  text.split('\n').flatMap((line) => /^(svc_\S+?\{.*\}|svc_\S+) /.exec(line)?.[1] ?? [])

describe('the metrics of the API', () => {
  test('count every request by operation and status, and how long it took', async () => {
    const requests = 'svc_http_requests_total{operation="listWebhooks",status="200"}'
    const before = await seriesValue(requests)
    await account.call('GET', '/webhooks')
    await account.call('GET', '/webhooks')
    expect(await seriesValue(requests)).toBe(before + 2)
    const durations = 'svc_http_request_duration_seconds_count{operation="listWebhooks"}'
    expect(await seriesValue(durations)).toBe(before + 2)
    expect(await seriesValue('svc_http_requests_running')).toBe(0)
  })

  test('count errors by operation and error code', async () => {
    await account.call('GET', '/webhooks/whk_01hzy6rm9wf4v8x2c3d4e5f6g7')
    expect(await seriesValue('svc_http_errors_total{operation="getWebhook",code="not_found"}')).toBe(1)
    await request(`${api.baseUrl}/webhooks`, 'GET')
    expect(await seriesValue('svc_http_errors_total{operation="listWebhooks",code="unauthorized"}')).toBe(1)
  })

  test('count documents and OAuth by their route', async () => {
    await request(`${api.origin}/api/oauth/token`, 'POST', { body: { grant_type: 'client_credentials' } })
    expect(await seriesValue('svc_http_requests_total{operation="/api/oauth/token",status="401"}')).toBe(1)
    await request(`${api.baseUrl}/openapi.json`, 'GET')
    expect(await seriesValue('svc_http_requests_total{operation="/api/public/v1/openapi.json",status="200"}')).toBe(1)
    for (const file of ['collection', 'environment']) await request(`${api.origin}/docs/postman/${file}.json`, 'GET')
    expect(await seriesValue('svc_http_requests_total{operation="/docs/{page}",status="200"}')).toBe(2)
  })

  test('count what a quota refused', async () => {
    await setLimits(api.database.db, new Map([['quota.analyses', 0]]))
    const refused = 'svc_limits_refused_total{limit="quota.analyses"}'
    await expect
      .poll(
        async () => {
          await account.call('POST', `/businesses/${account.owner.business_id}/analyses`, { body: {} })
          return seriesValue(refused)
        },
        { timeout: 20_000 },
      )
      .toBe(1)
  })

  test('count the successful and the wrong sign-ins of the portal', async () => {
    const page = await openPortal(api, account)
    const signIn = (password: string) =>
      request(`${api.origin}${portalPath}/session`, 'POST', {
        body: { email: page.user.email, password },
        headers: fromOwnPage,
      })
    await signIn('not-the-password')
    await signIn(page.password)
    expect(await seriesValue('svc_sign_ins_total{result="wrong"}')).toBe(1)
    expect(await seriesValue('svc_sign_ins_total{result="succeeded"}')).toBe(1)
  })

  test('show the connections of the pool', async () => {
    expect(await seriesValue('svc_database_connections_max')).toBe(10)
    expect(await seriesValue('svc_database_connections{state="idle"}')).toBeGreaterThan(0)
    expect(await seriesValue('svc_database_waiting')).toBe(0)
  })

  test('are not served on the public port', async () => {
    for (const path of ['/metrics', '/healthz']) expect((await fetch(`${api.origin}${path}`)).status).toBe(404)
  })
})

test('no request creates a time series: paths, ids, methods, accounts and keys are never labels', async () => {
  const paths = ['/webhooks', '/nowhere', '/webhooks/whk_1', '/businesses/biz_1/analyses', '/%00', '/a/b/c?d=e']
  const send = async (seed: number) => {
    for (const path of paths)
      for (const method of ['GET', 'PATCH', 'PURGE'])
        await fetch(`${api.baseUrl}${path}${seed}`, { method, headers: { 'X-API-Key': account.key } }).then((r) =>
          r.text(),
        )
    for (const path of [`/x${seed}`, `/portal/${seed}`, `/docs/${seed}`, `/portal/api/${seed}`, `/api/oauth/${seed}`])
      await fetch(`${api.origin}${path}`).then((response) => response.text())
    const another = await api.open({ name: `Account ${seed}` })
    await another.call('GET', '/webhooks')
  }
  await send(1)
  const before = seriesOf(await api.metrics())
  for (let seed = 2; seed < 12; seed++) await send(seed)
  expect(seriesOf(await api.metrics())).toEqual(before)
  expect(before.join('\n')).not.toMatch(/acc_|key_|biz_|whk_|nowhere/)
})

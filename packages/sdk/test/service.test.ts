import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import {
  Client,
  ForbiddenError,
  InvalidRequestError,
  type Middleware,
  NotFoundError,
  UnauthorizedError,
} from '@svc/sdk'
import type { paths } from '@svc/sdk/openapi'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import createClient from 'openapi-fetch'
import createHooks from 'openapi-react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runProgram } from './programs.ts'
import { type Service, startService } from './service.ts'

let service: Service
let client: Client

beforeAll(async () => {
  service = await startService()
  client = new Client({ apiKey: service.apiKey, baseUrl: service.baseUrl })
})

afterAll(() => service.close())

describe('against the service', () => {
  test('an analysis is started, awaited and read with its results', async () => {
    const { data: analysis } = await client.analyses.createAndWait(service.businessId, { pollInterval: 50 })
    expect(analysis).toMatchObject({ status: 'completed', business_id: service.businessId, competitors_analyzed: 5 })
    const { data: business, meta } = await client.businesses.get(service.businessId)
    expect(business.latest_analysis_id).toBe(analysis.id)
    expect(meta.request_id).toMatch(/^req_/)
    const competitors = await all(client.competitors.list(service.businessId, { limit: 2 }))
    expect(competitors).toHaveLength(5)
    expect(new Set(competitors.map(({ id }) => id)).size).toBe(5)
  })

  test('a webhook is created, changed and deleted', async () => {
    const { data: webhook } = await client.webhooks.create({
      url: 'https://example.org/hooks',
      event_types: ['webhook.test'],
    })
    expect(webhook.signing_secret).toMatch(/^whsec_/)
    const { data: delivery } = await client.webhooks.test(webhook.id)
    const { data: found } = await client.webhooks.deliveries.get(delivery.id)
    expect(found.webhook_id).toBe(webhook.id)
    expect(await all(client.webhooks.deliveries.list(webhook.id))).toHaveLength(1)
    await client.webhooks.update(webhook.id, { enabled: false })
    expect((await client.webhooks.rotateSecret(webhook.id)).data.signing_secret).not.toBe(webhook.signing_secret)
    expect((await client.webhooks.delete(webhook.id)).data).toEqual({ id: webhook.id, deleted: true })
    await expect(client.webhooks.get(webhook.id)).rejects.toThrow(NotFoundError)
  })

  test('a POST that is sent twice with one key runs once', async () => {
    const body = { url: 'https://example.org/once' }
    const options = { idempotencyKey: crypto.randomUUID() }
    const first = await client.webhooks.create(body, options)
    const second = await client.webhooks.create(body, options).withResponse()
    expect(second.result.data.id).toBe(first.data.id)
    expect(second.response.headers.get('idempotency-replayed')).toBe('true')
    await client.webhooks.delete(first.data.id)
  })

  test('errors have the class of their code', async () => {
    await expect(client.reports.get('rep_00000000000000000000000000')).rejects.toThrow(NotFoundError)
    const refused = client.webhooks.create({ url: 'http://example.org/' })
    await expect(refused).rejects.toThrow(InvalidRequestError)
    const error = await refused.catch((thrown) => thrown)
    expect(error.details[0].path).toBe('body.url')
    const stranger = new Client({ apiKey: 'svc_test_nobody', baseUrl: service.baseUrl })
    await expect(stranger.businesses.list()).rejects.toThrow(UnauthorizedError)
  })

  test('an OAuth client gets its tokens by itself, also after they were revoked', async () => {
    let token = ''
    const recordTokens: Middleware = (url, init, next) => {
      token = init.headers.authorization?.slice('Bearer '.length) ?? token
      return next(url, init)
    }
    const { oauthClient, baseUrl, businessId } = service
    const byToken = new Client({ ...oauthClient, baseUrl, scope: 'businesses:read', middleware: [recordTokens] })
    expect((await byToken.businesses.get(businessId)).data.id).toBe(businessId)
    const first = token
    const form = { token, client_id: oauthClient.clientId, client_secret: oauthClient.clientSecret }
    await fetch(new URL('/api/oauth/revoke', baseUrl), { method: 'POST', body: new URLSearchParams(form) })
    expect((await byToken.businesses.get(businessId)).data.id).toBe(businessId)
    expect(token).not.toBe(first)
    await expect(byToken.webhooks.list()).rejects.toThrow(ForbiddenError)
    const wrong = new Client({ ...oauthClient, clientSecret: 'not it', baseUrl })
    await expect(wrong.businesses.list()).rejects.toMatchObject({ code: 'invalid_client', status: 401 })
  })

  test('openapi-fetch is typed by the same contract, without retries', async () => {
    const thin = createClient<paths>({ baseUrl: service.baseUrl, headers: { 'X-API-Key': service.apiKey } })
    const { data } = await thin.GET('/businesses/{id}', { params: { path: { id: service.businessId } } })
    expect(data?.data.name).toBe('Rosso Trattoria')
    const { error, response } = await thin.GET('/reports/{id}', { params: { path: { id: 'rep_0' } } })
    expect([response.status, error?.error.code]).toEqual([404, 'not_found'])
  })

  test('so are the hooks of TanStack Query over it', async () => {
    const thin = createClient<paths>({ baseUrl: service.baseUrl, headers: { 'X-API-Key': service.apiKey } })
    const api = createHooks<paths>(thin)
    const path = { id: service.businessId }
    const queries = new QueryClient()
    await queries.fetchQuery(api.queryOptions('get', '/businesses/{id}', { params: { path } }))
    const page = renderToString(
      createElement(
        QueryClientProvider,
        { client: queries },
        createElement(BusinessName, { api, id: service.businessId }),
      ),
    )
    expect(page).toBe('<h1>Rosso Trattoria</h1>')
    queries.clear()
  })
})

describe('the README', async () => {
  const text = await readFile(resolve(import.meta.dirname, '../README.md'), 'utf8')
  const samples = [...text.matchAll(/## (.+)|```ts\n([\s\S]*?)```/g)].flatMap((match, index, all) => {
    const heading = all.slice(0, index).findLast(([, title]) => title !== undefined)?.[1] ?? 'the beginning'
    return match[2] === undefined ? [] : [{ heading, sample: match[2] }]
  })

  // Below this package, so that a sample resolves it by its name; ignored by git.
  const place = resolve(import.meta.dirname, '../dist/samples')

  test.each(samples)('has a sample under $heading that runs and prints something', async ({ heading, sample }) => {
    await mkdir(place, { recursive: true })
    const file = join(place, `${heading.replaceAll(' ', '-')}.ts`)
    await writeFile(file, sample)
    const { code, output } = await runProgram(file, [], service.env)
    expect(code, output).toBe(0)
    expect(output).not.toBe('')
  })

  afterAll(() => rm(place, { recursive: true, force: true }))

  test('has at least seven samples', () => expect(samples.length).toBeGreaterThanOrEqual(7))
})

function BusinessName({ api, id }: { api: ReturnType<typeof createHooks<paths>>; id: string }) {
  const { data, isSuccess } = api.useQuery('get', '/businesses/{id}', { params: { path: { id } } })
  return createElement('h1', null, isSuccess ? data.data.name : 'loading')
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = []
  for await (const item of items) collected.push(item)
  return collected
}

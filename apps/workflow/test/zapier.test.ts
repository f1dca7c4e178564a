import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { startMock } from '@svc/mock'
import { signatureHeaders } from '@svc/webhooks/signing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildZapierApp } from '../scripts/zapier.ts'
import { zapierFindings } from '../scripts/zapier-check.ts'
import { createZapierApp, type ZapierApp } from '../src/zapier/app.ts'
import type { Bundle, Subscription } from '../src/zapier/platform.ts'
import { businessValues, host, type Service, startService } from './service.ts'
import { createRunner, type Runner } from './zapier-platform.ts'

const app = createZapierApp({ version: '1.2.3', platformVersion: '18.5.1' })

/** The functions of a trigger that a webhook starts. */
function hookOf({ triggers }: ZapierApp, key: string) {
  const operation = triggers[key]?.operation
  if (operation?.type !== 'hook') throw new Error(`${key} is not a hook.`)
  return operation
}

function listOf({ triggers }: ZapierApp, key: string) {
  const operation = triggers[key]?.operation
  if (operation?.type !== 'polling') throw new Error(`${key} is not a list.`)
  return operation.perform
}

function createOf({ creates }: ZapierApp, key: string) {
  const operation = creates[key]?.operation
  if (!operation) throw new Error(`There is no action ${key}.`)
  return operation.perform
}

const review = { review_rating: '2', review_text: 'We waited 40 minutes.', tone: 'apologetic' }

describe('the definition', () => {
  test('has the form that the platform documents', () => {
    expect(zapierFindings(app)).toEqual([])
    expect(Object.keys(app.triggers)).toEqual(['new_analysis', 'new_recommendation', 'webhook_event', 'business_list'])
    expect(Object.keys(app.creates)).toEqual(['create_business', 'draft_reply'])
  })

  const { new_analysis: analysis, business_list: list } = app.triggers
  const { draft_reply: draft } = app.creates
  const { version: _version, ...withoutVersion } = app
  const withTrigger = (change: object) => ({ ...app, triggers: { ...app.triggers, new_analysis: change } })
  const withOperation = (change: object) =>
    withTrigger({ ...analysis, operation: { ...analysis?.operation, ...change } })
  const fields = hookOf(app, 'new_analysis').inputFields

  test.each<[string, unknown, string]>([
    ['without a version', withoutVersion, "must have required property 'version'"],
    ['with an unknown member', { ...app, searchs: {} }, 'must NOT have additional properties'],
    ['with a key that has a hyphen', withTrigger({ ...analysis, key: 'new-analysis' }), 'must match pattern'],
    ['with a key that differs from its name', withTrigger({ ...analysis, key: 'analysis' }), 'its key is analysis'],
    ['with a long label', withTrigger({ ...analysis, display: { label: 'a'.repeat(51) } }), 'more than 50 characters'],
    ['with a list in place of a hook that is shown', withTrigger({ ...list, display: analysis?.display }), '/type'],
    ['with a hook that cannot be deleted', withOperation({ performUnsubscribe: {} }), 'isFunction'],
    ['with a sample that has no id', withOperation({ sample: {} }), "must have required property 'id'"],
    ['with two fields of one key', withOperation({ inputFields: [...fields, ...fields] }), 'two fields have the key'],
    ['with a dropdown that nothing fills', { ...app, triggers: { new_analysis: analysis } }, 'no trigger fills'],
    [
      'with an output that its sample lacks',
      { ...app, creates: { draft_reply: { ...draft, operation: { ...draft?.operation, sample: { id: 1 } } } } },
      'its sample has no business_id',
    ],
  ])('%s is refused with the reason', (_name, candidate, message) => {
    expect(zapierFindings(candidate).join('\n')).toContain(message)
  })

  test('is built into a folder that loads with the packages of the platform, which no manifest of this repository has', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'zapier-'))
    try {
      await buildZapierApp(folder)
      const core = join(folder, 'node_modules/zapier-platform-core')
      await mkdir(core, { recursive: true })
      await writeFile(join(core, 'package.json'), '{"main":"index.js"}')
      await writeFile(join(core, 'index.js'), "exports.version = '18.5.1'")
      expect(zapierFindings(createRequire(core)(folder))).toEqual([])
    } finally {
      await rm(folder, { recursive: true })
    }
    const root = resolve(import.meta.dirname, '../../..')
    const tracked = execFileSync('git', ['ls-files', '*package.json', 'package-lock.json'], {
      cwd: root,
      encoding: 'utf8',
    })
    for (const path of tracked.trim().split('\n'))
      expect(await readFile(join(root, path), 'utf8'), path).not.toContain('zapier-platform')
  })
})

describe('against the service', () => {
  let service: Service
  let zapier: Runner
  /** Deliveries as the platform passes them on. */
  const received: NonNullable<Bundle['rawRequest']>[] = []
  let check = () => {}

  beforeAll(async () => {
    service = await startService(async (request, response) => {
      received.push({ content: String(await buffer(request)), headers: platformHeaders(request) })
      response.writeHead(200).end()
      check()
    })
    const { clientId, clientSecret } = service.client
    zapier = createRunner(app, { base_url: service.api.baseUrl, client_id: clientId, client_secret: clientSecret })
  })
  afterAll(() => service?.close())

  /** Resolves once this many deliveries wait to be run. */
  function arrivals(count: number): Promise<void> {
    const { promise, resolve: done } = Promise.withResolvers<void>()
    check = () => received.length >= count && done()
    check()
    return promise
  }

  test('a connection is tested; a business is created once, and the dropdown lists it', async () => {
    const { test: testConnection } = app.authentication
    expect(await zapier.run(testConnection)).toEqual({ business: 'No business yet' })
    const created = await zapier.run(createOf(app, 'create_business'), { inputData: businessValues })
    expect(created).toMatchObject({ name: 'Rosso Trattoria', trade: 'restaurant' })
    expect(await zapier.run(testConnection)).toEqual({ business: 'Rosso Trattoria' })
    const [business] = await zapier.run(listOf(app, 'business_list'))
    expect(business).toEqual({ id: Object(created).id, name: 'Rosso Trattoria' })
    const again = zapier.run(createOf(app, 'create_business'), { inputData: businessValues })
    await expect(again).rejects.toMatchObject({ code: 'conflict', status: 409 })
  })

  test('each event runs once, because repeated deliveries run nothing and the list has a lost one under the same id', async () => {
    const { performSubscribe, perform, performList, performUnsubscribe } = hookOf(app, 'new_recommendation')
    const [{ id: business = '' } = {}] = await zapier.run(listOf(app, 'business_list'))
    const inputData = { data_business_id: business }
    const targetUrl = `https://${host}/hooks/standard/1/`
    const subscribeData = await zapier.run(performSubscribe, { inputData, targetUrl })
    expect(Object.keys(subscribeData)).toEqual(['id', 'signing_secret'])

    const runs = async () => {
      const ids: string[] = []
      for (const rawRequest of received.splice(0))
        ids.push(...(await zapier.run(perform, { inputData, subscribeData, rawRequest })).map(({ id }) => id))
      return ids
    }
    const businessId: `biz_${string}` = `biz_${business.slice(4)}`
    const arrived = await service.recommend(businessId)
    await arrivals(1)
    expect(await runs()).toEqual([arrived])

    const { data } = await service.account.call('GET', `/webhooks/${subscribeData.id}/deliveries`)
    await service.resent(String(data[0]?.id))
    await arrivals(1)
    expect(await runs()).toEqual([])

    service.losesDeliveries = true
    const lost = await service.recommend(businessId)
    expect((await zapier.run(performList, { inputData })).map(({ id }) => id)).toEqual([lost, arrived])
    expect(await zapier.run(performList, { inputData: { data_business_id: 'biz_other' } })).toEqual([])
    service.losesDeliveries = false

    await zapier.run(performUnsubscribe, { subscribeData })
    expect((await service.account.call('GET', '/webhooks')).data).toEqual([])
    expect(await zapier.run(performUnsubscribe, { subscribeData })).toEqual({})
  })

  test('a delivery that the service did not sign is refused', async () => {
    const { perform } = hookOf(app, 'new_analysis')
    const subscribeData = { id: 'whk_01m7hf34p8fpgt6swqxzpefr6q', signing_secret: 'whsec_c2VjcmV0' }
    const rawRequest = delivery({ ...subscribeData, signing_secret: 'whsec_b3RoZXI=' }, { id: 'evt_1', type: 'x' })
    await expect(zapier.run(perform, { subscribeData, rawRequest })).rejects.toThrow('No signature matches')
  })

  test('a reply is drafted, and a value that does not fit is refused with its label', async () => {
    const draft = createOf(app, 'draft_reply')
    expect(await zapier.run(draft, { inputData: review })).toMatchObject({ status: 'draft', review: { rating: 2 } })
    const wrong = zapier.run(draft, { inputData: { ...review, review_rating: 'two' } })
    await expect(wrong).rejects.toThrow('"Review rating" must be a number, not "two".')
  })

  test('a refused credential asks to connect again; a credential is not sent in clear text', async () => {
    const { test: testConnection } = app.authentication
    const refused = createRunner(app, { base_url: service.api.baseUrl, api_key: 'svc_test_unknown' })
    await expect(refused.run(testConnection)).rejects.toMatchObject({ name: 'ExpiredAuthError' })
    const open = createRunner(app, { base_url: 'http://api.example.com/v1', api_key: 'svc_test_unknown' })
    await expect(open.run(testConnection)).rejects.toThrow('must begin with "https://"')
    expect(open.requests).toEqual([])
  })
})

test('every trigger and action but the private one runs against the mock', async () => {
  const mock = await startMock({ port: 0, seed: 7 })
  try {
    const zapier = createRunner(app, { base_url: mock.base_url, api_key: mock.env.SVC_API_KEY })
    const [{ id: business = '' } = {}] = await zapier.run(listOf(app, 'business_list'))
    for (const key of ['new_analysis', 'new_recommendation', 'webhook_event']) {
      const { performSubscribe, perform, performList, performUnsubscribe, sample } = hookOf(app, key)
      const subscribeData = await zapier.run(performSubscribe, { targetUrl: `https://${host}/hooks/standard/${key}/` })
      const rawRequest = delivery(subscribeData, Object(sample))
      expect(await zapier.run(perform, { subscribeData, rawRequest })).toEqual([sample])
      expect(await zapier.run(perform, { subscribeData, rawRequest })).toEqual([])
      const inputData = { data_business_id: business }
      for (const event of await zapier.run(performList, { inputData })) expect(event.data.business_id).toBe(business)
      await zapier.run(performUnsubscribe, { subscribeData })
    }
    expect(await zapier.run(createOf(app, 'draft_reply'), { inputData: review })).toMatchObject({ status: 'draft' })
    const create = zapier.run(createOf(app, 'create_business'), { inputData: businessValues })
    await expect(create).rejects.toThrow('does not support')
  } finally {
    await mock.close()
  }
})

/** A signed delivery of an event, as the platform passes it on. */
function delivery({ signing_secret: secret }: Subscription, event: { id: string; type: string }) {
  const body = Buffer.from(JSON.stringify(event))
  const timestamp = Math.floor(Date.now() / 1000)
  const names = { eventId: event.id, eventType: event.type, deliveryId: 'whd_01m7hf34p8fpgt6swqxzpefr6q' }
  return { content: String(body), headers: signatureHeaders({ secret, ...names, timestamp, body }) }
}

/** The platform begins the names of headers with "Http-", `Content-Type` aside. */
function platformHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [`Http-${name}`, String(value)]))
}

import { operations } from '@generated/contract/operations'
import { type ListReplica, openListReplica } from '@svc/db/list-replica'
import { testAcquireTimeoutMs } from '@svc/db/testing'
import { createReplicatedDatabase, type ReplicatedDatabase } from '@svc/db/testing-replica'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPortal } from './portal/portal-client.ts'
import { startTestApi, type TestAccount, type TestApi } from './testing.ts'

let database: ReplicatedDatabase
let replica: ListReplica
let api: TestApi
let account: TestAccount
beforeAll(async () => {
  database = await createReplicatedDatabase()
  const { url } = database.replica
  const acquireTimeoutMs = testAcquireTimeoutMs
  // Nothing is polled but by the tests, and no poll expires.
  replica = openListReplica({ primary: database.db, url, poolMax: 5, acquireTimeoutMs, logger: quiet, now: () => 0 })
  api = await startTestApi({}, { database, replica })
})
afterAll(() => api.close())
beforeEach(async () => {
  await database.replica.resume()
  account = await api.open()
  await database.replica.isCurrent()
  await replica.poll()
})

const quiet = { info: () => {}, warn: () => {} }

/** The value of a time series. */
async function seriesOf(series: string, { metrics }: Pick<TestApi, 'metrics'> = api): Promise<number> {
  const line = (await metrics()).split('\n').find((one) => one.startsWith(`${series} `))
  return Number(line?.slice(series.length + 1))
}

const fromReplica = 'svc_database_list_reads_total{target="replica",reason="current"}'
const afterOwnWrite = 'svc_database_list_reads_total{target="primary",reason="own_write"}'

/** The number of reads that a step causes, of this time series. */
async function readsOf(series: string, step: () => Promise<unknown>): Promise<number> {
  const before = await seriesOf(series)
  await step()
  return (await seriesOf(series)) - before
}

/** Polls of a second, on a machine that does other work. */
const soon = { timeout: 20_000 }

const webhook = { url: 'https://hooks.rosso-trattoria.nl/svc', event_types: ['webhook.test'] }

test('exactly these lists are read from the replica', async () => {
  const created = await account.call('POST', '/webhooks', { body: webhook })
  await database.replica.isCurrent()
  const readers: string[] = []
  for (const [id, { method, path }] of Object.entries(operations)) {
    if (method !== 'get') continue
    const parent = path.startsWith('/webhooks') ? created.data.id : account.owner.business_id
    const read = () =>
      account.call('GET', `${path.replace('{id}', parent)}${id === 'listWebhookEvents' ? '?wait=0' : ''}`)
    if ((await readsOf(fromReplica, read)) > 0) readers.push(id)
  }
  expect(readers.toSorted()).toEqual([
    'listAnalyses',
    'listBusinesses',
    'listCompetitors',
    'listEvents',
    'listRecommendations',
    'listReports',
    'listReviewImports',
    'listReviewReplies',
    'listReviews',
    'listWebhookDeliveries',
    'listWebhooks',
  ])
})

describe('while the replay of the replica is paused', () => {
  test('a caller sees the webhook that it has just created, and another caller sees what the replica has', async () => {
    const other = await api.open()
    await database.replica.isCurrent()
    await database.replica.pause()
    const first = await account.call('POST', '/webhooks', { body: webhook })
    const readOwn = async () => {
      expect((await account.call('GET', '/webhooks')).data).toMatchObject([{ id: first.data.id }])
    }
    expect(await readsOf(afterOwnWrite, readOwn)).toBe(1)
    const readOther = async () => {
      expect((await other.call('GET', '/webhooks')).data).toEqual([])
    }
    expect(await readsOf(fromReplica, readOther)).toBe(1)
  })

  test('a caller sees what it has created under an Idempotency-Key', async () => {
    await database.replica.pause()
    const headers = { 'Idempotency-Key': 'create-once' }
    const created = await account.call('POST', '/webhooks', { body: webhook, headers })
    expect((await account.call('GET', '/webhooks')).data).toMatchObject([{ id: created.data.id }])
  })

  test('a key sees what a member has just created in the portal', async () => {
    const newcomer = await api.open({ withoutBusiness: true })
    const page = await openPortal(api, newcomer)
    await database.replica.isCurrent()
    await database.replica.pause()
    const body = { name: 'Rosso', trade: 'restaurant', country: 'NL', timezone: 'Europe/Amsterdam' }
    const created = await page.call('POST', '/business', { body })
    expect(created.status).toBe(201)
    expect((await newcomer.call('GET', '/businesses')).data).toMatchObject([{ id: created.data.id }])
  })
})

test('the replica of SVC_DATABASE_REPLICA_URL is followed by polls, and lists are served after it has stopped', async () => {
  const env = { SVC_DATABASE_REPLICA_URL: database.replica.url, SVC_DATABASE_WAIT: '30s' }
  const following = await startTestApi(env, { database: { ...database, drop: async () => {} } })
  try {
    const newcomer = await following.open()
    const list = async () => expect(await newcomer.call('GET', '/webhooks')).toMatchObject({ status: 200, data: [] })
    const isUsable = () => seriesOf('svc_database_replica_usable', following)
    await expect
      .poll(async () => {
        await list()
        return seriesOf(fromReplica, following)
      }, soon)
      .toBeGreaterThan(0)
    expect(await isUsable()).toBe(1)
    await database.replica.stop()
    await list()
    await expect.poll(isUsable, soon).toBe(0)
    await list()
  } finally {
    await following.close()
  }
})

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import document from '@generated/contract/openapi.strict.json' with { type: 'json' }
import { startTestApi, type TestAccount, type TestApi } from '@svc/api/testing'
import { changeBusinessCreation } from '@svc/credentials/credential-changes'
import { createOAuthClient } from '@svc/credentials/oauth-clients'
import { operatorActor } from '@svc/db/audit-log'
import { type Mock, startMock } from '@svc/mock'
import { createPublisher } from '@svc/webhooks/publish'
import { createAuthority } from '@svc/webhooks/testing'
import { startTestWorker } from '@svc/worker/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runAction } from '../src/action.ts'
import { listChoices, openConnection, testConnection } from '../src/connection.ts'
import { type RunningNodeRed, startNodeRed } from './node-red.ts'

// A flow in a real Node-RED, against the real API, worker and PostgreSQL. Deliveries arrive over TLS on loopback.

const host = 'flows.rosso-trattoria.nl'

/** The messages that the flow forwarded, in the order of its runs. */
const forwarded: { event: string; draft: { status: string; text: string; review: { rating: number } } }[] = []
const arrivals = new Set<() => void>()
/** Whether deliveries are answered with 503 instead of reaching Node-RED. */
let losesDeliveries = false

let api: TestApi
let account: TestAccount
let receiver: Server
let flows: Server
let nodeRed: RunningNodeRed
let worker: ReturnType<typeof startTestWorker>
let folder: string

beforeAll(async () => {
  api = await startTestApi()
  account = await api.open({ withoutBusiness: true })
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    forwarded.push(JSON.parse(Buffer.concat(chunks).toString()))
    response.writeHead(204).end()
    for (const check of arrivals) check()
  })
  const authority = createAuthority()
  const behind = createServer()
  flows = createHttpsServer(authority.issue([host]), (request, response) => {
    if (losesDeliveries) response.writeHead(503).end()
    else behind.emit('request', request, response)
  })
  await Promise.all([receiver, flows].map((server) => once(server.listen(0, '127.0.0.1'), 'listening')))
  folder = await mkdtemp(join(tmpdir(), 'workflow-'))
  await writeFile(join(folder, 'ca.pem'), authority.ca)
  worker = startTestWorker(
    { db: api.database.db, keyring: api.keyring },
    {
      WEBHOOK_CA_FILE: join(folder, 'ca.pem'),
      WEBHOOK_CONNECT_TO: `*=127.0.0.1:${portOf(flows)}`,
      SVC_PDF_BROWSER: 'none',
    },
  )
  nodeRed = await startNodeRed(behind, { flows: flow(), credentials: { connection: await grantedClient() } })
})

afterAll(async () => {
  await nodeRed?.close()
  await worker?.stop()
  for (const server of [receiver, flows]) {
    server?.close()
    server?.closeAllConnections()
  }
  await api?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}

/** A client that may create the business of the account. */
async function grantedClient() {
  const { account_id } = account.owner
  const { db } = api.database
  const { client_id, client_secret } = await createOAuthClient(db, api.keyring, account_id, { name: 'Workflow' })
  const change = { accountId: account_id, clientId: client_id, enabled: true }
  await db.transaction((transaction) => changeBusinessCreation(transaction, operatorActor, change))
  return { clientId: client_id, clientSecret: client_secret }
}

const businessValues = { name: 'Rosso Trattoria', trade: 'restaurant', country: 'NL', timezone: 'Europe/Amsterdam' }

/** A node of the flow for the mock: without the action to create a business, and with every event as the trigger. */
function ofTheMock(node: FlowNode, { base_url, env }: Mock): object[] {
  if (node.id === 'start' || node.id === 'create') return []
  const credentials = { apiKey: env.SVC_API_KEY }
  if (node.id === 'connection') return [{ ...node, id: 'mock', baseUrl: base_url, credentials }]
  const connected = node.connection === undefined ? node : { ...node, connection: 'mock' }
  return [node.id === 'trigger' ? { ...connected, id: 'events', key: 'webhook_event' } : connected]
}

interface FlowNode {
  id: string
  [field: string]: unknown
}

/** Creates the business; then every new recommendation leads to a drafted reply, which is forwarded. */
function flow(): FlowNode[] {
  const step = { z: 'flow', connection: 'connection' }
  return [
    { id: 'flow', type: 'tab', label: 'Reviews' },
    { id: 'connection', type: 'svc-connection', baseUrl: api.baseUrl, publicUrl: `https://${host}` },
    { id: 'start', type: 'inject', z: 'flow', props: [], once: true, onceDelay: 0.1, wires: [['create']] },
    { ...step, id: 'create', type: 'svc-action', key: 'create_business', values: businessValues, wires: [[]] },
    {
      ...step,
      id: 'trigger',
      type: 'svc-trigger',
      key: 'new_recommendation',
      values: {},
      pollSeconds: 0.5,
      wires: [['review']],
    },
    {
      z: 'flow',
      id: 'review',
      type: 'function',
      func: "return { event: msg.payload.id, values: { 'review.rating': '2', 'review.text': 'We waited 40 minutes.' } }",
      outputs: 1,
      wires: [['draft']],
    },
    { ...step, id: 'draft', type: 'svc-action', key: 'draft_reply', values: { tone: 'apologetic' }, wires: [['pack']] },
    {
      z: 'flow',
      id: 'pack',
      type: 'function',
      func: 'return { payload: { event: msg.event, draft: msg.payload } }',
      outputs: 1,
      wires: [['forward']],
    },
    {
      z: 'flow',
      id: 'forward',
      type: 'http request',
      method: 'POST',
      url: `http://127.0.0.1:${portOf(receiver)}/`,
      ret: 'txt',
      wires: [[]],
    },
  ]
}

/** Resolves once the flow has forwarded this number of drafts. */
function forwards(count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const check = () => forwarded.length >= count && resolve()
  arrivals.add(check)
  check()
  return promise
}

/** Reads a list until it has a record, and returns the first. */
async function first<Item>(list: () => Promise<readonly Item[]>): Promise<Item> {
  for (;;) {
    const [item] = await list()
    if (item !== undefined) return item
  }
}

const listOf = (path: string) => async (): Promise<ListedRecord[]> => (await account.call('GET', path)).body.data

interface ListedRecord {
  id: `biz_${string}`
  event_types?: string[]
  url?: string
}

/** Sends a past delivery again, and resolves once the receiver has accepted it. */
async function resent(deliveryId: string): Promise<void> {
  const { body } = await account.call('POST', `/webhook-deliveries/${deliveryId}/resend`)
  for (;;) {
    const delivery = await account.call('GET', `/webhook-deliveries/${body.data.id}`)
    if (delivery.body.data.status === 'succeeded') return
  }
}

/** Publishes a recommendation as an analysis does, and returns the id of its event. */
async function recommend(business_id: `biz_${string}`): Promise<string> {
  const publisher = createPublisher(document, { maxAttempts: 5 })
  const owner = { account_id: account.owner.account_id, business_id }
  const data = {
    business_id,
    analysis_id: 'ana_01m7hf1rr0fwd9h44cbb4w5y6j',
    recommendation_id: 'rec_01m7hf30s8e3xrvmnh2r0axeyt',
    priority: 1,
    action: `Answer reviews within a day (${randomUUID()}).`,
  } as const
  const [id] = await api.database.db.transaction((transaction) =>
    publisher.publish(transaction, owner, [{ type: 'recommendation.created', data }]),
  )
  return String(id)
}

test('a flow creates the business, subscribes, and forwards a drafted reply for each event, exactly once', async () => {
  const { id: business } = await first(listOf('/businesses'))
  const { id, event_types, url } = await first(listOf('/webhooks'))
  expect([event_types, url]).toEqual([['recommendation.created'], `https://${host}/svc-workflow/trigger`])

  const arrived = await recommend(business)
  await forwards(1)
  expect(forwarded[0]).toMatchObject({ event: arrived, draft: { status: 'draft', review: { rating: 2 } } })

  losesDeliveries = true
  const lost = await recommend(business)
  await forwards(2)
  expect(forwarded[1]?.event).toBe(lost)

  // The same events again, as the retries of deliveries whose response was lost.
  losesDeliveries = false
  const deliveries = (await account.call('GET', `/webhooks/${id}/deliveries?event_type=recommendation.created`)).body
    .data
  expect(deliveries).toHaveLength(2)
  for (const delivery of deliveries) await resent(delivery.id)
  const last = await recommend(business)
  await forwards(3)
  expect(forwarded.map(({ event }) => event)).toEqual([arrived, lost, last])
})

test('the same flow runs against the mock, which has no private action; a dropdown lists its business', async () => {
  const mock = await startMock({ port: 0, seed: 7 })
  try {
    const ofMock = flow().flatMap((node) => ofTheMock(node, mock))
    await nodeRed.deploy(ofMock)
    expect((await account.call('GET', '/webhooks')).body.data).toEqual([])
    const client = openConnection({ baseUrl: mock.base_url, apiKey: mock.env.SVC_API_KEY })
    await testConnection(client)
    const [{ id: business = '' } = {}] = (await client.businesses.list()).items
    expect(await listChoices(client, 'business')).toEqual([{ value: business, label: 'Rosso Trattoria' }])
    await expect(runAction(client, 'create_business', businessValues)).rejects.toThrow('does not support')

    const { id } = await first(async () => (await client.webhooks.list()).items)
    await client.webhooks.test(id)
    await forwards(4)
    expect(forwarded[3]?.draft).toMatchObject({ status: 'draft', requires_human_approval: true })
  } finally {
    await nodeRed.deploy([{ id: 'flow', type: 'tab', label: 'Reviews' }])
    await mock.close()
  }
})

import { createServer } from 'node:http'
import { type Mock, startMock } from '@svc/mock'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runAction } from '../src/action.ts'
import { listChoices, openConnection, testConnection } from '../src/connection.ts'
import { startTrigger } from '../src/trigger.ts'
import { type RunningNodeRed, startNodeRed } from './node-red.ts'
import { businessValues, type Forward, first, host, type Service, startForward, startService } from './service.ts'

// A flow in a real Node-RED, against the real API, worker and PostgreSQL.

interface Forwarded {
  event: string
  draft: { status: string; text: string; review: { rating: number } }
}

/** The messages that the flow forwarded, in the order of its runs. */
let forward: Forward<Forwarded>
let service: Service
let nodeRed: RunningNodeRed

beforeAll(async () => {
  forward = await startForward()
  const behind = createServer()
  service = await startService((request, response) => void behind.emit('request', request, response))
  nodeRed = await startNodeRed(behind, { flows: flow(), credentials: { connection: service.client } })
})

afterAll(async () => {
  await nodeRed?.close()
  await service?.close()
  forward?.close()
})

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

/** Creates the business; then every new recommendation causes a drafted reply, which is forwarded. */
function flow(): FlowNode[] {
  const step = { z: 'flow', connection: 'connection' }
  return [
    { id: 'flow', type: 'tab', label: 'Reviews' },
    { id: 'connection', type: 'svc-connection', baseUrl: service.api.baseUrl, publicUrl: `https://${host}` },
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
      url: forward.url,
      ret: 'txt',
      wires: [[]],
    },
  ]
}

const businesses = async () => (await service.account.call('GET', '/businesses')).data
const webhooks = async () => (await service.account.call('GET', '/webhooks')).data

test('a flow creates the business, subscribes, and forwards a drafted reply for each event, exactly once', async () => {
  const { id: business } = await first(businesses)
  const { id, event_types, url } = await first(webhooks)
  expect([event_types, url]).toEqual([['recommendation.created'], `https://${host}/svc-workflow/trigger`])

  const arrived = await service.recommend(business)
  await forward.arrived(1)
  expect(forward.bodies[0]).toMatchObject({ event: arrived, draft: { status: 'draft', review: { rating: 2 } } })

  service.losesDeliveries = true
  const lost = await service.recommend(business)
  await forward.arrived(2)
  expect(forward.bodies[1]?.event).toBe(lost)

  // The same events again, as the retries of deliveries whose response was lost.
  service.losesDeliveries = false
  const deliveries = (await service.account.call('GET', `/webhooks/${id}/deliveries?event_type=recommendation.created`))
    .data
  expect(deliveries).toHaveLength(2)
  for (const delivery of deliveries) await service.resent(delivery.id)
  const last = await service.recommend(business)
  await forward.arrived(3)
  expect(forward.bodies.map(({ event }) => event)).toEqual([arrived, lost, last])
})

test('an analysis that runs in the worker starts the flow once, also if its delivery is repeated', async () => {
  const before = forward.bodies.length
  const { id: business } = await first(businesses)
  const { id } = await first(webhooks)
  await nodeRed.deploy(flow().map((node) => (node.id === 'trigger' ? { ...node, key: 'new_analysis' } : node)))
  const subscribed = async () =>
    (await webhooks()).filter(({ event_types }) => event_types.includes('analysis.completed'))
  // The endpoint of the node is the same, with the types of its new trigger.
  expect(await first(subscribed)).toMatchObject({ id, event_types: ['analysis.completed'] })

  const reviews = Array.from({ length: 30 }, (_, index) => ({
    source: 'google',
    source_id: `g-${index}`,
    ...opinion(index),
  }))
  await service.account.call('POST', `/businesses/${business}/reviews`, { body: { reviews } })
  const analyze = async () => (await service.account.call('POST', `/businesses/${business}/analyses`)).status
  expect(await analyze()).toBe(202)
  await forward.arrived(before + 1)

  const path = `/webhooks/${id}/deliveries?event_type=analysis.completed` as const
  const { data } = await service.account.call('GET', path)
  expect(data).toMatchObject([{ event_id: forward.bodies[before]?.event }])
  await service.resent(String(data[0]?.id))
  expect(await analyze()).toBe(202)
  await forward.arrived(before + 2)
  const events = forward.bodies.slice(before)
  expect(new Set(events.map(({ event }) => event)).size).toBe(2)
  expect(events.map(({ draft }) => draft.status)).toEqual(['draft', 'draft'])
})

function opinion(index: number) {
  return index % 3 === 0
    ? { rating: 5, text: 'The pasta was delicious and the staff were lovely.' }
    : { rating: 2, text: 'We waited forty minutes for our table although we had booked it.' }
}

test('the same flow runs against the mock, which has no private action; a dropdown lists its business', async () => {
  const mock = await startMock({ port: 0, seed: 7 })
  const before = forward.bodies.length
  try {
    const ofMock = flow().flatMap((node) => ofTheMock(node, mock))
    await nodeRed.deploy(ofMock)
    expect((await service.account.call('GET', '/webhooks')).data).toEqual([])
    const client = openConnection({ baseUrl: mock.base_url, apiKey: mock.env.SVC_API_KEY })
    await testConnection(client)
    const [{ id: business = '' } = {}] = (await client.businesses.list()).items
    expect(await listChoices(client, 'business')).toEqual([{ value: business, label: 'Rosso Trattoria' }])
    await expect(runAction(client, 'create_business', businessValues)).rejects.toThrow('does not support')

    const { id } = await first(async () => (await client.webhooks.list()).items)
    for (const _start of ['first', 'after its state was lost']) {
      const store = { load: async () => undefined, save: async () => {} }
      const run = async () => {}
      const url = `https://${host}/forgetful`
      await startTrigger({ client, key: 'new_analysis', values: {}, url, store, run, warn: () => {} })
    }
    expect((await client.webhooks.list()).items.map(({ url }) => new URL(url).pathname)).toEqual([
      '/forgetful',
      '/svc-workflow/events',
    ])
    await client.webhooks.test(id)
    await forward.arrived(before + 1)
    expect(forward.bodies[before]?.draft).toMatchObject({ status: 'draft', requires_human_approval: true })
  } finally {
    await nodeRed.deploy([{ id: 'flow', type: 'tab', label: 'Reviews' }])
    await mock.close()
  }
})

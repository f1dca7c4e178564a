import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, createServer as createProxy, type Server, type Socket } from 'node:net'
import { startTestApi, type TestAccount, type TestApi } from '@svc/api/testing'
import { revokeApiKey } from '@svc/credentials/api-keys'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type RunningNodeRed, startNodeRed } from './node-red.ts'
import { host } from './service.ts'

// Triggers that are edited and removed in a real Node-RED, against the real API and PostgreSQL.

let api: TestApi
let account: TestAccount
let other: TestAccount
let proxy: Awaited<ReturnType<typeof startProxy>>
let nodeRed: RunningNodeRed

beforeAll(async () => {
  api = await startTestApi()
  nodeRed = await startNodeRed(createServer(), { flows: [], credentials: {} })
})

afterAll(async () => {
  await nodeRed?.close()
  await api?.close()
})

beforeEach(async () => {
  account = await api.open()
  other = await api.open()
  proxy = await startProxy(Number(new URL(api.baseUrl).port))
  nodeRed.log.length = 0
})

afterEach(async () => {
  await nodeRed.deploy(emptyFlow)
  proxy.close()
})

/** Stands between Node-RED and the API, which is away after `cut`. */
async function startProxy(target: number) {
  const sockets = new Set<Socket>()
  let isCut = false
  const server: Server = createProxy((socket) => {
    if (isCut) return void socket.destroy()
    const upstream = connect(target, '127.0.0.1')
    for (const [end, peer] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(end)
      end.on('error', () => {}).on('close', () => peer.destroy())
      end.pipe(peer)
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    baseUrl: api.baseUrl.replace(`:${target}`, `:${address.port}`),
    cut,
    close() {
      cut()
      server.close()
    },
  }
}

/** A flow with a trigger that has subscribed, as it is after an edit of its nodes. */
function flow({ connection, trigger }: { connection?: object; trigger?: object } = {}): object[] {
  return [
    { id: 'flow', type: 'tab', label: 'Reviews' },
    {
      id: 'connection',
      type: 'svc-connection',
      baseUrl: proxy.baseUrl,
      publicUrl: `https://${host}`,
      credentials: { apiKey: account.key },
      ...connection,
    },
    {
      id: 'trigger',
      type: 'svc-trigger',
      z: 'flow',
      connection: 'connection',
      key: 'webhook_event',
      values: {},
      pollSeconds: 0.2,
      wires: [[]],
      ...trigger,
    },
  ]
}

const emptyFlow = [{ id: 'flow', type: 'tab', label: 'Reviews' }]

/** Deploys a trigger, and returns its endpoint once it is subscribed. */
async function subscribe(): Promise<string> {
  await nodeRed.deploy(flow())
  await nodeRed.shows(/^subscribed$/)
  const [endpoint] = await endpointsOf(account)
  if (endpoint === undefined) throw new Error('The trigger has no endpoint.')
  return endpoint
}

async function endpointsOf({ call }: TestAccount): Promise<string[]> {
  const { data } = await call('GET', '/webhooks')
  return data.map(({ id }) => id)
}

const refusedEdits = [
  {
    edit: 'a public URL without https',
    nodes: { connection: { publicUrl: 'http://127.0.0.1:1880' } },
    message: /^"Public URL" must be https:/,
  },
  {
    edit: 'a public URL whose host is not public',
    nodes: { connection: { publicUrl: 'https://127.0.0.1:1880' } },
    message: /^"Public URL" must have a public host/,
  },
  { edit: 'no public URL', nodes: { connection: { publicUrl: '' } }, message: /^"Public URL" .* is required/ },
  {
    edit: 'an unknown event type',
    nodes: { trigger: { values: { event_types: ['review.created'] } } },
    message: /^"Event types" must be .*, not "review.created"\.$/,
  },
  { edit: 'an unknown trigger', nodes: { trigger: { key: 'new_review' } }, message: /no trigger "new_review"/ },
  { edit: 'an unknown key', nodes: { connection: { credentials: { apiKey: 'svc_test_x' } } }, message: /^401 / },
  {
    edit: 'no credential',
    nodes: { connection: { credentials: { apiKey: '' } } },
    message: /needs an "API key", or a "Client ID"/,
  },
  { edit: 'no base URL', nodes: { connection: { baseUrl: '' } }, message: /^"Base URL" must be a URL/ },
  { edit: 'no connection', nodes: { trigger: { connection: '' } }, message: /^Choose a connection/ },
]

test.each(refusedEdits)('a trigger that is deleted after an edit with $edit leaves no endpoint', async (refused) => {
  const endpoint = await subscribe()
  await nodeRed.deploy(flow(refused.nodes))
  const status = await nodeRed.shows(/./)
  expect(await endpointsOf(account)).toEqual([endpoint])
  await nodeRed.deploy(emptyFlow)
  expect(await endpointsOf(account)).toEqual([])
  expect(status).toMatch(refused.message)
  expect(nodeRed.log).toEqual([expect.stringMatching(refused.message)])
})

test('a trigger whose edit was refused continues with its endpoint after the edit is corrected', async () => {
  const endpoint = await subscribe()
  await nodeRed.deploy(flow({ connection: { publicUrl: 'http://127.0.0.1:1880' } }))
  await nodeRed.shows(/Public URL/)
  await nodeRed.deploy(flow({ trigger: { name: 'Another name' } }))
  await nodeRed.shows(/^subscribed$/)
  expect(await endpointsOf(account)).toEqual([endpoint])
})

test('a refused trigger leaves no endpoint if Node-RED restarts before the trigger is deleted', async () => {
  await subscribe()
  await nodeRed.deploy(flow({ connection: { publicUrl: 'http://127.0.0.1:1880' } }))
  await nodeRed.shows(/Public URL/)
  await nodeRed.restart()
  await nodeRed.shows(/Public URL/)
  await nodeRed.deploy(emptyFlow)
  expect(await endpointsOf(account)).toEqual([])
})

test('a refused trigger that is disabled leaves no endpoint', async () => {
  await subscribe()
  await nodeRed.deploy(flow({ connection: { publicUrl: 'http://127.0.0.1:1880' } }))
  await nodeRed.shows(/Public URL/)
  await nodeRed.deploy(flow({ trigger: { d: true } }))
  expect(await endpointsOf(account)).toEqual([])
  await nodeRed.deploy(flow())
  await nodeRed.shows(/^subscribed$/)
  expect(await endpointsOf(account)).toHaveLength(1)
})

test('a trigger that is deleted while the API is away logs the endpoint that remains, and what to do', async () => {
  const endpoint = await subscribe()
  proxy.cut()
  await nodeRed.deploy(emptyFlow)
  expect(nodeRed.log.at(-1)).toMatch(
    `The webhook endpoint ${endpoint} may remain active. Delete it in the portal of its account. Reason: deleteWebhook`,
  )
})

test('a trigger with a key of another account has its endpoint there, and none in the first account', async () => {
  await subscribe()
  await nodeRed.deploy(flow({ connection: { credentials: { apiKey: other.key } } }))
  await nodeRed.shows(/^subscribed$/)
  expect(await endpointsOf(account)).toEqual([])
  expect(await endpointsOf(other)).toHaveLength(1)
  await nodeRed.deploy(emptyFlow)
  expect(await endpointsOf(other)).toEqual([])
  expect(nodeRed.log).toEqual([])
})

test('a trigger with a new key of its account keeps its endpoint, and leaves none once the first key is revoked', async () => {
  const endpoint = await subscribe()
  const { id, key } = await account.issue()
  await nodeRed.deploy(flow({ connection: { credentials: { apiKey: key } } }))
  await nodeRed.shows(/^subscribed$/)
  expect(await endpointsOf(account)).toEqual([endpoint])
  await revokeApiKey(api.database.db, account.owner.account_id, id)
  const refused = { connection: { publicUrl: 'http://127.0.0.1:1880', credentials: { apiKey: account.key } } }
  await nodeRed.deploy(flow(refused))
  await nodeRed.shows(/Public URL/)
  await nodeRed.deploy(emptyFlow)
  expect(await endpointsOf(account)).toEqual([])
})

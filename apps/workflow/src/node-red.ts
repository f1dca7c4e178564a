import type { IncomingMessage, ServerResponse } from 'node:http'
import { actions, triggers } from '@generated/workflow/definition'
import type { Client } from '@svc/sdk'
import { runAction } from './action.ts'
import { listChoices, openConnection, testConnection } from './connection.ts'
import { type RunningTrigger, startTrigger, type TriggerState } from './trigger.ts'
import { isRecord, type Values } from './values.ts'

// The nodes of Node-RED: a connection, a trigger and an action. Only what they use of its API is described here.

interface Message {
  payload?: unknown
  [field: string]: unknown
}

interface NodeRedNode {
  id: string
  credentials?: Record<string, string>
  on(event: 'close', listener: (removed: boolean, done: () => void) => void): void
  on(
    event: 'input',
    listener: (message: Message, send: (message: Message) => void, done: (error?: Error) => void) => void,
  ): void
  send(message: Message): void
  error(message: string): void
  status(status: { fill?: string; shape?: string; text?: string }): void
  context(): { get(key: string): unknown; set(key: string, value: unknown, done: (error?: Error) => void): void }
}

interface ConnectionConfig {
  baseUrl: string
  publicUrl: string
}

interface StepConfig {
  connection: string
  key: string
  values: Values
  pollSeconds?: number
}

type Handler = (request: IncomingMessage & { params: Record<string, string> }, response: ServerResponse) => unknown

interface NodeRed {
  nodes: {
    createNode(node: NodeRedNode, config: object): void
    registerType<Config>(
      type: string,
      create: (this: NodeRedNode, config: Config) => void,
      options?: { credentials: Record<string, { type: 'text' | 'password' }> },
    ): void
    getNode(id: string): NodeRedNode | null
  }
  httpNode: { post(path: string, handler: Handler): void }
  httpAdmin: { get(path: string, ...handlers: unknown[]): void }
  auth: { needsPermission(permission: string): unknown }
}

/** A connection node with its client. */
interface ConnectionNode extends NodeRedNode {
  client: Client
  publicUrl: string
}

const pollSecondsDefault = 300

/** Registers the nodes, their receiver of deliveries, and what the editor reads. */
export function registerNodes(red: NodeRed): void {
  const running = new Map<string, RunningTrigger>()
  registerConnection(red)
  registerTrigger(red, running)
  registerActions(red)
  red.httpNode.post('/svc-workflow/:id', async (request, response) => {
    response.statusCode = await receive(running.get(request.params.id ?? ''), request)
    response.end()
  })
  const read = red.auth.needsPermission('flows.read')
  red.httpAdmin.get(
    '/svc-workflow/definition',
    read,
    sendJson(async () => ({ triggers, actions })),
  )
  red.httpAdmin.get(
    '/svc-workflow/choices/:connection/:dropdown',
    read,
    sendJson(({ connection = '', dropdown = '' }) => listChoices(requireConnection(red, connection).client, dropdown)),
  )
  red.httpAdmin.get(
    '/svc-workflow/test/:connection',
    read,
    sendJson(async ({ connection = '' }) => ({
      businesses: await testConnection(requireConnection(red, connection).client),
    })),
  )
}

function registerConnection(red: NodeRed): void {
  red.nodes.registerType<ConnectionConfig>(
    'svc-connection',
    function create(config) {
      red.nodes.createNode(this, config)
      const { apiKey, clientId, clientSecret } = this.credentials ?? {}
      const client = openConnection({ baseUrl: config.baseUrl, apiKey, clientId, clientSecret })
      Object.assign(this, { client, publicUrl: config.publicUrl })
    },
    {
      credentials: {
        apiKey: { type: 'password' },
        clientId: { type: 'text' },
        clientSecret: { type: 'password' },
      },
    },
  )
}

function registerTrigger(red: NodeRed, running: Map<string, RunningTrigger>): void {
  red.nodes.registerType<StepConfig>('svc-trigger', function create(config) {
    red.nodes.createNode(this, config)
    let trigger: RunningTrigger | undefined
    let isPolling = false
    const poll = async () => {
      trigger ??= await begin(red, this, config)
      running.set(this.id, trigger)
      this.status({ fill: 'green', shape: 'dot', text: 'subscribed' })
      await trigger.poll()
    }
    // Also subscribes again until it succeeds, such as after the business of the account was created.
    const attempt = async () => {
      if (isPolling) return
      isPolling = true
      await poll().catch(({ message }: Error) => this.status({ fill: 'red', shape: 'ring', text: message }))
      isPolling = false
    }
    void attempt()
    const timer = setInterval(attempt, (config.pollSeconds ?? pollSecondsDefault) * 1_000)
    this.on('close', (removed, done) => {
      clearInterval(timer)
      running.delete(this.id)
      const end = async () => (removed ? trigger?.unsubscribe() : undefined)
      void end().then(done, (error: Error) => {
        this.error(error.message)
        done()
      })
    })
  })
}

/** Starts the trigger of a node, whose state is in the context of the node. */
function begin(red: NodeRed, node: NodeRedNode, config: StepConfig): Promise<RunningTrigger> {
  const { client, publicUrl } = requireConnection(red, config.connection)
  const context = node.context()
  return startTrigger({
    client,
    key: config.key,
    values: config.values,
    url: `${publicUrl}/svc-workflow/${node.id}`,
    store: {
      load: async () => stateOf(context.get('trigger')),
      save: (state) =>
        new Promise((resolve, reject) => {
          context.set('trigger', state, (error) => (error ? reject(error) : resolve()))
        }),
    },
    run: async (event) => node.send({ payload: event, topic: event.type }),
  })
}

function registerActions(red: NodeRed): void {
  red.nodes.registerType<StepConfig>('svc-action', function create(config) {
    red.nodes.createNode(this, config)
    this.on('input', (message, send, done) => {
      const run = async () => {
        const { client } = requireConnection(red, config.connection)
        // Values of the message replace those of the form.
        const values = { ...config.values, ...(isRecord(message.values) && message.values) }
        send({ ...message, payload: await runAction(client, config.key, values) })
      }
      void run().then(() => done(), done)
    })
  })
}

/** Larger than any event. */
const deliveryBytesMax = 1024 * 1024

/** Reads a delivery and returns the status of the response. A failed workflow is 500, so the delivery is retried. */
async function receive(trigger: RunningTrigger | undefined, request: IncomingMessage): Promise<number> {
  if (!trigger) return 404
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > deliveryBytesMax) return 413
    chunks.push(chunk)
  }
  return trigger.receive(Buffer.concat(chunks), request.headers).catch(() => 500)
}

function requireConnection(red: NodeRed, id: string): ConnectionNode {
  const node = red.nodes.getNode(id)
  if (node === null || !isConnection(node)) throw new Error('Choose a connection, and deploy it.')
  return node
}

function isConnection(node: NodeRedNode): node is ConnectionNode {
  return 'client' in node
}

/** The stored state, unless something else is stored. */
function stateOf(stored: unknown): TriggerState | undefined {
  return isRecord(stored) && isState(stored) ? stored : undefined
}

function isState(stored: object): stored is TriggerState {
  return 'webhookId' in stored && 'secret' in stored && 'position' in stored && 'handled' in stored
}

/** Sends what a function returns, or 400 with the message of its error. */
function sendJson(work: (parameters: Record<string, string | undefined>) => Promise<unknown>): Handler {
  return async (request, response) => {
    response.setHeader('Content-Type', 'application/json')
    try {
      response.end(JSON.stringify(await work(request.params)))
    } catch (error) {
      response.statusCode = 400
      response.end(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }))
    }
  }
}

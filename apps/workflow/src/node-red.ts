import type { IncomingMessage, ServerResponse } from 'node:http'
import { actions, triggers } from '@generated/workflow/definition'
import type { Client } from '@svc/sdk'
import { runAction } from './action.ts'
import { listChoices, openConnection, testConnection } from './connection.ts'
import { type RunningTrigger, removeTrigger, startTrigger, type TriggerState, type TriggerStore } from './trigger.ts'
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
  warn(message: string): void
  status(status: { fill?: string; shape?: string; text?: string }): void
  context(): { get(key: string): unknown; set(key: string, value: unknown, done: (error?: Error) => void): void }
}

interface ConnectionConfig {
  baseUrl: string
  /** Absent in a flow that has no triggers. */
  publicUrl?: string
}

interface StepConfig {
  connection: string
  key: string
  values: Values
  pollSeconds?: number
}

interface Request extends IncomingMessage {
  params: Record<string, string>
  /** The parsed body, if something before the node has read it. */
  body?: unknown
}

type Handler = (request: Request, response: ServerResponse) => unknown

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

interface ConnectionNode extends NodeRedNode {
  /** Returns the client of the connection. Throws a RangeError that names the fields of the dialog to correct. */
  open(): Client
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
    const { id = '' } = request.params
    response.statusCode = await receive(running.get(id), request, (message) => red.nodes.getNode(id)?.warn(message))
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
    sendJson(({ connection = '', dropdown = '' }) => listChoices(requireConnection(red, connection).open(), dropdown)),
  )
  red.httpAdmin.get(
    '/svc-workflow/test/:connection',
    read,
    sendJson(async ({ connection = '' }) => ({
      businesses: await testConnection(requireConnection(red, connection).open()),
    })),
  )
}

function registerConnection(red: NodeRed): void {
  red.nodes.registerType<ConnectionConfig>(
    'svc-connection',
    function create(config) {
      red.nodes.createNode(this, config)
      const { apiKey, clientId, clientSecret } = this.credentials ?? {}
      let client: Client | undefined
      const open = () => (client ??= openConnection({ baseUrl: config.baseUrl, apiKey, clientId, clientSecret }))
      Object.assign(this, { open, publicUrl: config.publicUrl?.replace(/\/+$/, '') ?? '' })
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
  // By the id of a trigger, the client that last reached its endpoint. Kept between deployments: an edited connection
  // may have a credential that is refused, or one of another account.
  const reached = new Map<string, Client>()
  red.nodes.registerType<StepConfig>('svc-trigger', function create(config) {
    red.nodes.createNode(this, config)
    const closing = new AbortController()
    let trigger: RunningTrigger | undefined
    let attempt: Promise<void> | undefined
    let isFailing = false

    const poll = async () => {
      trigger ??= await begin(red, this, config, { reached, signal: closing.signal })
      running.set(this.id, trigger)
      this.status({ fill: 'green', shape: 'dot', text: 'subscribed' })
      await trigger.poll()
      isFailing = false
    }
    const report = ({ message }: Error) => {
      if (closing.signal.aborted) return
      this.status({ fill: 'red', shape: 'ring', text: message })
      if (!isFailing) this.warn(message)
      isFailing = true
    }
    // Also subscribes again until it succeeds, such as after the business of the account was created.
    const startAttempt = () => {
      attempt ??= poll()
        .catch(report)
        .finally(() => {
          attempt = undefined
        })
    }
    startAttempt()
    const timer = setInterval(startAttempt, (config.pollSeconds ?? pollSecondsDefault) * 1_000)

    this.on('close', (removed, done) => {
      clearInterval(timer)
      closing.abort()
      // Node-RED closes connections after the nodes that use them.
      const connection = findConnection(red, config.connection)
      const former = reached.get(this.id)
      const end = async () => {
        // An attempt that goes on would store the state of a trigger that was removed or started again.
        await attempt
        running.delete(this.id)
        // A node that is disabled is removed too.
        if (!removed) return
        reached.delete(this.id)
        await removeTrigger({
          clients: [former && (() => former), connection?.open].filter((open) => open !== undefined),
          store: storeOf(this),
          url: connection?.publicUrl && urlOf(connection, this),
        })
      }
      void end().then(done, (error: Error) => {
        this.error(error.message)
        done()
      })
    })
  })
}

/** Starts the trigger of a node, whose state is in the context of the node. */
async function begin(
  red: NodeRed,
  node: NodeRedNode,
  config: StepConfig,
  { reached, signal }: { reached: Map<string, Client>; signal: AbortSignal },
): Promise<RunningTrigger> {
  const connection = requireConnection(red, config.connection)
  const client = connection.open()
  if (!connection.publicUrl) throw new Error('"Public URL" of the connection is required for triggers.')
  const trigger = await startTrigger({
    client,
    formerClient: reached.get(node.id),
    key: config.key,
    values: config.values,
    url: urlOf(connection, node),
    store: storeOf(node),
    signal,
    run: async (event) => node.send({ payload: event, topic: event.type }),
    warn: (message) => node.warn(message),
  })
  reached.set(node.id, client)
  return trigger
}

function urlOf({ publicUrl }: ConnectionNode, { id }: NodeRedNode): string {
  return `${publicUrl}/svc-workflow/${id}`
}

/** Keeps the state of a trigger in the context of its node. */
function storeOf(node: NodeRedNode): TriggerStore {
  const context = node.context()
  return {
    load: async () => stateOf(context.get('trigger')),
    save: (state) =>
      new Promise((resolve, reject) => {
        context.set('trigger', state, (error) => (error ? reject(error) : resolve()))
      }),
  }
}

function registerActions(red: NodeRed): void {
  red.nodes.registerType<StepConfig>('svc-action', function create(config) {
    red.nodes.createNode(this, config)
    this.on('input', (message, send, done) => {
      const run = async () => {
        const client = requireConnection(red, config.connection).open()
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

/**
 * Reads a delivery and returns the status of the response. A failed workflow is 500 with a warning, so the delivery is
 * retried.
 */
async function receive(
  trigger: RunningTrigger | undefined,
  request: Request,
  warn: (message: string) => void,
): Promise<number> {
  if (!trigger) return 404
  const body = await readBody(request)
  if (body === undefined) return 413
  try {
    return await trigger.receive(body, request.headers)
  } catch (error) {
    warn(`A delivery failed and will be sent again: ${error instanceof Error ? error.message : String(error)}`)
    return 500
  }
}

/**
 * Returns the bytes of a body; undefined if there are more than `deliveryBytesMax`.
 *
 * By default, the pages for administrators have the same root as nodes, and parse JSON before a node is called. The
 * service signs what JSON.stringify returns, which is the same after it was parsed.
 */
async function readBody(request: Request): Promise<Buffer | undefined> {
  if (request.readableEnded && isRecord(request.body)) return Buffer.from(JSON.stringify(request.body))
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > deliveryBytesMax) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function requireConnection(red: NodeRed, id: string): ConnectionNode {
  const connection = findConnection(red, id)
  if (!connection) throw new Error('Choose a connection, and deploy it.')
  return connection
}

function findConnection(red: NodeRed, id: string): ConnectionNode | undefined {
  const node = red.nodes.getNode(id)
  return node !== null && isConnection(node) ? node : undefined
}

function isConnection(node: NodeRedNode): node is ConnectionNode {
  return 'open' in node && typeof node.open === 'function' && 'publicUrl' in node && typeof node.publicUrl === 'string'
}

/** The stored state, unless something else is stored. */
function stateOf(stored: unknown): TriggerState | undefined {
  return isState(stored) ? stored : undefined
}

function isState(stored: unknown): stored is TriggerState {
  if (!isRecord(stored)) return false
  const { webhookId, secret, position, handled } = stored
  return (
    typeof webhookId === 'string' &&
    typeof secret === 'string' &&
    (position === null || typeof position === 'string') &&
    Array.isArray(handled) &&
    handled.every((id) => typeof id === 'string')
  )
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

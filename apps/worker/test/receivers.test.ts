import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { storedDeliveries } from '@svc/db/testing-webhooks'
import type { Received } from '@svc/webhooks/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, type Harness, startHarness } from './harness.ts'

// Real deliveries of a worker. The harness terminates TLS, like a proxy in front of a receiver, and forwards each
// request unchanged.

type Receive = (delivery: Received) => Promise<number>

let harness: Harness
let receive: Receive
let secret: string
const children: ChildProcess[] = []
const closers: (() => void)[] = []

beforeAll(async () => {
  harness = await startHarness((delivery, response) => {
    receive(delivery).then(
      (status) => response.writeHead(status).end(),
      () => response.writeHead(502).end(),
    )
  })
  harness.work()
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const close of closers) close()
  await harness.close()
})

const example = (name: string) => fileURLToPath(new URL(`../../../examples/receivers/${name}`, import.meta.url))

/** Starts a receiver program that prints its port. */
function listeningProgram(...[program = '', ...parameters]: string[]): () => Promise<Receive> {
  return async () => {
    const env = { ...process.env, PORT: '0', SVC_WEBHOOK_SECRET: secret }
    const child = spawn(program, parameters, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    const port = await eventually('the receiver to listen', () => /port (\d+)/.exec(output)?.[1])
    return forwardTo(Number(port))
  }
}

function forwardTo(port: number): Receive {
  return async ({ headers, body }) => {
    const own = Object.entries(headers).filter(([name]) => /^x-svc|^webhook|^content-type/.test(name))
    const init = {
      method: 'POST',
      headers: Object.fromEntries(own) as Record<string, string>,
      body: new Uint8Array(body),
    }
    return (await fetch(`http://127.0.0.1:${port}/`, init)).status
  }
}

async function nextRoute(): Promise<Receive> {
  process.env.SVC_WEBHOOK_SECRET = secret
  const { POST } = await import(example('next-route.ts'))
  const server = createServer(async (request, response) => {
    const headers = new Headers(request.headers as Record<string, string>)
    const result = await POST(
      new Request('http://localhost/', { method: 'POST', headers, body: await buffer(request) }),
    )
    response.writeHead(result.status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  return forwardTo((server.address() as AddressInfo).port)
}

async function shell(): Promise<Receive> {
  return async ({ headers, body }) => {
    const parameters = [String(headers['x-svc-timestamp']), String(headers['x-svc-signature'])]
    const env = { ...process.env, SVC_WEBHOOK_SECRET: secret }
    const child = spawn(example('verify.sh'), parameters, { env, stdio: ['pipe', 'ignore', 'ignore'] })
    // A delivery that is too old is refused before its body is read, and writing to an ended process is an error.
    child.stdin.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
    child.stdin.end(body)
    const [code] = await once(child, 'exit')
    return code === 0 ? 204 : 400
  }
}

const receivers: { title: string; tags?: string[]; start: () => Promise<Receive> }[] = [
  { title: 'Node http', start: listeningProgram(process.execPath, example('node-http.ts')) },
  { title: 'Express', start: listeningProgram(process.execPath, example('express.ts')) },
  { title: 'Next.js', start: nextRoute },
  {
    title: 'Python',
    tags: ['python3'],
    start: listeningProgram(process.env.SVC_PYTHON ?? 'python3', example('receiver.py')),
  },
  { title: 'shell with openssl', tags: ['openssl'], start: shell },
]
for (const { title, tags = [], start } of receivers)
  test(`the receiver for ${title} accepts a real delivery, and refuses it if it is changed or old`, {
    tags,
  }, async () => {
    const owner = await harness.owner()
    const endpoint = await harness.subscribe(owner)
    secret = endpoint.secret
    receive = await start()
    const before = harness.receiver.received.length
    await harness.publish(owner)
    const delivery = await eventually('the delivery to succeed', async () => {
      const [found] = await storedDeliveries(harness.database.db, { webhook_id: endpoint.id, status: 'succeeded' })
      return found
    })
    expect(delivery.attempt_count).toBe(1)
    const genuine = harness.receiver.received[before]
    if (!genuine) throw new Error('Nothing arrived.')
    const forged = Buffer.from(genuine.body)
    forged[forged.length - 3] = (forged[forged.length - 3] ?? 0) ^ 1
    expect(await receive({ ...genuine, body: forged })).toBe(400)
    const old = { ...genuine.headers, 'x-svc-timestamp': String(Number(genuine.headers['x-svc-timestamp']) - 301) }
    expect(await receive({ ...genuine, headers: old })).toBe(400)
    expect(await receive(genuine)).toBe(204)
  })

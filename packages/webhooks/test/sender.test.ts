import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer as createTcpServer, type Server, Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hintOf, SendInterruptedError } from '../src/attempt.ts'
import type { Lookup } from '../src/resolve.ts'
import { createSender, type Sender, type SenderOptions } from '../src/sender.ts'
import { type Authority, createAuthority, type Receiver, type ReceiverOptions, startReceiver } from './testing.ts'

const host = 'hooks.rosso-trattoria.nl'
const url = `https://${host}/svc?account=7`
const body = Buffer.from('{"version":1}')

let authority: Authority
const openSenders: Sender[] = []
const openReceivers: { close(): Promise<void> }[] = []

beforeAll(() => {
  authority = createAuthority()
})

afterEach(async () => {
  await Promise.all(openSenders.splice(0).map((sender) => sender.close()))
  await Promise.all(openReceivers.splice(0).map((receiver) => receiver.close()))
})

const noDns: Lookup = async () => {
  throw new Error('Unexpected DNS query.')
}

function senderTo(port: number, options: SenderOptions = {}): Sender {
  const sender = createSender({
    timeoutMs: 5_000,
    lookup: noDns,
    extraCa: authority.ca,
    connectTo: [{ from: '*', to: { host: '127.0.0.1', port } }],
    ...options,
  })
  openSenders.push(sender)
  return sender
}

async function receiver(options: Partial<ReceiverOptions> = {}): Promise<Receiver> {
  const started = await startReceiver({ identity: authority.issue([host]), ...options })
  openReceivers.push(started)
  return started
}

/** A TCP listener without TLS. */
async function listener(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server: Server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    onConnection(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  openReceivers.push({
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

describe('a request', () => {
  test('the exact bytes, path and query arrive, with the given headers and without chunked encoding', async () => {
    const { port, received } = await receiver()
    const bytes = Buffer.from('{"a":"é ሴ 😀 \\u2028","n":1.0}\n')
    const result = await senderTo(port).send({ url, headers: { 'X-SVC-Event-Id': 'evt_1' }, body: bytes })
    expect(result).toMatchObject({ outcome: 'succeeded', phase: 'response', error: null, http_status: 204, hint: null })
    const [request] = received
    expect(request?.body.equals(bytes)).toBe(true)
    expect(request).toMatchObject({ method: 'POST', path: '/svc?account=7' })
    expect(request?.headers).toMatchObject({
      host,
      'x-svc-event-id': 'evt_1',
      'content-length': String(bytes.length),
      'accept-encoding': 'identity',
    })
    expect(request?.headers['transfer-encoding']).toBeUndefined()
  })

  test('a connection is reused, and only its first attempt has connection times', async () => {
    const target = await receiver()
    const sender = senderTo(target.port)
    const first = await sender.send({ url, headers: {}, body })
    const second = await sender.send({ url, headers: {}, body })
    expect(target.connectionCount).toBe(1)
    expect(first.timings).toMatchObject({ dns_ms: null, connect_ms: expect.any(Number), tls_ms: expect.any(Number) })
    expect(second.timings).toEqual({ dns_ms: null, connect_ms: null, tls_ms: null, first_byte_ms: expect.any(Number) })
  })

  test('simultaneous attempts at a fast receiver share connections', async () => {
    const target = await receiver()
    const sender = senderTo(target.port)
    const results = await Promise.all(Array.from({ length: 20 }, () => sender.send({ url, headers: {}, body })))
    expect(results.map(({ outcome }) => outcome)).toEqual(Array(20).fill('succeeded'))
    expect(target.received).toHaveLength(20)
    expect(target.connectionCount).toBeLessThan(10)
  })

  test('simultaneous attempts at a slow receiver have a connection each: none waits for another response', async () => {
    const held: (() => void)[] = []
    const target = await receiver({
      respond: (_, response) => {
        held.push(() => response.writeHead(204).end())
        if (held.length === 4) for (const release of held) release()
      },
    })
    const sender = senderTo(target.port)
    const results = await Promise.all(Array.from({ length: 4 }, () => sender.send({ url, headers: {}, body })))
    expect(results.map(({ outcome }) => outcome)).toEqual(Array(4).fill('succeeded'))
    expect(target.connectionCount).toBe(4)
  })

  test('a receiver that closes the connection after each response fails no attempt', async () => {
    const target = await receiver({
      respond: (_, response) => response.writeHead(200, { connection: 'close' }).end('ok'),
    })
    const sender = senderTo(target.port)
    for (let attempt = 0; attempt < 5; attempt++) {
      expect(await sender.send({ url, headers: {}, body })).toMatchObject({
        outcome: 'succeeded',
        response_excerpt: 'ok',
      })
    }
    expect(target.connectionCount).toBe(5)
  })

  test('a proxy named by the environment is not used', async () => {
    const proxied: string[] = []
    const proxy = await listener((socket) => proxied.push(String(socket.remotePort)))
    const names = ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']
    const before = names.map((name) => process.env[name])
    for (const name of names) process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : `http://127.0.0.1:${proxy}`
    try {
      const target = await receiver()
      expect(await senderTo(target.port).send({ url, headers: {}, body })).toMatchObject({ outcome: 'succeeded' })
      expect(proxied).toEqual([])
    } finally {
      names.forEach((name, index) => {
        if (before[index] === undefined) delete process.env[name]
        else process.env[name] = before[index]
      })
    }
  })
})

describe('"a delivery succeeds on any 2xx response"', () => {
  test.each([200, 201, 202, 204, 299])('a response with status %i ends the delivery as succeeded', async (status) => {
    const { port } = await receiver({ respond: (_, response) => response.writeHead(status).end() })
    expect(await senderTo(port).send({ url, headers: {}, body })).toMatchObject({
      outcome: 'succeeded',
      http_status: status,
      error: null,
    })
  })

  test.each([400, 401, 404, 405, 410, 413, 415, 429, 500, 502, 503])(
    'a response with status %i is a failure whose hint names the status',
    async (status) => {
      const { port } = await receiver({ respond: (_, response) => response.writeHead(status).end('no') })
      const result = await senderTo(port).send({ url, headers: {}, body })
      expect(result).toMatchObject({
        outcome: 'failed',
        phase: 'response',
        error: 'http_status',
        http_status: status,
        response_excerpt: 'no',
      })
      expect(result.hint).toContain(`returned ${status}`)
    },
  )

  test.each([301, 302, 303, 307, 308])(
    'a response with status %i is a failure, and the redirect is not followed',
    async (status) => {
      const { port, received } = await receiver({
        respond: (_, response) =>
          response.writeHead(status, { location: `https://${host}/elsewhere`, refresh: '0; url=/x' }).end(),
      })
      const result = await senderTo(port).send({ url, headers: {}, body })
      expect(result).toMatchObject({ outcome: 'failed', error: 'redirect', http_status: status })
      expect(result.hint).toBe(
        `Your endpoint returned ${status}; redirects are not followed. Register the URL that it redirects to.`,
      )
      expect(received.map(({ path }) => path)).toEqual(['/svc?account=7'])
    },
  )
})

describe('a misbehaving receiver only causes its own attempt to fail', () => {
  test('an attempt without a response ends at the deadline', async () => {
    const { port } = await receiver({ respond: () => {} })
    const result = await senderTo(port, { timeoutMs: 300 }).send({ url, headers: {}, body })
    expect(result).toMatchObject({
      outcome: 'failed',
      phase: 'request',
      error: 'timeout',
      http_status: null,
      response_excerpt: null,
    })
    expect(result.duration_ms).toBeGreaterThanOrEqual(299)
    expect(result.hint).toContain('within 0.3 s')
  })

  test('the deadline includes the body, so that a response sent byte by byte times out', async () => {
    const { port } = await receiver({
      respond: (_, response) => {
        response.writeHead(200)
        const drip = setInterval(() => response.write('.'), 20)
        response.on('close', () => clearInterval(drip))
      },
    })
    const result = await senderTo(port, { timeoutMs: 300 }).send({ url, headers: {}, body })
    expect(result).toMatchObject({ outcome: 'failed', phase: 'response', error: 'timeout', http_status: 200 })
    expect(result.response_excerpt).toMatch(/^\.+$/)
  })

  test('an endless body is read up to 64 KB, of which 1024 characters are stored, and its status decides', async () => {
    let sent = 0
    const { port } = await receiver({
      respond: (_, response) => {
        response.writeHead(200)
        const pour = () => {
          while (!response.destroyed && response.write(Buffer.alloc(16_384, 'a'))) sent += 16_384
        }
        response.on('drain', pour)
        pour()
      },
    })
    const result = await senderTo(port).send({ url, headers: {}, body })
    expect(result).toMatchObject({ outcome: 'succeeded', http_status: 200, response_excerpt: 'a'.repeat(1024) })
    expect(sent).toBeLessThan(50_000_000)
  })

  test('an excerpt is never cut inside a character', async () => {
    const { port } = await receiver({ respond: (_, response) => response.writeHead(400).end(`x${'😀'.repeat(2000)}`) })
    const { response_excerpt: excerpt } = await senderTo(port).send({ url, headers: {}, body })
    expect(excerpt).toBe(`x${'😀'.repeat(511)}`)
  })

  test('headers of more than 16 KB are an invalid response', async () => {
    const { port } = await receiver({
      respond: (_, response) => response.writeHead(200, { 'x-much': 'a'.repeat(20_000) }).end(),
    })
    expect(await senderTo(port).send({ url, headers: {}, body })).toMatchObject({
      outcome: 'failed',
      error: 'invalid_response',
    })
  })

  test('bytes that are not HTTP are an invalid response', async () => {
    const { port } = await receiver({ respond: (_, response) => response.socket?.end('GARBAGE 0.9\r\n\r\n') })
    expect(await senderTo(port).send({ url, headers: {}, body })).toMatchObject({
      outcome: 'failed',
      error: 'invalid_response',
    })
  })

  test('a switch of protocols is an invalid response', async () => {
    const { port } = await receiver({
      respond: (_, response) =>
        response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    })
    expect(await senderTo(port).send({ url, headers: {}, body })).toMatchObject({
      outcome: 'failed',
      error: 'invalid_response',
    })
  })

  test('a flood of informational responses ends the attempt: little of it is read', async () => {
    const sockets: Socket[] = []
    const remember = (message: unknown) => {
      if (typeof message === 'object' && message !== null && 'socket' in message && message.socket instanceof Socket)
        sockets.push(message.socket)
    }
    subscribe('net.client.socket', remember)
    const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n'.repeat(1_000)
    const { port } = await receiver({
      respond: (_, response) => {
        const socket = response.socket
        for (let sent = 0; sent < 200; sent++) socket?.write(hints)
        socket?.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
      },
    })
    expect(await senderTo(port).send({ url, headers: {}, body })).toMatchObject({
      outcome: 'failed',
      phase: 'request',
      error: 'invalid_response',
      hint: expect.stringContaining('20 informational responses'),
    })
    unsubscribe('net.client.socket', remember)
    // The body has 10 MB; one read is 64 KB.
    expect(sockets.reduce((sum, socket) => sum + socket.bytesRead, 0)).toBeLessThan(500_000)
  })

  test('up to twenty informational responses are ignored', async () => {
    const { port } = await receiver({
      respond: (_, response) => {
        for (let i = 0; i < 20; i++) response.writeEarlyHints({ link: '</a>; rel=preload' })
        response.writeHead(200).end('done')
      },
    })
    expect(await senderTo(port).send({ url, headers: {}, body })).toMatchObject({
      outcome: 'succeeded',
      http_status: 200,
    })
  })

  test('a connection that breaks before or during the response is lost', async () => {
    const before = await receiver({ respond: (_, __, socket) => socket.destroy() })
    expect(await senderTo(before.port).send({ url, headers: {}, body })).toMatchObject({
      outcome: 'failed',
      phase: 'request',
      error: 'connection_lost',
    })
    const during = await receiver({
      respond: (_, response, socket) => {
        response.writeHead(200, { 'content-length': '100' })
        response.write('half', () => socket.destroy())
      },
    })
    const result = await senderTo(during.port).send({ url, headers: {}, body })
    expect(result).toMatchObject({ outcome: 'failed', phase: 'response', http_status: 200 })
    expect(['connection_lost', 'invalid_response']).toContain(result.error)
  })

  test('a refused connection fails in the connect phase', async () => {
    const target = await receiver()
    await target.close()
    openReceivers.pop()
    const result = await senderTo(target.port).send({ url, headers: {}, body })
    expect(result).toMatchObject({
      outcome: 'failed',
      phase: 'connect',
      error: 'connection_failed',
      http_status: null,
      response_excerpt: null,
    })
  })

  test('a receiver that accepts and never starts TLS times out in the TLS phase', async () => {
    const port = await listener(() => {})
    expect(await senderTo(port, { timeoutMs: 300 }).send({ url, headers: {}, body })).toMatchObject({
      phase: 'tls',
      error: 'timeout',
    })
  })

  test('the sender continues after a failed attempt', async () => {
    let calls = 0
    const { port } = await receiver({
      respond: (_, response, socket) => (++calls === 1 ? socket.destroy() : response.writeHead(204).end()),
    })
    const sender = senderTo(port)
    expect(await sender.send({ url, headers: {}, body })).toMatchObject({ outcome: 'failed' })
    expect(await sender.send({ url, headers: {}, body })).toMatchObject({ outcome: 'succeeded' })
  })

  test('a stopped attempt rejects without a result for the receiver', async () => {
    const target = await receiver({ respond: () => {} })
    const stop = new AbortController()
    const attempt = senderTo(target.port).send({ url, headers: {}, body }, stop.signal)
    await target.arrived(1)
    stop.abort()
    await expect(attempt).rejects.toThrow(SendInterruptedError)
  })
})

describe('TLS', () => {
  const dayMs = 86_400_000
  const ago = (days: number) => new Date(Date.now() - days * dayMs)

  test.each([
    ['of an unknown authority', () => createAuthority().issue([host]), 'not publicly trusted'],
    ['for another name', () => authority.issue(['other.example.net']), 'another host name'],
    ['that has expired', () => authority.issue([host], { from: ago(10), to: ago(1) }), 'expired'],
    ['that is not valid yet', () => authority.issue([host], { from: ago(-1), to: ago(-10) }), 'not valid yet'],
  ])('a certificate %s is refused, and no byte of the request is sent', async (_, identity, hint) => {
    const target = await receiver({ identity: identity() })
    const result = await senderTo(target.port).send({ url, headers: {}, body })
    expect(result).toMatchObject({ outcome: 'failed', phase: 'tls', error: 'tls_failed', http_status: null })
    expect(result.hint).toContain(hint)
    expect(target.received).toEqual([])
  })

  test('NODE_TLS_REJECT_UNAUTHORIZED has no effect on the sender', async () => {
    const target = await receiver({ identity: createAuthority().issue([host]) })
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    try {
      expect(await senderTo(target.port).send({ url, headers: {}, body })).toMatchObject({ error: 'tls_failed' })
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    }
  })

  test('a receiver that supports only TLS 1.1 or older is refused', async () => {
    const target = await receiver({ maxVersion: 'TLSv1.1' })
    expect(await senderTo(target.port).send({ url, headers: {}, body })).toMatchObject({
      phase: 'tls',
      error: 'tls_failed',
    })
  })

  test('a private certificate authority is not trusted without the development setting', async () => {
    const target = await receiver()
    expect(await senderTo(target.port, { extraCa: undefined }).send({ url, headers: {}, body })).toMatchObject({
      error: 'tls_failed',
    })
  })
})

describe('addresses', () => {
  const resolvingTo = (...addresses: string[]): SenderOptions => ({ lookup: async () => addresses, connectTo: [] })

  test.each([
    ['loopback', ['127.0.0.1']],
    ['cloud metadata', ['169.254.169.254']],
    ['a public address, then a private one', ['93.184.216.34', '10.0.0.5']],
    ['a private address, then a public one', ['10.0.0.5', '93.184.216.34']],
    ['a public IPv4 and a private IPv6 address', ['93.184.216.34', 'fd00::1']],
    ['a mapped address', ['::ffff:10.0.0.1']],
    ['NAT64, 6to4 and Teredo', ['64:ff9b::a00:1', '2002:a00:1::1', '2001:0:a00:1::']],
  ])('the sender does not connect to a name that resolves to %s', async (_, addresses) => {
    const target = await receiver()
    const blocked = await senderTo(target.port, resolvingTo(...addresses)).send({
      url: `https://${host}:${target.port}/`,
      headers: {},
      body,
    })
    expect(blocked).toMatchObject({ outcome: 'failed', phase: 'dns', error: 'dns_failed' })
    expect(target.connectionCount).toBe(0)
  })

  test.each(['https://127.0.0.1', 'https://[::1]', 'https://[::ffff:7f00:1]', 'https://10.1.2.3'])(
    'the sender does not connect to the literal address %s, even with a diversion for all hosts',
    async (literal) => {
      const target = await receiver()
      const result = await senderTo(target.port).send({ url: `${literal}:${target.port}/`, headers: {}, body })
      expect(result).toMatchObject({ outcome: 'failed', phase: 'connect', error: 'connection_failed' })
      expect(target.connectionCount).toBe(0)
    },
  )

  test('the addresses of a name are checked again at every attempt', async () => {
    const results = [['10.0.0.5'], ['127.0.0.1'], ['192.168.1.1']]
    const target = await receiver()
    const sender = senderTo(target.port, { lookup: async () => results.shift() ?? [], connectTo: [] })
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(await sender.send({ url: `https://${host}:${target.port}/`, headers: {}, body })).toMatchObject({
        error: 'dns_failed',
      })
    }
    expect(target.connectionCount).toBe(0)
    expect(results).toEqual([])
  })

  test('a literal address that is not allowed looks like a refused connection', async () => {
    const closed = await receiver()
    await closed.close()
    openReceivers.pop()
    const refused = await senderTo(closed.port).send({ url, headers: {}, body })
    const literal = `https://10.0.0.5:${closed.port}/svc`
    const blocked = await senderTo(closed.port).send({ url: literal, headers: {}, body })
    const { duration_ms: _, timings: __, ...shown } = blocked
    expect(refused).toMatchObject(shown)
    expect(JSON.stringify(blocked)).not.toContain('10.0.0.5')
  })

  test('a name with an address that is not allowed looks like a name without one', async () => {
    const shown = async (lookup: Lookup) => {
      const { duration_ms: _, ...result } = await senderTo(1, { lookup, connectTo: [] }).send({
        url,
        headers: {},
        body,
      })
      return result
    }
    const unknown = await shown(async () => {
      throw Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' })
    })
    expect(await shown(async () => ['10.0.0.5'])).toEqual(unknown)
  })

  test('a name without an address fails in the DNS phase', async () => {
    const lookup: Lookup = async () => {
      throw Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' })
    }
    const result = await senderTo(1, { lookup, connectTo: [] }).send({ url, headers: {}, body })
    expect(result).toMatchObject({
      outcome: 'failed',
      phase: 'dns',
      error: 'dns_failed',
      timings: { dns_ms: null, connect_ms: null },
    })
  })

  test('an attempt whose DNS queries get no response ends at the deadline', async () => {
    const result = await senderTo(1, { lookup: () => new Promise(() => {}), connectTo: [], timeoutMs: 200 }).send({
      url,
      headers: {},
      body,
    })
    expect(result).toMatchObject({ outcome: 'failed', phase: 'dns', error: 'dns_failed' })
    expect(result.duration_ms).toBeGreaterThanOrEqual(199)
  })

  test('only https URLs are accepted', async () => {
    const target = await receiver()
    await expect(senderTo(target.port).send({ url: `http://${host}/`, headers: {}, body })).rejects.toThrow(
      'https only',
    )
  })
})

describe('WEBHOOK_CONNECT_TO, for development', () => {
  test('only the configured connection is diverted; the others use DNS', async () => {
    const target = await receiver()
    const queried: string[] = []
    const sender = senderTo(target.port, {
      connectTo: [{ from: { host, port: 443 }, to: { host: 'localhost', port: target.port } }],
      lookup: async (name) => {
        queried.push(name)
        return ['10.0.0.1']
      },
    })
    expect(await sender.send({ url, headers: {}, body })).toMatchObject({ outcome: 'succeeded' })
    expect(await sender.send({ url: `https://${host}:8443/`, headers: {}, body })).toMatchObject({
      error: 'dns_failed',
    })
    expect(await sender.send({ url: 'https://other.example.net/', headers: {}, body })).toMatchObject({
      error: 'dns_failed',
    })
    expect(queried).toEqual([host, 'other.example.net'])
  })
})

test('every hint has at most the length that the contract allows', () => {
  const errors = [
    'dns_failed',
    'connection_failed',
    'tls_failed',
    'timeout',
    'connection_lost',
    'redirect',
    'http_status',
    'invalid_response',
  ] as const
  for (const error of errors) {
    for (const status of [null, 200, 301, 400, 401, 404, 405, 413, 415, 429, 500, 599]) {
      for (const phase of ['tls', 'request', 'response'] as const) {
        const hint = hintOf(error, { phase, status, failure: undefined, timeoutMs: 15_000 })
        expect(hint.length).toBeGreaterThan(20)
        expect(hint.length).toBeLessThanOrEqual(300)
      }
    }
  }
})

afterAll(() => {
  expect([openSenders.length, openReceivers.length]).toEqual([0, 0])
})

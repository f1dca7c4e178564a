import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer as createTcpServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer as createTlsServer, type SecureVersion, type TLSSocket } from 'node:tls'
import { gzipSync } from 'node:zlib'
import type { WebhookAttemptError, WebhookAttemptPhase } from '@generated/contract/enums'
import { createAuthority, type Identity } from './testing.ts'

// Receivers that misbehave in every known way, each with the expected result of an attempt.

/** The body of every attempt. Once it has arrived, the request is complete. */
export const body = '{}'

/** The response time of healthy receivers: a typical network distance. */
const healthyResponseMs = 50

interface Outcome {
  error: WebhookAttemptError | null
  phase?: WebhookAttemptPhase
  status?: number
}

interface MisbehavingReceiver {
  name: string
  outcome: Outcome
  /** Called with the connection when the request has arrived; with `raw`, when the connection opens. */
  respond?: (socket: Socket) => void
  raw?: true
  identity?: Identity
  maxVersion?: SecureVersion
  /** The failure of DNS. */
  dns?: 'ENOTFOUND' | 'ESERVFAIL' | 'silent'
  refused?: true
  /** The program accepts no connections, and the kernel's backlog is full. */
  full?: true
}

export const authority = createAuthority()
const names = ['*.rosso-trattoria.nl']
const hourMs = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hourMs)

const send = (bytes: string | Buffer) => (socket: Socket) => void socket.write(bytes)
const status = (line: string, headers = '', body = '') =>
  send(`HTTP/1.1 ${line}\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`)
const drip = (start: string, piece: string) => (socket: Socket) => {
  socket.write(start)
  const timer = setInterval(() => socket.write(piece), 250)
  socket.on('close', () => clearInterval(timer))
}
const flood = (start: string, piece: Buffer) => (socket: Socket) => {
  socket.write(start)
  const pour = () => {
    while (!socket.destroyed && socket.write(piece)) {}
  }
  socket.on('drain', pour)
  pour()
}

const success: Outcome = { error: null, phase: 'response' }
const redirect = (code: number): Outcome => ({ error: 'redirect', status: code })
const refusal = (code: number): Outcome => ({ error: 'http_status', status: code })
const invalid: Outcome = { error: 'invalid_response' }
const untrusted: Outcome = { error: 'tls_failed', phase: 'tls' }

export const receivers: readonly MisbehavingReceiver[] = [
  { name: '200', outcome: success, respond: status('200 OK', '', 'ok') },
  { name: '201', outcome: success, respond: status('201 Created') },
  { name: '204', outcome: success, respond: send('HTTP/1.1 204 No Content\r\n\r\n') },
  { name: '299', outcome: success, respond: status('299 Fine') },
  { name: '301 to itself', outcome: redirect(301), respond: status('301 Moved', 'Location: /\r\n') },
  {
    name: '302 to metadata',
    outcome: redirect(302),
    respond: status('302 Found', 'Location: http://169.254.169.254/\r\n'),
  },
  {
    name: '303 to loopback',
    outcome: redirect(303),
    respond: status('303 See Other', 'Location: https://127.0.0.1/\r\n'),
  },
  {
    name: '307 to another host',
    outcome: redirect(307),
    respond: status('307 T', 'Location: https://example.org/\r\n'),
  },
  { name: '308 relative', outcome: redirect(308), respond: status('308 P', 'Location: x\r\n') },
  { name: '400', outcome: refusal(400), respond: status('400 Bad Request') },
  { name: '401', outcome: refusal(401), respond: status('401 Unauthorized', 'WWW-Authenticate: Basic\r\n') },
  { name: '404', outcome: refusal(404), respond: status('404 Not Found') },
  { name: '410', outcome: refusal(410), respond: status('410 Gone') },
  { name: '421', outcome: refusal(421), respond: status('421 Misdirected Request') },
  { name: '429', outcome: refusal(429), respond: status('429 Too Many Requests', 'Retry-After: 3600\r\n') },
  { name: '500', outcome: refusal(500), respond: status('500 Error', '', 'oops') },
  { name: '502', outcome: refusal(502), respond: status('502 Bad Gateway') },
  { name: '503', outcome: refusal(503), respond: status('503 Unavailable') },
  { name: 'certificate expired', outcome: untrusted, identity: authority.issue(names, { from: ago(9), to: ago(1) }) },
  { name: 'certificate of an unknown authority', outcome: untrusted, identity: createAuthority().issue(names) },
  { name: 'certificate for another host', outcome: untrusted, identity: authority.issue(['hooks.example.net']) },
  { name: 'TLS 1.1 at most', outcome: untrusted, maxVersion: 'TLSv1.1' },
  { name: 'plain HTTP on this port', outcome: untrusted, raw: true, respond: send('HTTP/1.1 200 OK\r\n\r\n') },
  { name: 'TCP refused', outcome: { error: 'connection_failed', phase: 'connect' }, refused: true },
  {
    name: 'never accepts, and its backlog is full',
    outcome: { error: 'connection_failed', phase: 'connect' },
    full: true,
  },
  { name: 'closes at once', outcome: { error: 'tls_failed' }, raw: true, respond: (socket) => socket.destroy() },
  { name: 'accepts and sends nothing', outcome: { error: 'timeout', phase: 'tls' }, raw: true, respond: () => {} },
  { name: 'sends nothing after the TLS handshake', outcome: { error: 'timeout', phase: 'request' }, respond: () => {} },
  { name: 'reset before the response', outcome: { error: 'connection_lost' }, respond: (socket) => socket.destroy() },
  {
    name: 'reset during the response',
    outcome: { error: 'connection_lost', status: 200 },
    respond: (socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab', () => setTimeout(() => socket.destroy(), 50)),
  },
  { name: 'headers byte by byte', outcome: { error: 'timeout' }, respond: drip('HTTP/1.1 200 OK\r\nX-Slow: ', 'a') },
  {
    name: 'body byte by byte',
    outcome: { error: 'timeout', phase: 'response', status: 200 },
    respond: drip('HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n', 'a'),
  },
  { name: 'endless body', outcome: success, respond: flood('HTTP/1.1 200 OK\r\n\r\n', Buffer.alloc(65_536, 'a')) },
  {
    name: 'compression bomb',
    outcome: success,
    respond: (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`)
      socket.write(bomb)
    },
  },
  { name: '100,000 headers', outcome: invalid, respond: send(`HTTP/1.1 200 OK\r\n${'X: y\r\n'.repeat(100_000)}\r\n`) },
  { name: 'header of 20 KB', outcome: invalid, respond: send(`HTTP/1.1 200 OK\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`) },
  { name: 'HTTP/1.0', outcome: success, respond: (socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nok') },
  { name: 'not HTTP', outcome: invalid, respond: send('220 smtp.example.org ESMTP\r\n') },
  {
    name: 'body shorter than its Content-Length',
    outcome: { error: 'connection_lost', status: 200 },
    respond: (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort'),
  },
  {
    name: 'body longer than its Content-Length',
    outcome: success,
    respond: send('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\n\r\n'),
  },
  {
    name: 'invalid chunks',
    outcome: { error: 'invalid_response', status: 200 },
    respond: send('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'),
  },
  {
    name: 'Connection: close',
    outcome: success,
    respond: (socket) => socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'),
  },
  {
    name: '20 informational responses',
    outcome: success,
    respond: send(`${'HTTP/1.1 102 Processing\r\n\r\n'.repeat(20)}HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n`),
  },
  {
    name: '1,000 informational responses',
    outcome: invalid,
    respond: send(`${'HTTP/1.1 102 Processing\r\n\r\n'.repeat(1_000)}HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n`),
  },
  {
    name: 'endless informational responses',
    outcome: { error: 'timeout', phase: 'request' },
    respond: drip('', 'HTTP/1.1 102 Processing\r\n\r\n'),
  },
  {
    name: 'switch of protocols',
    outcome: invalid,
    respond: send('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
  },
  {
    name: 'Alt-Svc, Link and Refresh',
    outcome: success,
    respond: status(
      '200 OK',
      'Alt-Svc: h3=":443"\r\nLink: <https://127.0.0.1>; rel=preconnect\r\nRefresh: 0; url=https://127.0.0.1/\r\n',
    ),
  },
  { name: 'name unknown to DNS', outcome: { error: 'dns_failed', phase: 'dns' }, dns: 'ENOTFOUND' },
  { name: 'DNS fails', outcome: { error: 'dns_failed', phase: 'dns' }, dns: 'ESERVFAIL' },
  { name: 'DNS does not respond', outcome: { error: 'dns_failed', phase: 'dns' }, dns: 'silent' },
]

/** 100 MB of zeros in 100 KB. */
const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024))

const closers: (() => void)[] = []

export function closeAll(): void {
  for (const close of closers.splice(0)) close()
}

/** Starts the receiver and returns its port; 0 if DNS fails before anything connects. */
export async function start({
  respond,
  raw,
  identity,
  maxVersion,
  dns,
  refused,
  full,
}: MisbehavingReceiver): Promise<number> {
  if (dns !== undefined) return 0
  if (full) return startFull()
  const sockets = new Set<Socket>()
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  const old = maxVersion && { minVersion: 'TLSv1' as const, maxVersion, ciphers: 'DEFAULT@SECLEVEL=0' }
  const server = raw
    ? createTcpServer((socket) => respond?.(socket))
    : createTlsServer({ ...(identity ?? authority.issue(names)), ...old }, (socket: TLSSocket) => {
        socket.on('error', () => {})
        // The body arrives last. A connection may carry several requests.
        socket.on('data', (chunk) => {
          if (chunk.toString('latin1').endsWith(body)) respond?.(socket)
        })
      })
  server.on('connection', track).on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  const address = server.address()
  if (refused) close()
  else closers.push(close)
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Starts a program that listens, suspends it, and fills its backlog until the kernel accepts no more connections. */
async function startFull(): Promise<number> {
  const program = `const server = require('node:net').createServer()
    server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => process.stdout.write(String(server.address().port)))`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  closers.push(() => child.kill('SIGKILL'))
  const [printed] = await once(child.stdout, 'data')
  child.kill('SIGSTOP')
  const port = Number(printed)
  for (let count = 0; count < 10; count++) {
    const socket = connect({ port, host: '127.0.0.1' }).on('error', () => {})
    closers.push(() => socket.destroy())
    const accepted = await Promise.race([once(socket, 'connect').then(() => true), sleep(200, false)])
    if (!accepted) return port
  }
  throw new Error('The backlog of the suspended program never filled.')
}

/** A receiver without faults. */
export const healthy: MisbehavingReceiver = {
  name: 'healthy',
  outcome: success,
  respond: (socket) => setTimeout(() => status('204 No Content')(socket), healthyResponseMs),
}

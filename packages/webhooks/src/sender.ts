import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction, connect as openTcp, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import {
  createSecureContext,
  rootCertificates,
  type SecureContext,
  connect as startTls,
  type TLSSocket,
} from 'node:tls'
import type { Phase, Timings } from '@svc/db/webhook-deliveries'
import type { ConnectTo } from '@svc/process/settings'
import { Client, type Dispatcher } from 'undici'
import {
  type AttemptResult,
  BlockedAddressError,
  classify,
  codeOf,
  DeadlineError,
  hintOf,
  judgeStatus,
} from './attempt.ts'
import { createLookUp, type LookUp } from './resolve.ts'
import { bareHost, isPublicAddress } from './url-policy.ts'

export interface Outgoing {
  /** As `checkWebhookUrl` returned it. */
  url: string
  headers: Record<string, string>
  body: Uint8Array
}

export interface Sender {
  /**
   * Makes one attempt and says how it went; a failing receiver is a result, not an exception. Rejects with
   * `SendInterruptedError` when the signal aborts, and with `LocalFaultError` when this machine could not try.
   */
  send(outgoing: Outgoing, signal?: AbortSignal): Promise<AttemptResult>
  /** Ends every connection, those in use included. */
  close(): Promise<void>
}

/** The worker stopped the attempt. The receiver may have got it. */
export class SendInterruptedError extends Error {
  override name = 'SendInterruptedError'
}

/** This machine could not try: no file descriptor or no memory was left. The receiver is not to blame. */
export class LocalFaultError extends Error {
  override name = 'LocalFaultError'
}

export interface SenderOptions {
  /** For the whole attempt: DNS, connecting, TLS, request and the answer with its body. 15 s unless told. */
  timeoutMs?: number
  lookUp?: LookUp
  /** PEM text of authorities that are trusted besides the public ones. Development only. */
  extraCa?: string | undefined
  /** Development only: what is addressed to `from` is dialled at `to`, everything with `*`. */
  connectTo?: readonly ConnectTo[]
  /** Names by which the service itself is reached: a delivery must not come back to us. */
  ownHosts?: readonly string[]
  /** Addresses of our own; those of this machine's interfaces unless told. */
  ownAddresses?: readonly string[]
}

const timeoutMsDefault = 15_000
const responseBytesMax = 64 * 1024
const responseHeaderBytesMax = 16 * 1024
const excerptCharsMax = 1024
const durationMsMax = 600_000

/** After the last answer. Receivers close idle connections after 5 s or more, and one that closes first costs an attempt. */
const keepAliveMs = 4_000

/** "A pooled socket may be used up to 60 s": after that the name is resolved, and its address checked, again. */
const connectionAgeMsMax = 60_000
const idleConnectionsMax = 2_000

/** Node's default of 250 ms gives up on distant receivers; with a blackholed family the other one still has its turn. */
const familyAttemptMs = 2_500

/**
 * The only way in which the service calls out to an address that a customer chose. Addresses are checked before dialling
 * (literals and every answer of DNS) and again on the connected socket, before the first byte. https only, TLS 1.2 or
 * newer, the authorities that Node.js brings and no others, no redirects, and no proxy from the environment.
 *
 * One undici client is one connection, which carries one attempt at a time: that is how each attempt knows the phases and
 * times of its own connection, which undici's pools do not tell.
 */
export function createSender(options: SenderOptions = {}): Sender {
  const { timeoutMs = timeoutMsDefault, lookUp = createLookUp(), extraCa, connectTo = [] } = options
  const { ownHosts = [], ownAddresses = machineAddresses() } = options
  const mayReach = (address: string) => isPublicAddress(address) && !ownAddresses.includes(address)
  // Built once: parsing some 140 roots for each connection would cost six times the handshake.
  const secureContext = createSecureContext({
    ca: extraCa === undefined ? [...rootCertificates] : [...rootCertificates, extraCa],
    minVersion: 'TLSv1.2',
  })
  const idle = new Map<string, Line[]>()
  const lines = new Set<Line>()
  let idleCount = 0

  function take(url: URL): Line {
    const waiting = idle.get(url.origin)
    for (let line = waiting?.pop(); line !== undefined; line = waiting?.pop()) {
      idleCount -= 1
      if (!line.client.destroyed && performance.now() - line.openedMs < connectionAgeMsMax) return line
      discard(line)
    }
    return newLine(url)
  }

  function giveBack(line: Line): void {
    if (line.client.destroyed || idleCount >= idleConnectionsMax) {
      discard(line)
      return
    }
    const waiting = idle.get(line.origin)
    if (waiting === undefined) idle.set(line.origin, [line])
    else waiting.push(line)
    idleCount += 1
  }

  function forget(line: Line): void {
    const waiting = idle.get(line.origin)
    const place = waiting?.indexOf(line) ?? -1
    if (waiting === undefined || place === -1) return
    waiting.splice(place, 1)
    idleCount -= 1
    if (waiting.length === 0) idle.delete(line.origin)
    discard(line)
  }

  function discard(line: Line): void {
    lines.delete(line)
    line.dialling.abort()
    line.client.destroy().catch(ignore)
  }

  function newLine(url: URL): Line {
    const line: Line = {
      origin: url.origin,
      progress: newProgress(),
      openedMs: performance.now(),
      dialling: new AbortController(),
      client: new Client(url.origin, {
        connect: (_, callback) => {
          line.openedMs = performance.now()
          openSocket(url, line).then(
            (socket) => callback(null, socket),
            (error) => callback(error, null),
          )
        },
        allowH2: false,
        useMilo: false,
        pipelining: 1,
        keepAliveTimeout: keepAliveMs,
        keepAliveMaxTimeout: keepAliveMs,
        keepAliveTimeoutThreshold: 1_000,
        maxHeaderSize: responseHeaderBytesMax,
        // The deadline of the attempt is the only clock.
        headersTimeout: 0,
        bodyTimeout: 0,
      }),
    }
    line.client.on('disconnect', () => forget(line))
    lines.add(line)
    return line
  }

  async function openSocket(url: URL, line: Line): Promise<TLSSocket> {
    const { progress } = line
    const { signal } = line.dialling
    const host = bareHost(url)
    const port = url.port === '' ? 443 : Number(url.port)

    const route = await findRoute(host, port, progress)
    signal.throwIfAborted()

    progress.phase = 'connect'
    if (route === 'blocked') throw new BlockedAddressError(`An address of ${host} is not public.`)
    const dialledMs = performance.now()
    const socket = await dial(route, signal)
    // The binding check: whatever DNS said, this is who would read the next byte.
    if (!route.allows(socket.remoteAddress ?? '')) {
      socket.destroy()
      throw new BlockedAddressError(`The connection to ${host} ended at an address that is not public.`)
    }
    progress.timings.connect_ms = elapsed(dialledMs)

    progress.phase = 'tls'
    const securedMs = performance.now()
    const secured = await secure(socket, host, secureContext, signal)
    progress.timings.tls_ms = elapsed(securedMs)
    return secured
  }

  /** Where to dial, or `blocked`. A diversion changes the address that is dialled and nothing else: literals stay judged. */
  async function findRoute(host: string, port: number, progress: Progress): Promise<Route | 'blocked'> {
    const literal = isIP(host) !== 0
    if ((literal && !mayReach(host)) || ownHosts.includes(host)) return 'blocked'
    const diverted = connectTo.find(({ from }) => from === '*' || (from.host === host && from.port === port))
    if (diverted) {
      const addresses = await localAddresses(diverted.to.host)
      return { addresses, port: diverted.to.port, allows: (remote) => addresses.includes(remote) }
    }
    if (literal) return { addresses: [host], port, allows: mayReach }
    const askedMs = performance.now()
    const addresses = await lookUp(host)
    progress.timings.dns_ms = elapsed(askedMs)
    // "Any non-public answer blocks": which of the answers is dialled is not ours to choose.
    return addresses.every(mayReach) ? { addresses, port, allows: mayReach } : 'blocked'
  }

  async function send({ url: text, headers, body }: Outgoing, signal?: AbortSignal): Promise<AttemptResult> {
    if (signal?.aborted) throw new SendInterruptedError('The attempt was stopped before it began.')
    const url = new URL(text)
    if (url.protocol !== 'https:') throw new TypeError(`Webhooks are sent over https only, not ${url.protocol}`)
    const line = take(url)
    line.progress = newProgress()
    const { promise, resolve } = Promise.withResolvers<Ending>()
    const startedMs = performance.now()
    const deadline = setTimeout(() => resolve({ failure: new DeadlineError('The attempt took too long.') }), timeoutMs)
    const interrupt = () => resolve({ failure: new SendInterruptedError('The attempt was stopped.') })
    signal?.addEventListener('abort', interrupt, { once: true })
    const answer: Answer = { status: null, excerpt: [] }
    try {
      line.client.dispatch(
        {
          method: 'POST',
          path: url.pathname + url.search,
          // Asked for as it is: nothing that arrives is ever unpacked.
          headers: { ...headers, 'Accept-Encoding': 'identity' },
          body,
        },
        collect(answer, line.progress, resolve),
      )
      const ending = await promise
      if (ending.failure === undefined && ending.reusable) giveBack(line)
      else discard(line)
      if (ending.failure instanceof SendInterruptedError) throw ending.failure
      if (localFaults.has(codeOf(ending.failure)))
        throw new LocalFaultError('This machine is out of resources.', { cause: ending.failure })
      return resultOf(line.progress, answer, ending.failure, elapsed(startedMs), timeoutMs)
    } catch (error) {
      discard(line)
      throw error
    } finally {
      clearTimeout(deadline)
      signal?.removeEventListener('abort', interrupt)
    }
  }

  return {
    send,
    async close() {
      await Promise.all(
        [...lines].map((line) => {
          line.dialling.abort()
          return line.client.destroy()
        }),
      )
      lines.clear()
      idle.clear()
      idleCount = 0
    },
  }
}

/** A connection, with the attempt that it carries now. */
interface Line {
  origin: string
  client: Client
  progress: Progress
  openedMs: number
  dialling: AbortController
}

interface Progress {
  phase: Phase
  timings: Timings
}

function newProgress(): Progress {
  return { phase: 'dns', timings: { dns_ms: null, connect_ms: null, tls_ms: null, first_byte_ms: null } }
}

interface Route {
  addresses: string[]
  port: number
  allows(remoteAddress: string): boolean
}

interface Ending {
  failure?: Error
  /** The whole answer has been read, so the connection may carry another attempt. */
  reusable?: boolean
}

const localFaults = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'])

/** What the receiver has answered so far. */
interface Answer {
  status: number | null
  /** The beginning of the body. */
  excerpt: Buffer[]
}

/** Collects the answer as undici reports it, and says when there is nothing more to wait for. */
function collect(answer: Answer, progress: Progress, end: (ending: Ending) => void): Dispatcher.DispatchHandler {
  let requestedMs = 0
  let bytes = 0
  return {
    onRequestStart() {
      progress.phase = 'request'
      requestedMs = performance.now()
    },
    onResponseStart(_, status) {
      // Informational answers come before the one that counts.
      if (status < 200) return
      progress.phase = 'response'
      progress.timings.first_byte_ms = elapsed(requestedMs)
      answer.status = status
    },
    onResponseData(_, chunk) {
      if (bytes < excerptBytesMax) answer.excerpt.push(Buffer.from(chunk.subarray(0, excerptBytesMax - bytes)))
      bytes += chunk.length
      // Enough has been seen: the status stands, and the rest is never read.
      if (bytes >= responseBytesMax) end({ reusable: false })
    },
    onResponseEnd() {
      end({ reusable: true })
    },
    onResponseError(_, failure) {
      end({ failure })
    },
  }
}

/** A character takes up to four bytes. */
const excerptBytesMax = excerptCharsMax * 4

/** The beginning of the body as text, whatever it is; null without an answer. */
function excerptOf({ status, excerpt }: Answer): string | null {
  if (status === null) return null
  // As a stream, so that a character cut in two at the end is left out.
  const text = new TextDecoder().decode(Buffer.concat(excerpt), { stream: true })
  return text.slice(0, excerptCharsMax).replace(/[\uD800-\uDBFF]$/, '')
}

function resultOf(
  { phase, timings }: Progress,
  answer: Answer,
  failure: Error | undefined,
  durationMs: number,
  timeoutMs: number,
): AttemptResult {
  const { status } = answer
  const error = failure === undefined ? judgeStatus(status) : classify(phase, failure)
  return {
    outcome: error === null ? 'succeeded' : 'failed',
    duration_ms: durationMs,
    phase,
    error,
    http_status: status,
    timings,
    response_excerpt: excerptOf(answer),
    hint: error === null ? null : hintOf(error, { phase, status, failure, timeoutMs }),
  }
}

function machineAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address))
}

/** Where a diversion leads is the developer's own word, so the machine's own resolver and hosts file answer. */
async function localAddresses(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true })
  return found.map(({ address }) => address)
}

function dial({ addresses, port }: Route, signal: AbortSignal): Promise<Socket> {
  const candidates = addresses.map((address) => ({ address, family: isIP(address) }))
  // IPv4 first: where the other family is announced but broken, most receivers are still reached at once.
  candidates.sort((a, b) => a.family - b.family)
  const answer: LookupFunction = (_host, { all }, callback) => {
    const [first] = candidates
    if (all) callback(null, candidates)
    else callback(null, first?.address ?? '', first?.family)
  }
  // The host is never resolved: it only has to be a name, because for a literal Node.js asks no look-up.
  return settled(
    openTcp({
      host: 'receiver.invalid',
      port,
      lookup: answer,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: familyAttemptMs,
      keepAlive: true,
      noDelay: true,
    }),
    'connect',
    signal,
  )
}

function secure(socket: Socket, host: string, secureContext: SecureContext, signal: AbortSignal): Promise<TLSSocket> {
  // From here on the TLS socket reports what goes wrong below it.
  socket.on('error', ignore)
  return settled(
    startTls({
      socket,
      host,
      // RFC 6066, section 3: literal addresses are not permitted in the server name.
      ...(isIP(host) === 0 ? { servername: host } : {}),
      secureContext,
      ALPNProtocols: ['http/1.1'],
      // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED cannot switch it off.
      rejectUnauthorized: true,
    }),
    'secureConnect',
    signal,
  )
}

/** The socket once it is ready; rejects with its error, or when the signal aborts, and then destroys it. */
function settled<Opened extends Socket>(
  socket: Opened,
  ready: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      finish()
      socket.on('error', ignore)
      socket.destroy()
      reject(error)
    }
    const close = () => fail(new Error('The connection was closed.'))
    const abort = () => fail(new SendInterruptedError('The attempt has ended.'))
    const succeed = () => {
      finish()
      resolve(socket)
    }
    const finish = () => {
      socket.off('error', fail).off('close', close).off(ready, succeed)
      signal.removeEventListener('abort', abort)
    }
    socket.on('error', fail).on('close', close).on(ready, succeed)
    signal.addEventListener('abort', abort, { once: true })
  })
}

function elapsed(sinceMs: number): number {
  return Math.min(durationMsMax, Math.round(performance.now() - sinceMs))
}

/** For errors of a connection whose attempt has already been judged. */
function ignore(): void {}

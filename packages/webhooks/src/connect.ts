import { lookup as systemLookup } from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import { isIP, type LookupFunction, connect as openTcp, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import {
  createSecureContext,
  rootCertificates,
  type SecureContext,
  connect as startTls,
  type TLSSocket,
} from 'node:tls'
import type { ConnectTo, Settings } from '@svc/runtime/settings'
import { BlockedAddressError, elapsed, type Progress } from './attempt.ts'
import { createLookup, type Lookup } from './resolve.ts'
import { bareHost, isPublicAddress } from './url-policy.ts'

export interface ConnectOptions {
  lookup?: Lookup
  /** Certificate authorities (PEM) to trust in addition to the public ones. Development only. */
  extraCa?: string | undefined
  /** Development only: connections to `from` (`*` for all) go to `to` instead. */
  connectTo?: readonly ConnectTo[]
  /** Host names of the service itself, which deliveries must not reach. */
  ownHosts?: readonly string[]
  /** Addresses of the service itself. Default: the addresses of this machine's interfaces. */
  ownAddresses?: readonly string[]
}

/** Returns the options for connections to receivers from the settings of an installation. */
export function connectOptionsOf({ webhooks, publicUrl }: Pick<Settings, 'webhooks' | 'publicUrl'>): ConnectOptions {
  return {
    extraCa: webhooks.caFile === null ? undefined : readFileSync(webhooks.caFile, 'utf8'),
    connectTo: webhooks.connectTo,
    ownHosts: publicUrl === null ? [] : [new URL(publicUrl).hostname],
  }
}

/**
 * Opens a TLS connection to the host of a URL and records phases and times in `progress`. Rejects when an address is
 * not allowed or the host cannot be reached or secured, and with the signal's reason when it aborts.
 */
export type Connect = (url: URL, progress: Progress, signal: AbortSignal) => Promise<TLSSocket>

/**
 * The time to wait for one address family. Node's default of 250 ms is too short for distant receivers. If one family
 * never responds, there is still time for the other.
 */
const familyAttemptMs = 2_500

/**
 * Addresses are checked before connecting (literals and every address that DNS returns) and again on the connected
 * socket, before the first byte. TLS 1.2 or newer, and only the certificate authorities that Node.js includes.
 */
export function createConnect(options: ConnectOptions): Connect {
  const { lookup = createLookup(), extraCa, connectTo = [] } = options
  const { ownHosts = [], ownAddresses = machineAddresses() } = options
  const mayReach = (address: string) => isPublicAddress(address) && !ownAddresses.includes(address)
  // Created once, because parsing about 140 root certificates for each connection would take six times as long as the
  // handshake.
  const secureContext = createSecureContext({
    ca: extraCa === undefined ? [...rootCertificates] : [...rootCertificates, extraCa],
    minVersion: 'TLSv1.2',
  })

  async function connect(url: URL, progress: Progress, signal: AbortSignal): Promise<TLSSocket> {
    const host = bareHost(url)
    const port = url.port === '' ? 443 : Number(url.port)

    const route = await findRoute(host, port, progress)
    signal.throwIfAborted()

    progress.phase = 'connect'
    if (route === 'blocked') throw new BlockedAddressError(`Connections to ${host} are not allowed.`)
    const connectStartedMs = performance.now()
    const socket = await connectTcp(route, signal)
    // The decisive check: regardless of the DNS result, this is the peer that would read the next byte.
    if (!route.allows(socket.remoteAddress ?? '')) {
      socket.destroy()
      throw new BlockedAddressError(`The connection to ${host} ended at an address that is not public.`)
    }
    progress.timings.connect_ms = elapsed(connectStartedMs)

    progress.phase = 'tls'
    const tlsStartedMs = performance.now()
    const tlsSocket = await startTlsOn(socket, host, secureContext, signal)
    progress.timings.tls_ms = elapsed(tlsStartedMs)
    return tlsSocket
  }

  /**
   * Returns the address to connect to, or `blocked`. Rejects in the phase `dns` if the name has no public address. A
   * diversion changes only the address to connect to; literal addresses are checked anyway.
   */
  async function findRoute(host: string, port: number, progress: Progress): Promise<Route | 'blocked'> {
    const literal = isIP(host) !== 0
    if ((literal && !mayReach(host)) || ownHosts.includes(host)) return 'blocked'
    const diverted = connectTo.find(({ from }) => from === '*' || (from.host === host && from.port === port))
    if (diverted) {
      const addresses = await localAddresses(diverted.to.host)
      return { addresses, port: diverted.to.port, allows: (remote) => addresses.includes(remote) }
    }
    if (literal) return { addresses: [host], port, allows: mayReach }
    const lookupStartedMs = performance.now()
    const addresses = await lookup(host)
    // If any address is not public, all are blocked, because we do not choose which of them is used. The result is the
    // same as for a name without an address. Otherwise, an account could find out which names exist in our network.
    if (!addresses.every(mayReach)) throw new BlockedAddressError(`${host} resolves to an address that is not public.`)
    progress.timings.dns_ms = elapsed(lookupStartedMs)
    return { addresses, port, allows: mayReach }
  }

  return connect
}

interface Route {
  addresses: string[]
  port: number
  allows(remoteAddress: string): boolean
}

function machineAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address))
}

/** The target of a diversion is the developer's choice, so this machine's resolver and hosts file apply. */
async function localAddresses(host: string): Promise<string[]> {
  const found = await systemLookup(host, { all: true })
  return found.map(({ address }) => address)
}

function connectTcp({ addresses, port }: Route, signal: AbortSignal): Promise<Socket> {
  const candidates = addresses.map((address) => ({ address, family: isIP(address) }))
  // IPv4 first: when IPv6 is announced but does not work, most receivers are still reached immediately.
  candidates.sort((a, b) => a.family - b.family)
  const returnCandidates: LookupFunction = (_host, { all }, callback) => {
    const [first] = candidates
    if (all) callback(null, candidates)
    else callback(null, first?.address ?? '', first?.family)
  }
  // The host is never resolved. It has to be a name, because for a literal address Node.js does not call `lookup`.
  return whenReady(
    openTcp({
      host: 'receiver.invalid',
      port,
      lookup: returnCandidates,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: familyAttemptMs,
      keepAlive: true,
      noDelay: true,
    }),
    'connect',
    signal,
  )
}

function startTlsOn(
  socket: Socket,
  host: string,
  secureContext: SecureContext,
  signal: AbortSignal,
): Promise<TLSSocket> {
  // From here on the TLS socket reports the errors of the socket below it.
  socket.on('error', ignore)
  return whenReady(
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

/**
 * Resolves with the socket when it is ready. If it fails or the signal aborts, destroys it and rejects with the reason.
 */
function whenReady<Opened extends Socket>(
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
    const abort = () => fail(signal.reason)
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

/** Ignores errors of a connection whose attempt already has a result. */
function ignore(): void {}

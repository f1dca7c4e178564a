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
import type { ConnectTo } from '@svc/runtime/settings'
import { BlockedAddressError, elapsed, type Progress } from './attempt.ts'
import { createLookUp, type LookUp } from './resolve.ts'
import { bareHost, isPublicAddress } from './url-policy.ts'

export interface DialOptions {
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

/**
 * Opens a connection to the host of a URL, noting phases and times as it goes. Rejects where an address is not allowed, where
 * it cannot be reached or secured, and with the reason of the signal once that aborts.
 */
export type Dial = (url: URL, progress: Progress, signal: AbortSignal) => Promise<TLSSocket>

/** Node's default of 250 ms gives up on distant receivers; with a blackholed family the other one still has its turn. */
const familyAttemptMs = 2_500

/**
 * Addresses are checked before dialling (literals and every answer of DNS) and again on the connected socket, before the
 * first byte. TLS 1.2 or newer, and the authorities that Node.js brings and no others.
 */
export function createDial(options: DialOptions): Dial {
  const { lookUp = createLookUp(), extraCa, connectTo = [] } = options
  const { ownHosts = [], ownAddresses = machineAddresses() } = options
  const mayReach = (address: string) => isPublicAddress(address) && !ownAddresses.includes(address)
  // Built once: parsing some 140 roots for each connection would cost six times the handshake.
  const secureContext = createSecureContext({
    ca: extraCa === undefined ? [...rootCertificates] : [...rootCertificates, extraCa],
    minVersion: 'TLSv1.2',
  })

  async function open(url: URL, progress: Progress, signal: AbortSignal): Promise<TLSSocket> {
    const host = bareHost(url)
    const port = url.port === '' ? 443 : Number(url.port)

    const route = await findRoute(host, port, progress)
    signal.throwIfAborted()

    progress.phase = 'connect'
    if (route === 'blocked') throw new BlockedAddressError(`An address of ${host} is not public.`)
    const dialledMs = performance.now()
    const socket = await connectTcp(route, signal)
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

  return open
}

interface Route {
  addresses: string[]
  port: number
  allows(remoteAddress: string): boolean
}

function machineAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address))
}

/** Where a diversion leads is the developer's own word, so the machine's own resolver and hosts file answer. */
async function localAddresses(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true })
  return found.map(({ address }) => address)
}

function connectTcp({ addresses, port }: Route, signal: AbortSignal): Promise<Socket> {
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

/** For errors of a connection whose attempt has already been judged. */
function ignore(): void {}

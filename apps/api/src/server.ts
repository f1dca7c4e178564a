import type { RequestListener, Server } from 'node:http'
import { BlockList } from 'node:net'
import { createServer } from '@svc/http/server'
import { ipKey } from '@svc/limits/ip-key'
import type { Logger } from '@svc/runtime/logger'
import { isLoopback } from '@svc/runtime/origin'
import type { Settings } from '@svc/runtime/settings'
import { isHealthCheck } from './health.ts'
import type { ApiMetrics } from './metrics.ts'
import { readTls, watchTls } from './tls-renewal.ts'

interface ListenerOptions {
  settings: Settings
  refused: Parameters<typeof createServer>[0]['refused']
  logger: Pick<Logger, 'info' | 'warn' | 'error'>
  metrics?: Pick<ApiMetrics, 'connectionRefused'> | undefined
  listener: RequestListener
}

/** The server of the API, with the limits that an operator has set. */
export function createApiServer({ settings, refused, logger, metrics, listener }: ListenerOptions): Server {
  const { tls, trustedProxies, connections, publicUrl } = settings
  const isTrusted = matcherOf(trustedProxies)
  if (!tls && !isLoopback(settings.host) && trustedProxies.length === 0) {
    logger.warn(
      { host: settings.host },
      'The API listens on the network without TLS: credentials are sent in plain text. Set SVC_TLS_CERT and SVC_TLS_KEY, ' +
        'or SVC_TRUSTED_PROXIES if a proxy serves HTTPS',
    )
  }
  const server = createServer({
    listener,
    ...(tls && { tls: readTls(tls) }),
    refused,
    https: publicUrl?.startsWith('https:') ?? false,
    isHealthCheck,
    connections: {
      connectionsMax: connections.max,
      perClientMax: connections.perAddressMax,
      idleTimeoutMs: connections.idleTimeoutMs,
      // A proxy has the connections of all its clients.
      clientOf: (address) => (isTrusted(address) ? undefined : ipKey(address)),
      onRefused: refusalObserver({ logger, metrics }),
    },
  })
  if (tls) watchTls(server, tls, logger)
  return server
}

/** Returns whether an address is one of these, or in one of these CIDR ranges. */
function matcherOf(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/')
    const family = familyOf(address)
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return (address) => list.check(address, familyOf(address))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return address.includes(':') ? 'ipv6' : 'ipv4'
}

const logIntervalMs = 60_000

/** Counts refused connections and logs them, the first at once, then once per minute: attacks do not fill the log. */
function refusalObserver({ logger, metrics }: Pick<ListenerOptions, 'logger' | 'metrics'>): (address: string) => void {
  let refused = 0
  let loggedAtMs = Number.NEGATIVE_INFINITY
  return (address) => {
    metrics?.connectionRefused()
    refused += 1
    if (performance.now() - loggedAtMs < logIntervalMs) return
    logger.warn({ address, refused }, 'Closed connections: too many from one address (SVC_CONNECTIONS_PER_ADDRESS)')
    refused = 0
    loggedAtMs = performance.now()
  }
}

import { isIPv6 } from 'node:net'

/** Loopback addresses instead of the addresses for all interfaces, to which clients cannot connect. */
const loopbackOf: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** The origin at which clients on this machine reach a server that listens on `host`. */
export function originOf(host: string, port: number, scheme: 'http' | 'https' = 'http'): string {
  const address = loopbackOf[host] ?? host
  return `${scheme}://${isIPv6(address) ? `[${address}]` : address}:${port}`
}

/** Returns whether only clients on this machine can reach a server that listens on `host`. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(host)
}

import { BlockList, isIP } from 'node:net'
import * as bounds from '@generated/contract/bounds'

/**
 * The format `public-https-url` of the contract: checks where events may be sent: "must be https://"; "rejects private,
 * loopback and non-standard internal hosts" (INTERFACE.md §2 and §4). Returns what is wrong, as the end of the sentence
 * "the URL …", or undefined. No name is resolved: every delivery checks the addresses of its host (decision 0030).
 */
export function webhookUrlProblem(text: string): string | undefined {
  if (text.length > maxLength) return tooLong
  // The contract states the pattern too, but a validator that reports every error also asks for the format of a string
  // that does not match it. On the string as sent: parsers drop tabs and line breaks, turn backslashes into slashes and
  // add missing slashes.
  const match = urlPattern.exec(text)
  if (match === null) return 'must be https:// with a host, without credentials, spaces or a fragment'
  const [, writtenHost = ''] = match
  if (!URL.canParse(text)) return 'must have a valid host name or address'
  const url = new URL(text)
  const tooLongAsStored = canonicalWebhookUrl(text).length > maxLength
  return hostProblem(writtenHost, url) ?? portProblem(url) ?? (tooLongAsStored ? tooLong : undefined)
}

/** The stored form of a valid webhook URL: the host in ASCII without a final dot, and the rest in URI characters. */
export function canonicalWebhookUrl(text: string): string {
  const url = new URL(text)
  if (isIP(bareHost(url)) === 0) url.hostname = bareHost(url)
  return url.origin + (url.pathname + url.search).replace(notAllowedInUris, encodeURIComponent)
}

/**
 * Returns whether connections to this address, written as Node.js writes it, are allowed. False for strings that are
 * not an address.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !specialIpv4.check(address, 'ipv4')
  // A zone id (fe80::1%eth0) names an interface of this machine.
  if (family === 6)
    return !address.includes('%') && globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6')
  return false
}

/** The host of a parsed URL as DNS and sockets expect it: without the brackets of IPv6 and the final dot of a name. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}

const { maxLength, pattern } = bounds.WebhookUrl

/** The syntax that the contract states: scheme, one host (the first group), an optional port, then printable ASCII. */
const urlPattern = new RegExp(pattern, 'u')

const tooLong = `must not be longer than ${maxLength} characters`

/**
 * Characters that WHATWG keeps in paths and queries although RFC 3986 does not allow them; the contract promises a URI.
 */
const notAllowedInUris = /%(?![0-9A-Fa-f]{2})|["<>[\\\]^`{|}]/g

const notPublic = 'must have a public host; use "svc listen --forward-to" for a receiver on your own machine'

function hostProblem(writtenHost: string, url: URL): string | undefined {
  const host = bareHost(url)
  if (isIP(host) !== 0) {
    // 2130706433, 0x7f.1 and full-width digits are all 127.0.0.1 to a parser; only attackers write them.
    if (isIP(host) === 4 && writtenHost !== host) return 'must have an IPv4 address in its usual spelling'
    return isPublicAddress(host) ? undefined : notPublic
  }
  const labels = host.split('.')
  if (host.length > 253 || !labels.every((label) => hostLabel.test(label))) return 'must have a valid host name'
  if (labels.length < 2) return notPublic
  if (isInternalName(labels)) return notPublic
  return undefined
}

const hostLabel = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/

function isInternalName(labels: string[]): boolean {
  const last = labels.at(-1) ?? ''
  return internalSuffixes.has(last) || /^[0-9]+$/.test(last)
}

/** Special-use domains (RFC 6761, 6762, 7686, 8375, 9476) and names that private networks and clusters use. */
const internalSuffixes = new Set([
  'alt',
  'arpa',
  'cluster',
  'consul',
  'corp',
  'docker',
  'example',
  'home',
  'internal',
  'intranet',
  'invalid',
  'lan',
  'local',
  'localdomain',
  'localhost',
  'mail',
  'onion',
  'private',
  'svc',
  'test',
])

function portProblem(url: URL): string | undefined {
  const port = url.port === '' ? 443 : Number(url.port)
  const allowed = port === 443 || (port >= 1024 && !servicePorts.has(port))
  return allowed ? undefined : 'must have port 443, or a port from 1024 that no other well-known service uses'
}

/** Ports above 1023 where other services than webhook receivers listen: even a signed POST could do harm there. */
const servicePorts = new Set([
  ...[1080, 3128], // proxies
  ...[1433, 1434, 1521, 1522, 3050, 3306, 5432, 5433, 6432, 26257, 33060, 50000], // SQL databases
  ...[5984, 6984, 7000, 7001, 7199, 7474, 7687, 8086, 8091, 8529, 8983, 9042, 9160, 9200, 9300], // other databases
  ...[27017, 27018, 27019, 28015, 28017],
  ...[6379, 6380, 11211, 16379, 26379], // caches
  ...[1883, 4222, 5671, 5672, 6650, 8883, 9092, 9093, 9094, 15672, 61613, 61614, 61616], // brokers
  ...[2181, 2375, 2376, 2377, 2379, 2380, 4194, 6443, 8200, 8300, 8301, 8302, 8500, 8501, 8502, 8600], // clusters
  ...[10250, 10255, 10256, 10257, 10259, 4369, 7946],
  ...[3268, 3269, 3389, 5900, 5901, 5985, 5986, 9418], // directories, remote desktops and shells, git
  ...[2049, 3659, 4045, 4190, 5060, 5061, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080], // WHATWG Fetch, "bad port"
  ...[6000, 6001, 6002, 6003, 8125, 9090, 9100, 9464], // displays, metrics
])

/**
 * IANA IPv4 Special-Purpose Address Registry, multicast, and two addresses that look public but are internal to clouds.
 */
const specialIpv4 = blockList('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '100.100.100.200/32', // Alibaba Cloud metadata
  '168.63.129.16/32', // Azure platform
])

/** RFC 4291: global unicast. Everything else is mapped, translated, local, multicast or unassigned. */
const globalIpv6 = blockList('ipv6', ['2000::/3'])

/** IANA IPv6 Special-Purpose Address Registry, within 2000::/3. 6to4 and Teredo carry an IPv4 address inside. */
const specialIpv6 = blockList('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'])

function blockList(family: 'ipv4' | 'ipv6', subnets: string[]): BlockList {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [network = '', bits] = subnet.split('/')
    list.addSubnet(network, Number(bits), family)
  }
  return list
}

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The key under which a client's address is counted. One customer has a whole IPv6 /64 to send from, so IPv6 is counted
 * by /64. An IPv4 address that a dual-stack socket shows as IPv6 (`::ffff:192.0.2.7`, `::ffff:c000:207`) is counted as
 * that IPv4 address, since all of them would share one /64. All strings that are not an address share one key.
 */
export function ipKey(address: string): string {
  const [withoutZone = ''] = address.split('%', 1)
  // `isIP` is stricter than ipaddr.js, which also reads "1" and "0177.1" as IPv4 addresses.
  const version = isIP(withoutZone)
  if (version === 0) return 'unknown'
  if (version === 4) return withoutZone
  // ipaddr.js takes the deprecated form ::192.0.2.7 (RFC 4291, section 2.5.5.1) for a mapped address; written out it
  // does not.
  const parsed = ipaddr.process(withoutZone.replace(/^::(?=\d+\.)/, '0:0:0:0:0:0:'))
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : `${parsed.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`
}

import { isIP } from 'node:net'

/**
 * The key under which a client's address is counted. One customer has a whole IPv6 /64 to send from, so IPv6 is counted by
 * /64; an IPv4 address that a dual-stack socket shows as IPv6 (`::ffff:192.0.2.7`, `::ffff:c000:207`) is that IPv4 address,
 * since all of them would share one /64. Whatever is no address is counted under one key together.
 */
export function ipKey(address: string): string {
  const [withoutZone = ''] = address.split('%', 1)
  const version = isIP(withoutZone)
  if (version === 4) return withoutZone
  if (version !== 6) return 'unknown'
  const groups = ipv6Groups(withoutZone)
  if (isMappedIpv4(groups)) return groups.slice(6).flatMap(bytesOf).join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** RFC 4291, section 2.5.5.2: 80 zero bits, 16 one bits, then the IPv4 address. */
function isMappedIpv4(groups: readonly number[]): boolean {
  return groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
}

/** The eight 16-bit groups of a valid IPv6 address (RFC 4291, section 2.2). */
function ipv6Groups(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const leading = groupsOf(head)
  const trailing = groupsOf(tail ?? '')
  return [...leading, ...new Array<number>(8 - leading.length - trailing.length).fill(0), ...trailing]
}

function groupsOf(part: string): number[] {
  if (part === '') return []
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}

function bytesOf(group: number): [number, number] {
  return [group >> 8, group & 0xff]
}

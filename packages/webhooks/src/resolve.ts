import { Resolver } from 'node:dns/promises'

/**
 * Resolves a host name to its addresses of both families. Rejects when there are none, with the code of the resolver
 * (`ENOTFOUND`, `ESERVFAIL`, `ETIMEOUT`, …).
 */
export type Lookup = (host: string) => Promise<string[]>

/** The two DNS queries, as in `Resolver` of `node:dns/promises`. */
export interface AddressResolver {
  resolve4(name: string): Promise<string[]>
  resolve6(name: string): Promise<string[]>
}

/** The timeout of one query. Two tries leave most of the 15 s for the attempt itself. */
const queryTimeoutMs = 2_000

/**
 * The lookup of the sender. It uses c-ares instead of `getaddrinfo`, which has four threads for the whole process and
 * applies /etc/hosts and search domains. A name is resolved when either family is, so that a name server that drops
 * AAAA queries does no harm.
 */
export function createLookup(resolver: AddressResolver = newResolver()): Lookup {
  return async (host) => {
    const results = await Promise.allSettled(addressQueries(resolver, host))
    const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    if (addresses.length > 0) return addresses
    throw results.find((result) => result.status === 'rejected')?.reason ?? new Error(`${host} has no address.`)
  }
}

/** The final dot makes the name absolute, so that this machine's search domains are not tried. */
function addressQueries(resolver: AddressResolver, host: string): [Promise<string[]>, Promise<string[]>] {
  const name = host.endsWith('.') ? host : `${host}.`
  return [resolver.resolve4(name), resolver.resolve6(name)]
}

function newResolver(): Resolver {
  return new Resolver({ timeout: queryTimeoutMs, tries: 2 })
}

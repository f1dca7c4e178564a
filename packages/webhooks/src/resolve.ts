import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isPublicAddress } from './url-policy.ts'

/**
 * Asks DNS for the addresses of a name in both families. Rejects when there is none, with the code of the resolver
 * (`ENOTFOUND`, `ESERVFAIL`, `ETIMEOUT`, …).
 */
export type LookUp = (host: string) => Promise<string[]>

/** The two questions that are asked of DNS, as `Resolver` of `node:dns/promises` answers them. */
export interface AddressResolver {
  resolve4(name: string): Promise<string[]>
  resolve6(name: string): Promise<string[]>
}

/** "Registration must not depend on DNS answering": how long it may take. */
const registrationBudgetMs = 1_000

/** Two tries of this length leave most of an attempt's 15 s for the attempt itself. */
const queryTimeoutMs = 2_000

/**
 * The look-up of the sender. It uses c-ares and not `getaddrinfo`, which has four threads for the whole process and lets
 * /etc/hosts and search domains answer. A name counts as resolved when either family answers, so that a name server that
 * drops AAAA questions harms nobody.
 */
export function createLookUp(resolver: AddressResolver = newResolver()): LookUp {
  return async (host) => {
    const answers = await Promise.allSettled(questions(resolver, host))
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    throw answers.find((answer) => answer.status === 'rejected')?.reason ?? new Error(`${host} has no address.`)
  }
}

/**
 * Whether DNS says, within a second, that the host has an address that is not public. False on silence, errors and names
 * that do not exist yet: customers register before DNS does, and every delivery checks the address again.
 */
export async function resolvesToInternalAddress(
  host: string,
  resolver: AddressResolver & { cancel?(): void } = newResolver(),
): Promise<boolean> {
  const literal = host.replace(/^\[(.*)\]$/, '$1')
  if (isIP(literal) !== 0) return !isPublicAddress(literal)
  const budget = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => budget.resolve(false), registrationBudgetMs)
  const internal = questions(resolver, literal).map(async (question) => {
    const addresses = await question.catch(() => [])
    if (addresses.some((address) => !isPublicAddress(address))) budget.resolve(true)
  })
  try {
    return await Promise.race([budget.promise, Promise.all(internal).then(() => false)])
  } finally {
    clearTimeout(timer)
    resolver.cancel?.()
  }
}

/** The final dot makes the name absolute: no search domain of this machine is tried. */
function questions(resolver: AddressResolver, host: string): [Promise<string[]>, Promise<string[]>] {
  const name = host.endsWith('.') ? host : `${host}.`
  return [resolver.resolve4(name), resolver.resolve6(name)]
}

function newResolver(): Resolver {
  return new Resolver({ timeout: queryTimeoutMs, tries: 2 })
}

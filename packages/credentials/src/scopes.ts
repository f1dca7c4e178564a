import type { Scope } from '@svc/db/api-keys'

export type { Scope }

/** Interface section 5, "Scopes", in its order. */
export const scopes: readonly Scope[] = ['businesses:read', 'analyses:write', 'replies:write', 'webhooks:manage']

/**
 * The scopes that a list of words names, in the contract's order and each once. Throws a RangeError that names the word
 * which is none, so that a credential never carries what nobody checks.
 */
export function readScopes(words: readonly string[]): Scope[] {
  const unknown = words.find((word) => !(scopes as readonly string[]).includes(word))
  if (unknown !== undefined) throw new RangeError(`"${unknown}" is no scope. The scopes are ${scopes.join(', ')}.`)
  return scopes.filter((scope) => words.includes(scope))
}

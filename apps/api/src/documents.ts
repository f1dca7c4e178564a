import { readFileSync } from 'node:fs'

/** The folder of generated files. */
export const generated = new URL('../', import.meta.resolve('@generated/contract/openapi.strict.json'))

/** The strict bundle, which the server validates against. */
export function readContract(): { info: { version: string }; webhooks: Record<string, object> } {
  return JSON.parse(readFileSync(new URL('contract/openapi.strict.json', generated), 'utf8'))
}

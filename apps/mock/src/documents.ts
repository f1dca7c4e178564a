import { existsSync } from 'node:fs'
import strict from '@generated/contract/openapi.strict.json' with { type: 'json' }

/** What this module needs to know of an OpenAPI document. */
export interface ContractDocument {
  paths: Record<string, Record<string, unknown>>
  webhooks: Record<string, object>
}

/** The strict bundle: closed objects, so that nothing undeclared is ever answered. */
export const contractDocument = strict as unknown as ContractDocument

/** Where the published package has its generated files. */
const packed = new URL('generated/', import.meta.url)

/** The folder of generated files. */
export const generated = existsSync(packed)
  ? packed
  : new URL('../', import.meta.resolve('@generated/contract/openapi.strict.json'))

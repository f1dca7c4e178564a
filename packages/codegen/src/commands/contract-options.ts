import { resolve } from 'node:path'
import { UsageError } from '@svc/command-line/errors'
import { validityRules } from '../lint/redocly.ts'
import { contractIn, repository } from '../our-contract.ts'
import type { ContractFiles } from '../source/contract-files.ts'

/** The options that name a contract other than ours. */
export const contractOptions = {
  spec: { value: 'FILE', description: 'Root document of the contract (default: the contract of this repository)' },
  also: {
    value: 'FILE',
    multiple: true,
    description: 'Another document to lint, bundle and document; may be repeated',
  },
  rules: {
    value: 'FILE',
    description: 'Redocly configuration with the lint rules (default: the rules of OpenAPI itself)',
  },
} as const

interface ContractChoice {
  spec: string | undefined
  also: readonly string[]
  rules: string | undefined
}

/**
 * Returns the contract that the options name, or our own contract if they name none. Throws a UsageError if `--spec` is
 * missing.
 */
export function contractOf({ spec, also, rules }: ContractChoice, workingDirectory: string): ContractFiles {
  if (spec !== undefined) {
    return {
      folder: workingDirectory,
      spec,
      companions: also,
      rules: resolve(workingDirectory, rules ?? validityRules),
    }
  }
  if (rules !== undefined || also.length > 0) throw new UsageError('--also and --rules require --spec.')
  return contractIn(repository)
}

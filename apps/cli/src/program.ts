import type { Program } from '@svc/command-line/program'
import { isUnavailable } from '@svc/db/database-errors'
import { SettingsError } from '@svc/runtime/settings'
import { asTyped } from './as-typed.ts'
import { commands } from './commands/index.ts'

/** The program `svc` with all its commands. */
export const svc: Program = {
  name: 'svc',
  summary: 'Run and administer the service.',
  notes: `
    In the repository: npm run -s svc -- COMMAND. Settings are environment variables, listed in .env.example.`,
  commands,
  explain(error) {
    if (error instanceof SettingsError) return error.message
    if (error instanceof Error && isUnavailable(error)) return `The database is unavailable: ${error.message}`
    return undefined
  },
  rewrite: asTyped,
}

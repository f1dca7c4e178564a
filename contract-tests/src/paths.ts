import { fileURLToPath } from 'node:url'

/** The root of the repository. Like every folder here it ends with a slash. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Requirements, settings and hooks of Schemathesis. */
export const schemathesisDir = `${root}contract-tests/schemathesis/`

/**
 * The documents of the contract, by name, as paths from the root. Their schemas allow no additional fields in
 * responses, so undocumented fields are found.
 */
export const documentFiles = {
  rest: 'generated/contract/openapi.strict.json',
  oauth: 'generated/contract/oauth.json',
  portal: 'generated/portal/portal.json',
} as const

/** Statuses that no lane reaches, with their reasons, and failures that are known. */
export const uncoveredFile = `${root}contract-tests/uncovered.json`
export const baselineFile = `${root}contract-tests/baseline.json`

/** The reports of a run: `summary.json`, `junit.xml`, `index.html`, and a folder per lane. */
export const reportsDir = `${root}reports/contract/`

import { fileURLToPath } from 'node:url'

/** The repository, with a slash at its end like every folder here. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Requirements, settings and hooks of Schemathesis. */
export const schemathesisDir = `${root}contract-tests/schemathesis/`

/** The strict bundle: its answers are closed, so that a field that nobody described is found. */
export const contractFile = `${root}generated/contract/openapi.strict.json`

/** What a run leaves behind: `summary.json`, and a folder per lane. */
export const reportsDir = `${root}reports/contract/`

import { fileURLToPath } from 'node:url'

/** The repository, with a slash at its end like every folder here. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Requirements, settings and hooks of Schemathesis. */
export const schemathesisDir = `${root}contract-tests/schemathesis/`

/** The strict bundle: its responses are closed, so that an undocumented field is found. */
export const contractFile = `${root}generated/contract/openapi.strict.json`

/** The operations of `spec/oauth.yaml`, in one file. */
export const oauthContractFile = `${root}generated/contract/oauth.json`

/** Statuses that no lane reaches, with their reasons, and failures that are known. */
export const uncoveredFile = `${root}contract-tests/uncovered.json`
export const baselineFile = `${root}contract-tests/baseline.json`

/** What a run leaves behind: `summary.json`, `junit.xml`, `index.html`, and a folder per lane. */
export const reportsDir = `${root}reports/contract/`

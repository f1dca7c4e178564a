import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { latestOf } from './diff/versions.ts'
import { validityRules } from './lint/redocly.ts'
import type { ReleaseSource } from './release/release.ts'
import type { ContractFiles } from './source/contract-files.ts'

/** The root of this repository. */
export const repository = resolve(import.meta.dirname, '../../..')

/** Where a checkout of this repository keeps its contract, and what is generated beside it. */
export function contractIn(folder: string): ContractFiles {
  return {
    folder,
    spec: 'spec/openapi.yaml',
    companions: ['spec/oauth.yaml'],
    internal: ['spec/portal.yaml'],
    rules: join(folder, 'redocly.yaml'),
    mcp: 'spec/mcp.yaml',
    guides: 'docs/guides',
    changelog: 'CHANGELOG.md',
  }
}

/**
 * Where the repository in a folder keeps its releases and what a release reads. A repository may have no lint rules.
 */
export function releaseSourceIn(folder: string): ReleaseSource {
  const { spec, rules } = contractIn(folder)
  return {
    folder,
    spec,
    rules: existsSync(rules) ? rules : validityRules,
    releases: 'spec/releases',
    changelog: 'CHANGELOG.md',
    waivers: 'spec/waivers.yaml',
    client: 'packages/sdk/package.json',
  }
}

/** Two versions of one document, each named as `loadDocument` takes it. */
interface Versions {
  old: string
  now: string
}

/**
 * What the contract is compared with while it is written: the last release, and the main branch for the documents that
 * are not released, which are all of them before the first release.
 */
export async function baselineOf({ folder, spec, companions, internal = [] }: ContractFiles): Promise<Versions[]> {
  const released = latestOf(await readdir(join(folder, 'spec/releases')).catch(() => []))
  const onMain = (document: string): Versions => ({ old: `main:${document}`, now: document })
  const ofSpec = released === undefined ? onMain(spec) : { old: `spec/releases/${released}.yaml`, now: spec }
  return [ofSpec, ...[...companions, ...internal].map(onMain)]
}

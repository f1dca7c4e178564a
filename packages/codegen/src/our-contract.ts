import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { latestOf } from './diff/versions.ts'
import { validityRules } from './lint/redocly.ts'
import type { ReleaseSource } from './release/release.ts'
import type { ContractFiles } from './source/contract-files.ts'
import { ifMissing } from './source/if-missing.ts'

/** The root of this repository. */
export const repository = resolve(import.meta.dirname, '../../..')

/** Returns the files of the contract in a checkout of this repository, and its generated files. */
export function contractIn(folder: string): ContractFiles {
  return {
    folder,
    spec: 'spec/openapi.yaml',
    companions: ['spec/oauth.yaml'],
    internal: ['spec/portal.yaml'],
    upstream: ['spec/upstream/business-profile.yaml'],
    rules: join(folder, 'redocly.yaml'),
    mcp: 'spec/mcp.yaml',
    pythonClient: true,
    guides: 'docs/guides',
    errorTables: {
      file: 'spec/components/schemas/common.yaml',
      schema: 'ErrorCode',
      documents: ['spec/openapi.yaml', 'docs/guides/errors.md'],
    },
    changelog: 'CHANGELOG.md',
  }
}

/**
 * Returns the location of the releases in a repository, and the files that a release reads. A repository may have no
 * lint rules.
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

/** Two versions of one document, named as for `loadDocument`. */
interface Versions {
  old: string
  now: string
}

/**
 * Returns the version that the contract is compared with during development: the last release and, for documents that
 * are not released, the main branch. Before the first release, no document is released.
 */
export async function baselineOf({ folder, spec, companions, internal = [] }: ContractFiles): Promise<Versions[]> {
  const released = latestOf(await readdir(join(folder, 'spec/releases')).catch(ifMissing([])))
  const onMain = (document: string): Versions => ({ old: `main:${document}`, now: document })
  const ofSpec = released === undefined ? onMain(spec) : { old: `spec/releases/${released}.yaml`, now: spec }
  return [ofSpec, ...[...companions, ...internal].map(onMain)]
}

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { latestOf } from './diff/versions.ts'
import type { Source } from './generate/generate.ts'

/** Where a checkout of this repository keeps its contract, and what is generated beside it. */
export function contractIn(repository: string): Source {
  return {
    folder: repository,
    spec: 'spec/openapi.yaml',
    companions: ['spec/oauth.yaml'],
    rules: join(repository, 'redocly.yaml'),
    guides: 'docs/guides',
    changelog: 'CHANGELOG.md',
  }
}

/** Two versions of one document, each named as `loadDocument` takes it. */
export interface Versions {
  old: string
  now: string
}

/**
 * What the contract is measured by while it is written: the last release, and the main branch for the documents that are not
 * released, which are all of them before the first release.
 */
export async function baselineOf({ folder, spec, companions }: Source): Promise<Versions[]> {
  const released = latestOf(await readdir(join(folder, 'spec/releases')).catch(() => []))
  const onMain = (document: string): Versions => ({ old: `main:${document}`, now: document })
  const ofSpec = released === undefined ? onMain(spec) : { old: `spec/releases/${released}.yaml`, now: spec }
  return [ofSpec, ...companions.map(onMain)]
}

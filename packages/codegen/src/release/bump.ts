import type { Change } from '../diff/findings.ts'
import { compareVersions, parseVersion, type Version } from '../diff/versions.ts'

/** How far a release goes. */
export type Step = 'breaking' | 'additive' | 'wording' | 'runtime'

/**
 * What a change does to the version of the contract (`info.version`) and to that of the client. This table is the only place
 * that says it; spec/RELEASING.md shows it to people and a test keeps the two alike.
 */
export const steps: Readonly<Record<Step, { what: string; contract: keyof Version | null; client: keyof Version }>> = {
  breaking: { what: 'somebody who keeps to the old contract can fail', contract: 'major', client: 'major' },
  additive: {
    what: 'something can be sent, received or met that could not before',
    contract: 'minor',
    client: 'minor',
  },
  wording: { what: 'descriptions, examples, tags, links', contract: 'patch', client: 'patch' },
  runtime: { what: 'the contract is the same, the client was mended', contract: null, client: 'patch' },
}

/** Changes that only readers and generators of pages notice. */
const wording =
  /^(description|title|summary|example|externalDocs|\$comment|info|tag|tags|extension|link)(-changed|-added|-removed)?$/

/** The gravest of all changes decides. */
export function stepOf(changes: readonly Change[]): Step {
  if (changes.some(({ verdict }) => verdict === 'breaking')) return 'breaking'
  if (changes.some(({ rule }) => !wording.test(rule))) return 'additive'
  return changes.length > 0 ? 'wording' : 'runtime'
}

/** The version after a step; undefined when the text is no semantic version. */
export function nextVersion(text: string, part: keyof Version | null): string | undefined {
  const version = parseVersion(text)
  if (!version) return undefined
  const { major, minor, patch } = version
  if (part === 'major') return `${major + 1}.0.0`
  if (part === 'minor') return `${major}.${minor + 1}.0`
  if (part === 'patch') return `${major}.${minor}.${patch + 1}`
  return text
}

/** The version of the client after a step. Before 1.0.0 a breaking change raises the minor version (semver.org, 4). */
export function nextClientVersion(text: string, step: Step): string | undefined {
  const isEarly = parseVersion(text)?.major === 0
  const part = steps[step].client
  return nextVersion(text, isEarly && part === 'major' ? 'minor' : part)
}

/** Whether a version goes at least as far as the step asks for. */
export function isFarEnough(version: string, previous: string, step: Step): boolean {
  const [next, given] = [parseVersion(nextVersion(previous, steps[step].contract) ?? ''), parseVersion(version)]
  // A draft of the next version, as 2.0.0-demo, is not yet that version and goes as far.
  return next !== undefined && given !== undefined && compareVersions({ ...given, label: '' }, next) >= 0
}

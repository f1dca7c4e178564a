import type { Change } from '../diff/findings.ts'
import { compareVersions, parseVersion, type Version } from '../diff/versions.ts'

/** The significance of a release. */
export type Step = 'breaking' | 'additive' | 'wording' | 'runtime'

/**
 * The effect of a change on the version of the contract (`info.version`) and on the version of the client. This table
 * is the only definition. spec/RELEASING.md documents it, and a test compares them.
 */
export const steps: Readonly<Record<Step, { what: string; contract: keyof Version | null; client: keyof Version }>> = {
  breaking: { what: 'a client that follows the old contract can fail', contract: 'major', client: 'major' },
  additive: {
    what: 'something can be sent or received that could not before',
    contract: 'minor',
    client: 'minor',
  },
  wording: { what: 'descriptions, examples, tags, links', contract: 'patch', client: 'patch' },
  runtime: { what: 'the contract is unchanged, the client was fixed', contract: null, client: 'patch' },
}

/** Changes that only readers and generators of pages notice. */
const wording =
  /^(description|title|summary|example|externalDocs|\$comment|info|tag|tags|extension|link|tool-wording|workflow-wording)(-changed|-added|-removed)?$/

/** The most severe change decides. */
export function stepOf(changes: readonly Change[]): Step {
  if (changes.some(({ verdict }) => verdict === 'breaking')) return 'breaking'
  if (changes.some(({ rule }) => !wording.test(rule))) return 'additive'
  return changes.length > 0 ? 'wording' : 'runtime'
}

/** Returns the version after a step, or undefined if the string is not a semantic version. */
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

/** Returns whether a version is at least the one that the step requires. */
export function isFarEnough(version: string, previous: string, step: Step): boolean {
  const [next, given] = [parseVersion(nextVersion(previous, steps[step].contract) ?? ''), parseVersion(version)]
  // A draft of the next version, such as 2.0.0-demo, is sufficient although it precedes that version.
  return next !== undefined && given !== undefined && compareVersions({ ...given, label: '' }, next) >= 0
}

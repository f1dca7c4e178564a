/** The parts of a semantic version. */
export interface Version {
  major: number
  minor: number
  patch: number
  /** The part after the hyphen, such as `demo`. Empty for a final version. */
  label: string
}

/** Parses `1.4.0` or `1.0.0-demo`. Returns undefined if it is not a semantic version. */
export function parseVersion(text: string): Version | undefined {
  const match = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?$/.exec(text)
  if (!match) return undefined
  const [, major, minor, patch, label = ''] = match
  return { major: Number(major), minor: Number(minor), patch: Number(patch), label }
}

/**
 * Returns a negative number if `a` precedes `b`. A version with a label precedes the same version without a label
 * (semver.org, 11).
 */
export function compareVersions(a: Version, b: Version): number {
  const difference = a.major - b.major || a.minor - b.minor || a.patch - b.patch
  if (difference !== 0 || a.label === b.label) return difference
  if (a.label === '' || b.label === '') return a.label === '' ? 1 : -1
  return a.label < b.label ? -1 : 1
}

/** Returns the later of two versions, and `a` if one of them is not a semantic version. */
export function laterOf(a: string, b: string): string {
  const [first, second] = [parseVersion(a), parseVersion(b)]
  return first && second && compareVersions(second, first) > 0 ? b : a
}

/** The newest version among the file names of released bundles; undefined before the first release. */
export function latestOf(files: readonly string[]): string | undefined {
  const versions = files.flatMap((file) => {
    const name = /^(.+)\.ya?ml$/.exec(file)?.[1]
    const version = name === undefined ? undefined : parseVersion(name)
    return name !== undefined && version ? [{ name, version }] : []
  })
  return versions.sort((a, b) => compareVersions(b.version, a.version))[0]?.name
}

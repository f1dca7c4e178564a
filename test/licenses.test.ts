import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { roleNames, workspacesOf } from '../deploy/role.ts'

// The packages that run in production come from the lock file, so those of other operating systems are checked as well.

/** CONTRIBUTING.md, "A dependency". */
const allowed = new Set(['MIT', 'MIT-0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0'])

/** Other licenses that permit commercial use without a duty to publish sources, each with the reason to accept it. */
const exceptions: Readonly<Record<string, string>> = {
  'node_modules/argparse': 'Python-2.0 is a permissive license; the copyright notice is in the package',
}

interface LockedPackage {
  license?: string
  dev?: boolean
  link?: boolean
  resolved?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

const root = fileURLToPath(new URL('..', import.meta.url))
const lock: { packages: Record<string, LockedPackage> } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8'))

/** The path in the lock file of the package that a package imports by this name, as Node.js resolves it. */
function resolvedFrom(path: string, name: string): string | undefined {
  for (let folder = path; ; folder = folder.replace(/(?:^|\/)[^/]*$/, '')) {
    const candidate = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    const found = lock.packages[candidate]
    if (found) return found.link ? found.resolved : candidate
    if (folder === '') return undefined
  }
}

/** The paths in the lock file of all packages that these need, directly or not. */
function neededBy(paths: readonly string[]): Set<string> {
  const needed = new Set<string>()
  const add = (path: string) => {
    if (needed.has(path)) return
    needed.add(path)
    const { dependencies, optionalDependencies, peerDependencies } = lock.packages[path] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const target = resolvedFrom(path, name)
      if (target !== undefined) add(target)
    }
  }
  for (const path of paths) add(path)
  return needed
}

/** Old packages have a list of licenses, any of which applies, and npm does not copy it to the lock file. */
function licenseOf(path: string): string {
  const recorded = lock.packages[path]?.license
  if (recorded) return recorded
  const manifest: { licenses?: { type: string }[] } = JSON.parse(readFileSync(`${root}${path}/package.json`, 'utf8'))
  return manifest.licenses?.map(({ type }) => type).join(' OR ') || 'none'
}

/** `(MIT OR GPL-2.0)` is allowed if one alternative is, `(MIT AND Zlib)` if all parts are. */
function isAllowed(license: string): boolean {
  const alternatives = license.replaceAll(/[()]/g, '').split(' OR ')
  return alternatives.some((alternative) => alternative.split(' AND ').every((part) => allowed.has(part)))
}

describe.each(roleNames)('the role %s', (role) => {
  const packages = [...neededBy(['', ...workspacesOf(role)])].filter((path) => path.includes('node_modules/'))

  test('runs packages whose licenses are allowed, and named exceptions', () => {
    const others = packages.filter((path) => !isAllowed(licenseOf(path)) && !(path in exceptions))
    expect(others.map((path) => `${path}: ${licenseOf(path)}`)).toEqual([])
  })

  test('runs packages that the lock file does not mark as tools', () => {
    expect(packages.length).toBeGreaterThan(20)
    expect(packages.filter((path) => lock.packages[path]?.dev)).toEqual([])
  })
})

import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CommandError } from '@svc/command-line/errors'
import { run } from './system-program.ts'

/** A version of the service whose sources and packages are in a folder. */
export interface Release {
  /** The commit, shortened, or `this release`. */
  name: string
  /** An absolute path. */
  folder: string
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The version of the service that contains this program. */
export const thisRelease: Release = { name: 'this release', folder: root }

const migrations = 'packages/db/src/migrations'

/**
 * The commit of a tag, branch or commit of this repository. By default, that of the last tag before this commit, or the
 * commit before the newest migration if there are no tags. Throws a CommandError if there is no such commit.
 */
export async function previousCommit(reference?: string): Promise<string> {
  const found = reference ?? (await lastTag()) ?? (await beforeNewestMigration())
  // It fails if the name is unknown.
  const commit = await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${found}^{commit}`).catch(() => '')
  if (commit === '') throw new CommandError(`This repository has no commit ${found}. Name one with --from.`)
  return commit
}

async function lastTag(): Promise<string | undefined> {
  // It fails if no commit has a tag.
  const tag = await git('describe', '--tags', '--abbrev=0', 'HEAD^').catch(() => '')
  return tag === '' ? undefined : tag
}

async function beforeNewestMigration(): Promise<string> {
  return `${await git('log', '-1', '--format=%H', '--diff-filter=A', '--', migrations)}^`
}

/**
 * Extracts a commit into the folder `.svc` of this repository, and installs its packages from its lock file, which
 * takes a few minutes. A release that was installed before is used again.
 */
export async function installRelease(commit: string, print: (text: string) => void): Promise<Release> {
  const release = { name: commit.slice(0, 8), folder: join(root, '.svc/releases', commit) }
  if (!existsSync(release.folder)) {
    const extracted = `${release.folder}.new`
    await rm(extracted, { recursive: true, force: true })
    await mkdir(extracted, { recursive: true })
    await run('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, extracted], { cwd: root })
    await rename(extracted, release.folder)
  }
  print(`\nInstalling the release ${release.name}, unless it is installed\n`)
  // Its bootstrap installs what its lock file lists.
  await run('node', [join(release.folder, 'bootstrap.mjs'), 'apps/cli/src/main.ts', '--help'], { cwd: release.folder })
  return release
}

/** Runs `svc` of a release, and resolves with the data that it prints as JSON. Rejects with its errors if it fails. */
export async function runSvc(
  { folder }: Release,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Record<string, unknown>> {
  const env = { ...process.env, ...environment }
  const { stdout } = await run(process.execPath, [join(folder, 'apps/cli/src/main.ts'), ...args, '--json'], { env })
  return JSON.parse(stdout)
}

async function git(...args: readonly string[]): Promise<string> {
  const { stdout } = await run('git', args, { cwd: root })
  return stdout.trim()
}

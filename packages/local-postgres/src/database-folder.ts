import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  access,
  chmod,
  constants,
  cp,
  lchown,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Binaries, locateBinaries } from './binaries.ts'
import { hasCode } from './has-code.ts'
import type { PostgresLogger } from './logger.ts'
import { canEnter, ensureSystemUser, runsAsRoot, type SystemUser, systemUserName } from './system-user.ts'

/** The folder of one embedded database, and everything needed to run it. */
export interface DatabaseFolder {
  /**
   * Contains `data/` (PostgreSQL's own), `password` and `server.log`. This is the real path: `$SVC_DATA_DIR/postgres`
   * may be a symbolic link.
   */
  dir: string
  user: SystemUser | null
  binaries: Binaries
}

/** The folder of the databases and programs of root if the system user cannot enter the folder of the project. */
export const outsideDirDefault = `/var/lib/${systemUserName}`

export const superuserName = 'svc'

/**
 * The real path of an existing folder, or null when this data directory has none yet. Throws when it belongs to another
 * user of this machine.
 */
export async function findDatabaseFolder(dataDir: string): Promise<string | null> {
  const link = join(dataDir, 'postgres')
  try {
    const dir = await realpath(link)
    await access(join(dir, 'password'), constants.R_OK)
    return dir
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return null
    if (!hasCode(cause, 'EACCES')) throw cause
    throw new Error(
      `The database in ${link} belongs to another user of this machine. Start as that user (root, if root created it), or set SVC_DATA_DIR to another folder.`,
      { cause },
    )
  }
}

export async function readPassword(dir: string): Promise<string> {
  return (await readFile(join(dir, 'password'), 'utf8')).trim()
}

/**
 * Returns the folder of this data directory, and creates it on first use: readable by its user, initialized, with
 * the correct version.
 */
export async function prepareDatabaseFolder(options: {
  dataDir: string
  outsideDir: string
  /** Whether a new database must be flushed to the disk before the function returns. Tests do not need this. */
  durable: boolean
  logger: PostgresLogger
}): Promise<DatabaseFolder> {
  const { dataDir, outsideDir, durable, logger } = options
  await mkdir(dataDir, { recursive: true })
  const home = await realpath(dataDir)
  await finishInterruptedMove(home)
  await removeUnfinished(home)
  if (runsAsRoot() && existsSync(outsideDir)) await removeUnfinished(outsideDir)

  const existing = await findDatabaseFolder(home)
  const user = runsAsRoot() ? await userFor(existing, logger) : null
  const binaries = await locateBinaries({ user, outsideDir, logger })

  if (!existing) return { dir: await create({ home, outsideDir, durable, user, binaries, logger }), user, binaries }

  await refuseOtherVersion(existing, binaries)
  if (user && (await stat(join(existing, 'data'))).uid !== user.uid) await giveTo(user, existing)
  if (canEnter(join(existing, 'data'), user)) return { dir: existing, user, binaries }
  if (user) return { dir: await moveOutside({ home, existing, outsideDir, user, logger }), user, binaries }
  throw new Error(`The folder ${existing} cannot be entered by this user. Give SVC_DATA_DIR another folder.`)
}

/**
 * Returns the user for a database. A database that an ordinary user created runs under that user; any other runs
 * under the system user.
 */
async function userFor(existing: string | null, logger: PostgresLogger): Promise<SystemUser> {
  const owner = existing ? await stat(join(existing, 'data')) : null
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const { user, created } = await ensureSystemUser()
  if (created) logger.info({ user: systemUserName }, 'System user created, because PostgreSQL does not run as root')
  return user
}

/**
 * Initializes a database in a temporary folder and renames it in one step, so that a killed start leaves nothing
 * incomplete, and exactly one of two concurrent starts succeeds.
 */
async function create(options: {
  home: string
  outsideDir: string
  durable: boolean
  user: SystemUser | null
  binaries: Binaries
  logger: PostgresLogger
}): Promise<string> {
  const { home, outsideDir, durable, user, binaries, logger } = options
  const inside = canEnter(home, user)
  if (!inside) await openOutsideDir(outsideDir)

  const link = join(home, 'postgres')
  const unfinished = join(
    inside ? home : outsideDir,
    `${unfinishedPrefix}${process.pid}.${randomBytes(4).toString('hex')}`,
  )
  const startedMs = performance.now()
  try {
    await initialize(unfinished, { user, binaries, durable })
    if (inside) {
      await rename(unfinished, link)
    } else {
      const dir = outsideName(outsideDir, home)
      await rename(unfinished, dir)
      await symlink(dir, link).catch(async (error: unknown) => {
        await rm(dir, { recursive: true })
        throw error
      })
      logger.info({ link, dir }, 'Database created outside the data directory, which its system user cannot access')
    }
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    // A concurrent start was faster. Its database is used.
    if (!hasCode(error, 'EEXIST') && !hasCode(error, 'ENOTEMPTY')) throw error
    return await realpath(link)
  }
  logger.info({ dir: link, duration_ms: Math.round(performance.now() - startedMs) }, 'Embedded PostgreSQL initialized')
  return await realpath(link)
}

async function initialize(
  dir: string,
  { user, binaries, durable }: { user: SystemUser | null; binaries: Binaries; durable: boolean },
): Promise<void> {
  await mkdir(dir, { mode: 0o700 })
  const passwordFile = join(dir, 'password')
  await writeFile(passwordFile, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 })
  if (user) await giveTo(user, dir)
  // The locale is built into PostgreSQL: neither the system's C library nor the bundled ICU decides how an index sorts.
  const { status, stderr, error } = spawnSync(
    binaries.initdb,
    [
      ...['--pgdata', join(dir, 'data')],
      ...['--username', superuserName, '--pwfile', passwordFile, '--auth', 'scram-sha-256'],
      ...['--encoding', 'UTF8', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--locale', 'C'],
      ...(durable ? [] : ['--no-sync']),
    ],
    { cwd: '/', encoding: 'utf8', env: { PATH: process.env.PATH, TZ: 'UTC' }, ...user },
  )
  if (status !== 0) {
    throw new Error(`The database in ${dir} could not be initialized: ${error?.message ?? stderr.trim()}`)
  }
}

async function refuseOtherVersion(dir: string, binaries: Binaries): Promise<void> {
  const made = Number(await readFile(join(dir, 'data', 'PG_VERSION'), 'utf8'))
  if (made === binaries.major) return
  throw new Error(
    `The database in ${dir} was made by PostgreSQL ${made}, and this version brings PostgreSQL ${binaries.major}. ` +
      `Dump it with the older version and load the dump, or give SVC_DATA_DIR another folder to start empty.`,
  )
}

/**
 * Moves the database of a checkout that was copied or moved to a folder that the user cannot enter, such as root's
 * home.
 */
async function moveOutside(options: {
  home: string
  existing: string
  outsideDir: string
  user: SystemUser
  logger: PostgresLogger
}): Promise<string> {
  const { home, existing, outsideDir, user, logger } = options
  await openOutsideDir(outsideDir)
  const dir = outsideName(outsideDir, home)
  await cp(existing, dir, { recursive: true, preserveTimestamps: true })
  await giveTo(user, dir)
  await rename(join(home, 'postgres'), join(home, movedName))
  await symlink(dir, join(home, 'postgres'))
  await rm(join(home, movedName), { recursive: true })
  logger.warn(
    { from: existing, to: dir },
    'Database moved outside the data directory, which its system user cannot access',
  )
  return dir
}

/**
 * Name of the database while it is being moved. Without its link, the move was interrupted and is undone.
 */
const movedName = 'postgres.moved'

async function finishInterruptedMove(home: string): Promise<void> {
  const moved = join(home, movedName)
  if (!existsSync(moved)) return
  if (existsSync(join(home, 'postgres'))) await rm(moved, { recursive: true })
  else await rename(moved, join(home, 'postgres'))
}

const unfinishedPrefix = 'postgres.unfinished.'

/** Deletes the incomplete folders of killed starts. The name contains their process id. */
async function removeUnfinished(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(unfinishedPrefix)) continue
    const pid = Number(name.slice(unfinishedPrefix.length).split('.')[0])
    if (isAlive(pid)) continue
    // Its initdb may still be writing. In that case, the next start deletes the folder.
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => {})
  }
}

/** Returns whether a process with this number exists, of any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

async function openOutsideDir(outsideDir: string): Promise<void> {
  await mkdir(outsideDir, { recursive: true })
  await chmod(outsideDir, 0o755)
}

/** Returns a name that is never reused: after deleting the data directory, a user expects an empty database. */
function outsideName(outsideDir: string, home: string): string {
  const project = basename(dirname(home)).replaceAll(/[^\w.-]/g, '_') || 'root'
  return join(outsideDir, `${project}-${randomBytes(4).toString('hex')}`)
}

async function giveTo(user: SystemUser, path: string): Promise<void> {
  await lchown(path, user.uid, user.gid)
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), user.uid, user.gid)
  }
}

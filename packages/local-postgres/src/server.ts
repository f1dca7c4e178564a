import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants, type FileHandle, open, readdir, readFile, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DatabaseFolder, isAlive, superuserName } from './database-folder.ts'
import { hasCode } from './has-code.ts'
import { isReady } from './ready.ts'

/** One run of the `postgres` program, started by this process. */
export interface Server {
  port: number
  pid: number
  /** Settles when the program has ended, for any reason. */
  exited: Promise<unknown>
  stop(): Promise<unknown>
}

/** A running `postgres` of a data directory, started by any process. */
export interface RunningServer {
  pid: number
  port: number
  /** Whether the process that started it is still alive. Otherwise, the server would run forever. */
  owned: boolean
}

/** A start that failed without a lasting cause: retry it after checking what runs. */
type Obstacle = 'folder in use' | 'port in use' | 'still being left'

/** The timeout of a start. Crash recovery replays up to `max_wal_size`, which takes seconds, not minutes. */
const readyTimeoutMs = 60_000
const stopTimeoutMs = 15_000
const pollMs = 25

export function serverUrl(port: number, password: string): string {
  return `postgres://${superuserName}:${password}@127.0.0.1:${port}/postgres`
}

/** Starts `postgres` and waits until it accepts queries. Throws with the last lines of its log when it cannot start. */
export async function startServer(
  folder: DatabaseFolder,
  options: { port: number; password: string; settings: Readonly<Record<string, string>> },
): Promise<Server | Obstacle> {
  const dataDir = join(folder.dir, 'data')
  await using log = await openLog(folder)
  const { size: logSize } = await log.stat()
  const child = spawn(folder.binaries.postgres, ['-D', dataDir, ...settingArguments(options)], {
    // A separate group: Ctrl-C in a terminal must stop the application first and the database last.
    detached: true,
    cwd: '/',
    stdio: ['ignore', log.fd, log.fd],
    env: { PATH: process.env.PATH, TZ: 'UTC' },
    ...folder.user,
  })
  child.unref()
  const exited = new Promise((resolve) => {
    child.once('exit', resolve)
    child.once('error', resolve)
  })
  const { pid } = child
  if (pid === undefined) throw new Error(`PostgreSQL could not be started: ${String(await exited)}`)

  const watchdog = startWatchdog(folder, pid)
  void exited.then(() => watchdog.stdin?.end('finished\n'))

  const stop = async () => {
    // Keeps this process alive until the end of the server has been reported.
    child.ref()
    await stopProcess(pid)
    return exited
  }
  const server: Server = { port: options.port, pid, exited, stop }
  const ended = new AbortController()
  void exited.then(() => ended.abort())
  const ready = await Promise.race([
    waitUntilReady(serverUrl(options.port, options.password), ended.signal).then(() => !ended.signal.aborted),
    exited.then(() => false),
  ]).catch(async (error: unknown) => {
    await server.stop()
    throw error
  })
  if (ready) return server

  const said = await readFrom(log, logSize)
  for (const [pattern, obstacle] of obstacles) if (pattern.test(said)) return obstacle
  throw new Error(
    `PostgreSQL did not start in ${folder.dir}. Its output:\n${said.trim().split('\n').slice(-8).join('\n')}`,
  )
}

const obstacles: [RegExp, Obstacle][] = [
  [/lock file "postmaster\.pid" (already exists|is empty)/, 'folder in use'],
  [/could not bind IPv4 address|could not create any TCP\/IP sockets/, 'port in use'],
  // The backends of a killed server have not all noticed yet.
  [/pre-existing shared memory block/, 'still being left'],
]

/**
 * Returns the running server of the data directory, or null. Distinguishes a running server from a process id in a
 * stale lock file that another process now has.
 */
export async function findRunningServer(dir: string): Promise<RunningServer | null> {
  const dataDir = join(dir, 'data')
  const lines = await readLockFile(dataDir)
  const pid = Number(lines[0])
  if (!(pid > 0)) return null
  const command = await readCommand(pid)
  if (!command.includes(`-D ${dataDir} `)) return null
  const owner = /svc\.owner=(\d+):(\d*)/.exec(command)
  // Line 4 of postmaster.pid is the port; the file grows while the server starts.
  return { pid, port: Number(lines[3]), owned: owner !== null && (await identify(Number(owner[1]))) === owner[2] }
}

/** Stops a `postgres` with a "fast" shutdown, and kills it if that takes too long. */
export async function stopProcess(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!(await isRunning(pid))) return
    process.kill(pid, signal)
    for (let waitedMs = 0; waitedMs < stopTimeoutMs; waitedMs += pollMs) {
      if (!(await isRunning(pid))) return
      await sleep(pollMs)
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) did not stop within ${(2 * stopTimeoutMs) / 1000} s.`)
}

/**
 * PostgreSQL refuses to start while the process named in its lock file lives, also when that number now belongs to a
 * stranger, as after the restart of a container. Removes such a file, once no process works in the data directory.
 */
export async function removeStaleLockFile(dir: string): Promise<void> {
  const dataDir = join(dir, 'data')
  const pid = Number((await readLockFile(dataDir))[0])
  if (!(pid > 0) || !isAlive(pid) || (await readCommand(pid)).includes(`-D ${dataDir} `)) return
  if (await anyProcessIn(dataDir)) return
  await rm(join(dataDir, 'postmaster.pid'), { force: true })
}

/** Waits until the server accepts queries; during crash recovery it refuses them for a while. */
export async function waitUntilReady(url: string, signal?: AbortSignal): Promise<void> {
  const deadlineMs = performance.now() + readyTimeoutMs
  while (!(await isReady(url))) {
    if (signal?.aborted) return
    if (performance.now() > deadlineMs)
      throw new Error(`PostgreSQL did not accept queries within ${readyTimeoutMs / 1000} s.`)
    await sleep(pollMs)
  }
}

function settingArguments(options: { port: number; settings: Readonly<Record<string, string>> }): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(options.port),
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: '128MB',
    max_wal_size: '1GB',
    // For solid-state disks. The default of 4 is for hard disks.
    random_page_cost: '1.1',
    // The queue's tables change all the time and stay small when cleaned often.
    autovacuum_naptime: '15s',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    ...options.settings,
    // A setting that PostgreSQL does not use. It shows other processes which process owns this server.
    'svc.owner': `${process.pid}:${identifySelf()}`,
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/**
 * Stops the server if this process dies without stopping it: the pipe then closes, and a shell that uses one megabyte
 * detects this. If it reads "finished" first, it exits without doing anything.
 */
function startWatchdog(folder: DatabaseFolder, pid: number): ChildProcess {
  const watchdog = spawn('/bin/sh', ['-c', 'read -r finished || kill -INT "$0"', String(pid)], {
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: process.env.PATH },
    ...folder.user,
  })
  watchdog.unref()
  // The watchdog may already have been killed. The server does not depend on it.
  watchdog.on('error', () => {})
  watchdog.stdin?.on('error', () => {})
  if (watchdog.stdin && 'unref' in watchdog.stdin && typeof watchdog.stdin.unref === 'function') watchdog.stdin.unref()
  return watchdog
}

const logSizeMax = 10_000_000

/**
 * Opens the log of the server. It is a file and not a pipe, because the server must survive its reader. The folder
 * belongs to the user of the server. A superuser of the database can run programs as that user, and could replace
 * the file with a link to a file that only this process may write. Therefore, links are not followed, and anything
 * except a regular file is replaced.
 */
async function openLog({ dir, user }: DatabaseFolder): Promise<FileHandle> {
  const path = join(dir, 'server.log')
  const log = (await openPlainFile(path)) ?? (await replaceLog(path))
  if (user) await log.chown(user.uid, user.gid)
  if ((await log.stat()).size >= logSizeMax) await log.truncate()
  return log
}

async function replaceLog(path: string): Promise<FileHandle> {
  await rm(path, { recursive: true, force: true })
  const log = await openPlainFile(path, constants.O_CREAT | constants.O_EXCL)
  if (log) return log
  throw new Error(`${path} is replaced while the server starts.`)
}

/**
 * Opens a file for appending and reading. Returns null if it does not exist, is not a regular file or has several hard
 * links.
 */
async function openPlainFile(path: string, flags = 0): Promise<FileHandle | null> {
  const { O_RDWR, O_APPEND, O_NOFOLLOW, O_NONBLOCK } = constants
  const file = await open(path, O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK | flags, 0o600).catch((error: unknown) => {
    if (notPlain.some((code) => hasCode(error, code))) return null
    throw error
  })
  if (file === null) return null
  const stats = await file.stat()
  if (stats.isFile() && stats.nlink === 1) return file
  await file.close()
  return null
}

/** No such file; a link; a folder; a socket. */
const notPlain = ['ENOENT', 'ELOOP', 'EISDIR', 'ENXIO']

async function readFrom(file: FileHandle, position: number): Promise<string> {
  const { buffer, bytesRead } = await file.read({ position, buffer: Buffer.alloc(16_384) })
  return buffer.toString('utf8', 0, bytesRead)
}

async function readLockFile(dataDir: string): Promise<string[]> {
  try {
    return (await readFile(join(dataDir, 'postmaster.pid'), 'utf8')).split('\n')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  }
}

const onLinux = process.platform === 'linux'

/** Returns the command line of a process, with arguments separated by spaces. Empty for a process that has ended. */
async function readCommand(pid: number): Promise<string> {
  try {
    if (onLinux) return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ')
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' })
  } catch {
    // No such process.
    return ''
  }
}

/** Returns whether a process is still running. A zombie has no command line. */
export async function isRunning(pid: number): Promise<boolean> {
  return isAlive(pid) && (await readCommand(pid)) !== ''
}

/**
 * Returns the start time of the process as digits. Together with the process id, it identifies a process uniquely.
 * Empty if there is no such process.
 */
async function identify(pid: number): Promise<string | null> {
  if (!isAlive(pid)) return null
  try {
    return startOf(pid)
  } catch {
    // It ended between the two questions.
    return null
  }
}

/**
 * Returns whether a process has the data directory as its working directory. Backends outlive a killed server for a
 * short time and still write.
 */
async function anyProcessIn(dataDir: string): Promise<boolean> {
  if (!onLinux) return false
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    // A process that has ended in the meantime, or that belongs to another user, has no readable link.
    const directory = await readlink(`/proc/${pid}/cwd`).catch(() => '')
    if (directory === dataDir) return true
  }
  return false
}

let ownStart: string | undefined

function identifySelf(): string {
  ownStart ??= startOf(process.pid)
  return ownStart
}

function startOf(pid: number): string {
  if (!onLinux) {
    const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' })
    return String(Date.parse(text))
  }
  // proc(5): the 22nd field is the start time. The second field, the name, may contain spaces and ends with the last
  // parenthesis.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // Field 3 is the state. `Z` is a zombie.
  if (fields[0] === 'Z') throw new Error(`Process ${pid} has ended.`)
  return fields[19] ?? ''
}

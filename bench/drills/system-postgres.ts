import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@svc/supervisor/ports'
import type { BenchServer } from '../database.ts'
import { run } from './system-program.ts'

/**
 * The PostgreSQL of this machine with its client programs, which the embedded one does not have: `pg_config` on the
 * path (Debian: apt install postgresql). Started by root, everything runs as the user `postgres`.
 */
export class SystemPostgres {
  readonly #folder: string
  readonly #binaries: string
  readonly #user: { uid?: number; gid?: number }
  #server: ChildProcess | undefined
  #port = 0

  private constructor(folder: string, binaries: string, user: { uid?: number; gid?: number }) {
    this.#folder = folder
    this.#binaries = binaries
    this.#user = user
  }

  /** @param folder will contain the data directories, the archived WAL and the backups */
  static async at(folder: string): Promise<SystemPostgres> {
    const { stdout } = await run('pg_config', ['--bindir'])
    const user = process.getuid?.() === 0 ? { uid: await idOf('-u'), gid: await idOf('-g') } : {}
    await mkdir(folder)
    if (user.uid !== undefined) await run('chown', ['postgres:', folder])
    const postgres = new SystemPostgres(folder, stdout.trim(), user)
    await postgres.client('mkdir', [join(folder, 'wal')])
    return postgres
  }

  get url(): string {
    return `postgres://svc@127.0.0.1:${this.#port}/postgres`
  }

  path(name: string): string {
    return join(this.#folder, name)
  }

  /** Runs a program of PostgreSQL, or another one on the path, as the user of the server. */
  async client(program: string, args: readonly string[]): Promise<void> {
    const path = program.startsWith('pg_') || program === 'initdb' ? join(this.#binaries, program) : program
    await run(path, args, { ...this.#user, cwd: this.#folder })
  }

  /** Creates a data directory. `options` are those of initdb. */
  async initialize(name: string, options: readonly string[] = []): Promise<void> {
    const ours = ['-D', this.path(name), '-U', 'svc', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8']
    await this.client('initdb', [...ours, ...options])
  }

  get isRunning(): boolean {
    return this.#server !== undefined && this.#server.exitCode === null && this.#server.signalCode === null
  }

  /**
   * Starts a server on a data directory and waits until it accepts writes, which includes the end of a recovery.
   * Rejects if the server ends before that.
   *
   * @param port by default a free one
   */
  async start(name: string, settings: Readonly<Record<string, string>>, port?: number): Promise<BenchServer> {
    this.#port = port ?? (await freePort())
    const all = { ...settings, port: String(this.#port), listen_addresses: '127.0.0.1', unix_socket_directories: '' }
    const args = Object.entries(all).flatMap(([setting, value]) => ['-c', `${setting}=${value}`])
    const server = spawn(join(this.#binaries, 'postgres'), ['-D', this.path(name), ...args], {
      ...this.#user,
      cwd: this.#folder,
      stdio: 'ignore',
    })
    this.#server = server
    await this.#untilWritable(server)
    return { url: this.url, stop: () => this.end('SIGINT') }
  }

  /** Ends the server: SIGINT stops it, SIGQUIT ends it without a checkpoint, as a crash does. */
  async end(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    const server = this.#server
    if (server === undefined || !this.isRunning) return
    const exited = once(server, 'exit')
    server.kill(signal)
    await exited
  }

  /** Prepares a restored base backup for the replay of the archived WAL. */
  async signalRecovery(name: string): Promise<void> {
    const file = join(this.path(name), 'recovery.signal')
    await writeFile(file, '')
    if (this.#user.uid !== undefined) await run('chown', ['postgres:', file])
  }

  async #untilWritable(server: ChildProcess): Promise<void> {
    const endMs = performance.now() + startTimeoutMs
    const query = ['-Atc', 'select pg_is_in_recovery()', this.url]
    while (performance.now() < endMs) {
      if (!this.isRunning) throw new Error(`PostgreSQL ended with exit code ${server.exitCode}.`)
      // The server refuses connections until it has started.
      const { stdout } = await run('psql', query).catch(() => ({ stdout: '' }))
      if (stdout.trim() === 'f') return
      await sleep(100)
    }
    throw new Error(`PostgreSQL did not accept writes within ${startTimeoutMs / 1000} s.`)
  }
}

const startTimeoutMs = 120_000

async function idOf(option: '-u' | '-g'): Promise<number> {
  const { stdout } = await run('id', [option, 'postgres'])
  return Number(stdout)
}

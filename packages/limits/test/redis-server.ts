import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@svc/supervisor/ports'

export interface RedisServer {
  readonly url: string
  readonly port: number
  /** Suspends the process, so that it does not respond. */
  pause(): void
  resume(): void
  /** Kills it. Its data is lost. */
  kill(): Promise<void>
  /** Starts it again on the same port. */
  start(): Promise<void>
  /** Kills it and removes its folder. */
  remove(): Promise<void>
}

interface RedisServerOptions {
  /** The server is a replica of this one. */
  replicaOf?: RedisServer
  /** The server is a Sentinel, which makes a replica the primary when this one does not respond for half a second. */
  sentinelOf?: RedisServer
}

/**
 * A Redis (or Valkey) for one test on a free loopback port. Its tests have the tag `redis-server`, which skips them
 * without either program.
 */
export async function startRedisServer(options: RedisServerOptions = {}): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-redis-'))
  const port = await freePort()
  const words = wordsOf(options, folder)
  let server: ChildProcess | undefined

  async function start(): Promise<void> {
    server = await launch(port, folder, words)
  }
  async function kill(): Promise<void> {
    const running = server
    server = undefined
    if (!running || running.exitCode !== null) return
    const ended = new Promise((resolve) => running.once('exit', resolve))
    running.kill('SIGKILL')
    await ended
  }

  async function remove(): Promise<void> {
    await kill()
    rmSync(folder, { recursive: true, force: true })
  }

  await start().catch(async (error: unknown) => {
    await remove()
    throw error
  })
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    pause: () => server?.kill('SIGSTOP'),
    resume: () => server?.kill('SIGCONT'),
    kill,
    start,
    remove,
  }
}

/** The arguments before the options. */
function wordsOf({ replicaOf, sentinelOf }: RedisServerOptions, folder: string): string[] {
  if (replicaOf) return ['--replicaof', '127.0.0.1', String(replicaOf.port), '--repl-diskless-sync-delay', '0']
  if (!sentinelOf) return []
  // It writes into this file.
  const file = join(folder, 'sentinel.conf')
  const lines = [`monitor svc 127.0.0.1 ${sentinelOf.port} 1`, 'down-after-milliseconds svc 500']
  writeFileSync(file, lines.map((line) => `sentinel ${line}\n`).join(''))
  return [file, '--sentinel']
}

async function launch(port: number, folder: string, words: readonly string[]): Promise<ChildProcess> {
  for (const program of ['redis-server', 'valkey-server']) {
    const saving = words.includes('--sentinel') ? [] : ['--save', '']
    const options = [...words, '--port', String(port), '--bind', '127.0.0.1', ...saving, '--dir', folder]
    const child = spawn(program, options, { stdio: ['ignore', 'pipe', 'inherit'] })
    const state = await new Promise<'ready' | 'missing'>((resolve, reject) => {
      let output = ''
      child.on('error', () => resolve('missing'))
      child.on('exit', (code) =>
        reject(new Error(`${program} exited with code ${code} before it was ready:\n${output}`)),
      )
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk
        if (/Ready to accept connections|Sentinel ID is/.test(output)) resolve('ready')
      })
    })
    if (state === 'ready') return child.removeAllListeners('exit')
  }
  throw new Error('Neither redis-server nor valkey-server is on the PATH.')
}

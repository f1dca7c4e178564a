import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { execa } from 'execa'
import { root } from './places.ts'
import { CannotRun } from './problem.ts'

export interface Account {
  name: string
  business_id: string
  api_key: string
}

/** A service that is under test. */
export interface Service {
  baseUrl: string
  accounts: [Account, Account]
  /** Runs an operator command such as `limits set key=1`, and returns what it printed as JSON. */
  svc(...words: string[]): Promise<unknown>
  stop(): Promise<void>
}

const program = `${root}apps/cli/src/main.ts`
const startTimeoutMs = 90_000

/** Far above what a run sends: limits are shown on every answer and refuse nothing. */
export const ample = 1_000_000
const limited = ['ip', 'account', 'key', 'quota.analyses', 'quota.reply_drafts']

/**
 * Starts the service as `npm start` does, with a database of its own in a temporary folder, on a free port. Every delivery is
 * diverted to a sink: what a fuzzer registers is never resolved and never contacted.
 */
export async function startService({ signal, logFile }: { signal: AbortSignal; logFile: string }): Promise<Service> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-contract-'))
  // Started by root, PostgreSQL runs under an account of its own, which must be able to enter.
  await chmod(dataDir, 0o711)
  const sink = await openSink()
  const env = {
    SVC_DATA_DIR: dataDir,
    SVC_MODE: 'development',
    SVC_PORT: '0',
    SVC_MOCK_PORT: '0',
    SVC_METRICS_PORT: '0',
    SVC_LOG_LEVEL: 'info',
    DATABASE_URL: '',
    REDIS_URL: '',
    WEBHOOK_CONNECT_TO: `*=127.0.0.1:${sink.port}`,
    WEBHOOK_ENDPOINTS_MAX: '10000',
    // Hundreds of analyses would each start a browser.
    SVC_PDF_BROWSER: 'none',
    // As under npm: the service stops by itself when this process is killed.
    npm_lifecycle_event: 'contract',
  }
  const running = execa(process.execPath, [program, 'start'], {
    cwd: root,
    env,
    stdin: 'ignore',
    stdout: { file: logFile },
    stderr: { file: logFile },
    reject: false,
    // A Ctrl-C reaches this process only: the service is asked to stop once nothing calls it any more.
    detached: true,
    forceKillAfterDelay: 50_000,
  })
  const ended = running.then(() => true)

  const service = {
    async svc(...words: string[]) {
      const { stdout, stderr, failed } = await execa(process.execPath, [program, ...words, '--json'], {
        cwd: root,
        env,
        reject: false,
      })
      if (failed) throw new CannotRun(`svc ${words.join(' ')} failed: ${stderr}`)
      return JSON.parse(stdout)
    },
    async stop() {
      running.kill('SIGTERM')
      await running
      await sink.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }

  try {
    const ready = await waitForReady(join(dataDir, 'ready.json'), ended, signal)
    const [first, second] = ready.accounts
    if (!first || !second) throw new CannotRun('The service started without its two demo accounts.')
    await service.svc('limits', 'set', ...limited.map((name) => `${name}=${ample}`))
    return { ...service, baseUrl: ready.base_url, accounts: [first, second] }
  } catch (error) {
    const log = existsSync(logFile) ? await readFile(logFile, 'utf8') : ''
    await service.stop()
    if (signal.aborted) throw error
    throw new CannotRun(`The service did not start: ${(error as Error).message}\n${log.slice(-4_000)}`)
  }
}

interface Ready {
  base_url: string
  accounts: Account[]
}

async function waitForReady(file: string, ended: Promise<boolean>, signal: AbortSignal): Promise<Ready> {
  const deadlineMs = performance.now() + startTimeoutMs
  while (performance.now() < deadlineMs) {
    if (existsSync(file)) return JSON.parse(await readFile(file, 'utf8'))
    if (await Promise.race([ended, sleep(50, false, { signal })])) throw new Error('it ended at once')
  }
  throw new Error(`it was not ready after ${startTimeoutMs / 1_000} s`)
}

/** Takes every connection and closes it: a receiver that is down. */
async function openSink(): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close()
      await once(server, 'close')
    },
  }
}

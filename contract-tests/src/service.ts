import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { svc as svcProgram } from '@svc/cli/program'
import { runForTest } from '@svc/command-line/testing'
import { findLocalPostgres } from '@svc/local-postgres'
import { freePort } from '@svc/supervisor/ports'
import { createAuthority, type Receiver, startReceiver } from '@svc/webhooks/testing'
import { execa } from 'execa'
import { CannotRunError, messageOf } from './cannot-run-error.ts'
import { root } from './paths.ts'
import { type Login, openPortalBrowser, type PortalBrowser, sessionPaths } from './portal-browser.ts'

export interface Account {
  /** The name for operator commands. */
  name: string
  business_id: string
  api_key: string
  oauth_client: { client_id: string; client_secret: string } | null
}

/** A service under test. */
export interface Service {
  baseUrl: string
  authUrl: string
  /** The origin of the webhook endpoints that tests register. */
  webhookUrl: string
  /** Null: no limit. */
  requestsPerMinute: number | null
  accounts: [Account, Account]
  /** Set if the service was started for the tests. */
  operated?: Operated
  stop(): Promise<void>
}

/** Operator access to a service that was started for the tests. */
export interface Operated {
  /** Runs an operator command such as `limits set key=1`, and returns what it printed as JSON. */
  svc(...args: string[]): Promise<unknown>
  /** The base URL of the mock that runs with the service. Null if none does. */
  mockUrl: string | null
  /** The URL of its database with the password; must not be printed. */
  databaseUrl(): Promise<string>
  /** Starts another API process with another URL of the same database, and further variables. */
  startApi(
    databaseUrl: string,
    variables?: Readonly<Record<string, string>>,
  ): Promise<{ origin: string; stop(): Promise<void> }>
  /** A browser in which the owner of the first account is signed in to the portal. */
  portal: PortalBrowser
  /** A browser in which an administrator is signed in to the console, and the account and client that it changes. */
  console: PortalBrowser & { accountId: string; clientId: string }
  /** The receiver of deliveries to `receiverHost`; all others go to a sink. */
  receiver: Receiver
}

const program = `${root}apps/cli/src/main.ts`
const apiProgram = `${root}apps/api/src/main.ts`
const startTimeoutMs = 90_000

/** Far above the requests of a run: limits are shown on every response and refuse none. */
export const highLimit = 1_000_000
/** A public name, so that the URL policy accepts it; deliveries to it are diverted. */
export const receiverHost = 'receiver.rosso-trattoria.nl'
const limitNames = ['ip', 'account', 'key', 'quota.analyses', 'quota.reply_drafts']

/**
 * Starts the service as `npm start` does, with a database of its own in a temporary folder, on a free port. Every
 * delivery is diverted to a sink: hosts that a fuzzer registers are never resolved or contacted.
 */
export async function startService({ signal, logFile }: { signal: AbortSignal; logFile: string }): Promise<Service> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-contract-'))
  // When started as root, PostgreSQL runs under a system user that needs access to the folder.
  await chmod(dataDir, 0o711)
  const sink = await openSink()
  const authority = createAuthority()
  const receiver = await startReceiver({ identity: authority.issue([receiverHost]) })
  const caFile = join(dataDir, 'receiver-ca.pem')
  await writeFile(caFile, authority.ca)
  const env = environmentOf({ dataDir, caFile, receiverPort: receiver.port, sinkPort: sink.port })
  const running = execa(process.execPath, [program, 'start'], {
    cwd: root,
    env,
    stdin: 'ignore',
    stdout: { file: logFile },
    stderr: { file: logFile },
    reject: false,
    // So that Ctrl-C reaches only this process: the service is stopped after the last request.
    detached: true,
    forceKillAfterDelay: 50_000,
  })
  const ended = (async () => (await running) !== undefined)()

  const svc = (...args: string[]) => runOperatorCommand(args, env)
  const stop = async () => {
    running.kill('SIGTERM')
    await running
    await Promise.all([sink.close(), receiver.close()])
    await rm(dataDir, { recursive: true, force: true })
  }

  try {
    const ready = await waitForReady(join(dataDir, 'ready.json'), ended, signal)
    const [first, second] = ready.accounts
    if (!first || !second) throw new CannotRunError('The service started without its two demo accounts.')
    // The plan with the most room: a run creates more competitors than the plans of the demo accounts allow.
    for (const { name } of [first, second]) await svc('account', 'set-plan', name, 'scale')
    // Otherwise its operations do not exist. No location can be connected: there is no client for the upstream service.
    await svc('flag', 'set', 'business_profile_enabled', 'on')
    await svc('limits', 'set', ...limitNames.map((name) => `${name}=${highLimit}`))
    return {
      baseUrl: ready.base_url,
      authUrl: ready.auth_url,
      webhookUrl: 'https://hooks.rosso-trattoria.nl',
      requestsPerMinute: null,
      accounts: [first, second],
      operated: {
        svc,
        mockUrl: ready.mock_url,
        portal: await openPortalBrowser(ready.auth_url, first.portal_user, signal),
        console: await openConsole(ready, svc, signal),
        receiver,
        async databaseUrl() {
          const database = await findLocalPostgres(dataDir)
          if (!database) throw new CannotRunError('The database of the service does not respond.')
          return database.url
        },
        startApi: (databaseUrl, variables) =>
          startApi({ ...env, ...variables, DATABASE_URL: databaseUrl }, ready.auth_url, signal),
      },
      stop,
    }
  } catch (error) {
    const log = existsSync(logFile) ? await readFile(logFile, 'utf8') : ''
    await stop()
    if (signal.aborted) throw error
    throw new CannotRunError(`The service did not start: ${messageOf(error)}\n${log.slice(-4_000)}`)
  }
}

function environmentOf(paths: { dataDir: string; caFile: string; receiverPort: number; sinkPort: number }) {
  return {
    SVC_DATA_DIR: paths.dataDir,
    SVC_MODE: 'development',
    SVC_PORT: '0',
    SVC_MOCK_PORT: '0',
    SVC_LOG_LEVEL: 'info',
    DATABASE_URL: '',
    REDIS_URL: '',
    WEBHOOK_CONNECT_TO: `${receiverHost}:443=127.0.0.1:${paths.receiverPort},*=127.0.0.1:${paths.sinkPort}`,
    WEBHOOK_CA_FILE: paths.caFile,
    WEBHOOK_ENDPOINTS_MAX: '10000',
    // The relation `resends_limited` uses up the limit of an endpoint, which must not use up that of the account.
    WEBHOOK_RESENDS_PER_ACCOUNT: String(highLimit),
    // Enough for more than one page; each of hundreds of analyses reads all of them.
    SVC_DEMO_REVIEWS: '120',
    // Otherwise each of hundreds of analyses would start a browser.
    SVC_PDF_BROWSER: 'none',
    // As under npm, so that the service stops by itself when this process is killed.
    npm_lifecycle_event: 'contract',
  }
}

/** Runs a command of `svc` in this process: as a program, each would load everything again. */
async function runOperatorCommand(args: readonly string[], env: Record<string, string>): Promise<unknown> {
  const { exitCode, stdout, stderr } = await runForTest(svcProgram, [...args, '--json'], {
    env: { ...process.env, ...env },
    workingDirectory: root,
  })
  if (exitCode !== 0) throw new CannotRunError(`svc ${args.join(' ')} failed: ${stderr}`)
  return JSON.parse(stdout)
}

/**
 * Starts a separate API process. Its public origin is that of the service, so that both accept the same tokens.
 */
async function startApi(
  env: Record<string, string>,
  publicUrl: string,
  signal: AbortSignal,
): Promise<{ origin: string; stop(): Promise<void> }> {
  const port = await freePort()
  const running = execa(process.execPath, [apiProgram], {
    cwd: root,
    env: { ...env, SVC_PORT: String(port), SVC_PUBLIC_URL: publicUrl },
    stdin: 'ignore',
    all: true,
    reject: false,
    detached: true,
    forceKillAfterDelay: 10_000,
  })
  const origin = `http://127.0.0.1:${port}`
  const deadlineMs = performance.now() + startTimeoutMs
  // Awaited in a function: the types of `running.then` take the compiler several seconds.
  const ended = (async () => (await running).all)()
  for (;;) {
    // Nothing listens yet; the deadline below ends the wait.
    const response = await fetch(`${origin}/readyz`, { signal }).catch(() => undefined)
    await response?.body?.cancel()
    if (response?.ok) break
    const output = await Promise.race([ended, sleep(50, undefined, { signal })])
    if (output !== undefined) throw new CannotRunError(`An API process exited immediately:\n${output.slice(-2_000)}`)
    if (performance.now() > deadlineMs) throw new CannotRunError('An API process was not ready in time.')
  }
  return {
    origin,
    async stop() {
      running.kill('SIGTERM')
      await running
    },
  }
}

/** The port that a server listens on. */
export function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port.')
  return address.port
}

/** The console, with an account of its own, so that no other lane is slowed down by its limits. */
async function openConsole(ready: Ready, svc: Operated['svc'], signal: AbortSignal): Promise<Operated['console']> {
  const options = ['--name', 'Changed in the console', '--plan', 'scale', '--trade', 'restaurant']
  const place = ['--country', 'NL', '--timezone', 'Europe/Amsterdam']
  const { account } = (await svc('account', 'create', ...options, ...place)) as { account: { id: string } }
  const browser = await openPortalBrowser(ready.auth_url, ready.admin_user, signal, sessionPaths.administrator)
  const client = (await svc('client', 'create', '--account', account.id, '--name', 'Fixture')) as { client_id: string }
  return { ...browser, accountId: account.id, clientId: client.client_id }
}

interface Ready {
  base_url: string
  auth_url: string
  mock_url: string | null
  accounts: (Account & { portal_user: Login })[]
  admin_user: Login
}

async function waitForReady(file: string, ended: Promise<boolean>, signal: AbortSignal): Promise<Ready> {
  const deadlineMs = performance.now() + startTimeoutMs
  while (performance.now() < deadlineMs) {
    if (existsSync(file)) return JSON.parse(await readFile(file, 'utf8'))
    if (await Promise.race([ended, sleep(50, false, { signal })])) throw new Error('it exited immediately')
  }
  throw new Error(`it was not ready after ${startTimeoutMs / 1_000} s`)
}

/** Accepts every connection and closes it, as an unavailable receiver. */
async function openSink(): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: portOf(server),
    async close() {
      server.close()
      await once(server, 'close')
    },
  }
}

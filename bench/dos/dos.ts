import { type ChildProcess, fork } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { issueApiKey } from '@svc/credentials/api-keys'
import { createOAuthClient } from '@svc/credentials/oauth-clients'
import { createAccount } from '@svc/db/accounts'
import { createBusiness } from '@svc/db/businesses'
import { setFlag } from '@svc/db/flags'
import { setLimits } from '@svc/db/limit-settings'
import type { Owner } from '@svc/db/records'
import { createWebhook } from '@svc/db/webhook-endpoints'
import { newId } from '@svc/runtime/ids'
import { createKeyring, parseSecretKeys } from '@svc/runtime/secrets'
import { createAuthority } from '@svc/webhooks/testing'
import { type BenchDatabase, insertAnalyses, openBenchDatabase } from '../database.ts'
import { ourProgram, type ServerProcess, startServerProcess } from '../server-process.ts'
import { number, quantile, table } from '../statistics.ts'
import type { Attack } from './attack.ts'
import { attacks, shortAttacks } from './attacks.ts'
import type { NeighborSample } from './neighbor-process.ts'
import type { Target } from './target.ts'

interface DosOptions {
  /** The duration of each attack. */
  seconds: number
  /** Only attacks whose name contains this. */
  only: string | undefined
  /**
   * One attack of each kind. It fails only when the neighbor is not served again or memory grows too large: how long
   * responses take depends on what else the machine does.
   */
  short: boolean
}

/** The result of one attack. */
interface AttackResult {
  attack: Attack
  /** The neighbor's requests that began during the attack, at the 95th percentile, in milliseconds. */
  p95Ms: number
  failures: number
  rssBytesMax: number
  connectionsMax: number
  /** From the end of the attack until five requests of the neighbor in a row were as quick as before. */
  recoveryMs: number
  /** The number of responses to the attacker, by status. */
  responses: Record<string, number>
}

/** The permitted effect on the neighbor: twice its p95 without an attack, and 50 ms. */
const tolerated = (baselineMs: number) => 2 * baselineMs + 50
const recoveryMsMax = 5_000
const rssBytesMax = 600 * 1024 * 1024

/**
 * Starts the service with its default limits and attacks it, one attack after the other, while another account works
 * steadily. Returns false when an attack that stays within its limits slows the neighbor down, when the service does
 * not recover from another one, or when it uses too much memory.
 */
export async function benchDos(
  { seconds, only = '', short }: DosOptions,
  print: (text: string) => void,
): Promise<boolean> {
  const database = await openBenchDatabase()
  const victims = await startVictims(database)
  try {
    await sleep(3_000)
    const baselineMs = quantile(victims.samples.map(({ durationMs }) => durationMs).slice(5), 0.95)
    print(`The neighbor without an attack: p95 ${number(baselineMs, 1)} ms\n`)
    const results: AttackResult[] = []
    const toleratedMs = short ? Number.POSITIVE_INFINITY : tolerated(baselineMs)
    for (const attack of attacks.filter(({ name }) => name.includes(only) && (!short || shortAttacks.has(name)))) {
      const result = await measure(attack, victims, { seconds, toleratedMs })
      results.push(result)
      print(`${isBearable(result, toleratedMs) ? '✓' : '✗'} ${attack.name}\n`)
    }
    print(report(results, baselineMs, toleratedMs))
    return results.length > 0 && results.every((result) => isBearable(result, toleratedMs))
  } finally {
    await victims.close()
    await database.close()
  }
}

function isBearable({ attack, p95Ms, recoveryMs, rssBytesMax: rss }: AttackResult, toleratedMs: number): boolean {
  if (rss >= rssBytesMax || recoveryMs >= recoveryWaitMs) return false
  if (toleratedMs === Number.POSITIVE_INFINITY) return true
  return attack.withinLimits ? p95Ms <= toleratedMs : recoveryMs <= recoveryMsMax
}

function report(results: readonly AttackResult[], baselineMs: number, toleratedMs: number): string {
  const rows = results.map((result) => [
    `${isBearable(result, toleratedMs) ? '✓' : '✗'} ${result.attack.name}`,
    result.attack.withinLimits ? 'yes' : 'no',
    number(result.p95Ms, 1),
    number(result.failures),
    number(result.rssBytesMax / 1024 / 1024),
    number(result.connectionsMax),
    number(result.recoveryMs),
    Object.entries(result.responses)
      .map(([status, responses]) => `${status} × ${number(responses)}`)
      .join(', '),
  ])
  const heading = ['attack', 'within limits', 'p95 ms', 'failures', 'MB', 'connections', 'recovery ms', 'responses']
  return `\n${table(heading, rows)}  The neighbor's p95 without an attack: ${number(baselineMs, 1)} ms; tolerated: ${number(tolerated(baselineMs), 1)} ms.\n`
}

/** The service under attack and its steady neighbor. */
interface Victims {
  server: ServerProcess
  attacker: Target
  /** Every request of the neighbor so far. */
  samples: NeighborSample[]
  close(): Promise<void>
}

const neighborWarmUpMs = 2_000

async function startVictims(database: BenchDatabase): Promise<Victims> {
  await setLimits(
    database.db,
    new Map([
      ['ip', null],
      ['account', null],
      ['key', null],
    ]),
  )
  await setFlag(database.db, 'mcp_enabled', true)
  const authority = createAuthority()
  const { key, cert } = authority.issue(['localhost'])
  const files = { key: `${database.dataDir}/tls.key`, cert: `${database.dataDir}/tls.crt` }
  await Promise.all([writeFile(files.key, key, { mode: 0o600 }), writeFile(files.cert, cert)])
  const server = await startServerProcess(ourProgram, {
    ...database.environment,
    SVC_TRUSTED_PROXIES: '',
    SVC_PUBLIC_URL: 'https://localhost',
    SVC_TLS_KEY: files.key,
    SVC_TLS_CERT: files.cert,
  })
  const { port } = server
  const base = { port, ca: authority.ca }
  await insertAnalyses(database.db, database.owner, 300)
  const attacker: Target = { ...base, localAddress: '127.0.0.66', ...(await openAttacker(database)) }
  const neighbor = fork(pathTo('neighbor-process.ts'))
  const samples: NeighborSample[] = []
  neighbor.on('message', (sample: NeighborSample) => samples.push(sample))
  neighbor.send({
    ...base,
    localAddress: '127.0.0.9',
    businessId: database.owner.business_id,
    keys: [database.key, await anotherKey(database)],
  })
  await sleep(neighborWarmUpMs)
  return {
    server,
    attacker,
    samples,
    async close() {
      neighbor.disconnect()
      await server.stop()
    },
  }
}

const keyringOf = ({ environment }: BenchDatabase) => createKeyring(parseSecretKeys(environment.SVC_SECRET_KEYS ?? ''))

async function anotherKey(database: BenchDatabase): Promise<string> {
  const { db, owner } = database
  const issued = await issueApiKey(db, keyringOf(database), owner.account_id, { kind: 'test', name: 'Second' })
  return issued.key
}

/** The attacker's account, with everything that an account has. */
async function openAttacker(database: BenchDatabase) {
  const { db } = database
  const keyring = keyringOf(database)
  const account = await createAccount(db, { name: 'Attacker', plan: 'scale' })
  const business = await createBusiness(db, account.id, {
    name: 'Attacker',
    trade: 'restaurant',
    city: null,
    country: 'NL',
    timezone: 'Europe/Amsterdam',
    website: null,
  })
  const owner: Owner = { account_id: account.id, business_id: business.id }
  const { key } = await issueApiKey(db, keyring, account.id, { kind: 'test', name: 'Attack' })
  const client = await createOAuthClient(db, keyring, account.id, { name: 'Attack' })
  const webhookId = newId('whk')
  const secret = keyring.encrypt('encryption', 'whsec_', webhookId)
  await db.transaction((transaction) =>
    createWebhook(
      transaction,
      owner,
      { id: webhookId, url: 'https://hooks.example.org/', event_types: ['webhook.test'], secret },
      { max: 20 },
    ),
  )
  return {
    businessId: business.id,
    key,
    client: { id: client.client_id, secret: String(client.client_secret) },
    webhookId,
  }
}

async function measure(
  attack: Attack,
  { server, attacker, samples }: Victims,
  { seconds, toleratedMs }: { seconds: number; toleratedMs: number },
): Promise<AttackResult> {
  const child = fork(pathTo('attacker-process.ts'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const startedMs = Date.now()
  child.send({ name: attack.name, target: attacker })
  let [rssBytesMax, connectionsMax] = [0, 0]
  while (Date.now() < startedMs + seconds * 1_000) {
    const { rssBytes } = await server.usage()
    rssBytesMax = Math.max(rssBytesMax, rssBytes)
    connectionsMax = Math.max(connectionsMax, await openConnections(server.port))
    await sleep(200)
  }
  const endedMs = Date.now()
  const responses = await stop(child)
  const recoveryMs = await recovery(samples, endedMs, toleratedMs)
  const during = samples.filter(({ startedMs: at }) => at >= startedMs && at < endedMs)
  return {
    attack,
    // Without a response nothing is known to be quick.
    p95Ms: quantile([...during.map(({ durationMs }) => durationMs), ...(during.length > 0 ? [] : [Infinity])], 0.95),
    failures: during.filter(({ succeeded }) => !succeeded).length,
    rssBytesMax,
    connectionsMax,
    recoveryMs,
    responses,
  }
}

/** Ends the attack; resolves with the responses that it received, if the process still reports them. */
async function stop(child: ChildProcess): Promise<Record<string, number>> {
  let responses = {}
  child.once('message', (reported: Record<string, number>) => {
    responses = reported
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  if (child.connected) child.send('stop')
  const kill = setTimeout(() => child.kill('SIGKILL'), 1_000)
  await ended
  clearTimeout(kill)
  return responses
}

/** The number of successive requests that show that the service has recovered. */
const quickInARow = 5
const recoveryWaitMs = 30_000

/** Waits until enough requests in a row, begun after `endedMs`, succeeded within `quickMs`. */
async function recovery(samples: readonly NeighborSample[], endedMs: number, quickMs: number): Promise<number> {
  while (Date.now() < endedMs + recoveryWaitMs) {
    await sleep(100)
    const after = samples.filter(({ startedMs }) => startedMs >= endedMs).toSorted((a, b) => a.startedMs - b.startedMs)
    const first = after.findIndex((_, index) => {
      const row = after.slice(index, index + quickInARow)
      return row.length === quickInARow && row.every(({ succeeded, durationMs }) => succeeded && durationMs <= quickMs)
    })
    const found = after[first]
    if (found) return Math.max(0, found.startedMs - endedMs)
  }
  return recoveryWaitMs
}

/** Established TCP connections to the port, as the kernel counts them. */
async function openConnections(port: number): Promise<number> {
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0')
  const lines = (await readFile('/proc/net/tcp', 'utf8')).split('\n')
  return lines.filter((line) => {
    const [, local, , state] = line.trim().split(/\s+/)
    return local?.endsWith(`:${hexPort}`) && state === '01'
  }).length
}

function pathTo(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url))
}

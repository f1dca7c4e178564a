import { setTimeout as sleep } from 'node:timers/promises'
import { rateLimitPolicies } from '@generated/contract/enums'
import type { Database } from '@svc/db/database'
import { knexOf } from '@svc/db/testing'
import { isId } from '@svc/runtime/ids'
import { type BenchDatabase, highestLimit, openBenchDatabase, type SeededAccount } from '../database.ts'
import { number } from '../statistics.ts'
import type { BalancedLoad } from './balanced-load.ts'
import { busyMachineSettings, type Installation, type Role, startInstallation } from './installation.ts'
import { type Mark, recorded } from './metrics-recorder.ts'
import { installRelease, previousCommit, type Release, runSvc, thisRelease } from './release.ts'
import { checkEvents, checkGoals, type FaultView, tableOfViews } from './reports.ts'

interface RollingOptions {
  /** A tag, branch or commit. Default: see `previousCommit`. */
  from?: string | undefined
  /** The number of requests that clients send at least. */
  requests: number
  /** Requests per second. */
  rate: number
  /** The file for a picture of the dashboard. */
  dashboard?: string | undefined
}

interface Stage {
  database: BenchDatabase
  installation: Installation
  mark: Mark
}

/** A step of the upgrade. Resolves with its name. */
type Step = (stage: Stage) => Promise<string>

/** In the order of docs/operations/upgrade.md. */
const steps: readonly Step[] = [
  async () => 'all processes are of the previous release',
  async ({ database }) => {
    const { ran } = await runSvc(thisRelease, ['migrate'], database.environment)
    return `svc migrate runs ${Array.isArray(ran) ? ran.length : 0} migrations`
  },
  replacement('worker', 0),
  replacement('worker', 1),
  replacement('api', 0),
  replacement('api', 1),
  async () => 'all processes are of this release',
]

function replacement(role: Role, index: number): Step {
  return async ({ installation }) => {
    await installation.replace(role, index, { end: 'stop' })
    return `${role} ${index + 1} is replaced`
  }
}

/**
 * Upgrades two API processes and two workers from the previous release to this one while clients read and write, and
 * prints what the clients saw. Returns false if a request failed, if the event of a confirmed write was lost, or if the
 * number of usage events is not that of the requests.
 */
export async function drillRolling(
  { from, requests, rate, dashboard: file }: RollingOptions,
  print: (text: string) => void,
): Promise<boolean> {
  const previous = await installRelease(await previousCommit(from), print)
  const database = await openBenchDatabase({ seed: (empty) => seedBy(previous, empty) })
  const environment = { ...database.environment, ...busyMachineSettings }
  try {
    // An upgrade is not an outage: the cause of a failed request is printed.
    const installation = await startInstallation(
      { ...database, environment },
      { release: previous, printsErrors: true },
    )
    try {
      const title = `An upgrade from ${previous.name} under load`
      return await recorded({ file, title, folder: database.dataDir, installation }, (mark) =>
        upgrade({ database, installation, mark }, { requests, rate }, print),
      )
    } finally {
      await installation.close()
    }
  } finally {
    await database.close()
  }
}

async function upgrade(
  stage: Stage,
  { requests, rate }: { requests: number; rate: number },
  print: (text: string) => void,
): Promise<boolean> {
  const { database, installation } = stage
  const earlier = await countUsageEvents(database.db)
  const load = installation.startLoad(rate, { concurrency, asksReadiness: true })
  const startMs = performance.now()
  const views: FaultView[] = []
  for (const take of steps) {
    const stepStartMs = performance.now()
    const name = await take(stage)
    stage.mark(name, stepStartMs)
    while (sentSince(load, stepStartMs) < requests / steps.length) await sleep(pollMs)
    views.push({ name, view: load.since(stepStartMs) })
  }
  await load.stop()
  print(tableOfViews(views, 'step'))
  const total = load.since(startMs)
  const sent = total.reads.sent + total.writes.sent
  const failed = total.reads.failed + total.writes.failed
  const recorded = await usageEventsAfter(database.db, earlier, sent)
  const { interruptedReads } = load
  print(
    `\n  ${number(sent)} requests were sent, ${number(total.writes.sent)} of them writes. ${number(interruptedReads)} ` +
      `reads were sent again.\n`,
  )
  const areMet = checkGoals(
    [
      { name: 'requests', value: sent, atLeast: requests },
      { name: 'requests that fail', value: failed, below: 1 },
      { name: 'requests without a usage event', value: Math.max(0, sent - recorded), below: 1 },
      // A read that was sent again may have been processed twice.
      { name: 'usage events without a request', value: Math.max(0, recorded - sent), below: 1 + interruptedReads },
    ],
    print,
  )
  return (await checkEvents(database.db, { receiver: installation.receiver, load }, print)) && areMet
}

function sentSince(load: BalancedLoad, fromMs: number): number {
  const { reads, writes } = load.since(fromMs)
  return reads.sent + writes.sent
}

/** Creates the schema and the account of the drill as an operator of that release does. */
async function seedBy(release: Release, { environment }: Pick<BenchDatabase, 'environment'>): Promise<SeededAccount> {
  const svc = (...args: string[]) => runSvc(release, args, environment)
  await svc('migrate')
  await svc('limits', 'set', ...rateLimitPolicies.map((name) => `${name}=${highestLimit}`))
  const described = ['--trade', 'restaurant', '--country', 'NL', '--timezone', 'Europe/Amsterdam']
  const { business } = await svc('account', 'create', '--name', 'Rosso Trattoria', '--plan', 'scale', ...described)
  const issued = await svc('key', 'issue', '--kind', 'test', '--name', 'Drill')
  const [key, account_id, business_id] = [
    stringIn(issued, 'key'),
    stringIn(issued, 'account_id'),
    stringIn(business, 'id'),
  ]
  if (key === '' || !isId('acc', account_id) || !isId('biz', business_id))
    throw new Error(`svc of the release ${release.name} printed no key, account or business.`)
  return { owner: { account_id, business_id }, key }
}

/** The string in a field of a record that another release printed, or an empty one. */
function stringIn(record: unknown, field: string): string {
  const value: unknown = typeof record === 'object' && record !== null ? Reflect.get(record, field) : undefined
  return typeof value === 'string' ? value : ''
}

/** The most requests at the same time, so that a busy machine does not refuse requests because of the load. */
const concurrency = 16

const pollMs = 250

/** The time that usage events may take after the last request. */
const lateMsMax = 10_000

/** The usage events of requests that were added to `earlier` ones. Waits some time until there are `expected`. */
async function usageEventsAfter(db: Database, earlier: number, expected: number): Promise<number> {
  const endMs = performance.now() + lateMsMax
  let added = (await countUsageEvents(db)) - earlier
  while (added < expected && performance.now() < endMs) {
    await sleep(pollMs)
    added = (await countUsageEvents(db)) - earlier
  }
  return added
}

async function countUsageEvents(db: Database): Promise<number> {
  const { rows } = await knexOf(db).raw("select count(*)::int as events from usage_events where type = 'api.request'")
  return rows[0].events
}

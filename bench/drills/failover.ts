import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BenchDatabase, openBenchDatabase } from '../database.ts'
import { median, number, table } from '../statistics.ts'
import { type BalancedLoad, type ClientView, untilCalm } from './balanced-load.ts'
import { type Installation, startInstallation } from './installation.ts'
import { type Mark, recorded } from './metrics-recorder.ts'
import { clusterPrograms, PatroniCluster } from './patroni-cluster.ts'
import { checkEvents, checkGoals, type FaultView, listeningWorkers, tableOfViews } from './reports.ts'
import { requirePrograms } from './system-program.ts'

interface FailoverOptions {
  /** The faults to inject, all if there are none. */
  faults: readonly FailoverFault[]
  /** The number of times that each fault is injected. */
  runs: number
  /** Requests per second. */
  rate: number
  /** Whether the API reads lists from a standby, and clients list after each write. */
  lists: boolean
  /** The file for a picture of the dashboard. */
  dashboard?: string | undefined
}

interface Fault {
  description: string
  /** The longest time without a write that is accepted, in seconds. Undefined: it is only reported. */
  goalS?: number
  /** Injects the fault, and returns a function that repairs it. */
  inject(cluster: PatroniCluster): Promise<() => Promise<unknown>>
}

/** The time after which systemd starts a program again that has failed (its setting RestartSec). */
const restartDelayMs = 100

const faults = {
  killed: {
    description: 'the primary is killed, and its Patroni started again',
    goalS: 15,
    async inject(cluster) {
      const node = await cluster.primary()
      await node.host.killAll()
      await sleep(restartDelayMs)
      await node.start()
      return async () => {}
    },
  },
  machine: {
    description: 'the machine of the primary is lost',
    goalS: 35,
    async inject(cluster) {
      const node = await cluster.primary()
      await node.host.killAll()
      return () => node.start()
    },
  },
  network: {
    description: 'the network of the primary is cut',
    goalS: 35,
    async inject(cluster) {
      const { host } = await cluster.primary()
      await host.cut()
      return () => host.restore()
    },
  },
  etcd: {
    description: 'the leader of etcd is killed',
    async inject(cluster) {
      const node = await cluster.etcdLeader()
      await node.host.killAll()
      return () => node.start()
    },
  },
} as const satisfies Record<string, Fault>

/** With its goal, if it has one. */
const faultOf = (fault: FailoverFault): Fault => faults[fault]

type FailoverFault = keyof typeof faults

export const failoverFaults = ['killed', 'machine', 'network', 'etcd'] as const satisfies readonly FailoverFault[]

/** Connections are opened and code is compiled meanwhile. */
const warmUpMs = 10_000

/** For a picture, clients send requests for this time before the first fault and after the last one. */
const pictureMarginMs = 25_000

/** A fault is observed for at least this time. */
const observedMsMin = 10_000

/**
 * Runs two API processes and two workers on three PostgreSQL servers under Patroni while clients read and write,
 * injects each fault several times, and prints what the clients saw. Returns false if a write was lost whose 2xx
 * response reached a client, if a delivery would never be repeated, or if the service was away for too long.
 */
export async function drillFailover(options: FailoverOptions, print: (text: string) => void): Promise<boolean> {
  await requirePrograms(clusterPrograms)
  const { promise: started, resolve: onStart } = Promise.withResolvers<PatroniCluster>()
  const database = await openBenchDatabase({
    start: async (dataDir) => {
      const cluster = await PatroniCluster.start(join(dataDir, 'cluster'))
      onStart(cluster)
      return { url: cluster.url, stop: () => cluster.stop() }
    },
  })
  try {
    return await underLoad({ database, cluster: await started }, options, print)
  } finally {
    await database.close()
  }
}

interface FailoverView extends FaultView {
  fault: FailoverFault
}

interface Stage {
  database: BenchDatabase
  cluster: PatroniCluster
}

async function underLoad(
  { database, cluster }: Stage,
  options: FailoverOptions,
  print: (text: string) => void,
): Promise<boolean> {
  const environment = {
    ...database.environment,
    ...(options.lists && { SVC_DATABASE_REPLICA_URL: cluster.standbyUrl }),
  }
  const installation = await startInstallation({ ...database, environment })
  try {
    const recording = {
      file: options.dashboard,
      title: 'A failover of PostgreSQL under load',
      folder: database.dataDir,
      installation,
    }
    return await recorded(recording, (mark) => injectAll({ database, cluster, installation, mark }, options, print))
  } finally {
    await installation.close()
  }
}

async function injectAll(
  { database, cluster, installation, mark }: Stage & { installation: Installation; mark: Mark },
  { faults: chosen, runs, rate, lists, dashboard }: FailoverOptions,
  print: (text: string) => void,
): Promise<boolean> {
  const load = installation.startLoad(rate, { listsAfterWrites: lists })
  await sleep(dashboard === undefined ? warmUpMs : pictureMarginMs)
  const views: FailoverView[] = []
  for (const fault of chosen.length === 0 ? failoverFaults : chosen) {
    for (let time = 1; time <= runs; time++) {
      const view = await observe(faultOf(fault), { cluster, load, mark })
      views.push({ fault, name: `${faultOf(fault).description}, run ${time}`, view })
      print(tableOfViews(views.slice(-1)))
    }
  }
  if (dashboard !== undefined) await sleep(pictureMarginMs)
  await load.stop()
  print(tableOfViews(views))
  const inTime = printSummary(views, print)
  const complete = await checkEvents(database.db, { receiver: installation.receiver, load }, print)
  const ownWrites = !lists || (await checkLists({ installation, load }, print))
  return (await allListen({ database, installation }, print)) && complete && inTime && ownWrites
}

/** Returns whether each list after a write had it, and lists were read from a standby. */
async function checkLists(
  { installation, load }: { installation: Installation; load: BalancedLoad },
  print: (text: string) => void,
): Promise<boolean> {
  const [replica, primary] = await Promise.all(['replica', 'primary'].map((target) => listReads(installation, target)))
  const { read, lacking } = load.lists
  print(
    `  ${number(read)} lists were read after a write. Of all statements of lists, a standby served ` +
      `${number(replica ?? 0)} and the primary ${number(primary ?? 0)}.\n`,
  )
  return checkGoals(
    [
      { name: 'lists after a write', value: read, atLeast: 1 },
      { name: 'lists that lacked the write before them', value: lacking, below: 1 },
      { name: 'statements of lists that a standby served', value: replica ?? 0, atLeast: 1 },
    ],
    print,
  )
}

/** The statements of lists that a kind of server has served, from the metrics of both API processes. */
async function listReads({ metricsPorts }: Installation, target: string): Promise<number> {
  const pattern = new RegExp(`^svc_database_list_reads_total\\{target="${target}",.*\\} (\\d+)$`, 'gm')
  const counts = metricsPorts.api.map(async (port) => {
    const response = await fetch(`http://127.0.0.1:${port}/metrics`)
    return [...(await response.text()).matchAll(pattern)].map(([, reads]) => Number(reads))
  })
  return (await Promise.all(counts)).flat().reduce((sum, reads) => sum + reads, 0)
}

/** The results of the clients from the fault until the cluster is complete again. */
async function observe(
  fault: Fault,
  { cluster, load, mark }: { cluster: PatroniCluster; load: BalancedLoad; mark: Mark },
): Promise<ClientView> {
  const startMs = performance.now()
  mark(fault.description)
  const repair = await fault.inject(cluster)
  await sleep(observedMsMin)
  await untilCalm(load)
  mark('every request has succeeded for 3 s')
  await repair()
  await cluster.untilHealthy()
  mark('the cluster is complete again')
  await untilCalm(load)
  return load.since(startMs)
}

/** Prints a summary of each fault. Returns whether the service was back in time in every run. */
function printSummary(views: readonly FailoverView[], print: (text: string) => void): boolean {
  const injected = failoverFaults.filter((fault) => views.some((view) => view.fault === fault))
  const summaries = injected.map((fault) => ({
    ...summaryOf(views.filter((view) => view.fault === fault).map(({ view }) => view)),
    fault: faultOf(fault),
  }))
  const rows = summaries.map(({ fault, runs, medianS, longestS, failedReads, failedWrites }) => [
    fault.description,
    number(runs),
    number(medianS, 1),
    number(longestS, 1),
    `${number(100 * failedReads, 1)} %`,
    `${number(100 * failedWrites, 1)} %`,
  ])
  const heading = ['fault', 'runs', 's without a write: median', 'longest', 'failed reads', 'failed writes']
  print(`\n${table(heading, rows)}\n`)
  const limited = summaries.flatMap(({ fault: { description, goalS }, longestS }) =>
    goalS === undefined ? [] : [{ name: `s without a write, ${description}`, value: longestS, below: goalS }],
  )
  return checkGoals(limited, print)
}

function summaryOf(views: readonly ClientView[]) {
  const gapsS = views.map(({ longestGapMs }) => longestGapMs / 1000)
  const share = (counts: readonly { sent: number; failed: number }[]) =>
    counts.reduce((sum, { failed }) => sum + failed, 0) / counts.reduce((sum, { sent }) => sum + sent, 0)
  return {
    runs: views.length,
    medianS: median(gapsS),
    longestS: Math.max(...gapsS),
    failedReads: share(views.map(({ reads }) => reads)),
    failedWrites: share(views.map(({ writes }) => writes)),
  }
}

/** Returns whether both workers are notified of new rows: their connections were lost with each primary. */
async function allListen(
  { database, installation }: { database: BenchDatabase; installation: Installation },
  print: (text: string) => void,
): Promise<boolean> {
  const listening = await listeningWorkers(database.db)
  const { length: workers } = installation.servers.worker
  return checkGoals([{ name: 'workers that listen', value: listening, atLeast: workers }], print)
}

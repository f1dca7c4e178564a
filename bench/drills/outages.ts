import { setTimeout as sleep } from 'node:timers/promises'
import { knexOf } from '@svc/db/testing'
import { type BenchDatabase, openBenchDatabase, postmasterPid } from '../database.ts'
import type { Goal } from '../statistics.ts'
import { type Installation, startInstallation } from './installation.ts'
import { checkEvents, checkGoals, type FaultView, tableOfViews } from './reports.ts'

interface OutagesOptions {
  /** The time for which each fault is observed. */
  seconds: number
  /** Requests per second. */
  rate: number
}

interface Stage {
  database: BenchDatabase
  installation: Installation
}

interface Fault {
  name: string
  inject(stage: Stage): Promise<void>
}

const faults: readonly Fault[] = [
  { name: 'none', inject: async () => {} },
  {
    name: 'an API process is killed, and started again',
    inject: ({ installation }) => installation.replace('api', 0, { end: 'kill' }),
  },
  {
    name: 'a worker is killed, and started again',
    inject: ({ installation }) => installation.replace('worker', 0, { end: 'kill' }),
  },
  {
    name: 'all processes are restarted, one after the other',
    async inject({ installation }) {
      for (const role of ['worker', 'api'] as const)
        for (const index of [0, 1]) await installation.replace(role, index, { end: 'stop' })
    },
  },
  {
    name: 'every connection to PostgreSQL is ended, five times',
    async inject({ database: { db } }) {
      for (let time = 0; time < 5; time++) {
        await knexOf(db).raw(`
          select pg_terminate_backend(pid) from pg_stat_activity
          where pid <> pg_backend_pid() and application_name <> 'svc-bench' and backend_type = 'client backend'`)
        await sleep(1_000)
      }
    },
  },
  {
    name: 'PostgreSQL is restarted',
    inject: async ({ database: { db } }) => void process.kill(await postmasterPid(db), 'SIGINT'),
  },
  {
    name: 'PostgreSQL is killed',
    inject: async ({ database: { db } }) => void process.kill(await postmasterPid(db), 'SIGKILL'),
  },
]

/** The goals of an operator. */
const longestGapMsMax = 15_000
const failedReadsShareMax = 0.01

/** Connections are opened and code is compiled meanwhile. */
const warmUpMs = 10_000

/**
 * Injects one fault after the other into two API processes, two workers and their PostgreSQL while clients read and
 * write. Prints what the clients saw. Returns false if a goal is missed, or if a write was lost whose 2xx response
 * reached a client.
 */
export async function drillOutages({ seconds, rate }: OutagesOptions, print: (text: string) => void): Promise<boolean> {
  const database = await openBenchDatabase()
  try {
    const installation = await startInstallation(database)
    try {
      const load = installation.startLoad(rate)
      await sleep(warmUpMs)
      const views: FaultView[] = []
      for (const { name, inject } of faults) {
        const startMs = performance.now()
        await inject({ database, installation })
        await sleep(Math.max(0, startMs + seconds * 1000 - performance.now()))
        const view = load.since(startMs)
        views.push({ name, view })
      }
      await load.stop()
      print(tableOfViews(views))
      const areMet = checkGoals(goalsOf(views), print)
      return (await checkEvents(database.db, { receiver: installation.receiver, load }, print)) && areMet
    } finally {
      await installation.close()
    }
  } finally {
    await database.close()
  }
}

function goalsOf(views: readonly FaultView[]): Goal[] {
  const ended = views.find(({ name }) => name.startsWith('every connection'))?.view.reads ?? { sent: 0, failed: 0 }
  const restarted = views.find(({ name }) => name.startsWith('all processes'))?.view
  return [
    { name: 'longest time without a write, ms', value: longestOf(views), below: longestGapMsMax },
    {
      name: 'share of reads that fail when connections are ended',
      value: ended.failed / ended.sent,
      below: failedReadsShareMax,
    },
    {
      name: 'requests that fail while processes are restarted',
      value: (restarted?.reads.failed ?? 0) + (restarted?.writes.failed ?? 0),
      below: 1,
    },
  ]
}

function longestOf(views: readonly FaultView[]): number {
  return Math.max(...views.map(({ view }) => view.longestGapMs))
}

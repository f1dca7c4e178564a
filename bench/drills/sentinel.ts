import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { setLimits } from '@svc/db/limit-settings'
import { openRedisStore, type RedisStore } from '@svc/limits/redis-store'
import { type BenchDatabase, openBenchDatabase } from '../database.ts'
import { number } from '../statistics.ts'
import type { BalancedLoad } from './balanced-load.ts'
import { startInstallation } from './installation.ts'
import { RedisWithSentinels, sentinelPrograms } from './redis-sentinel.ts'
import { checkEvents, checkGoals, type FaultView, failuresExcept, tableOfViews } from './reports.ts'
import { requirePrograms } from './system-program.ts'

interface SentinelOptions {
  /** The number of times that each fault is injected. */
  runs: number
  /** Requests per second. */
  rate: number
}

interface Fault {
  name: string
  /** Injects the fault, and returns a function that repairs it. */
  inject(redis: RedisWithSentinels): Promise<() => Promise<void>>
}

const faults: readonly Fault[] = [
  {
    name: 'the primary is killed',
    async inject(redis) {
      const primary = await redis.primary()
      await primary.program.kill()
      return () => primary.restart()
    },
  },
  {
    name: 'the primary does not respond',
    async inject(redis) {
      const { program } = await redis.primary()
      program.signal('SIGSTOP')
      return async () => program.signal('SIGCONT')
    },
  },
  {
    name: 'a Sentinel is killed',
    async inject({ sentinels: [sentinel] }) {
      await sentinel?.program.kill()
      return async () => sentinel?.restart()
    },
  },
]

interface SentinelView extends FaultView {
  /** The time in which a process counted on its own. */
  separateMs: number
}

/** Half of what the clients send, so that the limit refuses requests at all times. */
const sharePermitted = 0.5

/** The interval of a limit. */
const windowMs = 60_000

/** Also the time in which the limit is reached for the first time. */
const warmUpMs = 60_000

const observedMs = 20_000
const pollMs = 50

/** A goal of an operator: how far a limit may be exceeded while each process counts on its own. */
const excessMax = 2

/** Of the contract: the limit refused the request. */
const limited = 429

/**
 * Runs two API processes on a Redis with two replicas and three Sentinels while clients send twice as many requests as
 * their limit permits, injects each fault several times, and prints what the clients saw. Returns false if a request
 * failed other than by the limit, or if the limit permitted more than twice its number.
 */
export async function drillSentinel(options: SentinelOptions, print: (text: string) => void): Promise<boolean> {
  await requirePrograms(sentinelPrograms)
  const database = await openBenchDatabase()
  try {
    const redis = await RedisWithSentinels.start(join(database.dataDir, 'redis'))
    try {
      const environment = { ...database.environment, ...redis.settings }
      return await underLoad({ database: { ...database, environment }, redis }, options, print)
    } finally {
      await redis.stop()
    }
  } finally {
    await database.close()
  }
}

async function underLoad(
  { database, redis }: { database: BenchDatabase; redis: RedisWithSentinels },
  { runs, rate }: SentinelOptions,
  print: (text: string) => void,
): Promise<boolean> {
  const limit = Math.round((rate * sharePermitted * windowMs) / 1000)
  await setLimits(database.db, new Map([['key', limit]]))
  const installation = await startInstallation(database)
  const observer = await SharedLimitObserver.start(redis)
  try {
    const load = installation.startLoad(rate)
    await sleep(warmUpMs)
    const views: SentinelView[] = []
    for (const fault of faults) {
      for (let time = 1; time <= runs; time++) {
        const view = await observe(fault, { redis, load, observer })
        views.push({ ...view, name: `${fault.name}, run ${time}` })
        print(tableOfViews(views.slice(-1)))
      }
    }
    await load.stop()
    print(tableOfViews(views))
    const complete = await checkEvents(database.db, { receiver: installation.receiver, load }, print)
    return printGoals({ views, limit, load }, print) && complete
  } finally {
    await observer.stop()
    await installation.close()
  }
}

async function observe(
  { name, inject }: Fault,
  { redis, load, observer }: { redis: RedisWithSentinels; load: BalancedLoad; observer: SharedLimitObserver },
): Promise<SentinelView> {
  const startMs = performance.now()
  const separateBeforeMs = observer.separateMs
  const repair = await inject(redis)
  await sleep(observedMs)
  await repair()
  await redis.untilHealthy()
  return { name, view: load.since(startMs), separateMs: observer.separateMs - separateBeforeMs }
}

function printGoals(
  { views, limit, load }: { views: readonly SentinelView[]; limit: number; load: BalancedLoad },
  print: (text: string) => void,
): boolean {
  const failed = failuresExcept(limited, views)
  const excess = load.mostSucceededWithin(windowMs) / limit
  for (const { name } of faults) {
    const times = views.filter((view) => view.name.startsWith(name)).map(({ separateMs }) => separateMs / 1000)
    print(`  ${name}: at most ${number(Math.max(...times), 1)} s without shared limits\n`)
  }
  return checkGoals(
    [
      { name: 'requests that fail for another reason than the limit', value: failed, below: 1 },
      { name: 'most requests in a minute, as a share of the limit', value: excess, below: excessMax },
    ],
    print,
  )
}

/** Counts as an API process does, and measures for how long it counts on its own. */
class SharedLimitObserver {
  readonly #store: RedisStore
  readonly #counting: Promise<void>
  #separateMs = 0
  #isStopping = false

  private constructor(store: RedisStore) {
    this.#store = store
    this.#counting = this.#count()
  }

  static async start({ addresses, settings }: RedisWithSentinels): Promise<SharedLimitObserver> {
    const logger = { warn: () => {} }
    return new SharedLimitObserver(await openRedisStore({ url: settings.REDIS_URL, sentinels: addresses, logger }))
  }

  get separateMs(): number {
    return this.#separateMs
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#counting
    await this.#store.close()
  }

  async #count(): Promise<void> {
    let beforeMs = performance.now()
    while (!this.#isStopping) {
      const before = this.#store.fallbackCount
      await this.#store.consume([{ policy: 'key', key: 'observer', limit: 1_000_000 }])
      const nowMs = performance.now()
      if (this.#store.fallbackCount > before) this.#separateMs += nowMs - beforeMs
      beforeMs = nowMs
      await sleep(pollMs)
    }
  }
}

import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@svc/db/database'
import { migrate } from '@svc/db/migrate'
import type { TestDatabase } from '@svc/db/testing'
import { serverProcessId } from '@svc/db/testing-faults'
import { storedEventIds } from '@svc/db/testing-webhooks'
import { startLocalPostgres } from '@svc/local-postgres'
import { newId } from '@svc/runtime/ids'
import { eventually } from '../harness.ts'
import { checkNothingLost, type Scenario, type ScenarioContext } from './scenario.ts'
import { allSucceeded } from './workers.ts'

/** The database server is killed while events are published. Needs a separate server. */
export const crashedDatabase: Scenario<{ crashes: number; events: number }> = {
  id: 'database-killed',
  title: 'kill -9 of PostgreSQL loses no event whose publication was confirmed',
  small: { crashes: 1, events: 60 },
  full: { crashes: 5, events: 500 },
  async run(context, { crashes, events }) {
    const { harness } = context
    const { db } = harness.database
    const account = await context.account()
    context.respond((_, response) => setTimeout(() => response.writeHead(204).end(), 10))
    harness.work({}, { leaseMs: 2_000 })
    const confirmed: string[] = []
    let unknown = 0
    for (let crash = 0; crash <= crashes; crash++) {
      if (crash > 0) await crashServer(context)
      const wanted = Math.floor((events * (crash + 1)) / (crashes + 1))
      await eventually(
        'publishing to continue',
        async () => {
          try {
            confirmed.push(...(await harness.publish(account.owner)))
          } catch {
            // Refused, or committed without a response.
            unknown += 1
            await sleep(50)
          }
          return confirmed.length >= wanted
        },
        60_000,
      )
    }
    assert.ok(unknown >= crashes, `${unknown} publications noticed the ${crashes} crashes`)
    await eventually('every delivery to succeed', () => allSucceeded(context).catch(() => false), 60_000)
    const mayAlsoArrive = await storedEventIds(db)
    const unrecordedMax = crashes * endpointCap
    const measurements = await checkNothingLost(context, [account], confirmed, { mayAlsoArrive, unrecordedMax })
    return { ...measurements, crashes, 'publications without a response': unknown }
  },
}

/** All events are published, and each crash happens while receivers process requests. */
export const crashedDuringDeliveries: Scenario<{ crashes: number; accounts: number; eventsEach: number }> = {
  id: 'database-killed-deliveries',
  title: 'kill -9 of PostgreSQL during deliveries loses none of them and repeats only those in progress',
  small: { crashes: 1, accounts: 4, eventsEach: 40 },
  full: { crashes: 5, accounts: 10, eventsEach: 250 },
  async run(context, { crashes, accounts: count, eventsEach }) {
    const { harness } = context
    let inProgress = 0
    context.respond((_, response) => {
      inProgress += 1
      setTimeout(() => {
        inProgress -= 1
        response.writeHead(204).end()
      }, responseMs)
    })
    const accounts = await Promise.all(Array.from({ length: count }, () => context.account()))
    const published: string[] = []
    for (const { owner } of accounts) published.push(...(await harness.publish(owner, eventsEach)))
    harness.work({}, { leaseMs: 2_000 })
    const total = published.length
    const inProgressCounts: number[] = []
    for (let crash = 1; crash <= crashes; crash++) {
      // Spread over the run, and always during attempts.
      const from = (total * (crash - 1)) / (crashes + 1)
      await eventually(
        'deliveries to be in progress',
        () => harness.receiver.received.length > from && inProgress >= count,
        60_000,
      )
      await crashServer(context)
      inProgressCounts.push(inProgress)
    }
    assert.ok(Math.min(...inProgressCounts) > 0, 'a crash found no delivery in progress')
    await eventually('every delivery to succeed', () => allSucceeded(context).catch(() => false), 120_000)
    const unrecordedMax = crashes * endpointCap * count
    const measurements = await checkNothingLost(context, accounts, published, { unrecordedMax })
    return { ...measurements, crashes, 'in progress at each crash': inProgressCounts.join(' ') }
  },
}

/** Long enough that requests are waiting for a response at a crash. */
const responseMs = 120

/** The worker's limit of simultaneous deliveries per endpoint; a crash undoes at most this many claims of it. */
const endpointCap = 8

async function crashServer({ harness }: ScenarioContext): Promise<void> {
  const pid = await eventually('the server to run', () => serverProcessId(harness.database.db).catch(() => undefined))
  process.kill(pid, 'SIGKILL')
}

/** A migrated database on a separate PostgreSQL server, durable as in production. */
export async function startOwnServer(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-faults-'))
  // Started by root, PostgreSQL runs under another user, which needs access to the directory.
  await chmod(dataDir, 0o711)
  const postgres = await startLocalPostgres({ dataDir, logger: quiet })
  const db = openDatabase({ url: postgres.url, applicationName: `svc-faults-${newId('evt').slice(-6)}` })
  await migrate(db, quiet)
  return {
    db,
    url: postgres.url,
    async drop() {
      await db.destroy()
      await postgres.stop()
      await rm(dataDir, { recursive: true })
    },
  }
}

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

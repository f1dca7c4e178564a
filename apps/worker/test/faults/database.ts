import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '@svc/db/database'
import { migrate } from '@svc/db/migrate'
import { knexOf, type TestDatabase } from '@svc/db/testing'
import { startLocalPostgres } from '@svc/local-postgres'
import { type Id, newId } from '@svc/runtime/ids'
import { eventually } from '../harness.ts'
import { checkNothingLost, type Scenario, type Stage } from './scenario.ts'
import { allSucceeded } from './workers.ts'

/** The server of the database dies by kill -9 while events are published. Needs a server of its own. */
export const crashedDatabase: Scenario<{ crashes: number; events: number }> = {
  id: 'database-killed',
  title: 'kill -9 of PostgreSQL loses no event whose publication was confirmed',
  small: { crashes: 1, events: 60 },
  full: { crashes: 5, events: 500 },
  async run(stage, { crashes, events }) {
    const { harness } = stage
    const { db } = harness.database
    const tenant = await stage.tenant()
    stage.answer((_, response) => setTimeout(() => response.writeHead(204).end(), 10))
    harness.work({}, { leaseMs: 2_000 })
    const confirmed: string[] = []
    let unknown = 0
    for (let crash = 0; crash <= crashes; crash++) {
      if (crash > 0) await crashServer(stage)
      const wanted = Math.floor((events * (crash + 1)) / (crashes + 1))
      await eventually(
        'publishing to go on',
        async () => {
          try {
            confirmed.push(...(await harness.publish(tenant.owner)))
          } catch {
            // Refused, or carried out without an answer.
            unknown += 1
            await pause(50)
          }
          return confirmed.length >= wanted
        },
        60_000,
      )
    }
    assert.ok(unknown >= crashes, `${unknown} publications noticed the ${crashes} crashes`)
    await eventually('every delivery to succeed', () => allSucceeded(stage).catch(() => false), 60_000)
    const mayAlsoArrive: Id<'evt'>[] = await knexOf(db)('webhook_events').pluck('id')
    const unrecordedMax = crashes * endpointCap
    const figures = await checkNothingLost(stage, [tenant], confirmed, { mayAlsoArrive, unrecordedMax })
    return { ...figures, crashes, 'publications without an answer': unknown }
  },
}

/** Nothing is published any more, and each crash comes while receivers have requests in their hands. */
export const crashedDuringDeliveries: Scenario<{ crashes: number; tenants: number; eventsEach: number }> = {
  id: 'database-killed-deliveries',
  title: 'kill -9 of PostgreSQL while deliveries are under way loses none of them and repeats only those',
  small: { crashes: 1, tenants: 4, eventsEach: 40 },
  full: { crashes: 5, tenants: 10, eventsEach: 250 },
  async run(stage, { crashes, tenants: count, eventsEach }) {
    const { harness } = stage
    let underWay = 0
    stage.answer((_, response) => {
      underWay += 1
      setTimeout(() => {
        underWay -= 1
        response.writeHead(204).end()
      }, answerMs)
    })
    const tenants = await Promise.all(Array.from({ length: count }, () => stage.tenant()))
    const published: string[] = []
    for (const { owner } of tenants) published.push(...(await harness.publish(owner, eventsEach)))
    harness.work({}, { leaseMs: 2_000 })
    const total = published.length
    const inHand: number[] = []
    for (let crash = 1; crash <= crashes; crash++) {
      // Spread over the run, and each time in the middle of attempts.
      const from = (total * (crash - 1)) / (crashes + 1)
      await eventually(
        'deliveries to be under way',
        () => harness.receiver.received.length > from && underWay >= count,
        60_000,
      )
      await crashServer(stage)
      inHand.push(underWay)
    }
    assert.ok(Math.min(...inHand) > 0, 'a crash found no delivery under way')
    await eventually('every delivery to succeed', () => allSucceeded(stage).catch(() => false), 120_000)
    const unrecordedMax = crashes * endpointCap * count
    const figures = await checkNothingLost(stage, tenants, published, { unrecordedMax })
    return { ...figures, crashes, 'under way at each crash': inHand.join(' ') }
  },
}

/** Long enough that a crash meets requests which wait for their answers. */
const answerMs = 120

/**
 * Of the worker: so many deliveries of an endpoint are held at once, and so many claims of it can a crash take back.
 */
const endpointCap = 8

async function crashServer({ harness }: Stage): Promise<void> {
  const pid = await eventually('the server to be up', async () => {
    const file = "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid"
    const { rows } = await knexOf(harness.database.db)
      .raw(file)
      .catch(() => ({ rows: [] }))
    return rows[0]?.pid as number | undefined
  })
  process.kill(pid, 'SIGKILL')
}

/** A migrated database on a PostgreSQL of its own, durable as in production. */
export async function startOwnServer(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-faults-'))
  // Started by root, PostgreSQL runs under an account of its own, which must be able to enter.
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

const quiet = { info: () => {}, warn: () => {}, error: () => {} }

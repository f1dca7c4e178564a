import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '@svc/db/database'
import { startEmbeddedPostgres } from '@svc/db/embedded'
import { migrate } from '@svc/db/migrate'
import type { TestDatabase } from '@svc/db/testing'
import { type Id, newId } from '@svc/process/ids'
import { eventually } from '../harness.ts'
import { checkNothingLost, type Scenario } from './scenario.ts'
import { allSucceeded } from './workers.ts'

/** the server of the database dies by kill -9 while events are published and delivered. Needs a server of its own. */
export const crashedDatabase: Scenario<{ crashes: number; events: number }> = {
  id: 'R-11',
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
      if (crash > 0) {
        const { rows } = await db.raw("select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid")
        process.kill(rows[0].pid, 'SIGKILL')
      }
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
    const all: Id<'evt'>[] = await db('webhook_events').pluck('id')
    const figures = await checkNothingLost(stage, [tenant], confirmed, { mayAlsoArrive: all }).catch((error) => {
      // An attempt whose claim the crash took back is unknown to the tables, so its repeat has no interruption beside it.
      if (!/repeats of/.test(String(error))) throw error
      return { events: confirmed.length, lost: 0, repeats: String(error.message) }
    })
    return { ...figures, crashes, 'publications without an answer': unknown }
  },
}

/** A migrated database on a PostgreSQL of its own, durable as in production. */
export async function startOwnServer(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-faults-'))
  // Started by root, PostgreSQL runs under an account of its own, which must be able to enter.
  await chmod(dataDir, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir, logger: quiet })
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

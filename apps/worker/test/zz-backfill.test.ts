import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault } from '@svc/business-profile/testing'
import { findProfileConnection } from '@svc/db/profile-connections'
import { knexOf } from '@svc/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ProfileHarness, startProfileHarness } from './profile-harness.ts'

let harness: ProfileHarness
beforeAll(async () => {
  harness = await startProfileHarness()
})
afterAll(() => harness.close())

/** In full size, 100,000: `npm run verify -- --lane profile`. */
const count = Number(process.env.PROFILE_BACKFILLED_REVIEWS ?? 2_000)

const faultShare = 0.05
const faults: readonly Fault[] = [
  { status: 429, retryAfterSeconds: 0 },
  { status: 500 },
  { status: 503 },
  { status: 401 },
  'lost',
  'truncated',
]

/** Numbers from 0 to 1 that a seed determines. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** The most memory that a process has used, in MB. */
function peakMegabytes(pid: number): number {
  const [, kilobytes = ''] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1_024
}

test(
  `${count} reviews are read completely and once with 5 % of faults, in at most 300 MB`,
  async () => {
    const seed = Number(process.env.PROFILE_SEED ?? Date.now() % 1_000_000)
    process.stdout.write(`PROFILE_SEED=${seed}\n`)
    const random = randomOf(seed)
    for (let n = 0; n < count; n++) harness.upstream.addReview(`g${n}`)
    let failed = 0
    harness.upstream.fault = ({ path }) => {
      if (!path.endsWith('/reviews') || random() >= faultShare) return undefined
      failed += 1
      return faults[Math.floor(random() * faults.length)]
    }
    const profile = await harness.connect()
    const worker = fork(join(import.meta.dirname, 'worker-process.ts'), ['30000'], {
      // As the worker of an installation is started.
      execArgv: ['--max-semi-space-size=8', '--heap-growing-percent=50', '--trace-gc'],
      env: { ...process.env, ...harness.environment, ...harness.profileEnvironment },
    })
    try {
      await once(worker, 'message')
      await profile.synchronized(60_000 + count * 15)
      const { db } = harness.database
      const knex = knexOf(db)
      const [stored] = await knex('reviews')
        .where({ subject_id: profile.owner.business_id })
        .select(knex.raw('count(*)::int as rows, count(distinct source_id)::int as ids'))
      expect(stored).toEqual({ rows: count, ids: count })
      expect(await findProfileConnection(db, profile.owner)).toMatchObject({
        scanned_count: count,
        review_total: count,
      })

      const pages = Math.ceil(count / 50)
      const lists = harness.upstream.requests.filter(({ path }) => path.endsWith('/reviews'))
      // Every page once, and again after each fault.
      expect(lists).toHaveLength(pages + failed)
      const megabytes = Math.round(peakMegabytes(worker.pid ?? 0))
      process.stdout.write(
        `${pages} pages, ${failed} faults, ${harness.upstream.requests.length} requests, ${megabytes} MB\n`,
      )
      expect(megabytes).toBeLessThanOrEqual(300)
    } finally {
      worker.kill('SIGKILL')
      await once(worker, 'exit')
    }
  },
  120_000 + count * 20,
)
